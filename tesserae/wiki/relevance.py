"""Which pages a reader of one page wants next, and why.

Four signals add up: a direct link 3.0, the overlap of the documents that speak of both 4.0,
Adamic-Adar over common neighbours 1.5, the same type 1.0 where another signal speaks; each is
between 0 and 1 before its weight. Sessions and syntheses take no part: the first would change the
wiki with the logs at hand, the second would relate pages because both were written about.

Source: Adamic and Adar, "Friends and neighbors on the Web", Social Networks 25 (2003).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import log, sqrt

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

ADAMIC_ADAR_FULL = 3.0
"""Sum at which common neighbours count in full: about ten of middling rarity."""
MAX_CANDIDATES = 120
"""Nodes weighed for one page: its neighbours and those that share its rarest neighbours."""

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
    shared_things: tuple[NodeId, ...]
    """Things that both speak of or are linked to, the rarest first."""


class Relevance:
    """Adjacency of the wiki's nodes, ready to be asked for the pages related to one."""

    def __init__(self, view: GraphView, shown: Collection[NodeId]) -> None:
        """Index the graph.

        Args:
            view: The graph.
            shown: The nodes that have a page: only those are related.
        """
        self._view = view
        nodes = view.graph.nodes
        kept = {node_id for node_id, node in nodes.items() if node.type not in _IGNORED}
        links: dict[NodeId, set[NodeId]] = {node_id: set() for node_id in kept}
        for edge in view.graph.edges:
            source, target = edge.source, edge.target
            # What a person linked by hand stands on the page already, in the person's words.
            if source in kept and target in kept and edge.type is not EdgeType.USER_LINK:
                links[source].add(target)
                links[target].add(source)
        self._links = links
        documents = {node_id for node_id in kept if nodes[node_id].type is NodeType.SOURCE_DOCUMENT}
        self._documents = documents
        self._sources = {node_id: around & documents for node_id, around in links.items()}
        self._shown = kept.intersection(shown)
        self._rarity = {node_id: 1 / log(2 + len(around)) for node_id, around in links.items()}

    def related(
        self, node_id: NodeId, *, limit: int, without: Collection[NodeId] = ()
    ) -> list[RelatedPage]:
        """Return the most related pages, best first; ties by id.

        Args:
            node_id: The page's node.
            limit: How many at the most.
            without: Nodes that are not wanted.
        """
        if node_id not in self._links:
            return []
        scored = [
            (score, other)
            for other in self._candidates(node_id, without)
            if (score := self._score(node_id, other)) > AFFINITY_WEIGHT
        ]
        scored.sort(key=lambda pair: (-pair[0], pair[1]))
        return [self._page(node_id, other, score) for score, other in scored[:limit]]

    def _candidates(self, node_id: NodeId, without: Collection[NodeId]) -> set[NodeId]:
        """Return a bounded number of nodes to weigh, so that no page costs more in a larger wiki.

        The neighbours come first, then what shares the rarest of them: those weigh most.
        """
        around = self._ordered(self._links[node_id])
        barred = {node_id, *without}
        candidates = [other for other in around if other in self._shown and other not in barred]
        chosen = set(candidates[:MAX_CANDIDATES])
        for shared in around:
            if len(chosen) >= MAX_CANDIDATES:
                break
            beyond = self._links[shared] & self._shown - barred - chosen
            room = MAX_CANDIDATES - len(chosen)
            chosen.update(beyond if len(beyond) <= room else self._ordered(beyond)[:room])
        return chosen

    def _ordered(self, nodes: Collection[NodeId]) -> list[NodeId]:
        """Sort nodes by rarity, ties by id."""
        rarity = self._rarity
        return sorted(nodes, key=lambda other: (-rarity[other], other))

    def _score(self, node_id: NodeId, other: NodeId) -> float:
        mine, theirs = self._sources[node_id], self._sources[other]
        overlap = len(mine & theirs) / sqrt(len(mine) * len(theirs)) if mine and theirs else 0.0
        rarity = self._rarity
        # Rounded terms add up to the same sum in whatever order a set yields them.
        common = sum(
            int(rarity[shared] * 1e6) for shared in self._links[node_id] & self._links[other]
        )
        nodes = self._view.graph.nodes
        return (
            DIRECT_WEIGHT * (other in self._links[node_id])
            + SOURCE_WEIGHT * overlap
            + ADAMIC_ADAR_WEIGHT * min(common / 1e6 / ADAMIC_ADAR_FULL, 1.0)
            + AFFINITY_WEIGHT * (nodes[node_id].type is nodes[other].type)
        )

    def _page(self, node_id: NodeId, other: NodeId, score: float) -> RelatedPage:
        common = self._links[node_id] & self._links[other]
        sources = common & self._documents
        return RelatedPage(
            other,
            score,
            self._direct(node_id, other) if other in self._links[node_id] else (),
            len(sources),
            tuple(self._ordered(common - sources)),
        )

    def _direct(self, node_id: NodeId, other: NodeId) -> tuple[Edge, ...]:
        out = [edge for edge in self._view.out_edges(node_id) if edge.target == other]
        back = [edge for edge in self._view.in_edges(node_id) if edge.source == other]
        return tuple(edge for edge in out + back if edge.type is not EdgeType.USER_LINK)
