"""Between which times the records of a log lie, found without parsing it.

Every key that holds a time is taken, wherever it stands, so the span may be too wide and is never
too narrow; that is what it is for: to leave out logs that cannot matter for a window.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from tesserae.sessions.fields import parse_instant
from tesserae.sessions.frames import Damage, chunks
from tesserae.sessions.refs import LogFile

_TEXT_TIME = re.compile(rb'"timestamp":\s?"([^"]{10,40})"')
_NUMBER_TIME = re.compile(rb'"(?:time0?|createdAt)":\s?(\d{12,14})\b')
_USUAL_LENGTH = len("2026-01-01T00:00:00.000Z")
_OVERLAP = 96
"""Longer than any time with its key, so that none is lost between two chunks."""


@dataclass(frozen=True, slots=True)
class Span:
    """The first and the last time in a log; None where it holds none."""

    first: datetime | None = None
    last: datetime | None = None

    def may_overlap(self, start: datetime, end: datetime) -> bool:
        """Say whether something in the log may lie in [start, end)."""
        if self.first is None or self.last is None:
            return True
        return self.first < end and self.last >= start


def read_span(log: LogFile) -> Span:
    """Scan a log for times.

    Raises:
        OSError: It cannot be read.
    """
    found: list[datetime] = []
    tail = b""
    for chunk in chunks(log.path):
        if isinstance(chunk, Damage):
            continue
        data = tail + chunk
        found += _ends(_TEXT_TIME.findall(data))
        numbers = sorted({int(number) for number in _NUMBER_TIME.findall(data)})
        found += [at for at in map(parse_instant, (*numbers[:1], *numbers[-1:])) if at]
        found = [min(found), max(found)] if found else []
        tail = data[-_OVERLAP:]
    return Span(found[0], found[-1]) if found else Span()


def _ends(stamps: list[bytes]) -> list[datetime]:
    """Return the earliest and the latest of these times, and all that are spelled unusually.

    The usual spelling sorts as text, which spares parsing hundreds of thousands of them.
    """
    distinct = set(stamps)
    usual = sorted(s for s in distinct if len(s) == _USUAL_LENGTH and s.endswith(b"Z"))
    found = [at for at in map(_parse, distinct.difference(usual)) if at]
    for ordered in (usual, reversed(usual)):
        found += [at for at in [next(filter(None, map(_parse, ordered)), None)] if at]
    return found


def _parse(stamp: bytes) -> datetime | None:
    return parse_instant(stamp.decode("ascii", "replace"))
