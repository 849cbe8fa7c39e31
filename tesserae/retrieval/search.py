"""One retriever behind every door: the legs, their sum, and the walk that gives the final order."""

from __future__ import annotations

from collections.abc import Collection as Container
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tesserae.errors import QueryError
from tesserae.model.graph import JsonValue
from tesserae.model.ontology import CLAIM_TYPES, NodeType
from tesserae.retrieval.arrays import Doubles, Ints, Longs
from tesserae.retrieval.fusion import added, best, fuse
from tesserae.retrieval.index import Index
from tesserae.retrieval.pagerank import personalised_pagerank
from tesserae.retrieval.rerank import Reranker, rerank
from tesserae.retrieval.semantic import Encoder
from tesserae.retrieval.tokenise import cjk_share, query_words, stem
from tesserae.retrieval.units import FRAGMENT, Unit

MAX_QUERY = 4_000
"""Characters of a query that are read; the rest says nothing that these do not."""
SEEDS = 50
"""How many of the best fused units the walk starts from."""
SHARPNESS = 5.0
"""The power to which a seed's share of the best score is raised: the walk starts where the legs
are sure, and still tells the sure apart."""
MIN_COSINE = 0.3
"""Nearness below which the vectors find nothing on their own: any two texts are this alike."""
_WORDS_SHOWN = 6
_REPEATS = CLAIM_TYPES | {NodeType.EVIDENCE_SPAN}
SHOWN_TYPES = frozenset(NodeType) - _REPEATS | {FRAGMENT}
"""What is found unless other types are asked for."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One unit that was found, and why."""

    unit: Unit
    score: float
    """Share of the best hit's score, 0 to 1; falls along the list."""
    ranks: Mapping[str, int] = field(default_factory=dict)
    """The place in each leg that found it, from 1: `exact words meaning graph`."""
    why: tuple[str, ...] = ()

    def to_json(self) -> dict[str, JsonValue]:
        """Return the hit as `tesserae search --json` prints it."""
        unit = self.unit
        return {
            "id": unit.node_id or unit.key,
            "unit_key": unit.key,
            "type": unit.type,
            "title": unit.title,
            "path": unit.path,
            "lines": [unit.start_line, unit.end_line] if unit.path else None,
            "score": self.score,
            "ranks": dict(self.ranks),
            "why": list(self.why),
        }


@dataclass(frozen=True, slots=True)
class Legs:
    """The scores of every unit in each leg, and their sum."""

    exact: Doubles
    words: Doubles
    meaning: Doubles
    fused: Doubles


@dataclass(frozen=True, slots=True)
class Ranking:
    """All units that a query reaches, best first."""

    units: Longs
    scores: Doubles
    """Of those units, the best 1."""
    legs: Legs
    graph: Doubles
    """(units,) of all units."""


@dataclass(frozen=True, slots=True)
class Retriever:
    """Searches one index; holds no state of a query, so threads may share it."""

    index: Index
    encoder: Encoder | None = None
    """The one that the index was built with; without it the leg of meaning is silent."""
    reranker: Reranker | None = None

    def search(
        self, query: str, *, limit: int = 10, types: Container[str] | None = None
    ) -> list[Hit]:
        """Find the units that answer a query.

        Args:
            query: Words, a question, an id, a path or a title.
            limit: How many hits at the most.
            types: Node types (or `Fragment`) to keep; where it is absent, all but claims and other
                nodes that only repeat what a passage says.

        Returns:
            Hits, best first; ties by unit key. The same for the same index and query, always.

        Raises:
            QueryError: The query is empty.
        """
        ranking = self.rank(query, types=types)
        return explain(self.index, query, ranking, limit=limit)

    def rank(self, query: str, *, types: Container[str] | None = None) -> Ranking:
        """Order all units that a query reaches, without the reasons.

        Raises:
            QueryError: The query is empty.
        """
        text = checked_query(query)
        legs = self.legs(text)
        fused = legs.fused
        if self.reranker is not None:
            fused = rerank(self.reranker, text, self.index.units, fused)
        seeds = best(fused, SEEDS)
        walked = personalised_pagerank(self.index.steps, seeds, seed_weights(fused, seeds))
        graph = np.round(walked[: len(self.index.units)], 12)
        return _ranking(legs, fused, graph, among=self._of_types(types))

    def legs(self, query: str) -> Legs:
        """Score every unit by each leg."""
        index, count = self.index, len(self.index.units)
        exact = index.directory.scores(query, index.lexicon.idf, unit_count=count)
        words = index.lexicon.scores(query_words(query))
        meaning, weight = np.zeros(count), 0.0
        if self.encoder is not None and self.encoder.name == index.encoder and count:
            # Word vectors know little CJK: where half of a query is, they only blur it.
            weight = self.encoder.weight * max(0.0, 1.0 - 2.0 * cjk_share(query))
            vector = self.encoder.encode_query(query, index.lexicon.idf)
            meaning = index.vectors.scores(vector)
            meaning[meaning < (0.0 if words.any() else MIN_COSINE)] = 0.0
        fused = added(exact, fuse([(words, 1.0), (meaning, weight)]))
        return Legs(exact, words, meaning if weight else np.zeros(count), fused)

    def _of_types(self, types: Container[str] | None) -> NDArray[np.bool_] | None:
        if types is None:
            types = SHOWN_TYPES
        units = self.index.units
        wanted = np.array([kind in types for kind in units.types.to_list()], bool)
        return np.asarray(wanted[units.type_numbers] if len(wanted) else wanted, np.bool_)


def checked_query(query: str) -> str:
    """Return the part of a query that is read.

    Raises:
        QueryError: Nothing is left.
    """
    text = query[:MAX_QUERY].strip()
    if not text:
        raise QueryError("the query is empty; say in a few words what to look for")
    return text


def seed_weights(fused: Doubles, seeds: Longs) -> Doubles:
    """Return what each seed counts in the walk, the best 1."""
    if not len(seeds):
        return np.zeros(0)
    return np.asarray((fused[seeds] / fused[seeds[0]]) ** SHARPNESS, np.float64)


def explain(index: Index, query: str, ranking: Ranking, *, limit: int) -> list[Hit]:
    """Turn the head of a ranking into hits that say why they are here."""
    legs = ranking.legs
    columns = {
        "exact": legs.exact,
        "words": legs.words,
        "meaning": legs.meaning,
        "graph": ranking.graph,
    }
    holders = _holders(index, query)
    seeds = best(legs.fused, SEEDS)
    hits = []
    for unit, score in zip(
        ranking.units[: max(limit, 0)].tolist(), ranking.scores.tolist(), strict=False
    ):
        ranks = {name: _place(scores, unit) for name, scores in columns.items() if scores[unit] > 0}
        reasons = _reasons(index, unit, holders, legs, seeds=seeds)
        hits.append(Hit(index.units[unit], round(score, 6), ranks, reasons))
    return hits


def _ranking(
    legs: Legs, fused: Doubles, graph: Doubles, *, among: NDArray[np.bool_] | None
) -> Ranking:
    count = len(graph)
    walked = best(graph, count, among=among)
    # What the walk did not reach follows in the order of the legs, below all that it reached.
    beyond = (fused > 0) & (graph <= 0)
    rest = best(fused, count, among=beyond if among is None else beyond & among)
    scores = np.concatenate([graph[walked], np.zeros(len(rest))])
    top = scores[0] if len(scores) and scores[0] > 0 else 1.0
    return Ranking(np.concatenate([walked, rest]), scores / top, legs, graph)


def _place(scores: Doubles, unit: int) -> int:
    """Return the place of a unit in one leg, from 1; ties by unit number, as in `best`."""
    better = np.count_nonzero(scores > scores[unit])
    return int(better + np.count_nonzero(scores[:unit] == scores[unit])) + 1


def _holders(index: Index, query: str) -> dict[str, Ints]:
    """Return for each word of a query the units that hold it, in ascending order."""
    found = {}
    for word in dict.fromkeys(query_words(query[:MAX_QUERY])):
        number = index.lexicon.stems.find(stem(word))
        if number is not None:
            found[word] = index.lexicon.postings.row(number)[0]
    return found


def _reasons(
    index: Index, unit: int, holders: Mapping[str, Ints], legs: Legs, *, seeds: Longs
) -> tuple[str, ...]:
    reasons = []
    if legs.exact[unit] > 0:
        reasons.append("the query names it")
    held = [word for word, units in holders.items() if _contains(units, unit)]
    if held:
        reasons.append(f"words: {', '.join(held[:_WORDS_SHOWN])}")
    if legs.meaning[unit] > 0:
        reasons.append(f"meaning: {legs.meaning[unit]:.2f}")
    link = _link(index, unit, seeds[seeds != unit])
    if link:
        reasons.append(link)
    return tuple(reasons)


def _contains(ascending: Ints, number: int) -> bool:
    place = int(np.searchsorted(ascending, number))
    return place < len(ascending) and int(ascending[place]) == number


def _link(index: Index, unit: int, seeds: Longs) -> str:
    """Say which of the best seeds a unit hangs together with, and by what name."""
    order = {seed: place for place, seed in enumerate(seeds.tolist())}
    count = len(index.units)
    found: list[tuple[int, int, str]] = []
    neighbours, _ = index.steps.row(unit)
    for neighbour in neighbours.tolist():
        if neighbour < count:
            if neighbour in order:
                found.append((order[neighbour], 0, ""))
            continue
        holders, _ = index.steps.row(neighbour)
        found.extend(
            (order[holder], 1, index.names[neighbour - count])
            for holder in holders.tolist()
            if holder in order
        )
    if not found:
        return ""
    place, _, name = min(found)
    title = index.units.titles[int(seeds[place])]
    return f"shares \u201c{name}\u201d with {title}" if name else f"linked with {title}"
