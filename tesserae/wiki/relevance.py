"""Which pages a reader of one page wants next, and why.

Four signals add up: a direct link 3.0, the overlap of the documents that speak of both 4.0,
Adamic-Adar over common neighbours 1.5, the same type 1.0 where another signal speaks; each is
between 0 and 1 before its weight. Sessions and syntheses take no part: the first would change the
wiki with the logs at hand, the second would relate pages because both were written about.

Neighbourhoods are integers with one bit for each node, rarest node first, so that two of them are
compared in a microsecond; the logarithm of a degree is taken in steps of a factor of four.

Source: Adamic and Adar, "Friends and neighbors on the Web", Social Networks 25 (2003).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from math import log, sqrt
from typing import NamedTuple

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
from tesserae.wiki.reads import AROUND, FIRST, ORDER, Reads

DIRECT_WEIGHT = 3.0
SOURCE_WEIGHT = 4.0
ADAMIC_ADAR_WEIGHT = 1.5
AFFINITY_WEIGHT = 1.0

ADAMIC_ADAR_FULL = 3.0
"""Sum at which common neighbours count in full: about ten of middling rarity."""
MAX_CANDIDATES = 32
"""Nodes weighed for one page: half of them neighbours, the others share its rarest neighbours."""

_IGNORED = SESSION_TYPES | CODE_TYPES | CLAIM_TYPES | {NodeType.SYNTHESIS, NodeType.EVIDENCE_SPAN}


class RelatedPage(NamedTuple):
    """A page worth reading next, with what speaks for it."""

    id: NodeId
    score: float
    edges: tuple[Edge, ...]
    """Direct links, either way."""
    shared_sources: int
    """Documents that speak of both."""
    source: NodeId | None
    """The rarest of those documents."""
    shared_things: tuple[NodeId, ...]
    """The rarest things that both speak of or are linked to, at most `NAMED_THINGS`."""
    shared_count: int
    """How many such things there are."""


NAMED_THINGS = 2


class Relevance:
    """Adjacency of the wiki's nodes, ready to be asked for the pages related to one."""

    def __init__(
        self, view: GraphView, shown: Collection[NodeId], reads: Reads | None = None
    ) -> None:
        """Index the graph.

        Args:
            view: The graph.
            shown: The nodes that have a page: only those are related.
            reads: Where to note what is read.
        """
        self._view = view
        self._reads = reads or Reads()
        self._shown = frozenset(shown)
        self._edges: dict[tuple[NodeId, NodeId], list[Edge]] = {}
        links = self._adjacency()
        self._ids = sorted(links, key=lambda node_id: (len(links[node_id]), node_id))
        self._ranks = {node_id: rank for rank, node_id in enumerate(self._ids)}
        ranks = self._ranks
        self._links = [sorted(ranks[other] for other in links[node_id]) for node_id in self._ids]
        self._masks = [_mask(around) for around in self._links]
        self._types = [view.graph.nodes[node_id].type for node_id in self._ids]
        self._documents = _mask(
            rank for rank, type_ in enumerate(self._types) if type_ is NodeType.SOURCE_DOCUMENT
        )
        self._source_counts = [(mask & self._documents).bit_count() for mask in self._masks]
        self._steps = list(self._rarity_steps())

    def related(
        self, node_id: NodeId, *, limit: int, without: Collection[NodeId] = ()
    ) -> list[RelatedPage]:
        """Return the most related pages, best first; ties by rarity, then by id.

        Args:
            node_id: The page's node.
            limit: How many at the most.
            without: Nodes that are not wanted.
        """
        rank = self._ranks.get(node_id)
        if rank is None:
            return []
        self._reads.add(ORDER, node_id)
        barred = {rank, *(self._ranks[each] for each in without if each in self._ranks)}
        scored = self._scores(rank, self._candidates(rank, barred))
        scored.sort()
        best = [(other, -score) for score, other in scored[:limit] if -score > AFFINITY_WEIGHT]
        return [self._page(rank, other, score) for other, score in best]

    def order(self, node_id: NodeId) -> str:
        """Return what `ORDER` reads: the nodes around one, the rarest first, with their steps."""
        rank = self._ranks.get(node_id)
        if rank is None:
            return ""
        return "\n".join(
            f"{self._ids[each]} {_step(self._links[each])}" for each in self._links[rank]
        )

    def first(self, node_id: NodeId) -> str:
        """Return what `FIRST` reads: the rarest nodes around one."""
        rank = self._ranks.get(node_id)
        around = () if rank is None else self._links[rank][:MAX_CANDIDATES]
        return "\n".join(self._ids[each] for each in around)

    def around(self, node_id: NodeId) -> str:
        """Return what `AROUND` reads: the nodes around one, in id order."""
        rank = self._ranks.get(node_id)
        return (
            "" if rank is None else "\n".join(sorted(self._ids[each] for each in self._links[rank]))
        )

    def _candidates(self, rank: int, barred: set[int]) -> list[int]:
        """Return a bounded number of nodes to weigh, so that no page costs more in a larger wiki.

        Neighbours and what shares them are taken rarest first: those weigh most.
        """
        ids, shown, links = self._ids, self._shown, self._links
        around = links[rank]
        chosen: list[int] = []
        seen = set(barred)
        for other in around:
            if other not in seen and ids[other] in shown:
                seen.add(other)
                chosen.append(other)
                if len(chosen) * 2 >= MAX_CANDIDATES:
                    break
        for shared in around:
            if len(chosen) >= MAX_CANDIDATES:
                break
            self._reads.add(FIRST, ids[shared])
            for other in islice(links[shared], MAX_CANDIDATES):
                if other not in seen and ids[other] in shown:
                    seen.add(other)
                    chosen.append(other)
        return chosen[:MAX_CANDIDATES]

    def _scores(self, rank: int, others: Iterable[int]) -> list[tuple[float, int]]:
        """Return the negated score of each candidate; one loop, since it runs for every page."""
        masks, types, documents, steps = self._masks, self._types, self._documents, self._steps
        mine, type_, source_counts = masks[rank], types[rank], self._source_counts
        scored: list[tuple[float, int]] = []
        ids, keys = self._ids, self._reads.keys
        for other in others:
            keys.add(AROUND + ids[other])
            score = AFFINITY_WEIGHT if types[other] is type_ else 0.0
            if mine >> other & 1:
                score += DIRECT_WEIGHT
            common = mine & masks[other]
            if common:
                sources = (common & documents).bit_count()
                if sources:
                    score += (
                        SOURCE_WEIGHT * sources / sqrt(source_counts[rank] * source_counts[other])
                    )
                rarity = 0.0
                for mask, weight in steps:
                    rarity += (common & mask).bit_count() * weight
                score += ADAMIC_ADAR_WEIGHT * min(rarity / ADAMIC_ADAR_FULL, 1.0)
            scored.append((-score, other))
        return scored

    def _rarity_steps(self) -> Iterator[tuple[int, float]]:
        """Yield the nodes whose degree lies between two powers of four, with their weight."""
        steps = [_step(around) for around in self._links]
        start = 0
        for step in sorted(set(steps)):
            end = start + steps.count(step)
            # Half of the upper bound is the middle of a step on the scale of logarithms.
            yield (1 << end) - (1 << start), 1 / log(2 + 4**step / 2)
            start = end

    def _page(self, rank: int, other: int, score: float) -> RelatedPage:
        common = self._masks[rank] & self._masks[other]
        sources = common & self._documents
        things = common & ~self._documents
        return RelatedPage(
            self._ids[other],
            score,
            self._direct(rank, other) if self._masks[rank] >> other & 1 else (),
            sources.bit_count(),
            self._ids[next(_bits(sources))] if sources else None,
            tuple(self._ids[each] for each in islice(_bits(things), NAMED_THINGS)),
            things.bit_count(),
        )

    def _direct(self, rank: int, other: int) -> tuple[Edge, ...]:
        near, far = self._ids[rank], self._ids[other]
        return (*self._edges.get((near, far), ()), *self._edges.get((far, near), ()))

    def _adjacency(self) -> dict[NodeId, set[NodeId]]:
        graph = self._view.graph
        links: dict[NodeId, set[NodeId]] = {
            node_id: set() for node_id, node in graph.nodes.items() if node.type not in _IGNORED
        }
        edges = self._edges
        for edge in graph.edges:
            source, target = links.get(edge.source), links.get(edge.target)
            # What a person linked by hand stands on the page already, in the person's words.
            if source is None or target is None or edge.type is EdgeType.USER_LINK:
                continue
            source.add(edge.target)
            target.add(edge.source)
            edges.setdefault((edge.source, edge.target), []).append(edge)
        return links


def _step(around: Collection[int]) -> int:
    """Return the step of the rarity scale on which a node with these around it stands."""
    return (len(around).bit_length() + 1) // 2


def _mask(ranks: Iterable[int]) -> int:
    mask = 0
    for rank in ranks:
        mask |= 1 << rank
    return mask


def _bits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
