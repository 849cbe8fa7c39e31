"""Finds any of many short byte strings in a text, in one pass.

A hundred searches through a text cost a hundred times one search. Here every four-byte window is
hashed into a table of the wanted ones, a megabyte in a few milliseconds; the few windows that hit
are looked at one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

ANCHOR_BYTES = 4

_CHUNK_BYTES = 1 << 15
_PADDING = bytes(ANCHOR_BYTES)
_TABLE_BITS = 18
_MULTIPLIER = np.uint32(2654435761)
"""Knuth's multiplicative hash: 2**32 over the golden ratio."""
_SHIFT = np.uint32(32 - _TABLE_BITS)


class AnchorFinder:
    """Finds the places at which one of its anchors stands.

    Args:
        anchors: Byte strings of `ANCHOR_BYTES` bytes, in lower case.
    """

    def __init__(self, anchors: Iterable[bytes]) -> None:
        self._anchors = frozenset(anchors)
        wrong = [anchor for anchor in self._anchors if len(anchor) != ANCHOR_BYTES]
        if wrong:
            raise ValueError(f"not {ANCHOR_BYTES} bytes: {wrong!r}")
        words = np.frombuffer(b"".join(sorted(self._anchors)), dtype="<u4")
        self._table = np.zeros(1 << _TABLE_BITS, dtype=np.bool_)
        self._table[(words * _MULTIPLIER) >> _SHIFT] = True

    def find(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        """Yield the positions of anchors in any case, ascending, each with its anchor."""
        for start in range(0, max(0, len(data) - ANCHOR_BYTES + 1), _CHUNK_BYTES):
            # The last windows of a chunk reach into the next one.
            chunk = data[start : start + _CHUNK_BYTES + ANCHOR_BYTES - 1].lower()
            for position in self._hits(chunk):
                anchor = chunk[position : position + ANCHOR_BYTES]
                if anchor in self._anchors:
                    yield start + position, anchor

    def _hits(self, chunk: bytes) -> list[int]:
        """Return the windows that may be anchors; the table has few entries that are none."""
        # Four copies, each shifted by a byte, put all windows side by side in aligned words.
        words = len(chunk) // ANCHOR_BYTES
        size = words * ANCHOR_BYTES
        padded = chunk + _PADDING
        shifted = b"".join([padded[shift : shift + size] for shift in range(ANCHOR_BYTES)])
        hashes = np.frombuffer(shifted, dtype="<u4") * _MULTIPLIER
        hashes >>= _SHIFT
        found: list[int] = self._table.take(hashes, mode="clip").nonzero()[0].tolist()
        return sorted(hit % words * ANCHOR_BYTES + hit // words for hit in found)
