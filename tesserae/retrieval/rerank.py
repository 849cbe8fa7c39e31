"""The optional stage between the legs and the walk: a cross-encoder reads the best hits.

No model is downloaded: the user names a folder with `config.json`, `model.safetensors` and
`tokenizer.json`. A stage that was asked for and cannot run is an error, never a silent return to
the order before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from tesserae.retrieval.arrays import Doubles
from tesserae.retrieval.fusion import best
from tesserae.retrieval.units import Unit

CANDIDATES = 20
MAX_CHARACTERS = 2_000


class Reranker(Protocol):
    """Says how well each text answers a query."""

    def scores(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """Return one score a text, higher is better, of any range.

        Raises:
            BackendError: The model cannot be run.
        """


class Units(Protocol):
    """Units by number."""

    def __getitem__(self, number: int) -> Unit:
        """Return one unit."""


def rerank(model: Reranker, query: str, units: Units, fused: Doubles) -> Doubles:
    """Give the best units the order of a cross-encoder.

    Args:
        model: Scores query and text together.
        query: The query.
        units: All units.
        fused: (units,) scores of the legs.

    Returns:
        (units,) scores: the candidates share their old range in the new order; the others keep
        their scores.

    Raises:
        BackendError: The model cannot be run.
    """
    head = best(fused, CANDIDATES)
    if not len(head):
        return fused
    texts = [units[number].content[:MAX_CHARACTERS] for number in head.tolist()]
    given = np.asarray(model.scores(query, texts), np.float64)
    order = np.lexsort((head, -given))
    out = fused.copy()
    out[head[order]] = fused[head]
    return out
