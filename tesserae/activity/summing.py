"""What some days come to: decided, done, undone, left open; each point leads to where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from tesserae.activity.digest import CommitItem, DayDigest, FindingItem, Said, SessionDay
from tesserae.model.session import Host
from tesserae.wiki.text import first_sentence

MAX_POINTS = 6


@dataclass(frozen=True, slots=True)
class Point:
    """One thing to know, with the turn or the commit that says so."""

    text: str
    at: datetime
    host: Host = Host.CLAUDE_CODE
    session: str = ""
    turn: int = 0
    sha: str = ""
    """Set where the point is a commit."""


@dataclass(frozen=True, slots=True)
class Points:
    """The first of some points, and how many more there are."""

    shown: tuple[Point, ...]
    more: int = 0


@dataclass(frozen=True, slots=True)
class Brief:
    """What a reader wants to know first."""

    decided: Points
    done: Points
    """The commits that touch most files; without commits, how the sessions ended."""
    undone: Points
    left_open: Points

    def groups(self) -> Sequence[tuple[str, Points]]:
        """Return the groups under their titles."""
        return (
            ("Decided", self.decided),
            ("Done", self.done),
            ("Undone", self.undone),
            ("Left open", self.left_open),
        )


def brief_of(days: Iterable[DayDigest]) -> Brief:
    """Sum up some days."""
    days = list(days)
    findings = [item for day in days for item in day.findings]
    commits = [commit for day in days for commit in day.commits if not commit.is_merge]
    largest = sorted(
        (commit for commit in commits if not commit.is_revert),
        key=lambda commit: (-len(commit.paths), commit.at, commit.sha),
    )
    done = [_of_commit(commit) for commit in largest]
    if not commits:
        done = _outcomes(days)
    undone = [_of_commit(commit) for commit in commits if commit.is_revert]
    for session in (session for day in days for session in day.sessions):
        undone += [_of_said(said, session) for said in session.undone]
    return Brief(
        decided=_first(_of_finding(item) for item in findings if item.kind == "decision"),
        done=_shown(done),
        undone=_first(undone),
        left_open=_first(
            [*(_of_finding(item) for item in findings if item.is_open), *_waiting(days)]
        ),
    )


def _outcomes(days: Iterable[DayDigest]) -> list[Point]:
    """Return how each session ended: all that tells what was done where nothing was committed."""
    return [
        _of_said(session.outcome, session)
        for day in days
        for session in day.sessions
        if session.outcome is not None
    ]


def _waiting(days: Sequence[DayDigest]) -> list[Point]:
    """Return the requests that were the last of their session and got no answer."""
    return [
        _of_said(session.requests[-1], session)
        for session in (days[-1].sessions if days else ())
        if session.is_unanswered and session.requests
    ]


def _of_commit(commit: CommitItem) -> Point:
    return Point(commit.subject, commit.at, sha=commit.sha)


def _of_said(said: Said, session: SessionDay) -> Point:
    return Point(first_sentence(said.text), said.at, session.host, session.id, said.turn)


def _of_finding(item: FindingItem) -> Point:
    return Point(item.text, item.at, item.host, item.session, item.turn)


def _first(points: Iterable[Point]) -> Points:
    return _shown(sorted(points, key=_by_time))


def _shown(points: Sequence[Point]) -> Points:
    """Show the first of some points, in order of time."""
    shown = sorted(points[:MAX_POINTS], key=_by_time)
    return Points(tuple(shown), max(0, len(points) - MAX_POINTS))


def _by_time(point: Point) -> tuple[datetime, str, int, str]:
    return (point.at, point.session, point.turn, point.sha)
