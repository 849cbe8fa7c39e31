"""Turning sessions into records: redacted, portable, and never poorer than what is stored."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from tesserae.errors import TranscriptError
from tesserae.model.graph import JsonValue
from tesserae.model.session import Host, Session, Subagent, Turn
from tesserae.sessions.binding import Binder, Binding, normal_folder
from tesserae.sessions.load import DEFAULT_LIMITS, load_session
from tesserae.sessions.records import (
    FORGOTTEN_NAME,
    SessionRecord,
    load_forgotten,
    parse_record,
    read_session_records,
    record_from_json,
    record_name,
    record_to_json,
    render_forgotten,
    render_record,
)
from tesserae.sessions.redact import Redactor
from tesserae.sessions.refs import SessionRef
from tesserae.sessions.transcript import Limits


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did."""

    written: tuple[str, ...] = ()
    """File names of records that are new or changed."""
    unchanged: int = 0
    kept: tuple[str, ...] = ()
    """Records that hold more than the log of this machine does, and were left as they are."""
    notes: tuple[str, ...] = ()


def import_sessions(
    refs: Iterable[SessionRef],
    binder: Binder,
    *,
    root: str,
    folder: Path,
    redactor: Redactor,
    write: Callable[[Path, str], bool],
    limits: Limits = DEFAULT_LIMITS,
) -> Imported:
    """Write the records of a project's sessions.

    Args:
        refs: What was found; sessions of other projects are passed over.
        binder: Tells which project a session belongs to.
        root: The project's folder, spelled as in its binding.
        folder: Where records are stored.
        redactor: Applied to everything before it is written.
        write: Writes a file where its content differs, and says whether it did.
        limits: How much of each turn is kept.
    """
    written: list[str] = []
    kept: list[str] = []
    notes: list[str] = []
    unchanged = 0
    forgotten = load_forgotten(folder)
    for ref in refs:
        binding = binder.bind(ref.cwd, ref.home_cwd)
        if binding.root != root or f"{ref.host}:{ref.id}" in forgotten:
            continue
        try:
            session = load_session(ref, limits=limits)
        except TranscriptError as error:
            notes.append(str(error))
            continue
        if not session.turns and not session.subagents:
            continue
        record = make_record(session, binding, redactor)
        path = folder / record.name
        if _is_poorer(record, _stored(path)):
            kept.append(record.name)
        elif write(path, render_record(record)):
            written.append(record.name)
        else:
            unchanged += 1
    return Imported(tuple(written), unchanged, tuple(kept), tuple(notes))


def make_record(session: Session, binding: Binding, redactor: Redactor) -> SessionRecord:
    """Make the record of a session: its paths relative to the project, everything redacted."""
    portable = make_portable(session, binding.root)
    data = record_to_json(SessionRecord(binding.project, portable))
    identity = {"host": data["host"], "id": data["id"]}
    redacted = redactor.redact_json(_without_root(data, binding.root))
    if not isinstance(redacted, dict):
        raise TypeError("a record is an object")
    return record_from_json({**redacted, **identity})


def make_portable(session: Session, root: str) -> Session:
    """Write the paths in a session relative to its project where they lie in it."""
    return replace(
        session,
        cwd=portable_path(session.cwd, root),
        home_cwd="",
        turns=tuple(_portable_turn(turn, root) for turn in session.turns),
        subagents=tuple(
            Subagent(
                agent.id,
                agent.kind,
                agent.description,
                tuple(_portable_turn(turn, root) for turn in agent.turns),
            )
            for agent in session.subagents
        ),
    )


def portable_path(path: str, root: str) -> str:
    """Return a path relative to a folder that holds it, posix; another path as it is."""
    if not path or not root:
        return path
    normal = normal_folder(path)
    base = normal_folder(root).rstrip("/")
    if normal == base:
        return "."
    return normal.removeprefix(f"{base}/") if normal.startswith(f"{base}/") else path


def forget_records(
    folder: Path,
    *,
    write: Callable[[Path, str], bool],
    remove: Callable[[Path], bool],
    sessions: Iterable[tuple[Host, str]] = (),
    before: datetime | None = None,
) -> list[tuple[Host, str]]:
    """Remove records, and remember that their sessions are not to be stored again.

    Args:
        folder: Where records are stored.
        write: Writes a file.
        remove: Removes a file and says whether there was one.
        sessions: Sessions to forget, whether they have a record or not.
        before: Forget also every session that ended before this time.

    Returns:
        The forgotten sessions.
    """
    chosen = dict.fromkeys(sessions)
    if before is not None:
        records, _ = read_session_records(folder)
        for record in records:
            last = record.session.last
            if last is not None and last < before:
                chosen.setdefault((record.session.host, record.session.id))
    for host, session_id in chosen:
        remove(folder / record_name(host, session_id))
    if chosen:
        names = [f"{host}:{session_id}" for host, session_id in chosen]
        write(folder / FORGOTTEN_NAME, render_forgotten((*load_forgotten(folder), *names)))
    return list(chosen)


def _without_root(value: JsonValue, root: str) -> JsonValue:
    """Write `.` for the project's folder wherever a text names it: it differs between machines."""
    if len(root.strip("/")) < 2:
        return value
    pattern = re.compile(re.escape(root) + r"(?![\w.-])")

    def rewrite(inner: JsonValue) -> JsonValue:
        if isinstance(inner, str):
            return pattern.sub(".", inner) if root in inner else inner
        if isinstance(inner, list):
            return [rewrite(item) for item in inner]
        if isinstance(inner, dict):
            return {key: rewrite(item) for key, item in inner.items()}
        return inner

    return rewrite(value)


def _portable_turn(turn: Turn, root: str) -> Turn:
    tool = turn.tool
    if tool is None or not (tool.reads or tool.writes):
        return turn
    return replace(
        turn,
        tool=replace(
            tool,
            reads=tuple(portable_path(path, root) for path in tool.reads),
            writes=tuple(portable_path(path, root) for path in tool.writes),
        ),
    )


def _stored(path: Path) -> SessionRecord | None:
    try:
        return parse_record(path.read_text(encoding="utf-8", errors="replace"))
    except (OSError, TranscriptError):
        return None


def _is_poorer(record: SessionRecord, stored: SessionRecord | None) -> bool:
    """Say whether a record would lose something that is stored.

    A log may have been cut since, or the session may have gone on on another machine.
    """
    if stored is None:
        return False
    old, new = stored.session, record.session
    if old.last is not None and (new.last is None or new.last < old.last):
        return True
    return len(new.turns) < len(old.turns) and stored.reader >= record.reader
