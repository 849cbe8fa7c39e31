"""Scores of several legs become one score.

The legs are added by score, not by rank: a leg that is sure of one unit keeps saying so. Adding
reciprocal ranks lost one to four points of recall on two of the collections measured and won on
none (`benchmarks/README.md`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tesserae.retrieval.arrays import Doubles, Longs

# Scores nearer to each other than this are equal, and the order of keys decides: what another
# processor rounds differently must not change an answer.
_DECIMALS = 9


def fuse(legs: Sequence[tuple[Doubles, float]]) -> Doubles:
    """Add the legs' scores, each scaled to a best score of 1 and weighted.

    Args:
        legs: Per leg (n,) scores, higher is better, and its weight; scores below 0 count as 0,
            and a leg whose best score is 0 says nothing.

    Returns:
        (n,) scores, the same whatever the order of the legs.

    Source: Bruch, Gai and Ingber, An Analysis of Fusion Functions, 2023.
    """
    parts = [
        # Divided first: a weight over a denormal best score would overflow.
        np.maximum(scores, 0.0) / scores.max() * weight
        for scores, weight in legs
        if weight > 0 and len(scores) and scores.max() > 0
    ]
    if not parts:
        return np.zeros(len(legs[0][0]) if legs else 0)
    if len(parts) > 2:
        # Floating-point addition of three depends on their order, so it is the same for all.
        parts = list(np.sort(np.stack(parts), axis=0))
    total = sum(parts[1:], start=parts[0])
    return np.asarray(np.round(total, _DECIMALS), np.float64)


def added(exact: Doubles, fused: Doubles) -> Doubles:
    """Add the exact leg, which has a scale of its own, to the others' sum scaled to a best of 1."""
    top = float(fused.max(initial=0.0))
    return np.asarray(np.round(exact + fused / (top or 1.0), _DECIMALS), np.float64)


def best(scores: Doubles, count: int, *, among: NDArray[np.bool_] | None = None) -> Longs:
    """Return the numbers of the units with the highest scores, best first.

    Args:
        scores: (n,) scores; units at 0 or below are left out.
        count: How many at the most; more than there are is no error.
        among: (n,) which units may be returned; all where it is absent.

    Returns:
        Unit numbers; ties by unit number, that is by key.
    """
    allowed = scores > 0 if among is None else (scores > 0) & among
    found = np.flatnonzero(allowed)
    if count <= 0 or not len(found):
        return np.zeros(0, np.int64)
    values = scores[found]
    if count < len(found):
        # Ties at the border all stay until the sort decides: argpartition alone keeps any of them.
        border = np.partition(values, len(values) - count)[len(values) - count]
        found = found[values >= border]
        values = scores[found]
    order = np.lexsort((found, -values))
    return np.asarray(found[order][:count], np.int64)
