"""Logs on disk before they are read: files, and the sessions that they belong to.

A reference carries everything that reading its session needs to know about other files: the logs
of its sub-agents, and the logs that may share records with it because one is a copy of the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from tesserae.model.ids import short_hash
from tesserae.model.session import Excluded, Gap, Host

READER_VERSION = 1
"""Raised whenever a reader answers differently for the same bytes: what is remembered or stored of
an older answer gives way to the new one."""


@dataclass(frozen=True, slots=True)
class LogFile:
    """One file, as it was when it was found."""

    path: Path
    size: int
    mtime_ns: int

    @property
    def shown(self) -> str:
        """The path as messages show it, whoever's home it lies in."""
        return shown_path(self.path)


@dataclass(frozen=True, slots=True)
class AgentLog:
    """The log of a sub-agent."""

    id: str
    logs: tuple[LogFile, ...]
    kind: str = ""
    description: str = ""


@dataclass(frozen=True, slots=True)
class Head:
    """What the first records of a log tell about the whole of it."""

    session_id: str = ""
    """As the records say; the file's name is the better witness where it holds an id."""
    cwd: str = ""
    home_cwd: str = ""
    started: datetime | None = None
    parent_id: str = ""
    """The session that this log belongs to or continues a copy of."""
    is_agent: bool = False
    """Written by a sub-agent of `parent_id`."""
    is_fork: bool = False
    kind: str = ""
    """Of sub-agent."""
    marks: tuple[str, ...] = ()
    """Ids of its first records: another log with one of them is a copy, or the original."""
    summaries: tuple[tuple[str, str], ...] = ()
    """Titles that this log holds for conversations which end at another log's record."""
    leaf: str = ""
    """Id of its last record."""
    own_run: str = ""
    """Why this is not anybody's activity: a program's own run of a model."""


@dataclass(frozen=True, slots=True)
class SessionRef:
    """One session and the files that hold it."""

    host: Host
    id: str
    logs: tuple[LogFile, ...]
    """Oldest first. Several where a thread was rolled back into a new file; none where only
    sub-agents' logs are left."""
    agents: tuple[AgentLog, ...] = ()
    """In order of their id."""
    relatives: tuple[LogFile, ...] = ()
    """Logs of other sessions that share records with this one, in path order."""
    cwd: str = ""
    home_cwd: str = ""
    started: datetime | None = None
    title: str = ""
    """From the agent's own index of threads."""
    summary: str = ""
    """A title that another log holds for this conversation."""
    parent_id: str = ""
    is_agent: bool = False
    """A sub-agent whose parent's log is gone."""

    @property
    def files(self) -> tuple[LogFile, ...]:
        """All files of the session, its sub-agents' included."""
        return (*self.logs, *(log for agent in self.agents for log in agent.logs))

    @property
    def stamp(self) -> str:
        """A text that differs whenever reading the session may give something else."""
        files = (*self.files, *self.relatives)
        states = [f"{log.path.as_posix()}\n{log.size}\n{log.mtime_ns}" for log in files]
        known = (str(READER_VERSION), self.title, self.summary, self.cwd)
        return short_hash("\n".join((*known, *states)), length=24)


def shown_path(path: Path) -> str:
    """Write a log's path with `~` for the home folder that it lies in."""
    text = path.as_posix()
    for home in ("/.claude/", "/.config/claude/", "/.codex/", "/.dsh/"):
        head, found, tail = text.partition(home)
        if found and head:
            return f"~{home}{tail}"
    return text


@dataclass(frozen=True, slots=True)
class FoundLogs:
    """What one agent's folders hold."""

    refs: tuple[SessionRef, ...] = ()
    excluded: tuple[Excluded, ...] = ()
    gaps: tuple[Gap, ...] = ()
    notes: tuple[str, ...] = ()

    def __add__(self, other: FoundLogs) -> FoundLogs:
        return FoundLogs(
            self.refs + other.refs,
            self.excluded + other.excluded,
            self.gaps + other.gaps,
            self.notes + other.notes,
        )


def find_root(session_id: str, heads: Mapping[str, Head]) -> str:
    """Return the session of a person under which a sub-agent works, over other sub-agents.

    Empty for a session that is no sub-agent's, and where one of the logs on the way is gone.
    """
    seen = set()
    current = session_id
    while heads[current].is_agent:
        seen.add(current)
        current = heads[current].parent_id
        if current not in heads or current in seen:
            return ""
    return current if current != session_id else ""
