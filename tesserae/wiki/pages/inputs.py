"""What pages are built from, and the map by which one page finds another."""

from __future__ import annotations

import posixpath
from bisect import bisect_right
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from tesserae.extract.links import LinkResolver
from tesserae.graph.view import GraphView
from tesserae.model.graph import Edge, Evidence, Node
from tesserae.model.ids import AnchorCounter, NodeId, heading_anchor
from tesserae.model.ontology import NodeType
from tesserae.model.page import WikiPage
from tesserae.model.source import Commit, MediaType
from tesserae.wiki.code_host import CodeHost
from tesserae.wiki.paths import part_path, relative_href
from tesserae.wiki.text import escape, link
from tesserae.workspace import DEFAULT_WIKI_DIR


@dataclass(frozen=True, slots=True)
class SynthesisDraft:
    """A page that sums up others, with the node and the edges that stand for it in the graph."""

    node: Node
    edges: tuple[Edge, ...]
    page: WikiPage


@dataclass(frozen=True, slots=True)
class WikiInputs:
    """Everything that a page may show."""

    view: GraphView
    """The graph with its user links and syntheses."""
    paths: Mapping[NodeId, str]
    """From `assign_paths`."""
    text_of: Callable[[str], str]
    """Path of a source → its text, LF, front matter included; asked only for source pages."""
    resolver: LinkResolver
    syntheses: Sequence[SynthesisDraft] = ()
    assets: Collection[str] = ()
    """Files of the project that are no sources (images, attachments), relative to its root."""
    repo_url: str | None = None
    docs_dir: str | None = None
    wiki_dir: str = DEFAULT_WIKI_DIR
    commits: Sequence[Commit] = ()
    now: date | None = None


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a source, from its node's metadata."""

    text: str
    level: int
    line: int


@dataclass(frozen=True, slots=True)
class Document:
    """A SourceDocument, its metadata read once."""

    node: Node
    path: str
    media_type: str
    created: date | None
    updated: date | None
    headings: tuple[Heading, ...]
    """With the text before the first heading as level 0, where there is any."""

    @property
    def date(self) -> date | None:
        """The day it was written, as far as it is known."""
        return self.created or self.updated

    @property
    def body_line(self) -> int:
        """The line on which its text begins, after the front matter."""
        return self.headings[0].line if self.headings else 1


def read_document(node: Node) -> Document:
    """Read the metadata of a SourceDocument."""
    data = node.metadata
    sections = data.get("sections")
    return Document(
        node=node,
        path=str(data.get("path", "")),
        media_type=str(data.get("media_type", MediaType.MARKDOWN)),
        created=_date(data.get("created")),
        updated=_date(data.get("updated")),
        headings=tuple(
            Heading(str(row[0]), int(str(row[1])), int(str(row[3])))
            for row in (sections if isinstance(sections, list) else [])
            if isinstance(row, list) and len(row) >= 4
        ),
    )


def _date(value: object) -> date | None:
    try:
        return date.fromisoformat(value[:10]) if isinstance(value, str) else None
    except ValueError:
        return None


@dataclass(slots=True)
class _Outline:
    """Where the lines of one source stand in the wiki."""

    lines: list[int] = field(default_factory=list)
    hrefs: list[tuple[str, str]] = field(default_factory=list)
    """(page path, anchor) from the line of the same index on."""
    by_anchor: dict[str, tuple[str, str]] = field(default_factory=dict)


class PageMap:
    """Finds the page of a node, of a source and of a line in a source."""

    def __init__(self, inputs: WikiInputs) -> None:
        self.inputs = inputs
        self.view = inputs.view
        self.host = CodeHost.of(inputs.repo_url)
        self.documents: dict[NodeId, Document] = {
            node.id: read_document(node) for node in inputs.view.nodes(NodeType.SOURCE_DOCUMENT)
        }
        self.by_source: dict[str, Document] = {
            document.path: document for document in self.documents.values()
        }
        self._paths: dict[NodeId, str] = dict(inputs.paths)
        self._paths.update({draft.node.id: draft.page.path for draft in inputs.syntheses})
        self._outlines: dict[str, _Outline] = {}
        self._parts: dict[str, Sequence[tuple[int, str]]] = {}
        self._named: dict[str, list[str]] | None = None

    def assets_named(self, name: str) -> list[str]:
        """Return the files of the project that have this name, in path order."""
        if self._named is None:
            self._named = {}
            for path in sorted(self.inputs.assets):
                self._named.setdefault(posixpath.basename(path).casefold(), []).append(path)
        return self._named.get(name.casefold(), [])

    def path(self, node_id: NodeId) -> str | None:
        """Return the path of a node's page; None for nodes without one."""
        return self._paths.get(node_id)

    def set_parts(self, source: str, parts: Sequence[tuple[int, str]]) -> None:
        """Say into which parts a long source is split: (first line, part name), in order."""
        self._parts[source] = parts

    def link(self, origin: str, node: Node, text: str = "") -> str:
        """Return a link from the page at `origin` to a node, or its name where it has no page."""
        target = self._paths.get(node.id)
        if target is None:
            return escape(text or node.name)
        return link(text or node.name, relative_href(origin, target))

    def href_of_line(self, origin: str, source: str, line: int) -> str | None:
        """Return the link from a page to the section of a source that holds a line."""
        document = self.by_source.get(source)
        if document is None or document.node.id not in self._paths:
            return None
        outline = self._outline(document)
        index = bisect_right(outline.lines, line) - 1
        page, anchor = outline.hrefs[index] if index >= 0 else (self._paths[document.node.id], "")
        return relative_href(origin, page) + (f"#{anchor}" if anchor else "")

    def href_of_anchor(self, origin: str, document: Document, anchor: str) -> str | None:
        """Return the link to a heading of a source; None where the source has no such heading."""
        outline = self._outline(document)
        found = outline.by_anchor.get(anchor) or outline.by_anchor.get(heading_anchor(anchor))
        if found is None:
            return None
        page, real = found
        return f"#{real}" if page == origin else f"{relative_href(origin, page)}#{real}"

    def href_of_evidence(self, origin: str, evidence: Evidence) -> str | None:
        """Return a link to the place of a piece of evidence: in the wiki, else on the code host."""
        href = self.href_of_line(origin, evidence.path, evidence.start_line)
        if href is not None or self.host is None:
            return href
        return self.host.line_url(evidence.path, evidence.start_line, evidence.end_line)

    def _outline(self, document: Document) -> _Outline:
        outline = self._outlines.get(document.path)
        if outline is None:
            outline = self._outlines[document.path] = self._build_outline(document)
        return outline

    def _build_outline(self, document: Document) -> _Outline:
        """Number the anchors of every page of a source as the renderers will."""
        page = self._paths[document.node.id]
        outline = _Outline()
        counter = _counter_with_title(document)
        parts = list(self._parts.get(document.path, ()))
        title = title_heading(document)
        for heading in document.headings:
            while parts and heading.line >= parts[0][0]:
                page = part_path(self._paths[document.node.id], parts.pop(0)[1])
                counter = _counter_with_title(document)
            if heading is title or not heading.level:
                place = (page, "")
            else:
                place = (page, counter.unique(heading_anchor(heading.text)))
                outline.by_anchor.setdefault(place[1], place)
            outline.lines.append(heading.line)
            outline.hrefs.append(place)
        if title is not None:
            outline.by_anchor.setdefault(heading_anchor(title.text), (outline.hrefs[0][0], ""))
        return outline


def _counter_with_title(document: Document) -> AnchorCounter:
    counter = AnchorCounter()
    counter.unique(heading_anchor(document.node.name))
    return counter


def title_heading(document: Document) -> Heading | None:
    """Return the heading that says the document's title, if the text opens with it."""
    for heading in document.headings[:2]:
        if heading.level == 1 and _same(heading.text, document.node.name):
            return heading
        if heading.level:
            return None
    return None


def _same(first: str, second: str) -> bool:
    return " ".join(first.split()).casefold() == " ".join(second.split()).casefold()
