"""What a project's git history is, apart from how it is read.

A project without a repository needs no more than this: nothing that starts a program is loaded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from tesserae.model.source import Commit

CommitDates = tuple[date, date]
"""The first and the last day on which commits touched a file."""


@dataclass(frozen=True, slots=True)
class Head:
    """Where a project's history stands."""

    sha: str | None = None
    """None where there is no history to read."""
    branch: str | None = None
    """None on a detached head."""
    prefix: str = ""
    """The project's place in its repository, ending in a slash; empty at the root."""
    is_shallow: bool = False
    note: str | None = None
    """Why there is no history although there seems to be a repository."""


@dataclass(frozen=True, slots=True)
class History:
    """The commits that touched a project's own files, newest first."""

    commits: tuple[Commit, ...] = ()
    dates: Mapping[str, CommitDates] = field(default_factory=dict)
    """First and last commit day by path, through exact renames."""
    shallow: bool = False
    head_branch: str | None = None
    note: str | None = None
    """What the user should know about the history, in one line."""


SHALLOW_NOTE = (
    "the git clone is shallow, so documents may seem younger than they are; "
    "fetch the whole history (git fetch --unshallow, or fetch-depth: 0 in CI)"
)


def has_repository(root: Path) -> bool:
    """Say whether a project lies in a git repository, as far as its folders tell."""
    return any((folder / ".git").exists() for folder in (root, *root.parents))
