"""Personalised PageRank: from the best hits, the walk goes to what is linked with them.

The graph is walked from the seeds outwards, a step at a time, and only where some of the walk
still is; so a query costs what its neighbourhood is large, not what the graph is.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tesserae.retrieval.arrays import Doubles, Floats, Longs, Rows, take_ragged

DAMPING = 0.55
"""The part of the walk that goes on at each step; the rest starts again from the seeds."""
# What is left of the walk when it ends, and the least part of it that is followed. Both are small
# against the scores that decide an order: a hundred times smaller ones change no figure.
_LEFT_OVER = 1e-2
_SMALLEST = 1e-4
_MAX_STEPS = 50


def transitions(graph: Rows) -> Rows:
    """Turn weights into the probabilities of a step; a row without weight stays empty."""
    lengths = np.diff(graph.bounds)
    owner = np.repeat(np.arange(len(lengths)), lengths)
    totals = np.bincount(owner, weights=graph.values.astype(np.float64), minlength=len(lengths))
    return Rows(
        graph.bounds, graph.columns, _shares(graph.values, np.asarray(totals[owner], np.float64))
    )


def personalised_pagerank(
    steps: Rows,
    seeds: Longs,
    weights: Doubles,
    *,
    damping: float = DAMPING,
    within: NDArray[np.bool_] | None = None,
) -> Doubles:
    """Rank all nodes by where a walk from the seeds is found.

    Args:
        steps: Rows of probabilities, from `transitions`.
        seeds: (k,) node numbers.
        weights: (k,) what each seed counts; all zero counts as all equal.
        damping: The part of the walk that goes on at each step, below 1.
        within: (nodes,) where the walk may go; everywhere where it is absent.

    Returns:
        (nodes,) scores that add up to 1, or to 0 where there are no seeds. A node that leads
        nowhere sends its walk back to the seeds.

    Source: Andersen, Chung and Lang, Local Graph Partitioning using PageRank Vectors, 2006.
    """
    total = np.zeros(len(steps))
    if not len(seeds):
        return total
    if weights.sum() <= 0:
        weights = np.ones(len(seeds))
    walk = np.zeros(len(steps))
    np.add.at(walk, seeds, weights / weights.sum())
    # What a dead end sends back to the seeds only scales the sum, so scaling at the end is enough.
    for _ in range(_MAX_STEPS):
        total += walk
        active = np.flatnonzero(walk > _SMALLEST)
        places = take_ragged(steps.bounds, active)
        moved = np.repeat(walk[active], steps.bounds[active + 1] - steps.bounds[active])
        arrived = np.bincount(
            steps.columns[places], weights=moved * steps.values[places], minlength=len(steps)
        )
        walk = np.asarray(damping * arrived, np.float64)
        if within is not None:
            walk[~within] = 0.0
        if walk.sum() < _LEFT_OVER:
            break
    return np.asarray(total / total.sum(), np.float64)


def _shares(values: Floats, totals: Doubles) -> Floats:
    shares = np.divide(values, totals, out=np.zeros(len(values)), where=totals > 0)
    return np.asarray(shares, np.float32)
