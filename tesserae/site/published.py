"""What a published site may show: the graph and the wiki without what `publish:` does not name.

What is left out leaves no trace: its nodes, the edges at them, the evidence that they gave and the
links that led to their pages all go.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from tesserae.model.graph import Edge, Evidence, Graph, Node
from tesserae.model.ids import NodeId
from tesserae.model.ontology import PAGE_TYPES, SESSION_TYPES, NodeType
from tesserae.model.page import WikiPage
from tesserae.wiki.links import find_links, splice, split_target
from tesserae.wiki.paths import node_of_page, resolve_href

WIKI = "wiki"
DIGESTS = "digests"
SESSIONS = "sessions"
_DIGEST_KINDS = frozenset({"daily_digest", "weekly"})


@dataclass(frozen=True, slots=True)
class Published:
    """The part of a project that a site shows."""

    graph: Graph
    pages: tuple[WikiPage, ...]
    is_whole: bool
    """Whether nothing was left out."""


def publish(graph: Graph, pages: Sequence[WikiPage], names: Collection[str] | None) -> Published:
    """Leave out what is not named.

    Args:
        graph: The whole graph.
        pages: All pages of the wiki.
        names: What may be shown, as `publish:` has it; None shows everything, as
            `mkdocs serve` does.
    """
    if names is None:
        return Published(graph, tuple(pages), is_whole=True)
    hidden = {node.id for node in graph.nodes.values() if not _is_shown(node, names)}
    shown = tuple(
        page
        for page in pages
        if node_of_page(page.id) not in hidden and _is_page_shown(page, names)
    )
    if not hidden and len(shown) == len(pages):
        return Published(graph, shown, is_whole=True)
    gone = {page.path for page in pages} - {page.path for page in shown}
    return Published(
        _without(graph, hidden), tuple(_unlinked(page, gone) for page in shown), is_whole=False
    )


def _is_shown(node: Node, names: Collection[str]) -> bool:
    if node.type in SESSION_TYPES:
        return SESSIONS in names
    if node.metadata.get("synthesis_kind") in _DIGEST_KINDS:
        return DIGESTS in names
    return WIKI in names or node.type is NodeType.SOURCE_DOCUMENT or node.type not in PAGE_TYPES


def _is_page_shown(page: WikiPage, names: Collection[str]) -> bool:
    if page.type in SESSION_TYPES:
        return SESSIONS in names
    if page.path.startswith(("syntheses/daily-", "syntheses/weekly-")):
        return DIGESTS in names
    return WIKI in names


def _without(graph: Graph, hidden: AbstractSet[NodeId]) -> Graph:
    nodes = {
        node.id: _without_evidence(node, hidden)
        for node in graph.nodes.values()
        if node.id not in hidden
    }
    edges = tuple(
        replace(edge, evidence=_kept(edge.evidence, hidden))
        for edge in graph.edges
        if edge.source not in hidden and edge.target not in hidden and _is_supported(edge, hidden)
    )
    return Graph(nodes, edges)


def _without_evidence(node: Node, hidden: AbstractSet[NodeId]) -> Node:
    kept = _kept(node.evidence, hidden)
    return node if len(kept) == len(node.evidence) else replace(node, evidence=kept)


def _is_supported(edge: Edge, hidden: AbstractSet[NodeId]) -> bool:
    """Say whether an edge still has a reason to stand."""
    return not edge.evidence or bool(_kept(edge.evidence, hidden))


def _kept(evidence: tuple[Evidence, ...], hidden: AbstractSet[NodeId]) -> tuple[Evidence, ...]:
    return tuple(item for item in evidence if item.source_id not in hidden)


def _unlinked(page: WikiPage, gone: AbstractSet[str]) -> WikiPage:
    """Turn links to pages that are not shown into their words."""
    changes: list[tuple[int, int, str]] = []
    for found in find_links(page.body):
        path, _ = split_target(found.target)
        if path and resolve_href(page.path, path) in gone:
            start, end = found.label
            changes.append((found.start, found.end, page.body[start:end]))
    return replace(page, body=splice(page.body, changes)) if changes else page
