"""The digests of what pages read, in one graph: where two graphs agree on them, so do the pages.

Texts are digested, not compared: a memory of pages holds eight bytes for each thing read. Metadata
that no page shows is left out of a node's digest, or every document would change with each other.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from hashlib import blake2b

from tesserae.model.graph import Edge, Evidence, Node
from tesserae.model.ids import NodeId
from tesserae.model.ontology import EdgeType
from tesserae.wiki import reads
from tesserae.wiki.pages.documents import MAX_PAGE_BYTES
from tesserae.wiki.pages.inputs import PageMap
from tesserae.wiki.relevance import Relevance

_UNSHOWN = frozenset({"community", "document_count", "size"})
_SUMS_UP = frozenset({EdgeType.SUMMARIZES, EdgeType.SYNTHESIZES, EdgeType.USER_LINK})

LINK_GATE = "links"
"""Holds what links of sources are resolved against."""
THING_GATE = "things"
ASSET_GATE = "assets"
COMMIT_GATE = "commits"
RELEVANCE_GATE = "relevance"
GATE_OF = {
    reads.LINK: LINK_GATE,
    reads.WIKILINK: LINK_GATE,
    reads.SOURCE: LINK_GATE,
    reads.THING: THING_GATE,
    reads.ASSET: ASSET_GATE,
    reads.ASSETS_NAMED: ASSET_GATE,
    reads.COMMITS: COMMIT_GATE,
    reads.ORDER: RELEVANCE_GATE,
    reads.FIRST: RELEVANCE_GATE,
    reads.AROUND: RELEVANCE_GATE,
}
"""Reads whose answers cannot have changed while something that holds all of them is the same."""

_TypedEdges = list[tuple[EdgeType, str]]


def digest(text: str) -> str:
    """Return the short hash by which two texts are compared."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


class Aspects:
    """Answers, as digests, what a page may have read."""

    def __init__(
        self, pages: PageMap, digest_of_source: Callable[[str], str], relevance: Relevance
    ) -> None:
        self._pages = pages
        self._view = pages.inputs.view
        self._nodes = pages.inputs.view.graph.nodes
        self._source = digest_of_source
        self._relevance = relevance
        self._known: dict[str, str] = {}
        self._out: dict[str, _TypedEdges] = defaultdict(list)
        self._in: dict[str, _TypedEdges] = defaultdict(list)
        self._read_edges(pages.inputs.view.graph.edges)
        self._answers: dict[str, Callable[[str], str]] = {
            reads.NODE: self._node,
            reads.FACE: self._face,
            reads.EDGES: self._edges,
            reads.OUT: lambda of: self._typed(of, self._out),
            reads.IN: lambda of: self._typed(of, self._in),
            reads.DEGREE: lambda of: str(self._view.degree(NodeId(of))),
            reads.PAPERS: lambda _: str(pages.has_papers),
            reads.TEXT: self._source,
            reads.COMMITS: self._commits,
            reads.SOURCE: lambda of: str(of in self._pages.by_source),
            reads.LINK: lambda of: repr(pages.inputs.resolver.resolve(*_split(of))),
            reads.WIKILINK: lambda of: repr(pages.inputs.resolver.resolve_wikilink(*_split(of))),
            reads.THING: self._thing,
            reads.ASSET: lambda of: str(of in pages.inputs.assets),
            reads.ASSETS_NAMED: lambda of: "\n".join(pages.assets_named(of)),
            reads.ORDER: lambda of: self._relevance.order(NodeId(of)),
            reads.FIRST: lambda of: self._relevance.first(NodeId(of)),
            reads.AROUND: lambda of: self._relevance.around(NodeId(of)),
        }

    def digest(self, key: str) -> str:
        """Return the digest of what a read gives; empty for what is never the same."""
        known = self._known.get(key)
        if known is None:
            answer = self._answers.get(key[:1])
            known = self._known[key] = digest(answer(key[1:])) if answer else ""
        return known

    @cached_property
    def gates(self) -> dict[str, str]:
        """The digests that hold many others."""
        inputs = self._pages.inputs
        documents = (
            f"{each.path}\x1f{each.node.name}\x1f{each.node.aliases}"
            for each in self._pages.documents.values()
        )
        things = (
            f"{each}\x1f{node.name}\x1f{node.aliases}"
            for each in sorted(inputs.paths)
            if (node := self._nodes.get(each)) is not None
        )
        edges = (
            f"{edge.source} {edge.type} {edge.target}"
            for edge in self._view.graph.edges
            if edge.type not in _SUMS_UP
        )
        return {
            LINK_GATE: _of_lines((*inputs.resolver.paths, "", *documents)),
            THING_GATE: _of_lines(things),
            ASSET_GATE: _of_lines(sorted(inputs.assets)),
            COMMIT_GATE: _of_lines(f"{each.sha} {each.at}" for each in inputs.commits),
            RELEVANCE_GATE: _of_lines((*sorted(inputs.paths), "", *edges)),
        }

    def _read_edges(self, edges: Iterable[Edge]) -> None:
        passages: dict[int, str] = {}

        def text_of(items: Sequence[Evidence]) -> str:
            found = []
            for item in items:
                text = passages.get(id(item))
                if text is None:
                    text = passages[id(item)] = _passage(item)
                found.append(text)
            return "\x1e".join(found)

        out, into = self._out, self._in
        for edge in edges:
            source, type_, target = edge.source, edge.type, edge.target
            text = f"{source} {type_} {target} {edge.weight}\x1e{text_of(edge.evidence)}"
            out[source].append((type_, text))
            into[target].append((type_, text))

    def _node(self, of: str) -> str:
        node = self._nodes.get(NodeId(of))
        if node is None:
            return ""
        passages = "\x1e".join(map(_passage, node.evidence))
        return f"{_words(node)}\x1d{passages}"

    def _face(self, of: str) -> str:
        node = self._nodes.get(NodeId(of))
        if node is None:
            return ""
        path = self._pages.path_of(node.id)
        document = self._pages.documents.get(node.id)
        if document is None:
            return f"{node.name}\x1d{path}"
        long = document.size >= MAX_PAGE_BYTES
        text = self._source(document.path) if long else ""
        return f"{self._pages.label(document)}\x1d{path}\x1d{text}\x1d{_words(node)}"

    def _edges(self, of: str) -> str:
        found = [text for _, text in self._out.get(of, ())]
        found.append("")
        found += [text for _, text in self._in.get(of, ())]
        return "\n".join(found)

    def _typed(self, of: str, edges: dict[str, _TypedEdges]) -> str:
        types, _, node_id = of.partition("|")
        wanted = frozenset(types.split(",")) if types else frozenset()
        return "\n".join(
            text for type_, text in edges.get(node_id, ()) if not types or type_ in wanted
        )

    def _thing(self, of: str) -> str:
        found = self._pages.thing_named(of)
        return found.id if found is not None else ""

    def _commits(self, of: str) -> str:
        commits = self._pages.commits_of(of)
        return "\n".join(f"{each.sha} {each.at} {each.subject}" for each in commits)


def _words(node: Node) -> str:
    metadata = {key: value for key, value in node.metadata.items() if key not in _UNSHOWN}
    shown = json.dumps(metadata, sort_keys=True)
    return f"{node.name}\x1d{node.aliases}\x1d{node.description}\x1d{shown}"


def _passage(item: Evidence) -> str:
    return (
        f"{item.source_id}\x1f{item.path}\x1f{item.start_line}\x1f{item.end_line}\x1f{item.excerpt}"
    )


def _split(of: str) -> tuple[str, str]:
    path, _, target = of.partition("\n")
    return path, target


def _of_lines(lines: Iterable[str]) -> str:
    return digest("\n".join(lines))
