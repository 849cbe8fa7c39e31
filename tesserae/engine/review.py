"""What people wrote into the wiki, page by page, against what the sources say now.

Nothing is written here: the stages of a compile run up to the last one. Only `restore_page` changes
the disk, and it keeps a copy of the person's text first.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from tesserae.config import Settings
from tesserae.engine.inputs import gather_inputs
from tesserae.engine.pipeline import Pipeline
from tesserae.engine.progress import Progress
from tesserae.engine.run import Run, run_stages
from tesserae.engine.stages import STAGES
from tesserae.errors import ConfigError
from tesserae.workspace import Workspace, Writer, workspace_error


class PageState(StrEnum):
    """What the user should know about a page, the most pressing first."""

    UNREADABLE = "unreadable"
    CONFLICT = "conflict"
    """A passage was changed by the person and by the sources; the person's stands."""
    KEPT_WHOLE = "kept whole"
    """Edited, and what it was projected from is lost, so nothing is merged into it."""
    ORPHANED = "orphaned"
    """Edited, and what it was about is gone."""
    COPY = "copy"
    """Holds the id of another page."""
    EDITED = "edited"
    RESTORED = "to be restored"
    """Empty or cut off; the next compile makes it whole."""
    OWN = "own"
    """Written by a person from the start."""


@dataclass(frozen=True, slots=True)
class PageReview:
    """One page of the wiki that is not just as it was projected."""

    path: str
    """Posix, relative to the wiki folder."""
    states: tuple[PageState, ...]
    mine: str = ""
    """The body as the person has it."""
    theirs: str | None = None
    """The body as it is projected now; None where there is no such page any more."""
    details: tuple[str, ...] = ()

    def diff(self) -> list[str]:
        """Return the lines of a unified diff from the projection to the page."""
        theirs = "" if self.theirs is None else self.theirs
        return list(
            difflib.unified_diff(
                theirs.split("\n"),
                self.mine.split("\n"),
                f"projected/{self.path}",
                f"wiki/{self.path}",
                lineterm="",
            )
        )


def review_wiki(settings: Settings, progress: Progress) -> list[PageReview]:
    """Compare every page that a person touched with its projection, in path order."""
    return sorted(_reviews(_dry_run(settings, progress)), key=lambda review: review.path)


def restore_page(settings: Settings, path: str, progress: Progress) -> str:
    """Give a page back its projection.

    Args:
        settings: The project.
        path: The page, relative to the wiki folder.
        progress: Hears about the compile that this takes.

    Returns:
        Where the copy of the person's text lies, relative to the project.

    Raises:
        ConfigError: There is no such page, or nothing to restore it to.
    """
    run = _dry_run(settings, progress)
    workspace = Workspace(settings.root, settings.wiki_dir)
    if path in run.wiki.own:
        raise ConfigError(
            "this page is yours from the start; there is nothing to restore", path=path
        )
    if path not in run.wiki.pages:
        raise ConfigError("the wiki has no such page", path=path)
    if path not in {page.path for page in run.projected}:
        raise ConfigError(
            "what this page was about is gone, so there is no projection of it; delete the file "
            "if you do not need it",
            path=path,
        )
    writer = Writer(workspace)
    copy = _free_copy(workspace, path)
    try:
        text = (workspace.wiki_dir / path).read_bytes()
    except OSError as error:
        raise workspace_error(error, path) from error
    writer.write(workspace.kept_dir / copy, text, durable=True)
    writer.remove(workspace.wiki_dir / path)
    Pipeline(settings, progress=progress).run()
    return workspace.relative(workspace.kept_dir / copy)


def _dry_run(settings: Settings, progress: Progress) -> Run:
    workspace = Workspace(settings.root, settings.wiki_dir)
    inputs = gather_inputs(settings, workspace)
    writer = Writer(workspace, is_dry=True)
    run = Run(settings, workspace, inputs, writer, progress, inputs.history.load())
    return run_stages(run, STAGES[:-1])


def _reviews(run: Run) -> Iterator[PageReview]:
    plan, disk = run.plan, run.wiki
    projected = {page.path: page.body for page in run.projected}
    conflicts: dict[str, list[str]] = {}
    for each in plan.conflicts:
        conflicts.setdefault(each.path, []).append(each.conflict.heading or "the opening")
    touched = {*plan.kept_edits, *plan.kept_whole, *plan.orphaned, *conflicts}
    bodies = {page.path: page.body for page in run.pages}
    for path in touched:
        states = [
            state
            for state, paths in (
                (PageState.CONFLICT, conflicts),
                (PageState.KEPT_WHOLE, plan.kept_whole),
                (PageState.ORPHANED, plan.orphaned),
            )
            if path in paths
        ]
        yield PageReview(
            path,
            tuple(states or [PageState.EDITED]),
            bodies.get(path, ""),
            projected.get(path),
            tuple(conflicts.get(path, ())),
        )
    for path in plan.copies:
        yield PageReview(path, (PageState.COPY,))
    for path in plan.restored:
        yield PageReview(path, (PageState.RESTORED,))
    for path, text in disk.own.items():
        yield PageReview(path, (PageState.OWN,), text, text)
    for item in disk.unreadable:
        yield PageReview(item.path, (PageState.UNREADABLE,), details=(item.reason,))


def _free_copy(workspace: Workspace, path: str) -> str:
    number = 1
    while (workspace.kept_dir / (copy := f"{path.removesuffix('.md')}.{number}.md")).exists():
        number += 1
    return copy
