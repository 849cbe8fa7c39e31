"""What a digest is made of: the items of a day, each with its own time and what it can be found by.

All texts are redacted before they come here. Times are UTC; the window says which day they are of.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from tesserae.activity.window import Period, Window
from tesserae.model.session import Coverage, Host


class Part(StrEnum):
    """The parts of a day's digest, in their order."""

    SESSIONS = "Sessions"
    FILES = "Files touched"
    FINDINGS = "Decisions & Insights"
    COMMITS = "Commits"
    PULL_REQUESTS = "Pull requests"
    DOCUMENTS = "Documents"
    COVERAGE = "Coverage"


SESSION_PARTS = (Part.SESSIONS, Part.FILES, Part.FINDINGS)
"""What comes out of session logs, and is published only with them."""


@dataclass(frozen=True, slots=True)
class Said:
    """Something that was said in a session."""

    text: str
    turn: int
    at: datetime


@dataclass(frozen=True, slots=True)
class FindingItem:
    """Something that came out of a session."""

    kind: str
    text: str
    host: Host
    session: str
    turn: int
    at: datetime
    is_open: bool = False
    """Whether it waits for somebody: a question without an answer, something still to be done."""
    resolution: str = ""
    """What answered it."""


@dataclass(frozen=True, slots=True)
class PullRequestItem:
    """A pull request and what became of it on the day."""

    number: int
    repository: str
    url: str
    title: str
    event: str
    """`opened`, `merged` or `closed`."""
    at: datetime


@dataclass(frozen=True, slots=True)
class SessionDay:
    """What a session did within one window."""

    host: Host
    id: str
    title: str
    first: datetime
    last: datetime
    human_turns: int = 0
    turns: int = 0
    undone_turns: int = 0
    requests: tuple[Said, ...] = ()
    """What a person asked, the undone left out."""
    undone: tuple[Said, ...] = ()
    """What a person asked and then took back."""
    outcome: Said | None = None
    """The last thing that the agent said."""
    is_unanswered: bool = False
    """Whether the last request has no answer yet."""
    files_written: tuple[str, ...] = ()
    """Relative to the project where they lie in it; sorted, like those that were read only."""
    files_read: tuple[str, ...] = ()
    failures: int = 0
    """Tool calls that failed."""
    findings: tuple[FindingItem, ...] = ()
    pull_requests: tuple[PullRequestItem, ...] = ()


@dataclass(frozen=True, slots=True)
class CommitItem:
    """A change that was committed."""

    sha: str
    author: str
    subject: str
    at: datetime
    """When its author made it."""
    paths: tuple[str, ...] = ()
    is_merge: bool = False

    @property
    def is_revert(self) -> bool:
        """Whether it takes another change back."""
        return self.subject.startswith("Revert ")


@dataclass(frozen=True, slots=True)
class DocumentItem:
    """A document that was written or changed."""

    path: str
    title: str
    change: str
    """`written` or `changed`."""
    is_approximate: bool = False
    """Whether only the file's own time says so."""


@dataclass(frozen=True, slots=True)
class DayDigest:
    """What is known of one window in one project."""

    window: Window
    sessions: tuple[SessionDay, ...] = ()
    """By the time of their first turn."""
    commits: tuple[CommitItem, ...] = ()
    """By time."""
    pull_requests: tuple[PullRequestItem, ...] = ()
    documents: tuple[DocumentItem, ...] = ()
    """By path."""
    missing: Mapping[Part, str] = field(default_factory=dict)
    """Parts that could not be gathered, and why."""
    lost: tuple[str, ...] = ()
    """Sentences about work of the day whose logs are gone."""

    @property
    def findings(self) -> list[FindingItem]:
        """Everything that came out of its sessions, by time."""
        items = [item for session in self.sessions for item in session.findings]
        return sorted(items, key=lambda item: (item.at, item.session, item.turn, item.text))

    @property
    def files(self) -> list[str]:
        """Every file that a session touched, sorted."""
        return sorted(
            {
                path
                for session in self.sessions
                for path in (*session.files_written, *session.files_read)
            }
        )

    @property
    def has_activity(self) -> bool:
        """Whether anything happened, as far as can be seen."""
        return bool(self.sessions or self.commits or self.pull_requests or self.documents)


@dataclass(frozen=True, slots=True)
class ProjectDigest:
    """A period in one project."""

    name: str
    days: tuple[DayDigest, ...]
    root: Path | None = None
    """None for a project that is only known from logs."""
    narrative: tuple[NarrativeLine, ...] = ()
    notes: tuple[str, ...] = ()
    """What a reader should know about the digest as a whole."""

    @property
    def has_activity(self) -> bool:
        """Whether anything happened on any of its days."""
        return any(day.has_activity or day.lost for day in self.days)


@dataclass(frozen=True, slots=True)
class NarrativeLine:
    """A sentence of a model that its sources bear out."""

    text: str
    cites: tuple[Citable, ...]


@dataclass(frozen=True, slots=True)
class Citable:
    """A thing of the digest that a sentence can point to."""

    id: str
    text: str
    label: str
    """What the reader sees as the link."""
    href: str = ""


@dataclass(frozen=True, slots=True)
class Digest:
    """A period in all projects."""

    period: Period
    projects: tuple[ProjectDigest, ...]
    coverage: Coverage
    notes: tuple[str, ...] = ()
    """What a reader should know about the period."""
