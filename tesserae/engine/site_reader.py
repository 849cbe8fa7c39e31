"""A published site as a project that can be asked, with no checkout of its sources.

The graph is the site's `graph.json`; passages are cut from the text beside every page, so that a
citation names that `.txt` and its lines, and opens on the site.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import PurePosixPath

from tesserae.context.library import Library, headings_in
from tesserae.engine.published_site import PublishedSite
from tesserae.engine.reading import Reading
from tesserae.errors import BackendError, TesseraeError
from tesserae.graph.view import GraphView
from tesserae.model.graph import JsonValue
from tesserae.model.ids import NodeId
from tesserae.model.ontology import NodeType
from tesserae.retrieval.index_file import open_index
from tesserae.retrieval.search import Retriever
from tesserae.retrieval.semantic import find_wordllama
from tesserae.retrieval.units import Collection, Unit, collection_of, fragments, sections_of
from tesserae.site.graph_json import parse_published

logger = logging.getLogger(__name__)

LOOK_AGAIN_SECONDS = 60.0
_FETCHERS = 8


@dataclass(frozen=True, slots=True)
class SitePageText:
    """One page of a site."""

    path: str
    """Of its text, below the site's root."""
    id: NodeId | None
    type: str
    title: str
    text: str


class SiteReader:
    """A published site; threads may share it."""

    def __init__(self, site: PublishedSite) -> None:
        self._site = site
        self._lock = threading.Lock()
        self._reading: Reading | None = None
        self._state = ""
        self._looked_at = 0.0

    @property
    def name(self) -> str:
        """The site's address."""
        return self._site.place.address

    def reading(self) -> Reading:
        """Return what the site publishes; whether it changed is looked up once a minute."""
        with self._lock:
            now = time.monotonic()
            if self._reading is None or now - self._looked_at > LOOK_AGAIN_SECONDS:
                self._look()
                self._looked_at = now
            assert self._reading is not None  # `_look` raises where there is none
            return self._reading

    def status(self) -> str:
        """Return what was read of the site."""
        reading = self.reading()
        graph = reading.library.view.graph
        return (
            f"Site      {self.name}\n"
            f"Graph     {len(graph.nodes)} nodes, {len(graph.edges)} edges\n"
            f"Pages     {len(reading.pages)}\n"
        )

    def _look(self) -> None:
        try:
            state, files = self._site.manifest()
            if self._reading is None or state != self._state:
                self._reading = _read_site(self._site, state, files)
                self._state = state
        except TesseraeError as error:
            if self._reading is None:
                raise
            logger.warning("the site cannot be read anew: %s", error)


def _read_site(site: PublishedSite, state: str, files: Mapping[str, str]) -> Reading:
    if "graph.json" not in files:
        raise BackendError("the site publishes no graph.json", path=site.place.address)
    view = GraphView(parse_published(site.read("graph.json", files["graph.json"])))
    names = [path for path in files if _is_page(path, files)]
    with ThreadPoolExecutor(_FETCHERS) as pool:
        texts = list(pool.map(lambda path: site.read(path, files[path]), names))
    pages = [page for path, text in zip(names, texts, strict=True) for page in _page(path, text)]

    def collect() -> Collection:
        return collection_of(view, [unit for page in pages for unit in _passages(view, page)])

    encoder = find_wordllama()
    index = open_index(site.cache_dir / "retrieval", collect, stamp=state, encoder=encoder)
    bodies = {page.id: page.text for page in pages if page.id is not None}
    paths = {
        str(PurePosixPath(page.path).with_suffix(".md")): page.id
        for page in pages
        if page.id is not None and page.id in view
    }
    library = Library(view, Retriever(index, encoder), page_of=bodies.get)
    return Reading(site.place.address, state[:12], library, paths)


def _is_page(path: str, files: Mapping[str, str]) -> bool:
    """Tell the record of a page, which has a text beside it, from other data."""
    return path.endswith(".json") and f"{path.removesuffix('.json')}.txt" in files


def _page(path: str, text: str) -> Iterator[SitePageText]:
    try:
        record = json.loads(text)
        title, body = record["title"], record["body"]
        id_, type_ = record.get("id"), record.get("type", "")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        # A file of the site's own that happens to lie beside a text.
        return
    if not all(isinstance(value, str) for value in (title, body, type_)):
        return
    shown = body if body.startswith("# ") else f"# {title}\n\n{body}"
    yield SitePageText(
        path=f"{path.removesuffix('.json')}.txt",
        id=NodeId(id_) if isinstance(id_, str) else None,
        type=type_,
        title=title,
        text=shown,
    )


def _passages(view: GraphView, page: SitePageText) -> Iterator[Unit]:
    if page.type != NodeType.SOURCE_DOCUMENT or page.id is None or page.id not in view:
        return
    lines = page.text.rstrip("\n").split("\n")
    starts = list(headings_in(lines))
    ends = [place for place, _ in starts[1:]] + [len(lines)]
    rows: list[JsonValue] = [
        [lines[place].lstrip("# ").strip(), level, "", place + 1, end]
        for (place, level), end in zip(starts, ends, strict=True)
    ]
    yield from fragments(page.id, page.path, lines, sections_of(rows), title=page.title)
