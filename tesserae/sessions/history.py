"""The prompts that an agent remembers though the log of their session is gone.

Claude Code deletes logs after thirty days by default; `history.jsonl` outlives them. Only times and
folders are taken from it, never what was typed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from tesserae.model.session import Gap, Host
from tesserae.sessions.fields import parse_instant, text_field
from tesserae.sessions.jsonl import Fields, Record, read_records


@dataclass(frozen=True, slots=True)
class HistoryKeys:
    """How an agent spells its history."""

    file: str
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


def find_gaps(root: Path, host: Host, keys: HistoryKeys, known: frozenset[str]) -> list[Gap]:
    """Find the sessions that a history knows and no log holds.

    Args:
        root: The agent's folder.
        host: The agent.
        keys: How it spells its history.
        known: Ids of the sessions whose logs exist.

    Returns:
        One gap per session, in id order; none where there is no readable history.
    """
    lost: dict[str, _Seen] = {}
    for fields in _entries(root / keys.file):
        session_id = text_field(fields, keys.session)
        value = fields.get(keys.time)
        at = parse_instant(value * keys.unit_ms if isinstance(value, int | float) else None)
        if not session_id or session_id in known or at is None:
            continue
        seen = lost.get(session_id)
        if seen is None:
            lost[session_id] = _Seen(text_field(fields, keys.cwd), at, at)
        else:
            seen.first, seen.last = min(seen.first, at), max(seen.last, at)
            seen.prompts += 1
    return [
        Gap(host, session_id, seen.cwd, seen.first, seen.last, seen.prompts)
        for session_id, seen in sorted(lost.items())
    ]


def _entries(path: Path) -> Iterator[Fields]:
    try:
        for item in read_records(path, is_record=lambda fields: bool(fields)):
            if isinstance(item, Record):
                yield item.fields
    except OSError:
        # No history is no gap: the agent may never have written one.
        return
