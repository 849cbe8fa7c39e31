r"""Records of a JSON Lines log, whatever happened to the file.

Lines end at `\n` and nowhere else: the other line breaks that `str.splitlines` knows stand raw in
JSON strings. A damaged record costs itself: it is yielded as `Rejected` with its line number, and
the records around it, even one that was glued to its stub, are kept. A line over the limit is
measured and previewed, never held or parsed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

from tesserae.sessions.frames import Damage, chunks

MAX_LINE_BYTES = 32 << 20
SHRINK_BYTES = 1 << 20
"""A longer line has its long strings cut before it is parsed."""
MAX_PARSED_BYTES = 8 << 20
"""What must be left of a line for it to be parsed: parsed values take up to thirty times that."""
PREVIEW_BYTES = 64 << 10
MAX_STRING_BYTES = 64 << 10
MAX_DEPTH = 100
MAX_HEAD_RECORDS = 200
"""A log that tells nothing of itself in so many records tells nothing."""

Fields: TypeAlias = Mapping[str, Any]
"""A decoded record; only the readers look into it."""
RecordTest: TypeAlias = Callable[[Fields], bool]

_DECODER = json.JSONDecoder()
_BOM = b"\xef\xbb\xbf"
_STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_STRINGS = re.compile(_STRING.encode(), re.DOTALL)
_STRUCTURE = re.compile(_STRING + r"|[\[\]{}]", re.DOTALL)
_SPACE = re.compile(r"\s*")
_HALF_ESCAPE = re.compile(rb"\\(?:u[0-9A-Fa-f]{0,3})?\Z")
_HUGE_NUMBER = re.compile(r"-?\d{400,}")
_MAX_CANDIDATES = 2_000
_MAX_REPARSED = 24
"""How many times its own length the search for records in a damaged line may cost."""


@dataclass(frozen=True, slots=True)
class Record:
    """One decoded record and the line it stands on."""

    line: int
    """1-based."""
    fields: Fields
    digest: int = 0
    """Of the record's bytes; equal records have equal digests within one run."""


@dataclass(frozen=True, slots=True)
class Oversize:
    """A line that is too long to be parsed."""

    line: int
    size: int
    """Bytes."""
    head: bytes
    tail: bytes

    def peek(self, key: str) -> str:
        """Return a text field that stands near one of its ends; empty where none does."""
        pattern = re.compile(rb'"%s":\s?"([^"\\]{1,2000})' % key.encode())
        match = pattern.search(self.head) or pattern.search(self.tail)
        return match[1].decode("utf-8", "replace") if match else ""


@dataclass(frozen=True, slots=True)
class Fault:
    """A record that is lost."""

    line: int
    reason: str


def read_records(path: Path, *, is_record: RecordTest) -> Iterator[Record | Oversize | Fault]:
    """Read a log file record by record, in bounded memory.

    Args:
        path: A plain or compressed JSON Lines file.
        is_record: Tells a record of this host from an object inside one; asked only about objects
            that are found in the middle of a damaged line.

    Raises:
        OSError: The file cannot be read.
    """
    cut_line = 0
    for number, line in _lines(chunks(path)):
        if isinstance(line, bytes):
            for found in parse_line(line, number=number, is_record=is_record):
                # The fault that cut this line short is counted already.
                if number != cut_line or isinstance(found, Record):
                    yield found
        elif isinstance(line, Damage):
            cut_line = number
            yield Fault(number, line.reason)
        else:
            yield line


def first_records(path: Path, *, is_record: RecordTest) -> Iterator[Fields]:
    """Read the beginning of a log, at most `MAX_HEAD_RECORDS` records.

    A header may be over 100 KB (instructions, tool schemas), so it is read record by record and not
    as a fixed number of bytes.

    Raises:
        OSError: The file cannot be read.
    """
    for item in islice(read_records(path, is_record=is_record), MAX_HEAD_RECORDS):
        if isinstance(item, Record):
            yield item.fields


def parse_line(line: bytes, *, number: int, is_record: RecordTest) -> Iterator[Record | Fault]:
    """Parse one line; a blank one holds nothing, a damaged one may hold several records."""
    text = line
    if b"\0" in text:
        text = text.replace(b"\0", b"")
        if not text.strip():
            yield Fault(number, "a run of NUL bytes")
            return
    text = text.removeprefix(_BOM).strip()
    if not text:
        return
    if len(text) > SHRINK_BYTES:
        text = _STRINGS.sub(_cut_string, text)
        if len(text) > MAX_PARSED_BYTES:
            yield Fault(number, f"a record of {len(line):,} bytes has too many parts to be parsed")
            return
    value: object = None
    try:
        decoded = text.decode()
        value, end = _DECODER.raw_decode(decoded)
        is_whole = end == len(decoded)
    except (ValueError, RecursionError):
        is_whole = False
    if not is_whole:
        yield from _parse_damaged(text, number=number, is_record=is_record)
        return
    if isinstance(value, dict):
        yield Record(number, value, hash(text))
    else:
        yield Fault(number, "not a JSON object")


def _lines(
    stream: Iterator[bytes | Damage],
) -> Iterator[tuple[int, bytes | Damage | Oversize]]:
    """Split a stream of chunks into numbered lines, without their line breaks."""
    number = 1
    pending: list[bytes] = []
    size = 0
    tail = b""
    for chunk in stream:
        if isinstance(chunk, Damage):
            # The line that the fault cut short is yielded by the newline that follows it.
            yield number, chunk
            continue
        start = 0
        while True:
            end = chunk.find(b"\n", start)
            piece = chunk[start:] if end < 0 else chunk[start:end]
            if size + len(piece) <= MAX_LINE_BYTES:
                pending.append(piece)
            else:
                pending, tail = _shorten(pending, tail, piece)
            size += len(piece)
            if end < 0:
                break
            yield number, _finish_line(pending, number, size, tail)
            number, pending, size, tail = number + 1, [], 0, b""
            start = end + 1
    if size:
        yield number, _finish_line(pending, number, size, tail)


def _shorten(pending: list[bytes], tail: bytes, piece: bytes) -> tuple[list[bytes], bytes]:
    """Keep the beginning and the end of a line that has become too long."""
    head = b"".join(pending)[:PREVIEW_BYTES] if pending else b""
    if len(head) < PREVIEW_BYTES and not tail:
        head += piece[: PREVIEW_BYTES - len(head)]
    return [head], (tail + piece)[-PREVIEW_BYTES:]


def _finish_line(pending: list[bytes], number: int, size: int, tail: bytes) -> bytes | Oversize:
    if size > MAX_LINE_BYTES:
        return Oversize(number, size, b"".join(pending), tail)
    return pending[0] if len(pending) == 1 else b"".join(pending)


def _cut_string(match: re.Match[bytes]) -> bytes:
    """Cut a long JSON string at a place that is not inside an escape or a character."""
    string = match[0]
    if len(string) <= MAX_STRING_BYTES:
        return string
    kept = string[1:MAX_STRING_BYTES]
    while kept and kept[-1] & 0xC0 == 0x80:
        kept = kept[:-1]
    if kept and kept[-1] >= 0xC0:
        kept = kept[:-1]
    backslash = kept.rfind(b"\\", -6)
    if backslash >= 0 and _HALF_ESCAPE.match(kept, backslash):
        run = len(kept) - len(kept[: backslash + 1].rstrip(b"\\")) - (len(kept) - backslash - 1)
        # An even run of backslashes is a run of whole escapes.
        if run % 2:
            kept = kept[:backslash]
    return b'"%s\\n[%d bytes are not shown]"' % (kept, len(string) - 2 - len(kept))


def _parse_damaged(line: bytes, *, number: int, is_record: RecordTest) -> Iterator[Record | Fault]:
    """Find what is whole in a line that is not one JSON value."""
    # Python refuses to convert numbers of over 4,300 digits.
    text = _HUGE_NUMBER.sub("0", line.decode("utf-8", "replace"))
    whole = _lenient(text)
    if isinstance(whole, dict):
        yield Record(number, whole, hash(line))
        return
    if whole is not None:
        yield Fault(number, "not a JSON object")
        return
    found, lost = _records_in(text, is_record)
    if lost or not found:
        yield Fault(number, "not valid JSON" if not found else "a record was cut off")
    for fields, source in found:
        yield Record(number, fields, hash(source.encode("utf-8", "replace")))


def _lenient(text: str) -> object:
    """Parse text that is valid but for what Python's parser refuses; None where it is not."""
    try:
        return json.loads(text)
    except RecursionError:
        value, end = _parse_flattened(text)
        return value if end == len(text) else None
    except ValueError:
        return None


def _parse_flattened(text: str, start: int = 0) -> tuple[object, int]:
    """Parse an object without what is nested in it more deeply than the parser can follow.

    Returns:
        The object and where it ends; None where it does not end or is not valid.
    """
    kept: list[str] = []
    depth = 0
    position = start
    for match in _STRUCTURE.finditer(text, start):
        token = match[0]
        if token in "[{":
            depth += 1
            if depth == MAX_DEPTH + 1:
                kept += (text[position : match.start()], "null")
        elif token in "]}":
            if depth == MAX_DEPTH + 1:
                position = match.end()
            depth -= 1
            if depth == 0:
                kept.append(text[position : match.end()])
                return _load("".join(kept)), match.end()
    return None, start


def _load(text: str) -> object:
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value


def _records_in(text: str, is_record: RecordTest) -> tuple[list[tuple[Fields, str]], bool]:
    """Find the records in a line that was cut, glued together, or both.

    A record is an object that ends where the line ends or where the next object starts. A stub
    before it is lost; so is a record inside which another one starts.

    Returns:
        The records in order with their text, and whether something before or after them is lost.
    """
    found: list[tuple[Fields, str]] = []
    start = text.find("{")
    # Where a record is bound to start: at the line's beginning, and where a whole one ended.
    boundary = 0
    work = candidates = 0
    lost = start > 0
    while start >= 0 and candidates < _MAX_CANDIDATES and work < _MAX_REPARSED * len(text):
        candidates += 1
        try:
            value, end = _DECODER.raw_decode(text, start)
        except RecursionError:
            value, end = _parse_flattened(text, start)
            work += len(text) - start
        except json.JSONDecodeError as error:
            value, end = None, start + 1
            work += error.pos - start
        rest = _skip_space(text, end)
        is_followed = rest == len(text) or text[rest] == "{"
        if isinstance(value, dict) and _is_whole(
            is_record(value), is_followed=is_followed, is_bound=start == boundary
        ):
            found.append((value, text[start:end]))
            boundary = rest
            lost = lost or not is_followed
            start = text.find("{", rest)
        else:
            work += end - start
            lost = True
            start = text.find('{"', start + 1)
    return found, lost


def _is_whole(is_record: bool, *, is_followed: bool, is_bound: bool) -> bool:
    """Say whether an object in a damaged line is a record and not a part of one."""
    if is_bound:
        return is_record or is_followed
    return is_record and is_followed


def _skip_space(text: str, position: int) -> int:
    match = _SPACE.match(text, position)
    return match.end() if match else position
