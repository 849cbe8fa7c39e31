"""Where a node is shown: its page, that page's address and its name.

Everything that links (indexes, panels, siblings, exports) asks here, so that no link is ever made
from the text of another link.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from tesserae.graph.view import GraphView
from tesserae.model.graph import Node
from tesserae.model.ids import NodeId
from tesserae.model.ontology import KIND_OF_TYPE, EdgeType, NodeType
from tesserae.model.page import WikiPage
from tesserae.site.pages import Document, PageLink
from tesserae.site.routes import Routes
from tesserae.site.urls import page_url
from tesserae.wiki.paths import is_part, relative_href
from tesserae.wiki.text import link


@dataclass(frozen=True, slots=True)
class Place:
    """A node with the page that shows it."""

    id: NodeId
    type: NodeType
    title: str
    src_uri: str
    url: str
    description: str
    updated: date | None
    count: int
    """Documents that speak of it."""

    @property
    def kind(self) -> str:
        """The kind of page it has."""
        return KIND_OF_TYPE[self.type].value

    def link(self, rel: str) -> PageLink:
        """Return a link to it."""
        return PageLink(self.url, self.title, rel, self.id, self.kind)


class Places:
    """All nodes that have a page, by id and by source path."""

    def __init__(self, places: Iterable[Place]) -> None:
        self._by_id: dict[NodeId, Place] = {}
        for place in places:
            self._by_id.setdefault(place.id, place)

    def __contains__(self, node_id: object) -> bool:
        return node_id in self._by_id

    def __len__(self) -> int:
        return len(self._by_id)

    def find(self, node_id: NodeId) -> Place | None:
        """Return where a node is shown, if it has a page."""
        return self._by_id.get(node_id)

    def all(self) -> list[Place]:
        """Return every place, in the order of ids."""
        return [self._by_id[node_id] for node_id in sorted(self._by_id)]


def find_places(
    pages: Sequence[WikiPage],
    documents: Sequence[Document],
    view: GraphView,
    routes: Routes,
    *,
    directory_urls: bool,
) -> Places:
    """Say where the page of every node stands; pages that continue another have no place."""
    counts = _document_counts(view)
    places = [
        _place(page, routes.of_page[page.path], counts, directory_urls=directory_urls)
        for page in pages
        if not is_part(page.id)
    ]
    places += [_document_place(document, document.id) for document in documents if document.id]
    return Places(places)


def link_line(place: Place, origin: str) -> str:
    """Return a list item of markdown that leads from the page at `origin` to a place."""
    return f"- {link(place.title, relative_href(origin, place.src_uri))}"


def label_of(name: str) -> str:
    """Turn `MathematicalConcept` or `uses_dataset` into words: `mathematical concept`."""
    spaced = "".join(f" {char}" if char.isupper() else char for char in name)
    return spaced.replace("_", " ").strip().lower()


def _document_counts(view: GraphView) -> Mapping[NodeId, int]:
    speaking: dict[NodeId, int] = {}
    for edge in view.graph.edges:
        if edge.type in (EdgeType.MENTIONS, EdgeType.DISCUSSES, EdgeType.INTRODUCES):
            speaking[edge.target] = speaking.get(edge.target, 0) + 1
    return speaking


def _place(
    page: WikiPage, src_uri: str, counts: Mapping[NodeId, int], *, directory_urls: bool
) -> Place:
    return Place(
        id=page.id,
        type=page.type,
        title=page.title,
        src_uri=src_uri,
        url=page_url(src_uri, directory_urls=directory_urls),
        description=page.description,
        updated=page.updated,
        count=counts.get(page.id, 0),
    )


def _document_place(document: Document, node_id: NodeId) -> Place:
    return Place(
        id=node_id,
        type=NodeType.SOURCE_DOCUMENT,
        title=document.title,
        src_uri=document.src_uri,
        url=document.url,
        description=document.description,
        updated=document.updated,
        count=0,
    )


def title_key(node: Node | Place) -> tuple[str, str]:
    """Sort by title as a reader would, ties by id."""
    title = node.title if isinstance(node, Place) else node.name
    return (title.casefold(), node.id)
