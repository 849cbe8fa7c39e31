"""The context compiler: a question or some nodes become one cited bundle within a budget.

Seeds, a walk around them, as many sections as fit, citations: the same graph, query, seeds, depth
and budget give the same bytes. It reads and never writes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from tesserae.context.library import Library, citation_line, code, demoted
from tesserae.context.writer import Passage, Writer
from tesserae.errors import QueryError
from tesserae.model.citation import Citation, escaped, rewrite_citations
from tesserae.model.graph import JsonValue
from tesserae.retrieval.arrays import Doubles, Longs, take_ragged
from tesserae.retrieval.fusion import best
from tesserae.retrieval.index import Index
from tesserae.retrieval.pagerank import personalised_pagerank
from tesserae.retrieval.search import SHOWN_TYPES, checked_query, seed_weights
from tesserae.retrieval.units import FRAGMENT, SOURCE_TYPES, Unit

DEFAULT_DEPTH = 2
DEFAULT_BUDGET = 32_000
MAX_RANKED = 500
"""How many of the ranked nodes a bundle names."""
LEAST_CUT = 400
"""Characters that must be left for a section to be cut instead of left out."""
SEED_HITS = 10
"""How many hits of the query the walk starts from."""
CUT_MARK = "\u2026 [cut: over budget]"
_TITLE_LENGTH = 120


@dataclass(frozen=True, slots=True)
class ContextRequest:
    """What to compile."""

    query: str = ""
    seeds: tuple[str, ...] = ()
    """Ids of nodes, or keys of fragments, to start from, before the query's own hits."""
    depth: int = DEFAULT_DEPTH
    """Links that the walk may be away from a seed; 0 keeps the seeds alone."""
    budget: int = DEFAULT_BUDGET
    """Characters of the whole bundle; 0 or less sets no limit."""


@dataclass(frozen=True, slots=True)
class ContextBundle:
    """A cited bundle of markdown, and how it came about."""

    query: str
    seeds_used: tuple[str, ...]
    ranked_nodes: tuple[str, ...]
    """What the walk reached, best first, at most `MAX_RANKED`: ids of nodes, keys of fragments."""
    selected_nodes: tuple[str, ...]
    """Those that have a section, in the order of the sections."""
    citations: tuple[Citation, ...]
    body: str
    synthesized: bool
    char_budget_used: int
    char_budget_total: int
    """0 where there is no limit."""

    def to_json(self) -> dict[str, JsonValue]:
        """Return the bundle as `tesserae context --json` prints it."""
        return {
            "query": self.query,
            "seeds_used": list(self.seeds_used),
            "ranked_nodes": list(self.ranked_nodes),
            "selected_nodes": list(self.selected_nodes),
            "citations": [citation.to_json() for citation in self.citations],
            "body": self.body,
            "synthesized": self.synthesized,
            "char_budget_used": self.char_budget_used,
            "char_budget_total": self.char_budget_total,
        }


def compile_context(
    library: Library, request: ContextRequest, *, writer: Writer | None = None
) -> ContextBundle:
    """Compile a bundle.

    Args:
        library: The project.
        request: The query, the seeds and the limits.
        writer: Puts the bundle into prose; without one the bundle is the sections themselves.

    Raises:
        QueryError: There is neither a query nor a seed, a seed does not exist, or nothing is
            found.
        BackendError: The writer failed.
    """
    index = library.retriever.index
    explicit = _explicit_seeds(index, request.seeds)
    seeds, weights = _seeds(library, request, explicit)
    if not len(seeds):
        raise QueryError(
            f"nothing is found for {request.query.strip()[:_TITLE_LENGTH]!r}; use other words, or "
            "name a node by its id"
        )
    ranked = _ranked(index, seeds, weights, depth=request.depth)
    shown = (number for number in ranked if number in explicit or _is_shown(index, number))
    first = next(shown, None)
    # Where only claims and whole documents lie so near, they are better than nothing.
    numbers = chain([first], shown) if first is not None else iter(ranked)
    bundle, passages = _assembled(library, request, (index.units[number] for number in numbers))
    bundle = replace(
        bundle,
        seeds_used=tuple(index.units.keys[number] for number in seeds.tolist()),
        ranked_nodes=tuple(index.units.keys[number] for number in ranked[:MAX_RANKED]),
    )
    return bundle if writer is None else _synthesized(bundle, passages, request, writer)


def _explicit_seeds(index: Index, seeds: Sequence[str]) -> list[int]:
    found, unknown = [], []
    for seed in dict.fromkeys(seed.strip() for seed in seeds):
        number = index.units.keys.find(seed)
        if number is None:
            unknown.append(seed)
        else:
            found.append(number)
    if unknown:
        names = ", ".join(code(seed[:_TITLE_LENGTH]) for seed in unknown)
        raise QueryError(f"no node is called {names}; take an id from a search")
    return found


def _seeds(
    library: Library, request: ContextRequest, explicit: Sequence[int]
) -> tuple[Longs, Doubles]:
    """Return where the walk starts and what each start counts: explicit seeds first, then hits."""
    if explicit and not request.query.strip():
        return np.array(explicit, np.int64), np.ones(len(explicit))
    fused = library.retriever.legs(checked_query(request.query)).fused
    hits = best(fused, SEED_HITS)
    weights = dict(zip(hits.tolist(), seed_weights(fused, hits).tolist(), strict=True))
    weights = {**dict.fromkeys(explicit, 1.0), **weights, **dict.fromkeys(explicit, 1.0)}
    return np.array(list(weights), np.int64), np.array(list(weights.values()))


def _ranked(index: Index, seeds: Longs, weights: Doubles, *, depth: int) -> list[int]:
    """Rank what lies around the seeds; seeds that nothing links to keep their own order."""
    count = len(index.units)
    near = _neighbourhood(index, seeds, depth=max(depth, 0))
    scores = personalised_pagerank(index.steps, seeds, weights, within=near)[:count]
    ranked = best(np.round(scores, 12), count)
    order: list[int] = (ranked if len(ranked) else seeds).tolist()
    return order


def _neighbourhood(index: Index, seeds: Longs, *, depth: int) -> NDArray[np.bool_]:
    """Return the nodes within some links of the seeds; two units that share a name are linked."""
    count = len(index.units)
    near = np.zeros(len(index.steps), bool)
    near[seeds] = True
    frontier = seeds
    for _ in range(depth):
        reached = _step(index, frontier)
        names = reached[reached >= count]
        near[names] = True
        around = np.zeros(len(near), bool)
        around[reached[reached < count]] = True
        around[_step(index, names)] = True
        frontier = np.flatnonzero(around & ~near)
        if not len(frontier):
            break
        near[frontier] = True
    return near


def _step(index: Index, nodes: Longs) -> Longs:
    """Return the nodes one link away, in order."""
    reached = np.zeros(len(index.steps), bool)
    reached[index.steps.columns[take_ragged(index.steps.bounds, nodes)]] = True
    return np.flatnonzero(reached)


def _is_shown(index: Index, number: int) -> bool:
    """Leave out what its passages say better: claims, and documents that are cut into passages."""
    kind = index.units.type_of(number)
    if kind not in SOURCE_TYPES:
        return kind in SHOWN_TYPES
    neighbours, _ = index.steps.row(number)
    key, count = index.units.keys[number], len(index.units)
    return not any(
        neighbour < count
        and index.units.type_of(neighbour) == FRAGMENT
        and index.units.node_ids[neighbour] == key
        for neighbour in neighbours.tolist()
    )


def _assembled(
    library: Library, request: ContextRequest, units: Iterable[Unit]
) -> tuple[ContextBundle, list[Passage]]:
    """Add sections in order until the next does not fit; that one is cut where room is left."""
    title = _title(request, library)
    limit = request.budget if request.budget > 0 else sys.maxsize
    size = len(_joined(title, [], []))
    sections: list[str] = []
    sources: list[str] = []
    citations: list[Citation] = []
    selected: list[str] = []
    passages: list[Passage] = []
    shown: set[str] = set()
    for unit in units:
        text = demoted(library.body_of(unit), below=2)
        if text in shown:
            continue
        number = len(selected) + 1
        cited = library.citations_of(unit)
        lines = [citation_line(citation, number) for citation in cited]
        section = f"## {escaped(library.name_of(unit))} [{number}]\n\n{_place_line(unit)}\n\n{text}"
        size += len(section) + 2 + sum(len(line) + 1 for line in lines)
        if size > limit:
            room = len(section) - (size - limit)
            if sections and room < LEAST_CUT:
                break
            section = _cut(section, room)
        shown.add(text)
        sections.append(section)
        sources.extend(lines)
        citations.extend(cited)
        selected.append(unit.key)
        passages.append(Passage(cited[0], section))
        if size > limit:
            break
    body = _joined(title, sections, sources)
    if len(body) > limit:
        body = _cut(body, limit)
    bundle = ContextBundle(
        query=request.query,
        seeds_used=(),
        ranked_nodes=(),
        selected_nodes=tuple(selected),
        citations=tuple(citations),
        body=body,
        synthesized=False,
        char_budget_used=len(body),
        char_budget_total=max(request.budget, 0),
    )
    return bundle, passages


def _title(request: ContextRequest, library: Library) -> str:
    words = " ".join(request.query.split()) or _first_name(request, library)
    short = words if len(words) <= _TITLE_LENGTH else words[:_TITLE_LENGTH].rstrip() + "\u2026"
    return f"# Context: {escaped(short)}"


def _first_name(request: ContextRequest, library: Library) -> str:
    units = library.retriever.index.units
    number = units.keys.find(request.seeds[0].strip())
    return request.seeds[0] if number is None else library.name_of(units[number])


def _place_line(unit: Unit) -> str:
    kind = "passage" if unit.type == FRAGMENT else unit.type
    citation = Citation(unit.key, unit.title, unit.path, unit.start_line, unit.end_line)
    return f"{kind} \u00b7 {code(citation.span)}" if unit.path else kind


def _joined(title: str, sections: Sequence[str], sources: Sequence[str]) -> str:
    return "\n\n".join([title, *sections, "## Citations", "\n".join(sources)]) + "\n"


def _cut(text: str, length: int) -> str:
    """Cut a text at a word boundary so that it fits with the mark that says so."""
    room = length - len(CUT_MARK) - 1
    if room <= 0:
        return text[: max(length, 0)]
    kept = text[:room]
    space = max(kept.rfind(" "), kept.rfind("\n"))
    if space > 0 and not text[room : room + 1].isspace():
        kept = kept[:space]
    return f"{kept.rstrip()} {CUT_MARK}"


def _synthesized(
    bundle: ContextBundle, passages: Sequence[Passage], request: ContextRequest, writer: Writer
) -> ContextBundle:
    """Put the bundle into a model's words; its sources stay listed below."""
    names = {citation.node_id: citation.name for citation in bundle.citations}
    prose = rewrite_citations(writer.write(request.query, passages), names).strip()
    _, mark, sources = bundle.body.rpartition("## Citations")
    body = f"{prose}\n\n{mark}{sources}" if mark else f"{prose}\n"
    if request.budget > 0 and len(body) > request.budget:
        room = request.budget - (len(body) - len(prose))
        body = body.replace(prose, _cut(prose, room), 1) if room > 0 else _cut(body, request.budget)
    return replace(bundle, body=body, synthesized=True, char_budget_used=len(body))
