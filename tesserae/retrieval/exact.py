"""The exact leg: a query that is an id, a path, a title or an alias finds that thing first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

import numpy as np

from tesserae.retrieval.arrays import Doubles, Ints, Longs, Strings, bounds_of, byte_order, strings
from tesserae.retrieval.entities import name_key
from tesserae.retrieval.units import FRAGMENT, SOURCE_TYPES, Unit

EXACT_WEIGHT = 2.0
"""Above the best that the other legs reach together, so that an exact match is always first."""


@dataclass(frozen=True, slots=True)
class Directory:
    """What each unit may be called by."""

    names: Strings
    """Sorted by their bytes."""
    bounds: Longs
    units: Ints

    def scores(self, query: str, *, unit_count: int) -> Doubles:
        """Return (units,) 1 for each unit that the whole query names, else 0."""
        scores = np.zeros(unit_count)
        for name in dict.fromkeys(_forms(query)):
            number = self.names.find(name)
            if number is not None:
                scores[self.units[self.bounds[number] : self.bounds[number + 1]]] = 1.0
        return scores


def build_directory(units: Sequence[Unit], keys: Sequence[Sequence[str]]) -> Directory:
    """Collect ids, paths, file names, titles and aliases.

    Args:
        units: All units.
        keys: Per unit, its names as `name_key` gives them.
    """
    called: dict[str, list[int]] = defaultdict(list)
    openings = _openings(units)
    for number, unit in enumerate(units):
        names = {unit.key, *keys[number]}
        if number in openings:
            names.update((unit.path, PurePosixPath(unit.path).name.lower()))
        for name in names:
            called[name].append(number)
    ordered = sorted(called, key=byte_order)
    return Directory(
        strings(ordered),
        bounds_of([len(called[name]) for name in ordered]),
        np.array([number for name in ordered for number in called[name]], np.int32),
    )


def _openings(units: Sequence[Unit]) -> set[int]:
    """Return what a path means: the node of the document, or its first passage."""
    first: dict[tuple[str, bool], tuple[int, int]] = {}
    for number, unit in enumerate(units):
        is_node = unit.type != FRAGMENT
        if unit.path and (not is_node or unit.type in SOURCE_TYPES):
            place = (unit.start_line, number)
            first[unit.path, is_node] = min(first.get((unit.path, is_node), place), place)
    return {number for _, number in first.values()}


def _forms(query: str) -> Iterable[str]:
    text = query.strip()
    yield text
    yield text.removeprefix("./").replace("\\", "/")
    yield text.lower()
    yield name_key(text)
