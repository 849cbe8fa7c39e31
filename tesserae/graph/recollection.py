"""Counts over a collection, made from what the last merge left where there is such a thing."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from tesserae.graph.corpus import find_boilerplate
from tesserae.graph.library import Library
from tesserae.graph.remembered import Memory, Remembered
from tesserae.graph.tally import Tally


@dataclass(slots=True)
class Recollection:
    """The counts of the documents of a library, from memory where there is one."""

    library: Library
    remembered: Remembered | None = None
    tally: Tally = field(default_factory=Tally)
    boilerplate: frozenset[str] = frozenset()
    _narrow: set[str] = field(default_factory=set)

    def count(self) -> Tally:
        """Return the counts of all documents."""
        prose = self.library.prose
        self.boilerplate = find_boilerplate([doc.extraction for doc in prose])
        known = self.remembered
        if known is not None and known.memory.boilerplate == self.boilerplate:
            self._narrow = set(known.narrow)
            self.tally = known.memory.tally
            for extraction in known.removed:
                self.tally.remove(extraction, self.boilerplate)
            added = known.added
        else:
            self._widen(known.narrow if known else ())
            added = {doc.path for doc in prose}
        for doc in prose:
            if doc.path in added:
                self.tally.add(doc.extraction, self.boilerplate)
        return self.tally

    def hold(self, phrases: Collection[str]) -> Memory:
        """Make sure that every document holds these phrases, and return what to remember."""
        known = self.remembered
        if known is None or not self._narrow:
            return Memory(self.tally, self.boilerplate, frozenset(phrases))
        missing = set(phrases) - known.memory.phrases
        if missing:
            self._widen(known.holders(missing))
        return Memory(self.tally, self.boilerplate, known.memory.phrases.union(missing))

    def _widen(self, paths: Collection[str]) -> None:
        assert self.remembered is not None or not paths
        for path in paths:
            assert self.remembered is not None
            self.library.put(path, self.remembered.whole(path))
        self._narrow.difference_update(paths)
