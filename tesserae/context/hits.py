"""What a search found, as text: each hit with its place, its id, its first words, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tesserae.errors import QueryError
from tesserae.model.citation import Citation
from tesserae.model.ontology import (
    CLAIM_TYPES,
    CODE_TYPES,
    FINDING_TYPES,
    TYPES_OF_KIND,
    NodeType,
)
from tesserae.retrieval.search import Hit
from tesserae.retrieval.units import FRAGMENT

MAX_EXCERPT = 160
NOTHING = "Nothing is found; use other words.\n"
_GROUPS: dict[str, frozenset[str]] = {
    "passages": frozenset({FRAGMENT}),
    "code": frozenset(CODE_TYPES),
    "claims": frozenset(CLAIM_TYPES),
    "findings": frozenset(FINDING_TYPES),
    **{kind.value: frozenset(types) for kind, types in TYPES_OF_KIND.items()},
}
KINDS = tuple(_GROUPS)
"""What a search can be narrowed to, besides a single node type."""


def types_of(kind: str) -> frozenset[str]:
    """Return the unit types that a word stands for: a folder of the wiki, a group, or a type.

    Raises:
        QueryError: It stands for none.
    """
    word = kind.strip()
    if word.lower() in _GROUPS:
        return _GROUPS[word.lower()]
    for type_ in (*NodeType, FRAGMENT):
        if word.lower() == type_.lower():
            return frozenset({str(type_)})
    known = ", ".join(KINDS)
    raise QueryError(f"no kind is called {word[:40]!r}; use one of {known}, or a node type")


def render_hits(hits: Sequence[Hit], *, first: int = 1) -> str:
    """Render hits as lines, numbered from `first`."""
    if not hits:
        return NOTHING
    return "".join(
        f"{line}\n" for number, hit in enumerate(hits, first) for line in hit_lines(hit, number)
    )


def hit_lines(hit: Hit, number: int) -> Iterator[str]:
    """Yield the lines of one hit."""
    unit = hit.unit
    place = Citation("", "", unit.path, unit.start_line, unit.end_line).span
    yield f"{number:>2}. {_one_line(unit.title)} ({unit.type}, {hit.score:.2f})"
    if place:
        yield f"    {_one_line(place)}"
    yield f"    id: {_one_line(unit.key)}"
    excerpt = _excerpt(unit.text)
    if excerpt:
        yield f"    \u201c{excerpt}\u201d"
    if hit.why:
        yield f"    {'; '.join(map(_one_line, hit.why))}"


def _excerpt(text: str) -> str:
    prose = " ".join(
        line for line in text.split("\n") if not line.lstrip().startswith(("#", "```", "|"))
    )
    plain = _one_line(prose)
    return plain if len(plain) <= MAX_EXCERPT else f"{plain[: MAX_EXCERPT - 1].rstrip()}\u2026"


def _one_line(text: str) -> str:
    return " ".join(text.split())
