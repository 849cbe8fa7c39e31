"""What is remembered of log files, so that an unchanged one is not read again.

The key is (path, size, mtime): a time of modification says whether a file is the same one, never
when its work was done. The index is a cache; without it, or with a damaged one, results are the
same and take longer.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tesserae.model.session import Gap, Host, SessionRow, format_instant
from tesserae.projects import write_private
from tesserae.sessions.fields import (
    count_field,
    instant_field,
    list_field,
    mapping_field,
    parse_instant,
    text_field,
)
from tesserae.sessions.refs import READER_VERSION, Head, LogFile, SessionRef
from tesserae.sessions.times import Span, read_span

_LAYOUT_VERSION = 1

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class _Entry:
    size: int
    mtime_ns: int
    head: Head | None = None
    span: Span | None = None
    history: tuple[Gap, ...] | None = None
    is_used: bool = False


@dataclass(slots=True)
class LogIndex:
    """Remembers heads and time spans per file, and list rows per session."""

    redact: Callable[[str], str] = str
    """Titles are remembered as it returns them."""
    fingerprint: str = ""
    """Tells one way of redacting from another."""
    _entries: dict[str, _Entry] = field(default_factory=dict)
    _rows: dict[str, tuple[str, SessionRow | None]] = field(default_factory=dict)
    _is_changed: bool = False

    @classmethod
    def load(cls, path: Path, *, redact: Callable[[str], str], fingerprint: str) -> LogIndex:
        """Read an index; an empty one where there is none or it cannot be used."""
        index = cls(redact, fingerprint)
        try:
            data = json.loads(path.read_bytes())
            if data["version"] != index._version():
                return index
            entries = {key: _read_entry(value) for key, value in data["logs"].items()}
            rows = {
                key: (str(value["stamp"]), _read_row(value["row"]))
                for key, value in data["rows"].items()
            }
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            logger.debug("the index of session logs is not used: %r", error)
            return index
        index._entries, index._rows = entries, rows
        return index

    def save(self, path: Path) -> None:
        """Write the index where it changed; a failure costs time, so it is only logged."""
        used = {key: entry for key, entry in self._entries.items() if entry.is_used}
        if not self._is_changed and len(used) == len(self._entries):
            return
        data = {
            "version": self._version(),
            "logs": {key: _write_entry(entry) for key, entry in sorted(used.items())},
            "rows": {
                key: {"stamp": stamp, "row": row.to_json() if row else {}}
                for key, (stamp, row) in sorted(self._rows.items())
            },
        }
        try:
            write_private(path, json.dumps(data, separators=(",", ":")).encode())
        except OSError as error:
            logger.info("the index of session logs was not written: %s", error)

    def head(self, log: LogFile, read: Callable[[LogFile], Head]) -> Head:
        """Return the beginning of a log, read where it is not remembered."""
        entry = self._entry(log)
        if entry.head is None:
            head = read(log)
            # Titles are what somebody said; the rest names files and times.
            titles = tuple((leaf, self.redact(text)) for leaf, text in head.summaries)
            entry.head = replace(head, summaries=titles)
            self._is_changed = True
        return entry.head

    def span(self, log: LogFile) -> Span:
        """Return the times between which all records of a log lie."""
        entry = self._entry(log)
        if entry.span is None:
            entry.span = read_span(log)
            self._is_changed = True
        return entry.span

    def history(self, log: LogFile, read: Callable[[LogFile], tuple[Gap, ...]]) -> tuple[Gap, ...]:
        """Return what a prompt history tells, read where it is not remembered."""
        entry = self._entry(log)
        if entry.history is None:
            entry.history = read(log)
            self._is_changed = True
        return entry.history

    def row(
        self, ref: SessionRef, build: Callable[[SessionRef], SessionRow | None]
    ) -> SessionRow | None:
        """Return a session's row in the list, built where it is not remembered."""
        key = f"{ref.host}:{ref.id}"
        stamp = ref.stamp
        known = self._rows.get(key)
        if known is not None and known[0] == stamp:
            return known[1]
        row = build(ref)
        self._rows[key] = (stamp, row)
        self._is_changed = True
        return row

    def retain(self, refs: Iterable[SessionRef]) -> None:
        """Drop the rows of all sessions but these."""
        known = {f"{ref.host}:{ref.id}" for ref in refs}
        for key in self._rows.keys() - known:
            del self._rows[key]
            self._is_changed = True

    def _entry(self, log: LogFile) -> _Entry:
        key = log.path.as_posix()
        entry = self._entries.get(key)
        if entry is None or (entry.size, entry.mtime_ns) != (log.size, log.mtime_ns):
            entry = self._entries[key] = _Entry(log.size, log.mtime_ns)
            self._is_changed = True
        entry.is_used = True
        return entry

    def _version(self) -> str:
        return f"{_LAYOUT_VERSION}:{READER_VERSION}:{self.fingerprint}"


def _write_entry(entry: _Entry) -> dict[str, Any]:
    data: dict[str, Any] = {"size": entry.size, "mtime_ns": entry.mtime_ns}
    if entry.head is not None:
        head = entry.head
        data["head"] = {
            "session_id": head.session_id,
            "cwd": head.cwd,
            "home_cwd": head.home_cwd,
            "started": format_instant(head.started),
            "parent_id": head.parent_id,
            "is_agent": head.is_agent,
            "is_fork": head.is_fork,
            "kind": head.kind,
            "marks": head.marks,
            "summaries": head.summaries,
            "leaf": head.leaf,
            "own_run": head.own_run,
        }
    if entry.span is not None:
        data["span"] = [format_instant(entry.span.first), format_instant(entry.span.last)]
    if entry.history is not None:
        data["history"] = [
            [gap.host, gap.session_id, gap.cwd, *_stamps(gap), gap.prompts] for gap in entry.history
        ]
    return data


def _read_entry(value: object) -> _Entry:
    data = value if isinstance(value, dict) else {}
    entry = _Entry(count_field(data, "size"), data.get("mtime_ns", -1))
    if head := mapping_field(data, "head"):
        summaries = [pair for pair in list_field(head, "summaries") if isinstance(pair, list)]
        entry.head = Head(
            session_id=text_field(head, "session_id"),
            cwd=text_field(head, "cwd"),
            home_cwd=text_field(head, "home_cwd"),
            started=instant_field(head, "started"),
            parent_id=text_field(head, "parent_id"),
            is_agent=head.get("is_agent") is True,
            is_fork=head.get("is_fork") is True,
            kind=text_field(head, "kind"),
            marks=tuple(list_field(head, "marks")),
            summaries=tuple((pair[0], pair[1]) for pair in summaries if len(pair) == 2),
            leaf=text_field(head, "leaf"),
            own_run=text_field(head, "own_run"),
        )
    span = list_field(data, "span")
    if len(span) == 2:
        entry.span = Span(parse_instant(span[0]), parse_instant(span[1]))
    if "history" in data:
        entry.history = tuple(_read_gaps(list_field(data, "history")))
    return entry


def _stamps(gap: Gap) -> tuple[str | None, str | None]:
    return format_instant(gap.first), format_instant(gap.last)


def _read_gaps(entries: Sequence[Any]) -> Iterator[Gap]:
    for host, session_id, cwd, first, last, prompts in entries:
        start, end = parse_instant(first), parse_instant(last)
        if start is not None and end is not None:
            yield Gap(Host(host), session_id, cwd, start, end, prompts)


def _read_row(row: Mapping[str, Any]) -> SessionRow | None:
    if not row:
        return None
    return SessionRow(
        host=Host(text_field(row, "host")),
        id=text_field(row, "id"),
        project=text_field(row, "project"),
        title=text_field(row, "title"),
        first=instant_field(row, "first"),
        last=instant_field(row, "last"),
        human_turns=count_field(row, "human_turns"),
        turns=count_field(row, "turns"),
        subagents=count_field(row, "subagents"),
        undone_turns=count_field(row, "undone_turns"),
        rejected=count_field(row, "rejected"),
    )
