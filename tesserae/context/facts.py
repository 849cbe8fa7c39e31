"""What a project states: the edges of its graph as sentences, each with its day and its line.

A fact is as old as the document that states it, so `as_of` answers what the documents of a day
knew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from tesserae.context.library import Library, code
from tesserae.model.citation import display_name, escaped, quoted
from tesserae.model.graph import Edge, Evidence
from tesserae.model.ids import NodeId
from tesserae.model.ontology import CODE_TYPES, SESSION_TYPES, EdgeType, NodeType

_SUBJECTS = 30
"""How many of the things that a query finds are told of."""
# What holds of every text that names a thing, or is our own summary, tells nothing.
_NO_FACTS = frozenset(
    {
        EdgeType.MENTIONS,
        EdgeType.CONTAINS,
        EdgeType.IMPORTS,
        EdgeType.CALLS,
        EdgeType.SYNTHESIZES,
        EdgeType.SUMMARIZES,
        EdgeType.SHARES_CONCEPT_WITH,
        EdgeType.PART_OF,
    }
)
_NO_SUBJECTS = CODE_TYPES | SESSION_TYPES


@dataclass(frozen=True, slots=True)
class Fact:
    """One statement."""

    subject: str
    relation: str
    object: str
    edge: Edge
    day: date | None
    """The earliest day on which a document states it; None where no document is dated."""
    evidence: Evidence | None
    """Where it stands, in the earliest document."""


def find_facts(library: Library, query: str = "", *, as_of: date | None = None) -> list[Fact]:
    """Return facts, those about what the query finds first, else the newest first.

    Args:
        library: The project.
        query: What they are about; all facts where it is empty.
        as_of: Keep what a document of this day or an earlier one states.
    """
    subjects = _subjects(library, query) if query.strip() else None
    found: list[tuple[tuple[float, int, str, str, str], Fact]] = []
    for edge in library.view.graph.edges:
        if edge.type in _NO_FACTS or (subjects is not None and not _about(edge, subjects)):
            continue
        fact = _fact(library, edge)
        if fact is None or (as_of is not None and (fact.day is None or fact.day > as_of)):
            continue
        score = (
            max(subjects.get(edge.source, 0.0), subjects.get(edge.target, 0.0)) if subjects else 0.0
        )
        newest = -(fact.day.toordinal() if fact.day else 0)
        found.append(((-score, newest, edge.source, edge.type, edge.target), fact))
    found.sort(key=lambda item: item[0])
    return [fact for _, fact in found]


def render_fact(fact: Fact) -> str:
    """Render a fact: the statement, its day and place, and the words it was read from."""
    where = [str(fact.day)] if fact.day else []
    lines = [f"- {escaped(fact.subject)} \u2014 {fact.relation} \u2192 {escaped(fact.object)}"]
    if fact.evidence is not None and fact.evidence.path:
        where.append(code(fact.evidence.span))
    if where:
        lines[0] += f" ({', '.join(where)})"
    if fact.evidence is not None and fact.evidence.excerpt:
        lines.append(f"  > {quoted(fact.evidence.excerpt)}")
    return "\n".join(lines)


def _subjects(library: Library, query: str) -> dict[str, float]:
    hits = library.retriever.search(query, limit=_SUBJECTS, types=frozenset(NodeType))
    return {hit.unit.key: hit.score for hit in hits}


def _about(edge: Edge, subjects: Mapping[str, float]) -> bool:
    return edge.source in subjects or edge.target in subjects


def _fact(library: Library, edge: Edge) -> Fact | None:
    view = library.view
    ends = (view.node(edge.source), view.node(edge.target))
    if any(node.type in _NO_SUBJECTS for node in ends):
        return None
    day, evidence = _first_said(library, edge.evidence)
    return Fact(
        subject=display_name(edge.source, ends[0].name),
        relation=str(edge.type).replace("_", " "),
        object=display_name(edge.target, ends[1].name),
        edge=edge,
        day=day,
        evidence=evidence,
    )


def _first_said(
    library: Library, evidence: Sequence[Evidence]
) -> tuple[date | None, Evidence | None]:
    dated = [
        (day, place)
        for place, item in enumerate(evidence)
        if (day := day_of(library, item.source_id)) is not None
    ]
    if dated:
        day, place = min(dated)
        return day, evidence[place]
    return None, evidence[0] if evidence else None


def day_of(library: Library, source_id: NodeId) -> date | None:
    """Return the day on which a source was created, where it is known."""
    if source_id not in library.view:
        return None
    value = library.view.node(source_id).metadata.get("created")
    try:
        return date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
