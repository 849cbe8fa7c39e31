"""Which documents a merge need not read whole, because the last one left what it takes of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tesserae.engine.cache import ExtractionCache
from tesserae.engine.merge_cache import MergeCache, NarrowDocument
from tesserae.extract import Extraction
from tesserae.graph.remembered import Memory, Remembered
from tesserae.sources.files import SourceRef

MAX_CHANGED_SHARE = 2
"""One in so many documents that changed is too much to go on from the last merge."""
MAX_SEARCHED = 40
"""Phrases from which on reading all documents is faster than looking for each phrase."""


@dataclass(slots=True)
class Recall:
    """The last merge beside the extractions that it was made of."""

    merged: MergeCache
    extractions: ExtractionCache
    again: Callable[[str], Extraction]
    """Extract a source whose kept extraction is lost."""
    narrow: dict[str, NarrowDocument] = field(default_factory=dict)
    """The documents that this compile takes as the last merge left them."""
    whole: dict[str, Extraction] = field(default_factory=dict)
    """Those of them that had to be read whole after all."""

    @classmethod
    def look(
        cls,
        path: Path,
        refs: Iterable[SourceRef],
        extractions: ExtractionCache,
        again: Callable[[str], Extraction],
    ) -> Recall | None:
        """Return what the last merge left, unless most of it has changed."""
        merged = MergeCache.load(path)
        if merged is None:
            return None
        now = {ref.path: ref.sha256 for ref in refs}
        known = merged.documents.values()
        changed = sum(now.get(each.path) != each.sha256 for each in known)
        if changed * MAX_CHANGED_SHARE > len(known):
            return None
        return cls(merged, extractions, again)

    def take(self, ref: SourceRef) -> Extraction | None:
        """Return the narrow extraction of a document that did not change, or None."""
        known = self.merged.documents.get(ref.path)
        if known is None or known.sha256 != ref.sha256:
            return None
        try:
            extraction = known.decode()
        except (ValueError, TypeError, IndexError, KeyError, AttributeError):
            return None
        self.narrow[ref.path] = known
        return extraction

    def remembered(self, sha256: Mapping[str, str]) -> Remembered | None:
        """Return what a merge may go on from; None where an old extraction is lost.

        Args:
            sha256: The hash of every document that is merged now, by path.
        """
        removed = []
        for path, known in self.merged.documents.items():
            if sha256.get(path) != known.sha256:
                extraction = self.extractions.extraction(path, known.sha256)
                if extraction is None:
                    return None
                removed.append(extraction)
        documents = self.merged.documents
        return Remembered(
            memory=self.merged.memory,
            narrow=self.narrow.keys(),
            added={
                path
                for path, value in sha256.items()
                if path not in documents or documents[path].sha256 != value
            },
            removed=removed,
            whole=self.read,
            holders=self._holders,
        )

    def read(self, path: str) -> Extraction:
        """Return the whole extraction of a document that was taken narrow."""
        extraction = self.extractions.extraction(path, self.narrow[path].sha256)
        self.whole[path] = extraction if extraction is not None else self.again(path)
        return self.whole[path]

    def leave(
        self, path: str, sha256: str, extraction: Extraction, memory: Memory
    ) -> NarrowDocument:
        """Return what the next merge takes of a document, given as it was merged now."""
        known = self.narrow.get(path)
        if known is not None and path not in self.whole:
            return known
        return NarrowDocument.of(path, sha256, memory.narrow(self.whole.get(path, extraction)))

    def _holders(self, phrases: Collection[str]) -> Collection[str]:
        """Return the paths of the narrow documents that may hold one of some phrases."""
        if len(phrases) > MAX_SEARCHED:
            return list(self.narrow)
        wanted = [
            json.dumps(phrase, ensure_ascii=False)[1:-1].encode("utf-8", "surrogatepass")
            for phrase in phrases
        ]
        return [
            path
            for path, known in self.narrow.items()
            if (cached := self.extractions.get(path, known.sha256)) is not None
            and any(phrase in cached.data for phrase in wanted)
        ]
