"""Everything that a search needs, built from a collection of units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tesserae.graph.bulk import without_collection
from tesserae.retrieval.analysis import Analyses, Ragged, analyse
from tesserae.retrieval.arrays import (
    Ints,
    Longs,
    Rows,
    Strings,
    byte_order,
    count_rows,
    strings,
)
from tesserae.retrieval.entities import (
    MAX_PHRASE,
    Mentions,
    find_phrases,
    name_graph,
    sure_names,
)
from tesserae.retrieval.exact import Directory, build_directory
from tesserae.retrieval.lexical import Lexicon, build_lexicon, inverse_df
from tesserae.retrieval.pagerank import transitions
from tesserae.retrieval.semantic import (
    Bags,
    Encoder,
    Vectors,
    has_vector,
    make_vectors,
    quantised,
    vectors_of,
)
from tesserae.retrieval.tokenise import STOP_WORDS, stems
from tesserae.retrieval.units import Collection, Unit


@dataclass(frozen=True, slots=True)
class UnitTable:
    """The units as they were when the index was built, read one at a time."""

    keys: Strings
    """Sorted."""
    titles: Strings
    texts: Strings
    types: Strings
    """The distinct types, sorted."""
    node_ids: Strings
    paths: Strings
    lines: Ints
    """(units, 2) first and last line."""
    type_numbers: Ints
    """(units,) places in `types`."""

    def __len__(self) -> int:
        return len(self.keys)

    def __getitem__(self, number: int) -> Unit:
        start, end = self.lines[number].tolist()
        return Unit(
            key=self.keys[number],
            title=self.titles[number],
            text=self.texts[number],
            type=self.type_of(number),
            node_id=self.node_ids[number],
            path=self.paths[number],
            start_line=start,
            end_line=end,
        )

    def type_of(self, number: int) -> str:
        """Return the type of one unit."""
        return self.types[int(self.type_numbers[number])]


@dataclass(frozen=True, slots=True)
class Index:
    """One generation of a collection, ready to be searched."""

    stamp: str
    """What the index was built from, in the caller's words; another stamp is another generation."""
    encoder: str
    """The name of the encoder that made the vectors; empty where there are none."""
    units: UnitTable
    directory: Directory
    lexicon: Lexicon
    vectors: Vectors
    steps: Rows
    """The graph as probabilities: units first, then names."""
    names: Strings
    """Of the graph's name nodes, in node order."""
    analyses: Analyses


def build_index(
    collection: Collection,
    *,
    encoder: Encoder | None = None,
    previous: Index | None = None,
    stamp: str = "",
) -> Index:
    """Index a collection.

    Args:
        collection: The units and their links.
        encoder: Makes the vectors; without one the leg of meaning is silent.
        previous: An earlier index, whose analyses and text vectors are used again.
        stamp: Kept in the index, to tell generations apart.

    Returns:
        The same index with and without `previous`.
    """
    with without_collection():
        return _built(collection, encoder=encoder, previous=previous, stamp=stamp)


def _built(
    collection: Collection, *, encoder: Encoder | None, previous: Index | None, stamp: str
) -> Index:
    units = collection.units
    analyses = analyse(units, previous.analyses if previous else None)
    stem_ids, stem_texts = _stem_ids(analyses.words)
    lexicon = _lexicon(analyses, stem_ids, stem_texts)
    steps, names = _graph(collection, analyses)
    return Index(
        stamp=stamp,
        encoder=encoder.name if encoder else "",
        units=_table(units),
        directory=build_directory(units, _own_names(analyses)),
        lexicon=lexicon,
        vectors=_vectors(units, analyses, stem_ids, lexicon, encoder=encoder, previous=previous),
        steps=steps,
        names=names,
        analyses=analyses,
    )


def _stem_ids(words: Strings) -> tuple[Ints, list[str]]:
    stemmed = stems(words.to_list())
    texts = sorted(set(stemmed), key=byte_order)
    ids = {text: number for number, text in enumerate(texts)}
    return np.array([ids[text] for text in stemmed], np.int32), texts


def _lexicon(analyses: Analyses, stem_ids: Ints, texts: Sequence[str]) -> Lexicon:
    count = len(analyses.hashes)
    stop = set(stems(sorted(STOP_WORDS)))
    both = (analyses.plain, analyses.extra)
    return build_lexicon(
        strings(texts),
        np.concatenate([_owners(part) for part in both]),
        stem_ids[np.concatenate([part.values for part in both])],
        unit_count=count,
        is_stop=np.array([text in stop for text in texts], np.uint8),
    )


def _vectors(
    units: Sequence[Unit],
    analyses: Analyses,
    stem_ids: Ints,
    lexicon: Lexicon,
    *,
    encoder: Encoder | None,
    previous: Index | None,
) -> Vectors:
    if encoder is None:
        return vectors_of(np.zeros((0, 0), np.int8), np.zeros(0, np.float32))
    if encoder.reads_text:
        return _text_vectors(units, analyses, encoder, previous)
    return make_vectors(encoder.encode_bags(_bags(analyses, stem_ids, lexicon)), centred=True)


def _bags(analyses: Analyses, stem_ids: Ints, lexicon: Lexicon) -> Bags:
    plain, count = analyses.plain, len(analyses.hashes)
    words = analyses.words.to_list()
    used = np.zeros(len(words), bool)
    used[plain.values] = True
    chosen = [number for number in np.flatnonzero(used).tolist() if has_vector(words[number])]
    new_number = np.full(len(words), -1, np.int64)
    new_number[chosen] = np.arange(len(chosen))
    numbers = new_number[plain.values]
    kept = numbers >= 0
    df = np.diff(lexicon.postings.bounds)[stem_ids[chosen]]
    return Bags(
        [words[number] for number in chosen],
        inverse_df(df, count),
        count_rows(_owners(plain)[kept], numbers[kept], count=count),
    )


def _text_vectors(
    units: Sequence[Unit], analyses: Analyses, encoder: Encoder, previous: Index | None
) -> Vectors:
    known: dict[bytes, int] = {}
    if previous is not None and previous.encoder == encoder.name:
        data = previous.analyses.hashes.tobytes()
        known = {data[at : at + 16]: at // 16 for at in range(0, len(data), 16)}
    rows = [known.get(key.tobytes(), -1) for key in analyses.hashes]
    missing = [number for number, row in enumerate(rows) if row < 0]
    fresh = encoder.encode_texts([units[number].content for number in missing])
    codes = np.zeros((len(units), fresh.shape[1]), np.int8)
    if previous is not None and known:
        kept = [number for number, row in enumerate(rows) if row >= 0]
        codes[kept] = previous.vectors.codes[[rows[number] for number in kept]]
    codes[missing] = quantised(fresh)
    return vectors_of(codes, np.zeros(fresh.shape[1], np.float32))


def _graph(collection: Collection, analyses: Analyses) -> tuple[Rows, Strings]:
    count, name_count = len(collection.units), len(analyses.names)
    names = analyses.names.to_list()
    spelt = _spelt_out(names, analyses)
    said = sure_names(
        np.concatenate([_owners(analyses.sure), _owners(analyses.doubtful)]),
        np.concatenate([analyses.sure.values, analyses.doubtful.values]).astype(np.int64),
        np.repeat(
            np.array([1, 0], np.uint8), [len(analyses.sure.values), len(analyses.doubtful.values)]
        ),
        name_count=name_count,
    )
    graph, kept = name_graph(
        Mentions(
            np.concatenate([spelt.units, said.units]), np.concatenate([spelt.names, said.names])
        ),
        Mentions(_owners(analyses.own), analyses.own.values.astype(np.int64)),
        _links(collection),
        unit_count=count,
        name_count=name_count,
    )
    return transitions(graph), strings(names[number] for number in kept.tolist())


def _spelt_out(names: Sequence[str], analyses: Analyses) -> Mentions:
    """Find every name of several words wherever a text spells it out, in whatever case."""
    ids = {text: number for number, text in enumerate(analyses.words.to_list())}
    phrases, numbers = [], []
    for number, name in enumerate(names):
        words = name.split(" ")
        if 1 < len(words) <= MAX_PHRASE and all(word in ids for word in words):
            phrases.append([ids[word] for word in words])
            numbers.append(number)
    found = find_phrases(analyses.plain.values, analyses.plain.bounds, phrases)
    return Mentions(found.units, np.array(numbers, np.int64)[found.names])


def _links(collection: Collection) -> tuple[Longs, Longs, NDArray[np.float64]]:
    place = {unit.key: number for number, unit in enumerate(collection.units)}
    return (
        np.array([place[link.source] for link in collection.links], np.int64),
        np.array([place[link.target] for link in collection.links], np.int64),
        np.array([link.weight for link in collection.links], np.float64),
    )


def _own_names(analyses: Analyses) -> list[list[str]]:
    names, own = analyses.names.to_list(), analyses.own
    bounds, values = own.bounds.tolist(), own.values.tolist()
    return [[names[number] for number in values[start:end]] for start, end in pairwise(bounds)]


def _owners(ragged: Ragged) -> Longs:
    return np.repeat(np.arange(len(ragged.bounds) - 1), np.diff(ragged.bounds))


def _table(units: Sequence[Unit]) -> UnitTable:
    lines = [(unit.start_line, unit.end_line) for unit in units]
    types = sorted({str(unit.type) for unit in units}, key=byte_order)
    numbers = {name: number for number, name in enumerate(types)}
    return UnitTable(
        keys=strings(unit.key for unit in units),
        titles=strings(unit.title for unit in units),
        texts=strings(unit.text for unit in units),
        types=strings(types),
        node_ids=strings(unit.node_id for unit in units),
        paths=strings(unit.path for unit in units),
        lines=np.array(lines, np.int32).reshape(len(lines), 2),
        type_numbers=np.array([numbers[unit.type] for unit in units], np.int32),
    )
