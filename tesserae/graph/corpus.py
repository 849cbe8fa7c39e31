"""Counts over all documents: what recurs where, marked how, used as what.

This is the part of merging that touches every phrase of every document, so it is written for
`Counter.update`, which counts in C.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tesserae.extract.extraction import Cue, Extraction

NAMED = "*"
"""The cue of a phrase that front matter or the settings name."""
TAGGED = "#"
"""The cue of a phrase that a tag names."""
MIN_SERIES = 5
SMALL_DOCUMENTS = 50
SMALL_SENTENCES = 2_500
MIN_BOILERPLATE = 5
MIN_BOILERPLATE_CHARS = 15

_HEADS = frozenset((Cue.HEADING.value, Cue.TITLE.value))


@dataclass(slots=True)
class Corpus:
    """What is known of every phrase."""

    size: int = 0
    sentences: int = 0
    documents: Counter[str] = field(default_factory=Counter)
    """In how many documents each phrase stands."""
    heavy: dict[str, int] = field(default_factory=dict)
    """How often a phrase stands in the document that has it most, if more than once."""
    cues: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """For a phrase, in how many documents it has each cue."""
    verbs: Counter[str] = field(default_factory=Counter)
    nouns: Counter[str] = field(default_factory=Counter)
    tails: Counter[str] = field(default_factory=Counter)
    modifiers: Counter[str] = field(default_factory=Counter)
    only_heads: Counter[str] = field(default_factory=Counter)
    """In how many documents a phrase stands in a heading or the title and nowhere else."""
    vague: Counter[str] = field(default_factory=Counter)
    """In how many documents a phrase stands only where capitals mean nothing."""
    inside: Mapping[str, int] = field(default_factory=dict)
    """For a phrase, the documents of the most frequent longer phrase around it."""
    name_parts: frozenset[str] = frozenset()
    """Folded words of people's names."""
    series: frozenset[str] = frozenset()
    """Codes that only count something off: "plot 01" to "plot 12"."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """Keys that name a document of the project: "eip 20"."""

    @property
    def is_small(self) -> bool:
        """Tell whether the corpus has had little time to repeat itself."""
        return self.size < SMALL_DOCUMENTS and self.sentences < SMALL_SENTENCES

    def small(self, word: str) -> int:
        """Count the documents that write a single word in lower case where they could choose."""
        return self.documents[word] - self.vague[word]

    def written(self, key: str) -> int:
        """Count the documents that write a phrase so by choice."""
        return self.small(key) if key[:1] not in "=^" and " " not in key else self.documents[key]

    def alone(self, key: str) -> int:
        """Count the documents in which a phrase is not just part of its usual longer phrase."""
        return self.documents.get(key, 1) - self.inside.get(key, 0)

    def peak(self, key: str) -> int:
        """Return how often a phrase stands in the document that has it most."""
        return self.heavy.get(key, 1)


def count_corpus(
    extractions: Sequence[Extraction],
    named: Iterable[tuple[str, str]],
    name_parts: frozenset[str] = frozenset(),
) -> Corpus:
    """Add up the phrases and cues of all documents.

    Args:
        extractions: One per document.
        named: (`NAMED` or `TAGGED`, key), once per document that names it.
        name_parts: Folded words of people's names.
    """
    corpus = Corpus(size=len(extractions), name_parts=name_parts)
    corpus.sentences = sum(len(extraction.sentences) for extraction in extractions)
    cued: Counter[str] = Counter()
    repeated = _boilerplate(extractions)
    for extraction in extractions:
        keys = extraction.keys
        if repeated and not repeated.isdisjoint(extraction.sentences):
            kept, cues = _without(extraction, repeated)
            corpus.documents.update(kept)
            cued.update(cues)
        else:
            corpus.documents.update(keys)
            cued.update([cue + keys[phrase] for cue, phrase, _ in extraction.cues])
        _count_uses(extraction, corpus)
    cued.update([cue + key for cue, key in named])
    by_key: dict[str, dict[str, int]] = defaultdict(dict)
    for text, count in cued.items():
        by_key[text[1:]][text[0]] = count
    corpus.cues = by_key
    corpus.inside = _nesting(corpus.documents)
    corpus.series = _series(corpus.documents)
    return corpus


def _series(documents: Iterable[str]) -> frozenset[str]:
    """Return the codes that count something off: a word with five numbers or a leading zero."""
    numbers: dict[str, set[str]] = defaultdict(set)
    for key in documents:
        if key[-1:].isdigit():
            word, space, number = key.rpartition(" ")
            if space and number.isdigit() and " " not in word and word.isalpha():
                numbers[word].add(number)
    return frozenset(
        f"{word} {number}"
        for word, some in numbers.items()
        if len(some) >= MIN_SERIES or any(number[0] == "0" for number in some)
        for number in some
    )


def _count_uses(extraction: Extraction, corpus: Corpus) -> None:
    keys, heavy = extraction.keys, corpus.heavy
    corpus.vague.update(extraction.vague)
    corpus.verbs.update(extraction.verbs)
    corpus.nouns.update(extraction.nouns)
    corpus.tails.update(extraction.tails)
    corpus.modifiers.update(extraction.modifiers)
    for phrase, count in extraction.repeats:
        key = keys[phrase]
        if count > heavy.get(key, 1):
            heavy[key] = count
    heads = [phrase for cue, phrase, _ in extraction.cues if cue in _HEADS]
    if heads:
        more = {phrase for phrase, _ in extraction.repeats}
        corpus.only_heads.update([keys[phrase] for phrase in set(heads) if phrase not in more])


def _boilerplate(extractions: Sequence[Extraction]) -> set[str]:
    """Return the sentences that many documents share: a notice says nothing of its document."""
    counts: Counter[str] = Counter()
    for extraction in extractions:
        counts.update(extraction.sentences)
    least = max(MIN_BOILERPLATE, len(extractions) // 20)
    return {
        text
        for text, count in counts.items()
        if count >= least and len(text) >= MIN_BOILERPLATE_CHARS and text[-1] in ".!?。"
    }


def _without(extraction: Extraction, repeated: set[str]) -> tuple[list[str], list[str]]:
    """Return the phrases and cues of a document that do not come from repeated sentences only."""
    bad = {number for number, text in enumerate(extraction.sentences) if text in repeated}
    more = {phrase for phrase, _ in extraction.repeats}
    firsts = extraction.firsts
    keys = [
        key
        for number, key in enumerate(extraction.keys)
        if firsts[number] not in bad or number in more
    ]
    cues = [
        cue + extraction.keys[phrase]
        for cue, phrase, sentence in extraction.cues
        if sentence not in bad
    ]
    return keys, cues


def _nesting(documents: Mapping[str, int]) -> dict[str, int]:
    """Return, for the phrases inside others, how many documents the most frequent of those has."""
    inside: dict[str, int] = {}
    for key, count in documents.items():
        if count > 1 and (" " in key or not key.isascii()):
            for part in parts_of(key):
                if count > inside.get(part, 0):
                    inside[part] = count
    return inside


def parts_of(key: str) -> list[str]:
    """Return the phrases of two words or characters and more inside a phrase."""
    if " " not in key:
        size = len(key)
        return [
            key[begin:end]
            for begin in range(size)
            for end in range(begin + 2, size + 1)
            if end - begin < size
        ]
    words = key.split()
    size = len(words)
    return [
        " ".join(words[begin:end])
        for begin in range(size)
        for end in range(begin + 2, size + 1)
        if end - begin < size
    ]
