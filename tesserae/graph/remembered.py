"""What one merge leaves to the next, so that an edit costs what it changed.

Nothing of it is a result: counts are taken back and added to exactly, and documents that did not
change are read for their terms only. With or without it, the graph is the same to the last byte.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from tesserae.extract.extraction import Extraction
from tesserae.graph.narrow import narrow
from tesserae.graph.tally import Tally


@dataclass(frozen=True, slots=True)
class Memory:
    """The state of a merge."""

    tally: Tally
    """The counts over all documents."""
    boilerplate: frozenset[str]
    """The sentences that those counts leave out."""
    phrases: frozenset[str]
    """The phrases that a narrow extraction of a document still holds."""

    def narrow(self, extraction: Extraction) -> Extraction:
        """Return what the next merge needs of a document that does not change."""
        return narrow(extraction, self.phrases)


@dataclass(frozen=True, slots=True)
class Remembered:
    """The state of the last merge, and how the documents differ from those it saw."""

    memory: Memory
    narrow: Collection[str]
    """Paths of the documents that are given narrow; these did not change."""
    added: Collection[str]
    """Paths of the documents that are not in the counts."""
    removed: Collection[Extraction]
    """Whole extractions that are in the counts and no longer hold."""
    whole: Callable[[str], Extraction]
    """Return the whole extraction of a document that is given narrow."""
    holders: Callable[[Collection[str]], Collection[str]]
    """Return the paths of the documents given narrow that may hold one of some phrases."""
