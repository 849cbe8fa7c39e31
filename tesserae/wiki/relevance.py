"""Which pages a reader of one page wants next, and why.

Four signals add up: a direct link 3.0, the share of sources in common 4.0, Adamic-Adar over
common neighbours 1.5 (each saturating at 1 before its weight), the same type 1.0 where another
signal speaks. Sessions and syntheses take no part: the first would change the wiki with the logs
at hand, the second would relate pages because both were written about.

Source: Adamic and Adar, "Friends and neighbors on the Web", Social Networks 25 (2003).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import log

from tesserae.graph.view import GraphView
from tesserae.model.graph import Edge
from tesserae.model.ids import NodeId
from tesserae.model.ontology import (
    CLAIM_TYPES,
    CODE_TYPES,
    SESSION_TYPES,
    EdgeType,
    NodeType,
)

DIRECT_WEIGHT = 3.0
SOURCE_WEIGHT = 4.0
ADAMIC_ADAR_WEIGHT = 1.5
AFFINITY_WEIGHT = 1.0

MAX_CANDIDATES = 120
"""Nodes weighed for one page: those that share its rarest neighbours."""
HUB_DEGREE = 400
"""Sharing a neighbour with more links than this says nothing."""

_SOURCES = frozenset({NodeType.SOURCE_DOCUMENT, NodeType.PAPER})
_IGNORED = SESSION_TYPES | CODE_TYPES | CLAIM_TYPES | {NodeType.SYNTHESIS, NodeType.EVIDENCE_SPAN}


@dataclass(frozen=True, slots=True)
class RelatedPage:
    """A page worth reading next, with what speaks for it."""

    id: NodeId
    score: float
    edges: tuple[Edge, ...]
    """Direct links, either way."""
    shared_sources: int
    """Documents that speak of both."""
    shared_neighbours: int
    """Things, other than those documents, that both are linked to."""


class Relevance:
    """Adjacency of the wiki's nodes, ready to be asked for the pages related to one."""

    def __init__(self, view: GraphView, shown: Iterable[NodeId]) -> None:
        """Index the graph.

        Args:
            view: The graph.
            shown: The nodes that have a page: only those are related.
        """
        self._view = view
        self._shown = frozenset(
            node_id for node_id in shown if node_id in view and _counts(view, node_id)
        )
        self._neighbours: dict[NodeId, frozenset[NodeId]] = {}
        self._sources: dict[NodeId, frozenset[NodeId]] = {}
        links: dict[NodeId, set[NodeId]] = {}
        for edge in view.graph.edges:
            if edge.type is EdgeType.USER_LINK:
                continue
            links.setdefault(edge.source, set()).add(edge.target)
            links.setdefault(edge.target, set()).add(edge.source)
        for node_id, around in links.items():
            self._neighbours[node_id] = frozenset(
                other for other in around if other != node_id and _counts(view, other)
            )
        for node_id, linked in self._neighbours.items():
            self._sources[node_id] = frozenset(
                other for other in linked if view.node(other).type in _SOURCES
            )
        self._weight = {
            node_id: 1 / log(max(len(around), 2)) for node_id, around in self._neighbours.items()
        }

    def related(self, node_id: NodeId, *, limit: int) -> list[RelatedPage]:
        """Return the most related pages, best first; ties by id."""
        scored = [self._score(node_id, other) for other in sorted(self._candidates(node_id))]
        scored.sort(key=lambda found: (-found.score, found.id))
        return [found for found in scored if found.score > AFFINITY_WEIGHT][:limit]

    def _candidates(self, node_id: NodeId) -> set[NodeId]:
        around = self._neighbours.get(node_id, frozenset())
        candidates = set(around & self._shown)
        if len(candidates) > MAX_CANDIDATES:
            rarest = sorted(candidates, key=lambda other: (-self._weight[other], other))
            candidates = set(rarest[:MAX_CANDIDATES])
        for shared in sorted(around, key=lambda other: (-self._weight[other], other)):
            beyond = self._neighbours[shared]
            if len(beyond) > HUB_DEGREE or len(candidates) >= MAX_CANDIDATES:
                break
            candidates |= beyond & self._shown
        candidates.discard(node_id)
        return candidates

    def _score(self, node_id: NodeId, other: NodeId) -> RelatedPage:
        edges = self._direct(node_id, other)
        mine, theirs = self._sources[node_id], self._sources[other]
        sources = mine & theirs
        smaller = min(len(mine), len(theirs))
        common = self._neighbours[node_id] & self._neighbours[other]
        adamic_adar = sum(sorted(self._weight[shared] for shared in common))
        same_type = self._view.node(node_id).type is self._view.node(other).type
        score = (
            DIRECT_WEIGHT * bool(edges)
            + SOURCE_WEIGHT * (len(sources) / smaller if smaller else 0.0)
            + ADAMIC_ADAR_WEIGHT * min(adamic_adar / 3, 1.0)
            + AFFINITY_WEIGHT * same_type
        )
        return RelatedPage(
            other, round(score, 6), edges, len(sources), len(common) - len(sources & common)
        )

    def _direct(self, node_id: NodeId, other: NodeId) -> tuple[Edge, ...]:
        if other not in self._neighbours.get(node_id, frozenset()):
            return ()
        out = [edge for edge in self._view.out_edges(node_id) if edge.target == other]
        back = [edge for edge in self._view.in_edges(node_id) if edge.source == other]
        return tuple(edge for edge in out + back if edge.type is not EdgeType.USER_LINK)


def _counts(view: GraphView, node_id: NodeId) -> bool:
    return node_id in view and view.node(node_id).type not in _IGNORED
