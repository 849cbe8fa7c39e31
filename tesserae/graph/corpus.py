"""Counts over all documents: what recurs where, marked how, used as what.

The counting itself is `tally`'s; this is what the counts say.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tesserae.extract.extraction import Extraction
from tesserae.graph.tally import Tally

NAMED = "*"
"""The cue of a phrase that front matter or the settings name."""
TAGGED = "#"
"""The cue of a phrase that a tag names."""
MIN_SERIES = 5
SMALL_DOCUMENTS = 50
SMALL_SENTENCES = 2_500
MIN_BOILERPLATE = 5
MIN_BOILERPLATE_CHARS = 15


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
    inside_heavy: Mapping[str, int] = field(default_factory=dict)
    """For a phrase, how often the most repeated longer phrase around it stands in one document."""
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

    def stands_free(self, key: str) -> bool:
        """Tell whether some document has a phrase much more often than any longer one with it."""
        return self.peak(key) >= 2 * self.inside_heavy.get(key, 1) + 1

    def peak(self, key: str) -> int:
        """Return how often a phrase stands in the document that has it most."""
        return self.heavy.get(key, 1)


def build_corpus(
    tally: Tally,
    extractions: Sequence[Extraction],
    named: Iterable[tuple[str, str]],
    name_parts: frozenset[str] = frozenset(),
) -> Corpus:
    """Return what the counts of all documents say.

    Args:
        tally: The counts, of which the corpus becomes a part.
        extractions: One per document.
        named: (`NAMED` or `TAGGED`, key), once per document that names it.
        name_parts: Folded words of people's names.
    """
    cues = tally.cues()
    for (cue, key), count in sorted(Counter(named).items()):
        cues.setdefault(key, {})[cue] = count
    heavy = tally.heavy()
    return Corpus(
        size=len(extractions),
        sentences=sum(len(extraction.sentences) for extraction in extractions),
        documents=tally.documents,
        heavy=heavy,
        cues=cues,
        verbs=tally.verbs,
        nouns=tally.nouns,
        tails=tally.tails,
        modifiers=tally.modifiers,
        only_heads=tally.only_heads,
        vague=tally.vague,
        inside=_nesting(tally.documents),
        inside_heavy=_nesting(heavy),
        name_parts=name_parts,
        series=_series(tally.documents),
    )


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


def find_boilerplate(extractions: Sequence[Extraction]) -> frozenset[str]:
    """Return the sentences that many documents share: a notice says nothing of its document."""
    counts: Counter[str] = Counter()
    for extraction in extractions:
        counts.update(extraction.sentences)
    least = max(MIN_BOILERPLATE, len(extractions) // 20)
    return frozenset(
        text
        for text, count in counts.items()
        if count >= least and len(text) >= MIN_BOILERPLATE_CHARS and text[-1] in ".!?。"
    )


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
