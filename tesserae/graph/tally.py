"""How often every phrase of a collection stands, and where, as counts that can be taken back.

A document's counts depend on nothing but the document and the sentences that count as boilerplate,
so an edit takes the old version out and puts the new one in. What is kept is only ever added up:
a greatest value is kept as the number of documents that have each value.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from tesserae.extract.extraction import Cue, Extraction

_HEADS = frozenset((Cue.HEADING.value, Cue.TITLE.value))

Count = tuple[Counter[str], Iterable[str]]
"""A table with what a document adds one to."""


@dataclass(slots=True)
class Tally:
    """Counts of phrases, each once per document."""

    documents: Counter[str] = field(default_factory=Counter)
    cued: Counter[str] = field(default_factory=Counter)
    """A cue's letter and the phrase that has it."""
    verbs: Counter[str] = field(default_factory=Counter)
    nouns: Counter[str] = field(default_factory=Counter)
    tails: Counter[str] = field(default_factory=Counter)
    modifiers: Counter[str] = field(default_factory=Counter)
    only_heads: Counter[str] = field(default_factory=Counter)
    vague: Counter[str] = field(default_factory=Counter)
    repeats: dict[int, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """By how often a phrase stands in a document, if more than once."""

    def add(self, extraction: Extraction, boilerplate: Collection[str]) -> None:
        """Count a document; sentences that are boilerplate say nothing of it."""
        for table, found in self._counts(extraction, boilerplate):
            table.update(found)

    def remove(self, extraction: Extraction, boilerplate: Collection[str]) -> None:
        """Take a document out that was counted with the same boilerplate."""
        for table, found in self._counts(extraction, boilerplate):
            for key, count in Counter(found).items():
                left = table[key] - count
                if left > 0:
                    table[key] = left
                else:
                    del table[key]

    def cues(self) -> dict[str, dict[str, int]]:
        """Return, for a phrase, in how many documents it has each cue, by the cue's letter."""
        by_key: dict[str, dict[str, int]] = defaultdict(dict)
        for text, count in self.cued.items():
            by_key[text[1:]][text[0]] = count
        # What follows adds up floats in this order, which must not depend on who came first.
        return {
            key: cues if len(cues) == 1 else dict(sorted(cues.items()))
            for key, cues in by_key.items()
        }

    def heavy(self) -> dict[str, int]:
        """Return how often a phrase stands in the document that has it most, if more than once."""
        found: dict[str, int] = {}
        for count in sorted(self.repeats):
            found.update(dict.fromkeys(self.repeats[count], count))
        return found

    def tables(self) -> dict[str, Mapping[str, int]]:
        """Return all counts by name, to be kept."""
        tables: dict[str, Mapping[str, int]] = {name: getattr(self, name) for name in _TABLES}
        tables.update({str(count): table for count, table in self.repeats.items() if table})
        return tables

    @classmethod
    def of(cls, tables: Mapping[str, Mapping[str, int]]) -> Tally:
        """Return the counts that `tables` gave."""
        tally = cls()
        for name, table in tables.items():
            if name in _TABLES:
                setattr(tally, name, Counter(table))
            else:
                tally.repeats[int(name)] = Counter(table)
        return tally

    def _counts(self, extraction: Extraction, boilerplate: Collection[str]) -> Iterator[Count]:
        keys = extraction.keys
        kept, cued = _without(extraction, boilerplate)
        yield self.documents, kept
        yield self.cued, cued
        yield self.verbs, extraction.verbs
        yield self.nouns, extraction.nouns
        yield self.tails, extraction.tails
        yield self.modifiers, extraction.modifiers
        yield self.vague, extraction.vague
        by_count: dict[int, list[str]] = defaultdict(list)
        for phrase, count in extraction.repeats:
            by_count[count].append(keys[phrase])
        for count, some in by_count.items():
            yield self.repeats[count], some
        heads = {phrase for cue, phrase, _ in extraction.cues if cue in _HEADS}
        if heads:
            heads.difference_update([phrase for phrase, _ in extraction.repeats])
            yield self.only_heads, [keys[phrase] for phrase in heads]


_TABLES = (
    "documents", "cued", "verbs", "nouns", "tails", "modifiers", "only_heads", "vague",
)  # fmt: skip


def _without(extraction: Extraction, boilerplate: Collection[str]) -> tuple[list[str], list[str]]:
    """Return the phrases and cues of a document that do not come from repeated sentences only."""
    keys = extraction.keys
    bad: set[int] = set()
    if boilerplate:
        bad = {at for at, text in enumerate(extraction.sentences) if text in boilerplate}
    if not bad:
        return keys, [cue + keys[phrase] for cue, phrase, _ in extraction.cues]
    more = {phrase for phrase, _ in extraction.repeats}
    firsts = extraction.firsts
    return (
        [key for at, key in enumerate(keys) if firsts[at] not in bad or at in more],
        [cue + keys[phrase] for cue, phrase, sentence in extraction.cues if sentence not in bad],
    )
