"""What the sessions of a project did in each window.

A session is read whole, because what undoes a turn may come days later, and then cut into windows
by the time of each turn. A turn is shown by its beginning; the session's page has all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from tesserae.activity.digest import FindingItem, PullRequestItem, Said, SessionDay
from tesserae.activity.window import Window
from tesserae.model.session import Role, Session, Turn, aggregate
from tesserae.sessions.fields import cut_at_word
from tesserae.wiki.links import plain_line

MAX_SAID = 280
"""Characters of a turn that a digest shows."""
MAX_REQUESTS = 40
MAX_FILES = 400

Findings = Callable[[Session], Iterable[FindingItem]]
"""Returns what came out of a whole session."""


def session_days(
    session: Session,
    windows: Sequence[Window],
    *,
    findings: Findings,
) -> dict[str, SessionDay]:
    """Cut a session into windows.

    Args:
        session: As a whole, as its record has it: redacted, and with paths relative to the project.
        windows: Where to cut; what lies in none of them is left out.
        findings: Finds what came out of the session; asked once, and only if a turn is in a window.

    Returns:
        By the label of the window, those that it did something in.
    """
    days: dict[str, SessionDay] = {}
    found: tuple[FindingItem, ...] | None = None
    for window in windows:
        part = session.between(window.start, window.end)
        times = [turn.at for turn in part.every_turn() if turn.at is not None]
        if not times and not part.pull_requests:
            continue
        if found is None:
            found = tuple(findings(session))
        # A pull request may be the only thing a log records of a day.
        times += [link.at for link in part.pull_requests if link.at is not None]
        days[window.label] = _day(part, min(times), max(times), window, findings=found)
    return days


def _day(
    part: Session,
    first: datetime,
    last: datetime,
    window: Window,
    *,
    findings: Sequence[FindingItem],
) -> SessionDay:
    totals = aggregate(part.every_turn())
    asked = [turn for turn in part.turns if turn.is_human and turn.text.strip()]
    outcome = _last_answer(part.turns)
    kept = [turn for turn in asked if not turn.is_undone]
    return SessionDay(
        host=part.host,
        id=part.id,
        title=part.title,
        first=first,
        last=last,
        human_turns=part.human_turns,
        turns=len(part.turns),
        undone_turns=part.undone_turns,
        requests=_said(kept[:MAX_REQUESTS]),
        undone=_said([turn for turn in asked if turn.is_undone][:MAX_REQUESTS]),
        outcome=_said([outcome])[0] if outcome else None,
        is_unanswered=bool(kept) and not _is_answered(kept[-1], part.turns),
        files_written=_paths(totals.files_written),
        files_read=_paths(totals.files_read),
        failures=totals.errors,
        findings=tuple(item for item in findings if window.start <= item.at < window.end),
        pull_requests=tuple(
            PullRequestItem(link.number, link.repository, link.url, "", "opened", link.at)
            for link in part.pull_requests
            if link.at is not None
        ),
    )


def _last_answer(turns: Sequence[Turn]) -> Turn | None:
    return next(
        (
            turn
            for turn in reversed(turns)
            if turn.role is Role.RESPONSE and turn.text.strip() and not turn.is_undone
        ),
        None,
    )


def _is_answered(request: Turn, turns: Sequence[Turn]) -> bool:
    return any(turn.index > request.index and turn.role is not Role.CHAT for turn in turns)


def _said(turns: Sequence[Turn]) -> tuple[Said, ...]:
    return tuple(Said(_shown(turn), turn.index, turn.at) for turn in turns if turn.at)


def _shown(turn: Turn) -> str:
    """Return the beginning of what was said; an agent's markdown as plain words."""
    if turn.is_human:
        return beginning(turn.text)
    lines = turn.text[: 8 * MAX_SAID].split("\n")
    return beginning(" ".join(filter(None, map(plain_line, lines))))


def beginning(text: str) -> str:
    """Return the beginning of a text on one line, cut at a word."""
    line = " ".join(text[: 8 * MAX_SAID].split())
    if len(line) <= MAX_SAID and len(text) <= 8 * MAX_SAID:
        return line
    return f"{cut_at_word(line, MAX_SAID)}…"


def _paths(paths: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(set(paths[:MAX_FILES]) - {"."}))
