"""How a project stands, found without changing anything."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tesserae.config import Settings
from tesserae.engine.inputs import Inputs, gather_inputs
from tesserae.engine.manifest import Changes, Manifest, find_changes, load_manifest, with_skipped
from tesserae.model.source import Skipped
from tesserae.workspace import Workspace

MAX_LISTED = 10


@dataclass(frozen=True, slots=True)
class ProjectStatus:
    """A project's inputs, its last compile, and how they differ."""

    settings: Settings
    inputs: Inputs
    manifest: Manifest | None
    """None where the project was never compiled."""
    changes: Changes

    @property
    def is_fresh(self) -> bool:
        """Whether the last compile still holds."""
        return self.manifest is not None and not self.changes

    @property
    def left_out(self) -> tuple[Skipped, ...]:
        """Every file and folder that is no source, in path order."""
        found = self.inputs.found
        return tuple(
            sorted((*found.skipped, *found.ignored), key=lambda item: (item.path, item.reason))
        )

    @property
    def faults(self) -> tuple[Skipped, ...]:
        """Inputs about which the user should do something."""
        known = self.manifest.outcome.faults if self.manifest else ()
        skipped = with_skipped(self.inputs.found, known)
        return tuple(item for item in skipped if item.is_fault)

    @property
    def change_groups(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """What changed, by a word that says how."""
        changes = self.changes
        groups = (
            ("new", changes.added),
            ("edited", changes.edited),
            ("removed", changes.removed),
            ("wiki", changes.wiki),
            ("other", changes.other),
            ("damaged", changes.outputs),
        )
        return tuple((word, paths) for word, paths in groups if paths)


def look_at(settings: Settings) -> ProjectStatus:
    """Find out how a project stands."""
    workspace = Workspace(settings.root, settings.wiki_dir)
    inputs = gather_inputs(settings, workspace)
    manifest = load_manifest(workspace.manifest_path)
    changes = find_changes(manifest, inputs, workspace) if manifest else Changes()
    return ProjectStatus(settings, inputs, manifest, changes)


def status_lines(found: ProjectStatus) -> Iterator[str]:
    """Yield lines that tell a person how a project stands."""
    yield f"Project   {found.settings.project_name}"
    yield f"Sources   {len(found.inputs.found.refs)} found, {len(found.left_out)} left out"
    if found.manifest is None:
        yield "Compiled  never; run `tesserae compile`"
        return
    outcome = found.manifest.outcome
    yield f"Graph     {_counted(sum(outcome.nodes.values()), 'node')}, " + _counted(
        outcome.edges, "edge"
    )
    kinds = ", ".join(f"{count} {kind}" for kind, count in outcome.pages.items())
    pages = f"{_counted(sum(outcome.pages.values()), 'page')} ({kinds})" if kinds else "empty"
    yield f"Wiki      {pages}"
    edits = ", ".join(
        f"{len(paths)} {word}"
        for word, paths in (
            ("edited", outcome.kept_edits),
            ("in conflict", outcome.conflicts),
            ("whose subject is gone", outcome.orphaned),
        )
        if paths
    )
    if edits:
        yield f"Edits     {edits} (tesserae wiki status)"
    yield from _change_lines(found)


def _change_lines(found: ProjectStatus) -> Iterator[str]:
    if found.is_fresh:
        yield "State     up to date"
        return
    yield "State     changed since the last compile; run `tesserae compile`"
    for word, paths in found.change_groups:
        for path in paths[:MAX_LISTED]:
            yield f"  {word:8}{path}"
        if len(paths) > MAX_LISTED:
            yield f"  {word:8}and {len(paths) - MAX_LISTED} more"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
