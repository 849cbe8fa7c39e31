"""What is known of each unit's text alone: its words and names, kept by content hash.

An analysis does not depend on the rest of the collection, so an index that is rebuilt takes it
from the one before for every unit whose text is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tesserae.retrieval.arrays import (
    Bytes,
    Ints,
    Longs,
    Strings,
    bounds_of,
    byte_order,
    strings,
    take_ragged,
)
from tesserae.retrieval.entities import name_key, names_in
from tesserae.retrieval.tokenise import words_of
from tesserae.retrieval.units import Unit

ANALYSIS_VERSION = "1"
"""Changes whenever the same text would give other words or names."""


@dataclass(frozen=True, slots=True)
class Ragged:
    """A list of numbers for each unit."""

    bounds: Longs
    values: Ints


@dataclass(frozen=True, slots=True)
class Analyses:
    """The analyses of all units, in unit order."""

    hashes: Bytes
    """(units, 16)"""
    words: Strings
    """All words, sorted by their bytes."""
    names: Strings
    """All names, sorted by their bytes."""
    plain: Ragged
    """Words of the content, in their order."""
    extra: Ragged
    """Other words that the unit is found by: identifiers, pairs, its title and path once more."""
    sure: Ragged
    doubtful: Ragged
    own: Ragged
    """Names that the unit itself bears."""


_RAGGED = ("plain", "extra", "sure", "doubtful", "own")


@dataclass(slots=True)
class _Fresh:
    """What one text gave, still as strings."""

    plain: list[str]
    extra: list[str]
    sure: list[str]
    doubtful: list[str]
    own: list[str]


def analyse(units: Sequence[Unit], previous: Analyses | None = None) -> Analyses:
    """Analyse every unit, taking what is known from an earlier analysis.

    Returns:
        The same bytes with and without `previous`.
    """
    hashes = [unit.content_hash for unit in units]
    known = _rows_by_hash(previous)
    old_rows = np.array([known.get(key, -1) for key in hashes], np.int64)
    shared: dict[str, str] = {}
    fresh = {
        number: _analyse_one(units[number], shared)
        for number in np.flatnonzero(old_rows < 0).tolist()
    }
    kept = old_rows[old_rows >= 0]
    words, word_of = _vocabulary(
        previous.words if previous else None,
        [(previous.plain, kept), (previous.extra, kept)] if previous else [],
        list(shared),
    )
    names, name_of = _vocabulary(
        previous.names if previous else None,
        [(getattr(previous, field), kept) for field in _RAGGED[2:]] if previous else [],
        [text for one in fresh.values() for text in (*one.sure, *one.doubtful, *one.own)],
    )
    word_ids = {text: number for number, text in enumerate(words)}
    name_ids = {text: number for number, text in enumerate(names)}
    parts = {}
    for field in _RAGGED:
        is_word = field in {"plain", "extra"}
        parts[field] = _join(
            getattr(previous, field) if previous else None,
            old_rows,
            {number: getattr(one, field) for number, one in fresh.items()},
            renumber=word_of if is_word else name_of,
            ids=word_ids if is_word else name_ids,
        )
    return Analyses(
        hashes=np.frombuffer(b"".join(hashes), np.uint8).reshape(len(hashes), 16),
        words=strings(words),
        names=strings(names),
        **parts,
    )


def _analyse_one(unit: Unit, shared: dict[str, str]) -> _Fresh:
    """Analyse a unit; equal words of all units become one object, or memory would not do."""
    content = words_of(unit.content)
    again = words_of(f"{unit.title}\n{unit.path}" if unit.path else unit.title)
    found = names_in(unit.content)
    own = sorted({key for key in map(name_key, unit.names) if len(key) > 1})
    return _Fresh(
        plain=[shared.setdefault(word, word) for word in content.plain],
        extra=[
            shared.setdefault(word, word) for word in (*content.extra, *again.plain, *again.extra)
        ],
        sure=sorted(found.sure),
        doubtful=sorted(found.doubtful),
        own=own,
    )


def _rows_by_hash(previous: Analyses | None) -> dict[bytes, int]:
    if previous is None:
        return {}
    data = previous.hashes.tobytes()
    return {data[at : at + 16]: at // 16 for at in range(0, len(data), 16)}


def _vocabulary(
    old: Strings | None, used: Sequence[tuple[Ragged, Longs]], fresh: Sequence[str]
) -> tuple[list[str], Longs]:
    """Return the texts in use, sorted, and for each old number its new one (or -1)."""
    if old is None:
        return sorted(set(fresh), key=byte_order), np.zeros(0, np.int64)
    in_use = np.zeros(len(old), bool)
    for ragged, rows in used:
        in_use[ragged.values[take_ragged(ragged.bounds, rows)]] = True
    old_texts = old.to_list()
    new = set(fresh)
    if in_use.all() and new.issubset(old_texts):
        return old_texts, np.arange(len(old_texts))
    texts = sorted(
        new.union(old_texts[number] for number in np.flatnonzero(in_use).tolist()), key=byte_order
    )
    ids = {text: number for number, text in enumerate(texts)}
    return texts, np.array([ids.get(text, -1) for text in old_texts], np.int64)


def _join(
    old: Ragged | None,
    old_rows: Longs,
    fresh: dict[int, list[str]],
    *,
    renumber: Longs,
    ids: dict[str, int],
) -> Ragged:
    lengths = np.zeros(len(old_rows), np.int64)
    is_old = old_rows >= 0
    if old is not None:
        kept = old_rows[is_old]
        lengths[is_old] = old.bounds[kept + 1] - old.bounds[kept]
    for number, texts in fresh.items():
        lengths[number] = len(texts)
    bounds = bounds_of(lengths)
    values = np.zeros(int(bounds[-1]), np.int32)
    if old is not None and is_old.any():
        taken = old.values[take_ragged(old.bounds, old_rows[is_old])]
        values[take_ragged(bounds, np.flatnonzero(is_old))] = renumber[taken]
    for number, texts in fresh.items():
        values[bounds[number] : bounds[number + 1]] = [ids[text] for text in texts]
    return Ragged(bounds, values)
