"""The commits of each window: what was authored in it on any local branch, each change once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tesserae.activity.digest import CommitItem
from tesserae.activity.window import Window
from tesserae.sources.branches import Change, read_changes
from tesserae.workspace import WORKSPACE_DIR


@dataclass(frozen=True, slots=True)
class GatheredCommits:
    """The commits by the label of their window."""

    by_day: dict[str, list[CommitItem]] = field(default_factory=dict)
    problem: str = ""
    """Why there are none to read."""
    is_shallow: bool = False


def gather_commits(
    root: Path,
    windows: Sequence[Window],
    *,
    redact: Callable[[str], str],
    generated: Sequence[str] = (WORKSPACE_DIR,),
) -> GatheredCommits:
    """Read the commits of some windows, in order of time.

    Args:
        root: The project's folder.
        windows: Consecutive.
        redact: Applied to subjects and authors, which a digest repeats.
        generated: Folders whose files are no news; a commit of nothing else is left out.
    """
    read = read_changes(root, windows[0].start, windows[-1].end)
    by_day: dict[str, list[CommitItem]] = {window.label: [] for window in windows}
    folders = tuple(f"{folder.rstrip('/')}/" for folder in generated)
    for change in read.changes:
        if change.paths and all(path.startswith(folders) for path in change.paths):
            continue
        for window in windows:
            if window.start <= change.at < window.end:
                by_day[window.label].append(_item(change, redact))
    return GatheredCommits(by_day, read.problem, read.is_shallow)


def _item(change: Change, redact: Callable[[str], str]) -> CommitItem:
    return CommitItem(
        sha=change.sha,
        author=redact(change.author),
        subject=redact(change.subject),
        at=change.at,
        paths=change.paths,
        is_merge=change.is_merge,
    )
