"""Finding the sessions on this machine, and being honest about what cannot be found.

Files become sessions here: a sub-agent's log goes under its parent, a twin (archived, compressed)
is taken once, a thread's rollouts are put in order, and logs that share records learn of each
other. A session whose log is gone, but which the agent's prompt history still names, is a gap.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from tesserae.model.session import Coverage, Excluded, Host
from tesserae.sessions import claude_code, codex, dsh
from tesserae.sessions.index import LogIndex
from tesserae.sessions.refs import FoundLogs, SessionRef
from tesserae.sessions.roots import SessionRoots
from tesserae.sessions.walk import Walker

_FINDERS = {
    Host.CLAUDE_CODE: claude_code.find_logs,
    Host.CODEX: codex.find_logs,
    Host.DSH: dsh.find_logs,
}


@dataclass(frozen=True, slots=True)
class Found:
    """The sessions that can be read, and what is known about the others."""

    refs: tuple[SessionRef, ...]
    """By host and id."""
    coverage: Coverage


def find_sessions(
    roots: SessionRoots, *, index: LogIndex | None = None, exclude: Sequence[str] = ()
) -> Found:
    """Find the sessions of all agents; only the beginnings of logs are read.

    Args:
        roots: Where to look.
        index: Remembers beginnings from run to run.
        exclude: The setting `sessions.exclude`: patterns of folders, of ids, or of `host:id`.
    """
    walker = Walker()
    index = index or LogIndex()
    refs: list[SessionRef] = []
    excluded: list[Excluded] = []
    found = FoundLogs()
    for host, find in _FINDERS.items():
        logs = find(roots.of(host), walker=walker, index=index)
        found = found + logs
    for ref in found.refs:
        pattern = _matching(ref, exclude)
        if pattern:
            excluded.append(Excluded(ref.host, ref.id, f"matches {pattern!r} in sessions.exclude"))
        else:
            refs.append(ref)
    index.retain(refs)
    coverage = Coverage(
        roots=roots.coverage(),
        excluded=tuple(sorted((*found.excluded, *excluded), key=lambda e: (e.host, e.id))),
        gaps=tuple(gap for gap in found.gaps if not _gap_matches(gap.cwd, exclude)),
        notes=(*walker.notes, *found.notes),
    )
    return Found(tuple(sorted(refs, key=lambda ref: (ref.host, ref.id))), coverage)


def _matching(ref: SessionRef, patterns: Iterable[str]) -> str:
    names = (ref.id, f"{ref.host}:{ref.id}")
    for pattern in patterns:
        if any(fnmatchcase(name, pattern) for name in names) or _is_in(ref.cwd, pattern):
            return pattern
    return ""


def _gap_matches(cwd: str, patterns: Iterable[str]) -> bool:
    return any(_is_in(cwd, pattern) for pattern in patterns)


def _is_in(cwd: str, pattern: str) -> bool:
    """Say whether a folder, or one above it, matches a pattern."""
    folder = cwd.replace("\\", "/").rstrip("/")
    pattern = pattern.replace("\\", "/").rstrip("/")
    while folder:
        if fnmatchcase(folder, pattern):
            return True
        folder = folder.rpartition("/")[0]
    return False
