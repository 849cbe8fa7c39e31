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


@dataclass(frozen=True, slots=True)
class NarrowDocument:
    """A document as the last merge left it."""

    path: str
    sha256: str
    extraction: bytes
    """The JSON text of its narrow extraction."""

    @classmethod
    def of(cls, path: str, sha256: str, extraction: Extraction) -> NarrowDocument:
        """Keep an extraction that is narrow already."""
        return cls(path, sha256, extraction.to_json().encode("utf-8", "surrogatepass"))

    def decode(self) -> Extraction:
        """Return the extraction."""
        return Extraction.from_json(self.extraction.decode("utf-8", "surrogatepass"))


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
            state, *rows = map(_checked, lines)
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
    lines = [json.dumps(state, ensure_ascii=False, separators=(",", ":")).encode(*_BYTES)]
    for document in documents:
        head = json.dumps([document.path, document.sha256], ensure_ascii=False).encode(*_BYTES)
        lines.append(head + b"\t" + document.extraction)
    return b"\n".join([_first_line(), *(b"%08x\t%s" % (zlib.crc32(x), x) for x in lines), b""])


_BYTES = ("utf-8", "surrogatepass")


def _first_line() -> bytes:
    return f"tesserae merge {_FORMAT} {compile_fingerprint()}".encode()


def _checked(line: bytes) -> bytes:
    checksum, _, rest = line.partition(b"\t")
    if int(checksum, 16) != zlib.crc32(rest):
        raise ValueError("damaged")
    return rest


def _memory(line: bytes) -> Memory:
    state = json.loads(line.decode(*_BYTES))
    return Memory(
        Tally.of(state["tables"]), frozenset(state["boilerplate"]), frozenset(state["phrases"])
    )


def _document(line: bytes) -> NarrowDocument:
    head, _, extraction = line.partition(b"\t")
    path, sha256 = json.loads(head.decode(*_BYTES))
    return NarrowDocument(path, sha256, extraction)
