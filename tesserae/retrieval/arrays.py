"""Ragged data as flat arrays: lists of lists, lists of strings, and sparse rows.

Flat arrays are what a file can be mapped to without parsing; that is the only reason for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = "NDArray[np.int32]"
Longs: TypeAlias = "NDArray[np.int64]"
Floats: TypeAlias = "NDArray[np.float32]"
Doubles: TypeAlias = "NDArray[np.float64]"
Bytes: TypeAlias = "NDArray[np.uint8]"


@dataclass(frozen=True, slots=True)
class Strings:
    """Many strings in one block of bytes; look-ups cut them out one by one."""

    data: Bytes
    bounds: Longs
    """(n + 1,): string i is `data[bounds[i]:bounds[i + 1]]`, in UTF-8."""

    def __len__(self) -> int:
        return len(self.bounds) - 1

    def __getitem__(self, number: int) -> str:
        part = self.data[self.bounds[number] : self.bounds[number + 1]]
        return part.tobytes().decode("utf-8", "surrogatepass")

    def to_list(self) -> list[str]:
        """Return all strings."""
        data, bounds = self.data.tobytes(), self.bounds.tolist()
        return [data[start:end].decode("utf-8", "surrogatepass") for start, end in pairwise(bounds)]

    def find(self, text: str) -> int | None:
        """Return the number of a string, or None.

        The strings must be sorted by their bytes, as `sorted_strings` gives them.
        """
        wanted = text.encode("utf-8", "surrogatepass")
        # Memory views give plain integers and bytes, several times faster than array scalars do.
        data, bounds = self.data.data, self.bounds.data
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            if bytes(data[bounds[middle] : bounds[middle + 1]]) < wanted:
                low = middle + 1
            else:
                high = middle
        found = low < len(self) and bytes(data[bounds[low] : bounds[low + 1]]) == wanted
        return low if found else None


@dataclass(frozen=True, slots=True)
class Rows:
    """A sparse matrix by rows: the columns and values of row i lie at `bounds[i]:bounds[i + 1]`."""

    bounds: Longs
    columns: Ints
    values: Floats

    def __len__(self) -> int:
        return len(self.bounds) - 1

    def row(self, number: int) -> tuple[Ints, Floats]:
        """Return the columns and the values of one row."""
        part = slice(self.bounds[number], self.bounds[number + 1])
        return self.columns[part], self.values[part]


def strings(texts: Iterable[str]) -> Strings:
    """Join strings into one block, in the order given."""
    parts = [text.encode("utf-8", "surrogatepass") for text in texts]
    return Strings(
        np.frombuffer(b"".join(parts), np.uint8), bounds_of([len(part) for part in parts])
    )


def byte_order(text: str) -> bytes:
    """Return the sort key under which `Strings.find` looks a string up."""
    return text.encode("utf-8", "surrogatepass")


def bounds_of(lengths: Sequence[int] | Longs) -> Longs:
    """Return where each of the rows of these lengths starts, and where the last one ends."""
    bounds = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(np.asarray(lengths, np.int64), out=bounds[1:])
    return bounds


def sparse_rows(
    rows: NDArray[np.integer], columns: NDArray[np.integer], values: Doubles, *, count: int
) -> Rows:
    """Build sparse rows from triples; values at the same place are added.

    Args:
        rows: (n,) row numbers below `count`.
        columns: (n,) column numbers.
        values: (n,) values.
        count: How many rows there are.

    Returns:
        Rows whose columns ascend.
    """
    width = int(columns.max()) + 1 if len(columns) else 1
    places, where = np.unique(rows.astype(np.int64) * width + columns, return_inverse=True)
    summed = np.bincount(where, weights=values, minlength=len(places))
    per_row = np.bincount(places // width, minlength=count)
    return Rows(bounds_of(per_row), (places % width).astype(np.int32), summed.astype(np.float32))


def count_rows(rows: NDArray[np.integer], columns: NDArray[np.integer], *, count: int) -> Rows:
    """Build sparse rows that count how often each pair of row and column occurs.

    Args:
        rows: (n,) row numbers below `count`.
        columns: (n,) column numbers.
        count: How many rows there are.

    Returns:
        Rows whose columns ascend.
    """
    width = int(columns.max()) + 1 if len(columns) else 1
    places = rows.astype(np.int64) * width + columns
    places.sort()
    firsts = np.flatnonzero(np.diff(places, prepend=-1))
    times = np.diff(firsts, append=len(places))
    found = places[firsts]
    per_row = np.bincount(found // width, minlength=count)
    return Rows(bounds_of(per_row), (found % width).astype(np.int32), times.astype(np.float32))


def take_ragged(bounds: Longs, rows: NDArray[np.integer]) -> Longs:
    """Return the positions of all elements of the given rows, row after row."""
    lengths = bounds[rows + 1] - bounds[rows]
    starts = np.repeat(bounds[rows] - np.concatenate(([0], np.cumsum(lengths)[:-1])), lengths)
    return np.asarray(starts + np.arange(int(lengths.sum())), np.int64)
