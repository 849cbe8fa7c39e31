"""What pages are built from, and the map by which one page finds another."""

from __future__ import annotations

import posixpath
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from tesserae.extract.links import LinkResolver, Target
from tesserae.graph.view import GraphView
from tesserae.model.graph import Edge, Evidence, Node
from tesserae.model.ids import AnchorCounter, NodeId, heading_anchor, short_hash, slugify
from tesserae.model.ontology import EdgeType, Kind, NodeType
from tesserae.model.page import WikiPage
from tesserae.model.source import Commit, MediaType
from tesserae.wiki.code_host import CodeHost
from tesserae.wiki.pages.documents import (
    MAX_PAGE_BYTES,
    Document,
    document_labels,
    plan_parts,
    read_document,
    title_heading,
)
from tesserae.wiki.paths import part_path, path_key, relative_href
from tesserae.wiki.reads import (
    ASSET,
    ASSETS_NAMED,
    COMMITS,
    FACE,
    LINK,
    PAPERS,
    SOURCE,
    TEXT,
    THING,
    WIKILINK,
    Face,
    Reads,
    ReadView,
)
from tesserae.wiki.text import escape, link, safe_path
from tesserae.workspace import DEFAULT_WIKI_DIR

SYNTHESES = Kind.SYNTHESES.value
"""The folder of the syntheses."""


@dataclass(frozen=True, slots=True)
class SynthesisDraft:
    """A page that sums up others, with the node and the edges that stand for it in the graph."""

    node: Node
    edges: tuple[Edge, ...]
    page: WikiPage
    rest: tuple[WikiPage, ...] = ()
    """Pages that continue its lists."""


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
    taken: Collection[str] = ()
    """Paths of the wiki folder that a person's own files hold."""
    assets: Collection[str] = ()
    """Files of the project that are no sources (images, attachments), relative to its root."""
    repo_url: str | None = None
    docs_dir: str | None = None
    wiki_dir: str = DEFAULT_WIKI_DIR
    commits: Sequence[Commit] = ()
    now: date | None = None


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
        self.reads = Reads()
        self.view = ReadView(inputs.view, self.reads)
        self._graph = inputs.view.graph
        self.host = CodeHost.of(inputs.repo_url)
        self.documents: dict[NodeId, Document] = {
            node.id: read_document(node) for node in inputs.view.nodes(NodeType.SOURCE_DOCUMENT)
        }
        self.by_source: dict[str, Document] = {
            document.path: document for document in self.documents.values()
        }
        self._has_papers = any(True for _ in inputs.view.nodes(NodeType.PAPER))
        self._paths: dict[NodeId, str] = dict(inputs.paths)
        self._paths.update({draft.node.id: draft.page.path for draft in inputs.syntheses})
        self._links: dict[str, dict[NodeId, str]] = defaultdict(dict)
        self._tables: dict[str, dict[NodeId, str]] = {}
        self._outlines: dict[str, _Outline] = {}
        self._parts: dict[str, list[tuple[int, str]]] = {}
        self._labels = document_labels(self.documents.values())
        self._commits = _commits_by_path(inputs.commits)
        self._taken = frozenset(map(path_key, inputs.taken))
        self._named: dict[str, list[str]] | None = None
        self._things: dict[str, NodeId] | None = None

    @property
    def has_papers(self) -> bool:
        """Whether there is any paper."""
        self.reads.add(PAPERS, "")
        return self._has_papers

    def path(self, node_id: NodeId) -> str | None:
        """Return the path of a node's page; None for nodes without one."""
        self.reads.add(FACE, node_id)
        return self._paths.get(node_id)

    def path_of(self, node_id: NodeId) -> str | None:
        """Return the same without a note that it was asked for."""
        return self._paths.get(node_id)

    def document_of(self, node_id: NodeId) -> Document:
        """Return the document that a node is."""
        self.reads.add(FACE, node_id)
        return self.documents[node_id]

    def document_at(self, path: str) -> Document | None:
        """Return the document with a path."""
        document = self.by_source.get(path)
        if document is None:
            self.reads.add(SOURCE, path)
        else:
            self.reads.add(FACE, document.node.id)
        return document

    def text_of(self, path: str) -> str:
        """Return the text of a source, front matter included."""
        self.reads.add(TEXT, path)
        return self.inputs.text_of(path)

    def resolve(self, path: str, target: str) -> Target | None:
        """Return the source that a link of a source points to."""
        self.reads.add(LINK, f"{path}\n{target}")
        return self.inputs.resolver.resolve(path, target)

    def resolve_wikilink(self, path: str, target: str) -> Target | None:
        """Return the source that a wikilink of a source names."""
        self.reads.add(WIKILINK, f"{path}\n{target}")
        return self.inputs.resolver.resolve_wikilink(path, target)

    def has_asset(self, path: str) -> bool:
        """Say whether a path is a file of the project that is no source."""
        self.reads.add(ASSET, path)
        return path in self.inputs.assets

    def href(self, origin: str, node_id: NodeId) -> str:
        """Return the link from a page to the page of a node that has one."""
        self.reads.add(FACE, node_id)
        return relative_href(origin, self._paths[node_id])

    def label(self, document: Document) -> str:
        """Return a document's title, with what tells it from others of that title."""
        self.reads.add(FACE, document.node.id)
        return self._labels[document.node.id]

    def label_of(self, node: Face) -> str:
        """Return what a node is called in a list."""
        self.reads.add(FACE, node.id)
        return self._labels.get(node.id, node.name)

    def link(self, origin: str, node: Face) -> str:
        """Return a link from the page at `origin` to a node, or its name where it has no page."""
        self.reads.add(FACE, node.id)
        links = self._tables.get(origin)
        if links is None:
            links = self._tables[origin] = self._links[_link_form(origin)]
        text = links.get(node.id)
        if text is None:
            text = links[node.id] = self._render_link(origin, node)
        return text

    def _render_link(self, origin: str, node: Face) -> str:
        name, target = self.label_of(node), self._paths.get(node.id)
        if target is None:
            return escape(name)
        up = origin.count("/")
        href = relative_href(origin, target) if up < 2 else "../" * up + safe_path(target)
        return link(name, href)

    def synthesis_file(self, name: str) -> str:
        """Return the file of a synthesis in its folder: another one where a person holds that."""
        file = f"{name}.md"
        if path_key(f"{SYNTHESES}/{file}") in self._taken:
            return f"{name}-{short_hash(name, length=4)}.md"
        return file

    def link_document(self, origin: str, document: Document) -> str:
        """Return a link to the page of a document."""
        return self.link(origin, document.node)

    def link_line(self, origin: str, document: Document, line: int) -> str:
        """Return a link to the section of a document that holds a line."""
        if document.size >= MAX_PAGE_BYTES:
            href = self.href_of_line(origin, document.path, line)
            return link(self.label(document), href) if href else self.label(document)
        outline = self._outline(document)
        index = bisect_right(outline.lines, line) - 1
        anchor = outline.hrefs[index][1] if index >= 0 else ""
        whole = self.link(origin, document.node)
        return f"{whole[:-1]}#{anchor})" if anchor else whole

    def link_code(self, node: Node) -> str:
        """Return the name of a piece of code, linked to its lines on the code host."""
        if self.host is None or not node.evidence:
            return escape(node.name)
        place = node.evidence[0]
        return link(node.name, self.host.line_url(place.path, place.start_line, place.end_line))

    def work_of(self, document: Document) -> NodeId:
        """Return the paper that a document is or is a note on, else the document itself."""
        if not self.has_papers:
            return document.node.id
        papers = [
            edge.target
            for edge in self.view.out_edges(document.node.id, EdgeType.DOCUMENTS)
            if self.view.type_of(edge.target) is NodeType.PAPER
        ]
        return papers[0] if len(papers) == 1 else document.node.id

    def commits_of(self, source: str) -> Sequence[Commit]:
        """Return the commits that touched a file, newest first."""
        self.reads.add(COMMITS, source)
        return self._commits.get(source, ())

    def assets_named(self, name: str) -> list[str]:
        """Return the files of the project that have this name, in path order."""
        self.reads.add(ASSETS_NAMED, name)
        if self._named is None:
            self._named = {}
            for path in sorted(self.inputs.assets):
                self._named.setdefault(posixpath.basename(path).casefold(), []).append(path)
        return self._named.get(name.casefold(), [])

    def thing_named(self, name: str) -> Face | None:
        """Return the thing with this name or alias; the smallest id where there are several."""
        self.reads.add(THING, name)
        if self._things is None:
            self._things = {}
            aliases: dict[str, NodeId] = {}
            for node_id in sorted(self.inputs.paths):
                node = self._graph.nodes.get(node_id)
                if node is not None and node.type is not NodeType.SOURCE_DOCUMENT:
                    self._things.setdefault(slugify(node.name), node_id)
                    for alias in node.aliases:
                        aliases.setdefault(slugify(alias), node_id)
            self._things = {**aliases, **self._things}
        found = self._things.get(slugify(name))
        return None if found is None else self.view.face(found)

    def parts_of(self, document: Document) -> list[tuple[int, str]]:
        """Return the parts that a long document is split into: (first line, name), in order."""
        if document.size < MAX_PAGE_BYTES:
            return []
        if document.path not in self._parts:
            text = self.inputs.text_of(document.path)
            self._parts[document.path] = plan_parts(document, text)
        return self._parts[document.path]

    def href_of_line(self, origin: str, source: str, line: int) -> str | None:
        """Return the link from a page to the section of a source that holds a line."""
        document = self.document_at(source)
        if document is None or document.node.id not in self._paths:
            return None
        outline = self._outline(document)
        index = bisect_right(outline.lines, line) - 1
        page, anchor = outline.hrefs[index] if index >= 0 else (self._paths[document.node.id], "")
        href = relative_href(origin, page)
        return f"{href}#{anchor}" if anchor else href

    def href_of_anchor(self, origin: str, document: Document, anchor: str) -> str | None:
        """Return the link to a heading of a source; None where the source has no such heading."""
        outline = self._outline(document)
        found = outline.by_anchor.get(anchor) or outline.by_anchor.get(heading_anchor(anchor))
        if found is None:
            return None
        page, real = found
        mark = f"#{real}" if real else ""
        if page == origin and mark:
            return mark
        return relative_href(origin, page) + mark

    def href_of_evidence(self, origin: str, evidence: Evidence) -> str | None:
        """Return a link to the place of a piece of evidence: in the wiki, else on the code host."""
        href = self.href_of_line(origin, evidence.path, evidence.start_line)
        if href is not None or self.host is None:
            return href
        return self.host.line_url(evidence.path, evidence.start_line, evidence.end_line)

    def _outline(self, document: Document) -> _Outline:
        self.reads.add(FACE, document.node.id)
        outline = self._outlines.get(document.path)
        if outline is None:
            outline = self._outlines[document.path] = self._build_outline(document)
        return outline

    def _build_outline(self, document: Document) -> _Outline:
        """Say where each heading of a source stands, with the anchor that the renderers give it."""
        main = page = self._paths[document.node.id]
        outline = _Outline()
        parts = list(self.parts_of(document))
        title = title_heading(document)
        anchors = _page_anchors(document, [line for line, _ in parts])
        for heading, anchor in zip(document.headings, anchors, strict=True):
            while parts and heading.line >= parts[0][0]:
                line, name = parts.pop(0)
                page = part_path(main, name)
                outline.lines.append(line)
                outline.hrefs.append((page, ""))
            place = (page, "" if heading is title else anchor)
            if heading.level:
                outline.by_anchor.setdefault(heading.anchor, place)
                outline.by_anchor.setdefault(anchor, place)
            outline.lines.append(heading.line)
            outline.hrefs.append(place)
        for line, name in parts:
            outline.lines.append(line)
            outline.hrefs.append((part_path(main, name), ""))
        return outline


def _page_anchors(document: Document, starts: Sequence[int]) -> list[str]:
    """Return the anchors that a document's headings have on its page, or on its parts.

    They are those of the document, but for two cases: a part begins to count anew, and a title
    that the text does not hold comes first on the page and takes its anchor.
    """
    if document.media_type != MediaType.MARKDOWN:
        return ["" for _ in document.headings]
    own = [heading.anchor for heading in document.headings]
    title = title_heading(document)
    if not starts and (title is not None or heading_anchor(document.node.name) not in own):
        return own
    anchors: list[str] = []
    counter = AnchorCounter()
    counter.unique(heading_anchor(document.node.name))
    left = list(starts)
    for heading in document.headings:
        while left and heading.line >= left[0]:
            left.pop(0)
            counter = AnchorCounter()
            counter.unique(heading_anchor(document.node.name))
        bare = heading.level == 0 or heading is title
        anchors.append("" if bare else counter.unique(heading_anchor(heading.text)))
    return anchors


def _link_form(origin: str) -> str:
    """Return what pages have in common whose links to any one page are the same text.

    Pages that continue another each have a folder of their own, from which all looks alike.
    """
    folder = origin.rpartition("/")[0]
    return folder if "/" not in folder else "/" * folder.count("/")


def _commits_by_path(commits: Sequence[Commit]) -> dict[str, list[Commit]]:
    found: dict[str, list[Commit]] = {}
    for commit in sorted(commits, key=lambda each: (each.at, each.sha), reverse=True):
        for path in commit.paths:
            found.setdefault(path, []).append(commit)
    return found
