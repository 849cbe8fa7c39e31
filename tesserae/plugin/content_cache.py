"""Rendered documents of the user's, kept from one build to the next.

Python-Markdown takes most of the time of a build. What it makes of a page is a function of the
text, the extensions with their options and the files that its links lead to. An entry holds the
hash of the text and every lookup of a file, and is used only while all of it holds; the extensions
must be such that read nothing else. What was said about broken links is kept with the entry and
said again, so that `--strict` sees no difference.
"""

from __future__ import annotations

import functools
import hashlib
import json
import logging
import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents

from tesserae.plugin.python_markdown import DEAD_LINKS
from tesserae.site.siblings import to_json
from tesserae.workspace import Workspace, Writer

FILE_NAME = "documents.jsonl"
_PAGES_LOG = logging.getLogger("mkdocs.structure.pages")
_PURE = frozenset(
    (
        *("abbr", "admonition", "attr_list", "codehilite", "def_list", "extra", "fenced_code"),
        *("footnotes", "legacy_attrs", "legacy_em", "md_in_html", "meta", "nl2br", "sane_lists"),
        *("smarty", "tables", "toc", "wikilinks", DEAD_LINKS),
        *(f"pymdownx.{name}" for name in ("arithmatex", "betterem", "caret", "critic", "details")),
        *(f"pymdownx.{name}" for name in ("emoji", "escapeall", "extra", "highlight", "keys")),
        *(f"pymdownx.{name}" for name in ("inlinehilite", "magiclink", "mark", "progressbar")),
        *(f"pymdownx.{name}" for name in ("quotes", "saneheaders", "smartsymbols", "striphtml")),
        *(f"pymdownx.{name}" for name in ("superfences", "tabbed", "tasklist", "tilde")),
    )
)
"""Extensions whose output depends on the text and their options alone."""
_PARTS = ("markdown", "mkdocs", "pymdown-extensions", "pygments", "mkdocs-tesserae")

Json = Any
"""One entry as JSON; its shape is known to `_entry` and `_restore` only."""


class ContentCache:
    """What was rendered before, by source path, and what is rendered now."""

    def __init__(self, workspace: Workspace, key: str, names: str) -> None:
        self._workspace = workspace
        self._names = names
        self._path = workspace.cache_dir / FILE_NAME
        self._key = key
        self._kept: Mapping[str, Json] = _load(self._path, key)
        self._used: dict[str, Json] = {}

    @classmethod
    def open(cls, workspace: Workspace, config: MkDocsConfig, names: str) -> ContentCache | None:
        """Return the cache; None where pages depend on more than we can know.

        Args:
            workspace: Where it is kept.
            config: MkDocs' configuration.
            names: A digest of what wikilinks may lead to.
        """
        key = _key(config)
        return None if key is None else cls(workspace, key, names)

    def attach(self, page: Page, link: Callable[[str], str]) -> None:
        """Let a page of the user's ask the cache first.

        Args:
            page: The page.
            link: Resolves its wikilinks; called only if the page is rendered.
        """
        render = functools.partial(self._render, page, link)
        page.render = render  # type: ignore[method-assign]  # of this one

    def save(self) -> None:
        """Keep what this build used; nothing is written where nothing changed."""
        lines = [self._key, *(to_json([uri, entry]) for uri, entry in sorted(self._used.items()))]
        Writer(self._workspace).write(self._path, "\n".join(lines) + "\n")

    def _render(
        self, page: Page, link: Callable[[str], str], config: MkDocsConfig, files: Files
    ) -> None:
        uri = page.file.src_uri
        text = page.markdown or ""
        digest = hashlib.sha256(f"{self._names}\n{text}".encode("utf-8", "replace")).hexdigest()
        entry = self._kept.get(uri)
        if entry is None or entry["text"] != digest or not _holds(entry["lookups"], files):
            page.markdown = link(text)
            entry = _rendered(page, config, files, digest)
        else:
            _restore(page, entry, files)
        self._used[uri] = entry


@dataclass(frozen=True, slots=True)
class _Lookups:
    """The files of the site, with a record of what was asked for and what was found."""

    files: Files
    seen: dict[str, list[str | int] | None]

    def get_file_from_path(self, path: str) -> File | None:
        file = self.files.get_file_from_path(path)
        self.seen[path] = _signature(file)
        return file


class _Messages(logging.Handler):
    """Collects what is said while a page is rendered."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[tuple[int, str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append((record.levelno, record.getMessage()))


def _rendered(page: Page, config: MkDocsConfig, files: Files, digest: str) -> Json:
    lookups = _Lookups(files, {})
    messages = _Messages()
    _PAGES_LOG.addHandler(messages)
    try:
        type(page).render(page, config, lookups)  # type: ignore[arg-type]  # all that it asks for
    finally:
        _PAGES_LOG.removeHandler(messages)
    return {
        "text": digest,
        "lookups": lookups.seen,
        "content": page.content,
        "toc": [_toc_row(link) for link in page.toc],
        "title": page._title_from_render,  # MkDocs keeps it nowhere else
        "anchors": sorted(page.present_anchor_ids or ()),
        "links": [
            [file.src_uri, anchor, href]
            for file, links in (page.links_to_anchors or {}).items()
            for anchor, href in links.items()
        ],
        "messages": messages.said,
    }


def _restore(page: Page, entry: Json, files: Files) -> None:
    page.content = entry["content"]
    page.toc = TableOfContents([_toc_link(row) for row in entry["toc"]])
    if page.toc.items:
        page.toc.items[0].active = True  # type: ignore[attr-defined]  # as MkDocs marks it
    page._title_from_render = entry["title"]
    page.present_anchor_ids = set(entry["anchors"])
    links: dict[File, dict[str, str]] = {}
    for uri, anchor, href in entry["links"]:
        file = page.file if uri == page.file.src_uri else files.get_file_from_path(uri)
        if file is not None:
            links.setdefault(file, {})[anchor] = href
    page.links_to_anchors = links
    for level, message in entry["messages"]:
        _PAGES_LOG.log(level, message)


def _holds(lookups: Mapping[str, Sequence[str | int] | None], files: Files) -> bool:
    return all(
        _signature(files.get_file_from_path(path)) == found for path, found in lookups.items()
    )


def _signature(file: File | None) -> list[str | int] | None:
    return None if file is None else [file.src_uri, file.url, file.inclusion.value]


def _toc_row(link: AnchorLink) -> Json:
    return [link.title, link.id, link.level, [_toc_row(child) for child in link.children]]


def _toc_link(row: Json) -> AnchorLink:
    title, anchor, level, children = row
    link = AnchorLink(title, anchor, level)
    link.children = [_toc_link(child) for child in children]
    return link


def _load(path: Path, key: str) -> Mapping[str, Json]:
    try:
        head, *lines = path.read_text(encoding="utf-8").split("\n")
        return dict(json.loads(line) for line in lines if line) if head == key else {}
    except (OSError, ValueError, TypeError):
        return {}


def _key(config: MkDocsConfig) -> str | None:
    """Name everything that is the same for all pages; None where it cannot be named."""
    names = [name for name in config.markdown_extensions if isinstance(name, str)]
    plain = {name.removeprefix("markdown.extensions.") for name in names}
    if len(names) != len(config.markdown_extensions) or not plain <= _PURE:
        return None
    try:
        options = described(dict(config.mdx_configs))
    except TypeError:
        return None
    links = config.validation.links
    facts = [
        names,
        options,
        config.use_directory_urls,
        [links.not_found, links.absolute_links, links.unrecognized_links, links.anchors],
        [version(part) for part in _PARTS],
        platform.python_version(),
    ]
    return hashlib.sha256(to_json(facts).encode()).hexdigest()


def described(value: object) -> Json:
    """Describe an option so that the description is the same in every process.

    Raises:
        TypeError: It is an object that only its address tells apart.
    """
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, Mapping):
        return {str(name): described(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [described(item) for item in value]
    if isinstance(value, functools.partial):
        return [described(value.func), described(value.args), described(value.keywords)]
    name = getattr(value, "__qualname__", None)
    if callable(value) and isinstance(name, str) and "<" not in name:
        return f"{value.__module__}.{name}"
    raise TypeError(f"{value!r} has no name")
