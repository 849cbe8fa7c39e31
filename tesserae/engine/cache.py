"""The extractions of the last compile, one line for each source, safe to delete.

A line holds the source's path, the hash of its content, what its front matter says about dates and
faults, and the extraction; a checksum leads it, so that a damaged line costs one extraction. Lines
of unchanged sources are copied, not rendered anew.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from tesserae.engine.fingerprint import extraction_fingerprint
from tesserae.extract import Extraction
from tesserae.model.source import Skipped
from tesserae.sources.load import StatedDates

CACHE_NAME = "extractions.tsv"
_FORMAT = 1
_CHECKSUM = 8
"""Digits of the checksum that leads a line."""


@dataclass(frozen=True, slots=True)
class CachedExtraction:
    """What is kept of one source."""

    path: str
    sha256: str
    stated: StatedDates
    fault: Skipped | None
    line: bytes
    """The line of the file, checksum and all: most are only copied."""

    @classmethod
    def of(
        cls, path: str, sha256: str, stated: StatedDates, fault: Skipped | None, text: str
    ) -> CachedExtraction:
        """Keep an extraction, given as its text."""
        dates = [day and day.isoformat() for day in (stated.created, stated.updated)]
        head = json.dumps([path, sha256, *dates, fault and fault.reason])
        rest = b"%s\t%s" % (head.encode(), text.encode("utf-8", "surrogatepass"))
        return cls(path, sha256, stated, fault, b"%08x\t%s" % (zlib.crc32(rest), rest))

    @property
    def data(self) -> bytes:
        """The JSON text of the extraction, as bytes."""
        return self.line.split(b"\t", 2)[2]

    @property
    def extraction(self) -> str:
        """The JSON text of the extraction."""
        return self.data.decode("utf-8", "surrogatepass")

    def decode(self) -> Extraction | None:
        """Return the extraction; None where the line was made by a careless hand."""
        try:
            return Extraction.from_json(self.extraction)
        except (ValueError, TypeError, IndexError, KeyError, AttributeError):
            return None


class ExtractionCache:
    """The cached extractions of one project, by path."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self._found: dict[str, CachedExtraction] = {}
        for line in lines:
            cached = _parse_line(line)
            if cached is not None:
                self._found[cached.path] = cached

    @classmethod
    def load(cls, path: Path) -> ExtractionCache:
        """Read the cache; one that is absent or made by other code is empty."""
        try:
            data = path.read_bytes()
        except OSError:
            return cls(())
        first, *lines = data.split(b"\n")
        return cls(lines if first == _first_line() else ())

    def get(self, path: str, sha256: str) -> CachedExtraction | None:
        """Return what is kept of a source with this content."""
        cached = self._found.get(path)
        return cached if cached is not None and cached.sha256 == sha256 else None

    def extraction(self, path: str, sha256: str) -> Extraction | None:
        """Return the extraction of a source with this content, if it is kept whole."""
        cached = self.get(path, sha256)
        return None if cached is None else cached.decode()


def render_cache(extractions: Iterable[CachedExtraction]) -> bytes:
    """Render the file that `ExtractionCache.load` reads."""
    return b"\n".join([_first_line(), *(cached.line for cached in extractions), b""])


def _first_line() -> bytes:
    return f"tesserae extractions {_FORMAT} {extraction_fingerprint()}".encode()


def _parse_line(line: bytes) -> CachedExtraction | None:
    try:
        if int(line[:_CHECKSUM], 16) != zlib.crc32(memoryview(line)[_CHECKSUM + 1 :]):
            return None
        head = line[_CHECKSUM + 1 : line.index(b"\t", _CHECKSUM + 1)]
        path, sha256, created, updated, fault = json.loads(head)
        return CachedExtraction(
            path,
            sha256,
            StatedDates(_date(created), _date(updated)),
            None if fault is None else Skipped(path, fault, is_fault=True),
            line,
        )
    except (ValueError, TypeError):
        return None


def _date(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)
