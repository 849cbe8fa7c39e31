"""Finds any of many short byte strings in a text, in one pass.

A hundred searches through a text cost a hundred times one search. Here every four-byte window is
hashed into a table of the wanted ones, a megabyte in a few milliseconds; the few windows that hit
are looked at one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

ANCHOR_BYTES = 4

_CHUNK_BYTES = 1 << 15
_PADDING = bytes(ANCHOR_BYTES)
# The first table is small, so that it stays in the processor's cache; what passes it by chance is
# stopped by the second. The multipliers are odd and unrelated: Knuth's 2**32 over the golden ratio,
# and one of Appleby's from MurmurHash3.
_COARSE_BITS, _COARSE_MULTIPLIER = 15, np.uint32(2654435761)
_FINE_BITS, _FINE_MULTIPLIER = 18, np.uint32(2246822507)


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
        self._coarse = np.zeros(1 << _COARSE_BITS, dtype=np.bool_)
        self._coarse[_coarse_hash(words)] = True
        self._fine = np.zeros(1 << _FINE_BITS, dtype=np.bool_)
        self._fine[_fine_hash(words)] = True

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
        """Return the windows that may be anchors, and few that are none."""
        # Four copies, each shifted by a byte, put all windows side by side in aligned words.
        count = len(chunk) // ANCHOR_BYTES
        size = count * ANCHOR_BYTES
        padded = chunk + _PADDING
        shifted = b"".join([padded[shift : shift + size] for shift in range(ANCHOR_BYTES)])
        words = np.frombuffer(shifted, dtype="<u4")
        hits = self._coarse.take(_coarse_hash(words), mode="clip").nonzero()[0]
        hits = hits[self._fine.take(_fine_hash(words[hits]), mode="clip")]
        found: list[int] = hits.tolist()
        return sorted(hit % count * ANCHOR_BYTES + hit // count for hit in found)


def _coarse_hash(words: NDArray[np.uint32]) -> NDArray[np.uint32]:
    hashes: NDArray[np.uint32] = words * _COARSE_MULTIPLIER
    hashes >>= np.uint32(32 - _COARSE_BITS)
    return hashes


def _fine_hash(words: NDArray[np.uint32]) -> NDArray[np.uint32]:
    hashes: NDArray[np.uint32] = words * _FINE_MULTIPLIER
    hashes >>= np.uint32(32 - _FINE_BITS)
    return hashes
