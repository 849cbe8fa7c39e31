"""What a session did, as JSON and back: kept so that an unchanged log is not parsed again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from tesserae.activity.digest import FindingItem, PullRequestItem, Said, SessionDay
from tesserae.model.session import Host


def session_day_to_json(day: SessionDay) -> dict[str, Any]:
    """Return a session's day as JSON; instants are ISO texts."""
    found = _plain(asdict(day))
    assert isinstance(found, dict)
    return found


def session_day_from_json(data: Mapping[str, Any]) -> SessionDay:
    """Read a session's day.

    Raises:
        KeyError, TypeError, ValueError: It is none.
    """
    host = Host(data["host"])
    outcome = data["outcome"]
    return SessionDay(
        host=host,
        id=data["id"],
        title=data["title"],
        first=datetime.fromisoformat(data["first"]),
        last=datetime.fromisoformat(data["last"]),
        human_turns=data["human_turns"],
        turns=data["turns"],
        undone_turns=data["undone_turns"],
        requests=tuple(map(_said, data["requests"])),
        undone=tuple(map(_said, data["undone"])),
        outcome=None if outcome is None else _said(outcome),
        is_unanswered=data["is_unanswered"],
        files_written=tuple(data["files_written"]),
        files_read=tuple(data["files_read"]),
        failures=data["failures"],
        findings=tuple(FindingItem(**_timed(each, host=host)) for each in data["findings"]),
        pull_requests=tuple(PullRequestItem(**_timed(each)) for each in data["pull_requests"]),
    )


def _said(data: Mapping[str, Any]) -> Said:
    return Said(**_timed(data))


def _timed(data: Mapping[str, Any], **more: object) -> dict[str, Any]:
    return {**data, **more, "at": datetime.fromisoformat(data["at"])}


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
