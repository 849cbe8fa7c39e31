"""The leg of words: BM25 over stems, its weights computed once when the index is built."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tesserae.retrieval.arrays import Bytes, Doubles, Floats, Ints, Longs, Rows, Strings, count_rows
from tesserae.retrieval.tokenise import stem

K1 = 1.2
B = 0.75


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Which stems occur, and how much each says for a unit."""

    stems: Strings
    """Sorted by their bytes."""
    postings: Rows
    """Row i: the units that hold stem i, and its BM25 weight there."""
    unit_count: int

    def idf(self, word: str) -> float:
        """Return how rare a word is; one that no unit holds is the rarest of all."""
        number = self.stems.find(stem(word))
        holders = 0 if number is None else _df(self.postings.bounds, number)
        return float(inverse_df(np.array([holders]), self.unit_count)[0])

    def scores(self, words: Iterable[str]) -> Doubles:
        """Score every unit for a query.

        Args:
            words: The words of the query; a repeated word counts that often.

        Returns:
            (n,) BM25 scores; 0 for a unit that holds none of the words.
        """
        scores = np.zeros(self.unit_count)
        for text, times in sorted(Counter(map(stem, words)).items()):
            number = self.stems.find(text)
            if number is not None:
                units, weights = self.postings.row(number)
                scores[units] += times * weights.astype(np.float64)
        return scores


def inverse_df(df: NDArray[np.integer], count: int) -> Doubles:
    """Return the weight of words by the number of units that hold them; never below 0.

    Source: Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009; with the 1 that
    Lucene adds so that a word in every unit is not negative.
    """
    return np.asarray(np.log(1.0 + (count - df + 0.5) / (df + 0.5)), np.float64)


def build_lexicon(
    stems: Strings, units: Longs, stem_ids: Ints, *, unit_count: int, is_stop: Bytes
) -> Lexicon:
    """Weigh every stem in every unit.

    Args:
        stems: All stems, sorted.
        units: (m,) the unit of each occurrence of a word.
        stem_ids: (m,) the stem of each occurrence.
        unit_count: How many units there are, empty ones included.
        is_stop: (number of stems,) 1 where a stem is a stop word's: it does not count in lengths.
    """
    counts = count_rows(stem_ids, units, count=len(stems))
    lengths = np.bincount(units, weights=1.0 - is_stop[stem_ids], minlength=unit_count)
    typical = lengths.mean() if unit_count and lengths.sum() else 1.0
    df = np.diff(counts.bounds)
    rarity = np.repeat(inverse_df(df, unit_count), df)
    saturation = K1 * (1 - B + B * lengths / typical)
    tf = counts.values.astype(np.float64)
    weights = rarity * tf * (K1 + 1) / (tf + saturation[counts.columns])
    return Lexicon(stems, Rows(counts.bounds, counts.columns, _as_floats(weights)), unit_count)


def _df(bounds: Longs, number: int) -> int:
    return int(bounds[number + 1] - bounds[number])


def _as_floats(values: Doubles) -> Floats:
    return values.astype(np.float32)
