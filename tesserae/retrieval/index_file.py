"""An index as one file that is mapped into memory.

The file is replaced as a whole, so a reader sees the old index or the new one and never a mixture;
a reader that holds the old one keeps it until it opens the new one.
"""

from __future__ import annotations

import json
import logging
import mmap
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesserae.errors import WorkspaceError
from tesserae.retrieval.analysis import ANALYSIS_VERSION, Analyses, Ragged
from tesserae.retrieval.arrays import (
    Rows,
    Strings,
)
from tesserae.retrieval.exact import Directory
from tesserae.retrieval.index import Index, UnitTable, build_index
from tesserae.retrieval.lexical import Lexicon
from tesserae.retrieval.semantic import (
    Encoder,
    Vectors,
)
from tesserae.retrieval.units import Collection

logger = logging.getLogger(__name__)

INDEX_FILE = "index.bin"
_MAGIC = b"tesserae-index-3\n"
_ALIGNMENT = 64


def write_index(index: Index, folder: Path) -> None:
    """Write an index, replacing the one that is there.

    Raises:
        WorkspaceError: The folder cannot be written.
    """
    arrays = _arrays_of(index)
    places: dict[str, dict[str, object]] = {}
    offset = 0
    for name, array in arrays.items():
        places[name] = {"dtype": array.dtype.str, "shape": array.shape, "offset": offset}
        offset += -(-array.nbytes // _ALIGNMENT) * _ALIGNMENT
    header = json.dumps(
        {
            "analysis": ANALYSIS_VERSION,
            "stamp": index.stamp,
            "encoder": index.encoder,
            "arrays": places,
            "size": offset,
        },
        sort_keys=True,
    ).encode()
    header += b" " * (-(len(_MAGIC) + 8 + len(header)) % _ALIGNMENT)
    path = folder / INDEX_FILE
    temporary = path.with_name(f".{INDEX_FILE}.{os.getpid()}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with temporary.open("wb") as file:
            file.write(_MAGIC + len(header).to_bytes(8, "little") + header)
            for array in arrays.values():
                file.write(np.ascontiguousarray(array).data)
                file.write(b"\0" * (-array.nbytes % _ALIGNMENT))
        temporary.replace(path)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise WorkspaceError(f"the index cannot be written: {error.strerror}", path=path) from error


def load_index(folder: Path, *, stamp: str | None = None) -> Index | None:
    """Map the index of a folder into memory.

    Args:
        folder: Where `write_index` put it.
        stamp: The generation that is wanted; any where it is absent.

    Returns:
        The index, or None where there is none, it is of another generation or version, or it is
        damaged, which is also logged: the caller builds it anew.
    """
    path = folder / INDEX_FILE
    try:
        with path.open("rb") as file:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        logger.warning("%s cannot be read (%s) and is built anew", path.name, error)
        return None
    try:
        return _parse(data, stamp=stamp)
    except (ValueError, KeyError, TypeError) as error:
        logger.warning("%s is damaged (%s) and is built anew", path.name, error)
        return None


def open_index(
    folder: Path, collect: Callable[[], Collection], *, stamp: str, encoder: Encoder | None = None
) -> Index:
    """Load the index of a generation, or build it, and write it where it covers all texts.

    Args:
        folder: Where indexes are kept; safe to delete.
        collect: Gives the collection; called only where the index must be built.
        stamp: The generation that is wanted.
        encoder: Makes the vectors; an index made with another one is rebuilt.
    """
    name = encoder.name if encoder else ""
    previous = load_index(folder)
    if previous is not None and previous.stamp == stamp and previous.encoder == name:
        return previous
    collection = collect()
    index = build_index(collection, encoder=encoder, previous=previous, stamp=stamp)
    if collection.is_whole:
        write_index(index, folder)
    return index


_UNIT_STRINGS = ("keys", "titles", "texts", "types", "node_ids", "paths")
_RAGGED = ("plain", "extra", "sure", "doubtful", "own")


def _arrays_of(index: Index) -> dict[str, NDArray[np.generic]]:
    """Name every array of an index; `_parse` reads them back by these names."""
    arrays: dict[str, NDArray[np.generic]] = {}

    def add_strings(name: str, value: Strings) -> None:
        arrays[f"{name}.data"], arrays[f"{name}.bounds"] = value.data, value.bounds

    def add_rows(name: str, value: Rows) -> None:
        arrays[f"{name}.bounds"], arrays[f"{name}.columns"] = value.bounds, value.columns
        arrays[f"{name}.values"] = value.values

    for field in _UNIT_STRINGS:
        add_strings(f"units.{field}", getattr(index.units, field))
    arrays["units.lines"] = index.units.lines
    arrays["units.type_numbers"] = index.units.type_numbers
    add_strings("directory.names", index.directory.names)
    arrays["directory.bounds"] = index.directory.bounds
    arrays["directory.units"] = index.directory.units
    add_strings("lexicon.stems", index.lexicon.stems)
    add_rows("lexicon.postings", index.lexicon.postings)
    arrays["vectors.codes"], arrays["vectors.centre"] = index.vectors.codes, index.vectors.centre
    arrays["vectors.lengths"] = index.vectors.lengths
    add_rows("steps", index.steps)
    add_strings("names", index.names)
    arrays["analyses.hashes"] = index.analyses.hashes
    add_strings("analyses.words", index.analyses.words)
    add_strings("analyses.names", index.analyses.names)
    for field in _RAGGED:
        ragged: Ragged = getattr(index.analyses, field)
        arrays[f"analyses.{field}.bounds"] = ragged.bounds
        arrays[f"analyses.{field}.values"] = ragged.values
    return arrays


def _parse(data: mmap.mmap, *, stamp: str | None) -> Index | None:
    if len(data) < len(_MAGIC):
        raise ValueError(f"{len(data)} bytes are no index")
    if data[: len(_MAGIC)] != _MAGIC:
        return None
    start = len(_MAGIC) + 8
    body = start + int.from_bytes(data[len(_MAGIC) : start], "little")
    header = json.loads(data[start:body])
    if header["analysis"] != ANALYSIS_VERSION or (stamp is not None and header["stamp"] != stamp):
        return None
    if len(data) != body + header["size"]:
        raise ValueError(f"{len(data)} bytes instead of {body + header['size']}")
    return _restore(header, _Reader(data, body, header["arrays"]))


@dataclass(frozen=True, slots=True)
class _Reader:
    """Cuts arrays out of a mapped file."""

    data: mmap.mmap
    body: int
    places: dict[str, dict[str, object]]

    def array(self, name: str) -> NDArray[Any]:
        """Return one array, of whatever type it was written with."""
        place = self.places[name]
        shape = tuple(_whole_numbers(place["shape"]))
        (offset,) = _whole_numbers([place["offset"]])
        return np.frombuffer(
            self.data,
            np.dtype(str(place["dtype"])),
            count=int(np.prod(shape, dtype=np.int64)),
            offset=self.body + offset,
        ).reshape(shape)

    def strings(self, name: str) -> Strings:
        return Strings(self.array(f"{name}.data"), self.array(f"{name}.bounds"))

    def rows(self, name: str) -> Rows:
        bounds, columns = self.array(f"{name}.bounds"), self.array(f"{name}.columns")
        return Rows(bounds, columns, self.array(f"{name}.values"))

    def ragged(self, name: str) -> Ragged:
        return Ragged(self.array(f"{name}.bounds"), self.array(f"{name}.values"))


def _restore(header: dict[str, str], read: _Reader) -> Index:
    tables = {field: read.strings(f"units.{field}") for field in _UNIT_STRINGS}
    units = UnitTable(
        **tables,
        lines=read.array("units.lines"),
        type_numbers=read.array("units.type_numbers"),
    )
    return Index(
        stamp=header["stamp"],
        encoder=header["encoder"],
        units=units,
        directory=Directory(
            read.strings("directory.names"),
            read.array("directory.bounds"),
            read.array("directory.units"),
        ),
        lexicon=Lexicon(read.strings("lexicon.stems"), read.rows("lexicon.postings"), len(units)),
        vectors=Vectors(
            read.array("vectors.codes"), read.array("vectors.lengths"), read.array("vectors.centre")
        ),
        steps=read.rows("steps"),
        names=read.strings("names"),
        analyses=Analyses(
            hashes=read.array("analyses.hashes"),
            words=read.strings("analyses.words"),
            names=read.strings("analyses.names"),
            **{field: read.ragged(f"analyses.{field}") for field in _RAGGED},
        ),
    )


def _whole_numbers(values: object) -> list[int]:
    if not isinstance(values, list):
        raise TypeError("a shape or an offset is not a number")
    return [int(value) for value in values]
