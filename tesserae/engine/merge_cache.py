"""What a merge leaves to the next one, on disk: counts, and each document without what is no term.

The first line says which code made it; a checksum leads every other. The second holds the counts,
each of the rest a document. A file that is damaged anywhere is no file: then the next merge reads
everything anew, and the graph is the same.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tesserae.engine.fingerprint import compile_fingerprint
from tesserae.extract import Extraction
from tesserae.graph.remembered import Memory
from tesserae.graph.tally import Tally

CACHE_NAME = "merge.tsv"
_FORMAT = 1
_CHECKSUM = 8
_BYTES = ("utf-8", "surrogatepass")


@dataclass(frozen=True, slots=True)
class NarrowDocument:
    """A document as the last merge left it."""

    path: str
    sha256: str
    line: bytes
    """The line of the file, checksum and all: most are only copied."""

    @classmethod
    def of(cls, path: str, sha256: str, extraction: Extraction) -> NarrowDocument:
        """Keep an extraction that is narrow already."""
        head = json.dumps([path, sha256])
        return cls(path, sha256, _checked(f"{head}\t{extraction.to_json()}"))

    def decode(self) -> Extraction:
        """Return the extraction."""
        return Extraction.from_json(self.line.split(b"\t", 2)[2].decode(*_BYTES))


@dataclass(frozen=True, slots=True)
class MergeCache:
    """The state of the last merge with its documents by path."""

    memory: Memory
    documents: Mapping[str, NarrowDocument]

    @classmethod
    def load(cls, path: Path) -> MergeCache | None:
        """Read the cache; one that is absent, damaged or made by other code is none."""
        try:
            first, *lines = path.read_bytes().split(b"\n")
            if first != _first_line() or lines.pop():
                return None
            state, *rows = lines
            return cls(_memory(state), {row.path: row for row in map(_document, rows)})
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None


def render_merge_cache(memory: Memory, documents: Iterable[NarrowDocument]) -> bytes:
    """Render the file that `MergeCache.load` reads."""
    state = {
        "boilerplate": sorted(memory.boilerplate),
        "phrases": sorted(memory.phrases),
        "tables": memory.tally.tables(),
    }
    text = json.dumps(state, ensure_ascii=False, separators=(",", ":"))
    lines = (document.line for document in documents)
    return b"\n".join([_first_line(), _checked(text), *lines, b""])


def _first_line() -> bytes:
    return f"tesserae merge {_FORMAT} {compile_fingerprint()}".encode()


def _checked(text: str) -> bytes:
    """Return the line that holds a text, with its checksum before it."""
    rest = text.encode(*_BYTES)
    return b"%08x\t%s" % (zlib.crc32(rest), rest)


def _check(line: bytes) -> None:
    checksum = b"%08x\t" % zlib.crc32(memoryview(line)[_CHECKSUM + 1 :])
    if not line.startswith(checksum):
        raise ValueError("damaged")


def _memory(line: bytes) -> Memory:
    _check(line)
    state = json.loads(line[_CHECKSUM + 1 :].decode(*_BYTES))
    return Memory(
        Tally.of(state["tables"]), frozenset(state["boilerplate"]), frozenset(state["phrases"])
    )


def _document(line: bytes) -> NarrowDocument:
    _check(line)
    path, sha256 = json.loads(line[_CHECKSUM + 1 : line.index(b"\t", _CHECKSUM + 1)])
    return NarrowDocument(path, sha256, line)
