"""The leg of meaning: one vector for each unit, compared by the cosine.

Vectors are kept as small whole numbers. Their products stay below 2**24, so the sums are exact in
single precision: every processor and every linear algebra library gives the same scores.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from tesserae.errors import BackendError
from tesserae.retrieval.arrays import Doubles, Floats, Rows, bounds_of
from tesserae.retrieval.tokenise import cjk_share, words_of

Codes: TypeAlias = "NDArray[np.int8]"

STATIC_WEIGHT = 0.75
"""What word vectors count beside BM25's 1: they know synonyms, and confuse what is merely akin."""
_LARGEST_CODE = 127
_BLOCK = 1024
_WORDS_AT_ONCE = 4096
_FEW_WORDS = 64
_FINENESS = 64.0


@dataclass(frozen=True, slots=True)
class Bags:
    """The words of all units without their order, for encoders that add up word vectors."""

    words: Sequence[str]
    idf: Doubles
    """(words,) how rare each word is."""
    counts: Rows
    """Row i: the words of unit i and how often each occurs."""


class Encoder(Protocol):
    """Turns units and queries into vectors of one space."""

    @property
    def name(self) -> str:
        """What an index remembers: vectors of another encoder are not compared."""

    @property
    def weight(self) -> float:
        """What this leg counts beside the lexical leg's 1."""

    @property
    def reads_text(self) -> bool:
        """True where a vector depends on its text alone, and is kept while that stays."""

    def encode_bags(self, bags: Bags) -> Floats:
        """Return (units, dimensions) vectors."""

    def encode_texts(self, texts: Sequence[str]) -> Floats:
        """Return (texts, dimensions) vectors."""

    def encode_query(self, query: str, idf: Callable[[str], float]) -> Floats:
        """Return the (dimensions,) vector of a query."""


@dataclass(frozen=True, slots=True)
class Vectors:
    """The vectors of all units, quantised."""

    codes: Codes
    """(units, dimensions)"""
    lengths: Doubles
    """(units,) of the rows of codes; 0 for a unit without a word that has a vector."""
    centre: Floats
    """(dimensions,) what was taken from each vector, and is taken from each query."""

    def scores(self, query: Floats) -> Doubles:
        """Return (units,) cosines with a query's vector; 0 where either has no direction."""
        code = quantised(_from_centre(query[None, :], self.centre))[0].astype(np.float32)
        products = np.empty(len(self.codes), np.float32)
        for start in range(0, len(self.codes), _BLOCK):
            block = self.codes[start : start + _BLOCK].astype(np.float32)
            # Not `@`: for so few rows a library that starts threads spends more than it saves.
            np.vecdot(block, code, out=products[start : start + _BLOCK])
        lengths = self.lengths * math.sqrt(float(np.dot(code, code)))
        return np.divide(
            products.astype(np.float64), lengths, out=np.zeros(len(lengths)), where=lengths > 0
        )


def make_vectors(raw: Floats, *, centred: bool) -> Vectors:
    """Scale vectors to unit length, take off their mean where asked, and quantise them.

    What all texts of a collection have in common tells none of them apart, and word vectors added
    up have much in common.

    Source: Arora, Liang and Ma, A Simple but Tough-to-Beat Baseline for Sentence Embeddings, 2017.
    """
    rows = _unit_rows(raw)
    centre = np.zeros(raw.shape[1], np.float32)
    if centred and len(rows):
        centre = rows.mean(axis=0, dtype=np.float64).astype(np.float32)
    return vectors_of(quantised(_from_centre(raw, centre)), centre)


def vectors_of(codes: Codes, centre: Floats) -> Vectors:
    """Join codes with their lengths."""
    wide = codes.astype(np.int32)
    return Vectors(codes, np.sqrt((wide * wide).sum(axis=1).astype(np.float64)), centre)


def quantised(rows: Floats) -> Codes:
    """Round each row to whole numbers, its largest to 127."""
    largest = np.abs(rows).max(axis=1, keepdims=True, initial=0.0)
    scale = np.divide(
        float(_LARGEST_CODE), largest, out=np.zeros_like(largest), where=largest > 1e-12
    )
    return np.asarray(np.rint(rows * scale), np.int8)


class StaticEncoder:
    """Adds up word vectors, each by how rare its word is; needs no model at query time.

    Args:
        table: (pieces, dimensions) vectors of word pieces.
        tokenizer: Splits words into pieces.
        name: What the index calls these vectors.
    """

    reads_text = False
    weight = STATIC_WEIGHT

    def __init__(self, table: Floats, tokenizer: Tokenizer, *, name: str) -> None:
        self.name = name
        self._table = table
        self._tokenizer = tokenizer

    def encode_bags(self, bags: Bags) -> Floats:
        """Return (units, dimensions) sums of word vectors, each times its idf and its count."""
        # In whole numbers the sums are exact, whatever order the library adds them in.
        vectors = np.rint(
            self._word_vectors(bags.words) * (_FINENESS * bags.idf[:, None]).astype(np.float32)
        )
        out = np.zeros((len(bags.counts), self._table.shape[1]), np.float32)
        for unit in range(len(bags.counts)):
            words, counts = bags.counts.row(unit)
            np.dot(counts, vectors[words], out=out[unit])
        return out

    def encode_texts(self, texts: Sequence[str]) -> Floats:
        """Return (texts, dimensions) sums of word vectors, all words alike."""
        return np.stack([self.encode_query(text, lambda _: 1.0) for text in texts])

    def encode_query(self, query: str, idf: Callable[[str], float]) -> Floats:
        """Return the (dimensions,) sum of the query's word vectors, each times its idf."""
        words = [word for word in words_of(query).plain if has_vector(word)]
        if not words:
            return np.zeros(self._table.shape[1], np.float32)
        weights = np.array([_FINENESS * idf(word) for word in words], np.float32)
        return np.asarray(
            np.rint(self._word_vectors(words) * weights[:, None]).sum(axis=0), np.float32
        )

    def _word_vectors(self, words: Sequence[str]) -> Floats:
        out = np.zeros((len(words), self._table.shape[1]), np.float32)
        for start in range(0, len(words), _WORDS_AT_ONCE):
            # A lone surrogate is text that no tokenizer takes.
            batch = [
                word.encode("utf-8", "replace").decode()
                for word in words[start : start + _WORDS_AT_ONCE]
            ]
            self._add_pieces(self._pieces(batch), out[start : start + _WORDS_AT_ONCE])
        return out

    def _pieces(self, words: Sequence[str]) -> list[list[int]]:
        if len(words) <= _FEW_WORDS:
            # One by one: a batch wakes the tokenizer's threads, which costs more than the words.
            return [self._tokenizer.encode(word, add_special_tokens=False).ids for word in words]
        batch = self._tokenizer.encode_batch(list(words), add_special_tokens=False)
        return [encoding.ids for encoding in batch]

    def _add_pieces(self, pieces: Sequence[Sequence[int]], out: Floats) -> None:
        bounds = bounds_of([len(word) for word in pieces])
        flat = np.fromiter((piece for word in pieces for piece in word), np.int64)
        lengths = np.diff(bounds)
        for place in range(int(lengths.max(initial=0))):
            longer = np.flatnonzero(lengths > place)
            out[longer] += self._table[flat[bounds[longer] + place]]


def has_vector(word: str) -> bool:
    """Tell whether a word has a vector worth adding; single CJK characters have none."""
    return word.isascii() or cjk_share(word) == 0.0


def load_static_encoder(weights: Path, tokenizer: Path, *, name: str) -> StaticEncoder:
    """Load word vectors from a safetensors file and the tokenizer that goes with them.

    Raises:
        BackendError: A file is missing or damaged.
    """
    try:
        (table,) = load_file(weights).values()
        splitter = Tokenizer.from_file(str(tokenizer))
    except (OSError, ValueError, SafetensorError) as error:
        raise BackendError(
            f"word vectors cannot be read ({error}); install wordllama again, or set "
            "retrieval.encoder: off",
            path=weights,
        ) from error
    splitter.no_padding()
    splitter.no_truncation()
    return StaticEncoder(table.astype(np.float32), splitter, name=name)


def find_wordllama() -> StaticEncoder | None:
    """Load the word vectors that the package `wordllama` ships, or None where it is absent.

    Its own loader looks for the tokenizer in a folder that the wheel does not have, asks a hub for
    it, and sets up logging on import; so the package is never imported.
    """
    try:
        package = distribution("wordllama")
    except PackageNotFoundError:
        return None
    weights = Path(str(package.locate_file("wordllama/weights/l2_supercat_256.safetensors")))
    tokenizer = Path(
        str(package.locate_file("wordllama/tokenizers/l2_supercat_tokenizer_config.json"))
    )
    return load_static_encoder(weights, tokenizer, name=f"wordllama-256-{package.version}")


def _from_centre(rows: Floats, centre: Floats) -> Floats:
    """Return unit rows as seen from the centre; a row without a direction gets none."""
    scaled = _unit_rows(rows)
    return np.asarray(np.where(scaled.any(axis=1, keepdims=True), scaled - centre, 0), np.float32)


def _unit_rows(rows: Floats) -> Floats:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    scaled = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 1e-12)
    return np.asarray(scaled, np.float32)
