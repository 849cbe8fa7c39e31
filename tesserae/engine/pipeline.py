"""The only way to bring a project up to date; every door calls it.

Whether there is anything to do is found out first, without a lock and without loading what
extracts and projects: an unchanged project is answered from its manifest and nothing is written.
"""

from __future__ import annotations

from pathlib import Path

from tesserae.config import Settings
from tesserae.engine.compiled import Compiled
from tesserae.engine.inputs import Inputs, gather_inputs
from tesserae.engine.manifest import Manifest, find_changes, load_manifest
from tesserae.engine.progress import Progress, Silence
from tesserae.engine.stages import COMPILE, COMPILE_LOCK, GRAPH_STORE, load_named
from tesserae.errors import ConfigError
from tesserae.workspace import Workspace

DEFAULT_WAIT_SECONDS = 60.0
"""How long a door that serves waits for another compile of the same project."""

__all__ = ["DEFAULT_WAIT_SECONDS", "Compiled", "Pipeline"]


class Pipeline:
    """Compiles one project."""

    def __init__(
        self,
        settings: Settings,
        *,
        progress: Progress | None = None,
        wait_seconds: float = DEFAULT_WAIT_SECONDS,
    ) -> None:
        self.settings = settings
        self.workspace = Workspace(settings.root, settings.wiki_dir)
        self._progress = progress or Silence()
        self._wait_seconds = wait_seconds

    def run(self) -> Compiled:
        """Bring graph and wiki up to date.

        Raises:
            BusyError: Another process compiles this project and does not finish in time.
            WorkspaceError: A file of ours cannot be written.
            ConfigError: The folder is no project, or a person's file under `.tesserae/` is wrong.
        """
        generation = file_stamp(self.workspace.manifest_path)
        inputs, manifest = self._look()
        if manifest is not None:
            return Compiled(self.settings, self.workspace, inputs, manifest)
        if self._is_no_project(inputs):
            raise ConfigError(
                "this is no project: there is no mkdocs.yml and no markdown, text or Python file; "
                "run `tesserae init` to make it one"
            )
        with load_named(COMPILE_LOCK)(self.workspace, wait_seconds=self._wait_seconds):
            if file_stamp(self.workspace.manifest_path) != generation:
                # Whoever held the lock until now may have done the work.
                inputs, manifest = self._look()
                if manifest is not None:
                    return Compiled(self.settings, self.workspace, inputs, manifest)
            compiled: Compiled = load_named(COMPILE)(
                self.settings, self.workspace, inputs, self._progress
            )
        return compiled

    def _is_no_project(self, inputs: Inputs) -> bool:
        # Without this, a command in the wrong folder would leave an empty workspace there.
        is_bare = self.settings.config_file is None and not self.workspace.dir.exists()
        return is_bare and not (inputs.found.refs or inputs.found.skipped)

    def _look(self) -> tuple[Inputs, Manifest | None]:
        """Return the inputs, and the manifest where it still holds for them and the disk."""
        inputs = gather_inputs(self.settings, self.workspace)
        manifest = load_manifest(self.workspace.manifest_path)
        if manifest is None or find_changes(manifest, inputs, self.workspace):
            return inputs, None
        store = load_named(GRAPH_STORE)(self.workspace.database_path)
        return inputs, manifest if store.generation() == manifest.generation else None


def file_stamp(path: Path) -> tuple[int, int, int] | None:
    """Tell one version of a file that is only ever replaced from the next."""
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_ino, stat.st_size, stat.st_mtime_ns
