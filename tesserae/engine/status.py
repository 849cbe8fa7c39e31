"""How a project stands, found without changing anything."""

from __future__ import annotations

from dataclasses import dataclass

from tesserae.config import Settings
from tesserae.engine.inputs import Inputs, gather_inputs
from tesserae.engine.manifest import Changes, Manifest, find_changes, load_manifest, with_skipped
from tesserae.model.source import Skipped
from tesserae.workspace import Workspace


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
