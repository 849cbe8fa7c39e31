"""The prompts that an agent remembers though the logs of their sessions may be gone.

Claude Code deletes logs after thirty days by default; `history.jsonl` outlives them. Only times and
folders are taken from it, never what was typed.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from tesserae.model.session import Gap, Host
from tesserae.sessions.fields import parse_instant, text_field
from tesserae.sessions.index import LogIndex
from tesserae.sessions.jsonl import Record, read_records
from tesserae.sessions.refs import LogFile
from tesserae.sessions.walk import Walker

HISTORY_NAME = "history.jsonl"


@dataclass(frozen=True, slots=True)
class HistoryKeys:
    """How an agent spells its history."""

    session: str
    time: str
    cwd: str
    unit_ms: int
    """Milliseconds in the unit of its times."""


@dataclass(slots=True)
class _Seen:
    cwd: str
    first: datetime
    last: datetime
    prompts: int = 1


def read_history(log: LogFile, host: Host, keys: HistoryKeys) -> tuple[Gap, ...]:
    """Read when an agent was asked something, per session and in id order.

    Each is a gap if the session's log is gone; whether it is, the caller knows.

    Raises:
        OSError: The history cannot be read.
    """
    found: dict[str, _Seen] = {}
    for item in read_records(log.path, is_record=lambda fields: keys.session in fields):
        if not isinstance(item, Record):
            continue
        fields = item.fields
        session_id = text_field(fields, keys.session)
        value = fields.get(keys.time)
        at = parse_instant(value * keys.unit_ms if isinstance(value, int | float) else None)
        if not session_id or at is None:
            continue
        seen = found.get(session_id)
        if seen is None:
            found[session_id] = _Seen(text_field(fields, keys.cwd), at, at)
        else:
            seen.first, seen.last = min(seen.first, at), max(seen.last, at)
            seen.prompts += 1
    return tuple(
        Gap(host, session_id, seen.cwd, seen.first, seen.last, seen.prompts)
        for session_id, seen in sorted(found.items())
    )


def find_gaps(
    roots: Iterable[Path],
    read: Callable[[LogFile], tuple[Gap, ...]],
    *,
    known: Container[str],
    walker: Walker,
    index: LogIndex,
) -> list[Gap]:
    """Return the sessions that a history knows and no log holds.

    Args:
        roots: The agent's folders.
        read: Reads its history.
        known: Ids of the sessions whose logs exist.
        walker: Lists folders, and is told of a history that cannot be read.
        index: Remembers histories.
    """
    gaps: list[Gap] = []
    for root in roots:
        for log in walker.files_in(root):
            if log.path.name != HISTORY_NAME:
                continue
            try:
                gaps += [gap for gap in index.history(log, read) if gap.session_id not in known]
            except OSError as error:
                walker.notes.append(f"{log.shown} cannot be read: {error.strerror or error}")
    return gaps
