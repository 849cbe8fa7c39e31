"""Hits become what fits: no passage twice, none far below the best, and not all from one file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from tesserae.retrieval.search import Hit
from tesserae.retrieval.units import Unit

CHARACTERS_A_TOKEN = 4


@dataclass(frozen=True, slots=True)
class Limits:
    """What an assembly may hold."""

    floor: float = 0.15
    """The least share of the best score."""
    per_file: int = 3
    total: int = 12
    budget_tokens: int = 6_000
    """Of `CHARACTERS_A_TOKEN` characters each."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A hit and whether it was taken."""

    hit: Hit
    taken: bool
    reason: str
    """Why it was left out; empty where it was taken."""


def assemble(hits: Iterable[Hit], limits: Limits | None = None) -> list[Candidate]:
    """Choose from hits, best first.

    Returns:
        One candidate a hit, in the order of the hits: those taken are within all limits.
    """
    limits = limits or Limits()
    chosen: list[Unit] = []
    of_file: dict[str, int] = defaultdict(int)
    left = limits.budget_tokens * CHARACTERS_A_TOKEN
    candidates = []
    top = None
    for hit in hits:
        top = hit.score if top is None else top
        unit, size = hit.unit, len(hit.unit.text)
        reason = ""
        if hit.score < limits.floor * top:
            reason = "scores below the floor"
        elif any(overlap(unit, other) for other in chosen):
            reason = "repeats what stands above"
        elif len(chosen) >= limits.total:
            reason = "enough others rank above"
        elif unit.path and of_file[unit.path] >= limits.per_file:
            reason = "enough from this file"
        elif size > left:
            # Skip rather than stop: a long passage must not starve the short ones below it.
            reason = "does not fit the budget"
        else:
            chosen.append(unit)
            of_file[unit.path] += 1
            left -= size
        candidates.append(Candidate(hit, taken=not reason, reason=reason))
    return candidates


def overlap(first: Unit, second: Unit) -> bool:
    """Tell whether two units show a reader the same lines or the same words."""
    if first.text and first.text == second.text:
        return True
    if not first.path or first.path != second.path or first.type != second.type:
        return False
    return first.start_line <= second.end_line and second.start_line <= first.end_line
