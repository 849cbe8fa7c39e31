"""What each project's sessions did in a period, from the agents' logs and from stored records.

A log whose stamp is that of the last time is answered from a cache beside the registry, because a
log belongs to the person and not to one project. The cache holds redacted text only; it may be
deleted at any time.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tesserae.activity.digest import SessionDay
from tesserae.activity.gather_messages import session_days
from tesserae.activity.stored import session_day_from_json, session_day_to_json
from tesserae.activity.window import Period
from tesserae.engine.fingerprint import activity_fingerprint
from tesserae.engine.stages import FIND_ITEMS, load_named
from tesserae.errors import TranscriptError
from tesserae.model.ids import short_hash
from tesserae.model.session import Coverage, Excluded, Rejected, Session
from tesserae.projects import write_private
from tesserae.sessions.binding import Binder, Binding
from tesserae.sessions.discover import Found
from tesserae.sessions.importing import make_record
from tesserae.sessions.index import LogIndex
from tesserae.sessions.load import load_session, may_overlap
from tesserae.sessions.records import parse_record, record_name
from tesserae.sessions.redact import Redactor
from tesserae.sessions.refs import SessionRef

CACHE_DIR = "session-days"
MAX_CACHED_PERIODS = 60

logger = logging.getLogger(__name__)

ByDay = dict[str, list[SessionDay]]
"""By the label of the window."""


@dataclass(frozen=True, slots=True)
class _Read:
    """What reading one session showed."""

    days: Mapping[str, SessionDay]
    rejected: tuple[Rejected, ...] = ()
    rejected_count: int = 0
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class SessionDays:
    """Gathers sessions by project and window."""

    period: Period
    redactor: Redactor
    by_project: dict[tuple[str, str], ByDay] = field(default_factory=dict)
    """By the project's name and folder."""
    _read: list[_Read] = field(default_factory=list)
    _problems: list[str] = field(default_factory=list)

    def add_logs(
        self,
        found: Found,
        binder: Binder,
        *,
        index: LogIndex,
        cache_dir: Path,
        wanted: Callable[[str], bool],
    ) -> None:
        """Add what logs hold.

        Args:
            found: The logs.
            binder: Tells which project a session belongs to.
            index: Says which logs cannot matter.
            cache_dir: Where what was read is remembered.
            wanted: Says by its folder whether a project is asked for.
        """
        cache = _Cache.load(cache_dir, self.period, self.redactor)
        for ref in found.refs:
            binding = binder.bind(ref.cwd, ref.home_cwd)
            if not wanted(binding.root):
                continue
            try:
                if not may_overlap(ref, self.period.start, self.period.end, index=index):
                    continue
                read = cache.get(ref, binding.root)
                if read is None:
                    read = self._look(load_session(ref), binding)
                    cache.put(ref, binding.root, read)
            except TranscriptError as error:
                self._problems.append(str(error))
                continue
            self._read.append(read)
            self._add(binding.project, binding.root, read.days)
        cache.save()

    def add_records(self, folder: Path, name: str, root: str, *, known: Iterable[str]) -> None:
        """Add what the stored records of a project hold beyond the logs of this machine.

        Args:
            folder: Where the records are.
            name: The project's.
            root: The project's folder as its binding spells it.
            known: File names of records whose logs are here.
        """
        skipped = frozenset(known)
        for path in sorted(folder.glob("*-*.json")):
            if path.name in skipped:
                continue
            with suppress(OSError, TranscriptError):
                record = parse_record(path.read_text(encoding="utf-8", errors="replace"))
                self._add(name, root, self._cut(record.session))

    def coverage(self, coverage: Coverage) -> Coverage:
        """Return the coverage with what reading the period's sessions showed."""
        rejected = [item for read in self._read for item in read.rejected]
        notes = [note for read in self._read for note in read.notes]
        return replace(
            coverage,
            sessions_read=coverage.sessions_read + len(self._read),
            records_rejected=(*coverage.records_rejected, *rejected),
            rejected_count=coverage.rejected_count
            + sum(read.rejected_count for read in self._read),
            notes=tuple(dict.fromkeys((*coverage.notes, *notes, *self._problems))),
        )

    def _look(self, session: Session, binding: Binding) -> _Read:
        """Cut the session of a log; it is made a record first, so that a record gives the same."""
        part = session.between(self.period.start, self.period.end)
        days: Mapping[str, SessionDay] = {}
        if part.turns or part.subagents or part.pull_requests:
            days = self._cut(make_record(session, binding, self.redactor).session)
        notes = tuple(self.redactor.redact(note) for note in session.notes)
        return _Read(days, session.rejected, session.rejected_count, notes)

    def _cut(self, session: Session) -> Mapping[str, SessionDay]:
        # What reads findings is slow to load, and a remembered session needs none of it.
        return session_days(session, self.period.windows, findings=load_named(FIND_ITEMS))

    def _add(self, name: str, root: str, days: Mapping[str, SessionDay]) -> None:
        by_day = self.by_project.setdefault((name, root), {}) if days else {}
        for label, day in days.items():
            by_day.setdefault(label, []).append(day)


def record_names(sessions: Iterable[SessionRef | Excluded]) -> list[str]:
    """Return the file names that the records of some sessions have."""
    return [record_name(session.host, session.id) for session in sessions]


def in_order(days: Iterable[SessionDay]) -> tuple[SessionDay, ...]:
    """Return sessions by the time of their first turn."""
    return tuple(sorted(days, key=lambda day: (day.first, day.host, day.id)))


class _Cache:
    """What was read of logs for one period, by session."""

    def __init__(self, path: Path, version: str) -> None:
        self._path = path
        self._version = version
        self._known: dict[str, Any] = {}
        self._kept: dict[str, Any] = {}

    @classmethod
    def load(cls, folder: Path, period: Period, redactor: Redactor) -> _Cache:
        key = short_hash(f"{period.timezone}\n{period.start}\n{period.end}")
        version = f"{activity_fingerprint()}:{redactor.fingerprint}"
        cache = cls(folder / f"{period.label}-{key}.json", version)
        try:
            data = json.loads(cache._path.read_bytes())
            if data["version"] == version and isinstance(data["sessions"], dict):
                cache._known = data["sessions"]
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            logger.debug("what was read of sessions is not used: %r", error)
        return cache

    def get(self, ref: SessionRef, root: str) -> _Read | None:
        key = f"{ref.host}:{ref.id}"
        known = self._known.get(key)
        try:
            if known is None or known["stamp"] != _stamp(ref, root):
                return None
            read = _Read(
                {label: session_day_from_json(day) for label, day in known["days"].items()},
                tuple(Rejected(*item) for item in known["rejected"]),
                known["rejected_count"],
                tuple(known["notes"]),
            )
        except (KeyError, TypeError, ValueError, AttributeError):
            return None
        self._kept[key] = known
        return read

    def put(self, ref: SessionRef, root: str, read: _Read) -> None:
        self._kept[f"{ref.host}:{ref.id}"] = {
            "stamp": _stamp(ref, root),
            "days": {label: session_day_to_json(day) for label, day in read.days.items()},
            "rejected": [[item.path, item.line, item.reason] for item in read.rejected],
            "rejected_count": read.rejected_count,
            "notes": list(read.notes),
        }

    def save(self) -> None:
        if self._kept == self._known:
            return
        data = {"version": self._version, "sessions": self._kept}
        try:
            write_private(self._path, json.dumps(data, separators=(",", ":")).encode())
            for path in _oldest(self._path.parent):
                path.unlink()
        except OSError as error:
            logger.info("what was read of sessions was not remembered: %s", error)


def _stamp(ref: SessionRef, root: str) -> str:
    return short_hash(f"{ref.stamp}\n{root}", length=24)


def _oldest(folder: Path) -> Iterator[Path]:
    files: Sequence[Path] = sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime)
    yield from files[:-MAX_CACHED_PERIODS]
