"""The exact leg: a query that is an id, a path, a title or an alias finds that thing first.

A query that holds a name among other words leans towards what is called so.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tesserae.retrieval.arrays import Doubles, Ints, Longs, Strings, bounds_of, byte_order, strings
from tesserae.retrieval.entities import name_key, names_in
from tesserae.retrieval.tokenise import STOP_WORDS, words_of
from tesserae.retrieval.units import FRAGMENT, SOURCE_TYPES, Unit

WHOLE = 3.0
"""For a query that is nothing but a name: above all that the other legs reach together."""
NAMED = 0.75
"""For a name within a query, times the root of its share of what the query says; the other legs'
best is 1. The root keeps the second of two things that are compared in sight of the first."""
MAX_BEARERS = 20
"""A name of more units than this is a common word."""
MAX_NAME_WORDS = 10


@dataclass(frozen=True, slots=True)
class Directory:
    """What each unit may be called by."""

    names: Strings
    """Sorted by their bytes."""
    bounds: Longs
    units: Ints

    def scores(self, query: str, idf: Callable[[str], float], *, unit_count: int) -> Doubles:
        """Score the units that a query names.

        Args:
            query: The query.
            idf: How rare a word is.
            unit_count: How many units there are.

        Returns:
            (units,) `WHOLE` where the query is the name, less where it holds the name, else 0.
        """
        scores = np.zeros(unit_count)
        for name, share in _names_within(self, query, idf):
            bearers = self._bearers(name)
            scores[bearers] = np.maximum(scores[bearers], NAMED * math.sqrt(share))
        for name in dict.fromkeys(_forms(query)):
            scores[self._bearers(name)] = WHOLE
        return scores

    def is_name(self, name: str) -> bool:
        """Tell whether few enough units are called so."""
        return 0 < len(self._bearers(name)) <= MAX_BEARERS

    def _bearers(self, name: str) -> Ints:
        number = self.names.find(name)
        if number is None:
            return np.zeros(0, np.int32)
        return self.units[self.bounds[number] : self.bounds[number + 1]]


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
            names.update((unit.path, unit.path.rpartition("/")[2].lower()))
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


def _names_within(
    directory: Directory, query: str, idf: Callable[[str], float]
) -> Iterator[tuple[str, float]]:
    """Yield the names that a query spells out, the longest at each place, and what they weigh.

    A single word is a name where the query writes it as one: with a capital, or as an identifier.
    """
    words = words_of(query)
    rarity = {word: idf(word) for word in {*words.plain, *words.extra} - STOP_WORDS}
    whole = sum(rarity.get(word, 0.0) for word in words.plain)
    if whole <= 0:
        return
    names = names_in(query)
    at = 0
    while at < len(words.plain):
        for length in range(min(MAX_NAME_WORDS, len(words.plain) - at), 0, -1):
            part = words.plain[at : at + length]
            name = " ".join(part)
            if (length > 1 or name in names.sure) and directory.is_name(name):
                yield name, sum(rarity.get(word, 0.0) for word in part) / whole
                at += length - 1
                break
        at += 1
    for word in words.extra:
        if directory.is_name(word):
            yield word, min(1.0, rarity.get(word, 0.0) / whole)


def _forms(query: str) -> Iterable[str]:
    text = query.strip()
    yield text
    yield text.removeprefix("./").replace("\\", "/")
    yield text.lower()
    yield name_key(text)
