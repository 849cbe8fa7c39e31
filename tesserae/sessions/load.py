"""Reading the sessions that were found.

A session is read whole: what undoes a turn, or answers a tool call, may come long after it. What
is kept of it is bounded by `Limits`. A log that cannot be read costs that session, not the run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime

from tesserae.errors import TranscriptError
from tesserae.model.session import Coverage, Host, Session
from tesserae.sessions import claude_code, codex, dsh
from tesserae.sessions.index import LogIndex
from tesserae.sessions.refs import SessionRef
from tesserae.sessions.transcript import Limits

_READERS = {
    Host.CLAUDE_CODE: claude_code.read_session,
    Host.CODEX: codex.read_session,
    Host.DSH: dsh.read_session,
}
DEFAULT_LIMITS = Limits()


def load_session(ref: SessionRef, *, limits: Limits = DEFAULT_LIMITS) -> Session:
    """Read one session with its sub-agents.

    Raises:
        TranscriptError: One of its logs is gone or cannot be opened.
    """
    try:
        return _READERS[ref.host](ref, limits=limits)
    except OSError as error:
        where = ref.files[0].shown if ref.files else ref.id
        raise TranscriptError(
            f"cannot be read: {error.strerror or error}", path=error.filename or where
        ) from error


def turns_between(
    ref: SessionRef,
    start: datetime,
    end: datetime,
    *,
    index: LogIndex | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> Session | None:
    """Read what happened in a session in the half-open interval [start, end).

    Args:
        ref: The session.
        start: Aware.
        end: Aware.
        index: Remembers between which times a log's records lie, so that a log that cannot matter
            is not read.
        limits: How much of each turn is kept.

    Returns:
        The session with the turns of the interval only; None where it has none in it.

    Raises:
        TranscriptError: One of its logs is gone or cannot be opened.
    """
    if not may_overlap(ref, start, end, index=index or LogIndex()):
        return None
    part = load_session(ref, limits=limits).between(start, end)
    return part if part.turns or part.subagents else None


def may_overlap(ref: SessionRef, start: datetime, end: datetime, *, index: LogIndex) -> bool:
    """Say whether something in a session may lie in [start, end), without parsing its logs.

    Raises:
        TranscriptError: One of its logs is gone or cannot be opened.
    """
    try:
        return any(index.span(log).may_overlap(start, end) for log in ref.files)
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        raise TranscriptError(message, path=error.filename) from error


def load_all(
    refs: Iterable[SessionRef], coverage: Coverage, *, limits: Limits = DEFAULT_LIMITS
) -> tuple[list[Session], Coverage]:
    """Read sessions, leaving out those that hold nothing.

    Returns:
        The sessions in the order of their references, and the coverage with what reading showed.
    """
    sessions: list[Session] = []
    notes: list[str] = []
    read: list[Session] = []
    for session in _loaded(refs, limits, notes):
        read.append(replace(session, turns=(), subagents=()))
        if not session.is_empty:
            sessions.append(session)
    covered = coverage.with_sessions(read)
    return sessions, replace(covered, notes=(*covered.notes, *notes))


def _loaded(refs: Iterable[SessionRef], limits: Limits, notes: list[str]) -> Iterator[Session]:
    for ref in refs:
        try:
            yield load_session(ref, limits=limits)
        except TranscriptError as error:
            notes.append(str(error))
