"""The list of sessions, straight from the logs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from tesserae.errors import TranscriptError
from tesserae.model.session import Coverage, SessionRow
from tesserae.sessions.binding import Binder
from tesserae.sessions.discover import Found
from tesserae.sessions.index import LogIndex
from tesserae.sessions.load import load_session
from tesserae.sessions.refs import SessionRef
from tesserae.sessions.transcript import Limits

LISTING_LIMITS = Limits(
    message_chars=1_000, output_chars=0, argument_chars=0, session_bytes=4 << 20, frugal_chars=200
)
"""A row needs the beginning of what was said, for its title, and no tool's output."""


@dataclass(frozen=True, slots=True)
class Listing:
    """The rows of the list, newest session first, and what could not be listed."""

    rows: tuple[SessionRow, ...]
    coverage: Coverage


def list_sessions(
    found: Found,
    binder: Binder,
    *,
    redact: Callable[[str], str],
    index: LogIndex | None = None,
    root: str | None = None,
) -> Listing:
    """List sessions, each as a whole.

    Args:
        found: What was found.
        binder: Tells which project a folder belongs to.
        redact: Applied to titles.
        index: Remembers rows from run to run.
        root: List only the sessions of the project at this folder, spelled as in its binding.
    """
    index = index or LogIndex()
    rows: list[SessionRow] = []
    notes: list[str] = []
    build = partial(_build_row, redact=redact)
    for ref in found.refs:
        binding = binder.bind(ref.cwd, ref.home_cwd)
        if root is not None and binding.root != root:
            continue
        try:
            row = index.row(ref, build)
        except TranscriptError as error:
            notes.append(str(error))
            continue
        if row is not None:
            rows.append(replace(row, project=binding.project, root=binding.root))
    rows.sort(key=lambda row: (row.host, row.id))
    rows.sort(key=lambda row: row.last.timestamp() if row.last else 0.0, reverse=True)
    coverage = replace(
        found.coverage,
        sessions_read=len(rows),
        rejected_count=sum(row.rejected for row in rows),
        notes=(*found.coverage.notes, *notes),
    )
    return Listing(tuple(rows), coverage)


def _build_row(ref: SessionRef, *, redact: Callable[[str], str]) -> SessionRow | None:
    """Read a session and make its row; its project may change without it, and is added later."""
    session = load_session(ref, limits=LISTING_LIMITS)
    if session.is_empty:
        return None
    return SessionRow(
        host=session.host,
        id=session.id,
        project="",
        title=redact(session.title),
        first=session.first,
        last=session.last,
        human_turns=session.human_turns,
        turns=len(session.turns),
        subagents=len(session.subagents),
        undone_turns=session.undone_turns,
        rejected=session.rejected_count,
    )
