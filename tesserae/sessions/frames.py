"""The bytes of a log file, decompressed where it is zstd, as chunks of bounded size.

A compressed log is a chain of frames: one for a Codex rollout, one per write for DSH. The frames
are found by walking their block headers (RFC 8878, section 3.1.1), because a streaming decoder
stops without a word at the first frame's end or at a torn tail, and gives up at a damaged frame
though the frames after it are whole.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, BinaryIO, cast

import zstandard

CHUNK_BYTES = 1 << 20
MAGIC = b"\x28\xb5\x2f\xfd"
MAX_WINDOW_BYTES = 1 << 26
"""A frame that asks for a larger window than 64 MiB is not one that an agent wrote."""

_SKIPPABLE = b"\x2a\x4d\x18"
_DICTIONARY_ID_BYTES = (0, 1, 2, 4)
_CONTENT_SIZE_BYTES = (0, 2, 4, 8)
_RLE, _RESERVED = 1, 3


@dataclass(frozen=True, slots=True)
class Damage:
    """Bytes of the file that cannot be decoded; what follows them is read."""

    reason: str


@dataclass(frozen=True, slots=True)
class _Frame:
    start: int
    end: int
    is_data: bool = True
    fault: str = ""


def chunks(path: Path) -> Iterator[bytes | Damage]:
    """Read a log file in chunks of at most `CHUNK_BYTES`.

    Whether it is compressed is told by its first bytes, not by its name. A fault in the stream is
    yielded in its place, and a newline after it, so that no record is glued together across it.

    Raises:
        OSError: The file cannot be opened or is not a regular file.
    """
    # Not blocking: a FIFO with a transcript's name would otherwise hang the reader.
    descriptor = os.open(path, os.O_RDONLY | _O_NONBLOCK | _O_BINARY)
    with os.fdopen(descriptor, "rb", buffering=0) as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(f"not a regular file: {path.name}")
        head = file.read(len(MAGIC))
        file.seek(0)
        if head == MAGIC or head[1:] == _SKIPPABLE:
            yield from _decoded(file)
        else:
            yield from _plain(file)


_O_NONBLOCK = getattr(os, "O_NONBLOCK", 0)
_O_BINARY = getattr(os, "O_BINARY", 0)


def _plain(file: BinaryIO) -> Iterator[bytes]:
    while chunk := file.read(CHUNK_BYTES):
        yield chunk


def _decoded(file: BinaryIO) -> Iterator[bytes | Damage]:
    decoder = zstandard.ZstdDecompressor(max_window_size=MAX_WINDOW_BYTES)
    for frame in _frames(file):
        fault = frame.fault
        if frame.is_data:
            section = cast("IO[bytes]", _Section(file, frame.start, frame.end))
            try:
                with decoder.stream_reader(section, closefd=False) as reader:
                    while chunk := reader.read(CHUNK_BYTES):
                        yield chunk
            except zstandard.ZstdError:
                fault = fault or "a compressed frame is damaged"
        if fault:
            yield Damage(fault)
            yield b"\n"


def _frames(file: BinaryIO) -> Iterator[_Frame]:
    """Walk the frames of a file, resuming at the next magic number after a fault."""
    size = file.seek(0, os.SEEK_END)
    position = 0
    while position < size:
        frame = _frame_at(file, position, size)
        if frame is None or not _starts_frame(file, frame.end, size):
            following = _find_magic(file, position + 1, size)
            is_tail = following == size
            fault = "the file ends inside a compressed frame" if is_tail else "damaged frame"
            frame = _Frame(position, following, is_data=_magic_at(file, position), fault=fault)
        yield frame
        position = frame.end


def _frame_at(file: BinaryIO, start: int, size: int) -> _Frame | None:
    """Return the whole frame that starts here, or None where there is none or it is torn."""
    file.seek(start)
    head = file.read(18)
    if head[1:4] == _SKIPPABLE and head[:1] and head[0] & 0xF0 == 0x50:
        end = start + 8 + int.from_bytes(head[4:8], "little")
        return _Frame(start, end, is_data=False) if len(head) >= 8 and end <= size else None
    if head[:4] != MAGIC or len(head) < 6:
        return None
    descriptor = head[4]
    is_single_segment = descriptor >> 5 & 1
    content_size = _CONTENT_SIZE_BYTES[descriptor >> 6] or is_single_segment
    position = start + 5 + (1 - is_single_segment)
    position += _DICTIONARY_ID_BYTES[descriptor & 3] + content_size
    is_last = False
    while not is_last:
        file.seek(position)
        header = file.read(3)
        if len(header) < 3:
            return None
        block = int.from_bytes(header, "little")
        is_last, kind = bool(block & 1), block >> 1 & 3
        if kind == _RESERVED:
            return None
        position += 3 + (1 if kind == _RLE else block >> 3)
    end = position + (4 if descriptor >> 2 & 1 else 0)
    return _Frame(start, end) if end <= size else None


def _starts_frame(file: BinaryIO, position: int, size: int) -> bool:
    """Say whether a frame may start here: a wrong block size in the one before shows here."""
    if position == size:
        return True
    file.seek(position)
    head = file.read(4)
    # A torn tail may be shorter than a magic number.
    return MAGIC.startswith(head) or (head[1:] == _SKIPPABLE and head[0] & 0xF0 == 0x50)


def _magic_at(file: BinaryIO, position: int) -> bool:
    file.seek(position)
    return file.read(len(MAGIC)) == MAGIC


def _find_magic(file: BinaryIO, start: int, size: int) -> int:
    """Return where the next frame's magic number stands, or the size of the file."""
    position = start
    while position < size:
        file.seek(position)
        block = file.read(CHUNK_BYTES)
        found = block.find(MAGIC)
        if found >= 0:
            return position + found
        position += max(1, len(block) - len(MAGIC) + 1) if len(block) >= len(MAGIC) else size
    return size


class _Section:
    """A part of a file, as far as a decoder reads from it."""

    def __init__(self, file: BinaryIO, start: int, end: int) -> None:
        self._file = file
        self._position = start
        self._end = end

    def read(self, size: int) -> bytes:
        """Return the next bytes of the part, empty at its end."""
        self._file.seek(self._position)
        data = self._file.read(min(size, self._end - self._position))
        self._position += len(data)
        return data
