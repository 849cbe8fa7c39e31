"""Answers from the last compile of a project, for doors that stay open: the sidecar, the server.

A reading is one generation, whole: graph, passages and pages are those of one compile, whatever
another process writes meanwhile. The next compile is noticed by its manifest, which is written
last.
"""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from tesserae.config import Settings
from tesserae.context.library import Library
from tesserae.engine.inputs import hash_wiki
from tesserae.engine.library import build_library
from tesserae.engine.manifest import Manifest, load_manifest
from tesserae.engine.pipeline import Pipeline, file_stamp
from tesserae.engine.status import look_at, status_lines
from tesserae.errors import BusyError, GraphError, TesseraeError
from tesserae.graph.document import parse_graph
from tesserae.model.graph import Graph
from tesserae.model.ids import NodeId
from tesserae.wiki.disk import read_wiki
from tesserae.workspace import Workspace

logger = logging.getLogger(__name__)

LOOK_AGAIN_SECONDS = 5.0
"""How long after one look at the sources a question may lead to the next."""
_TRIES = 40
_PAUSE_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Reading:
    """One generation of a project."""

    project: str
    generation: str
    """Differs from one compile that changed something to the next."""
    library: Library
    pages: Mapping[str, NodeId]
    """The wiki's pages by path: `concepts/tide.md`."""
    settings: Settings | None = None
    """Of a project on this machine; None for a published site."""


class Reader(Protocol):
    """A project that can be asked."""

    @property
    def name(self) -> str:
        """What the project is called."""

    def reading(self) -> Reading:
        """Return the newest generation.

        Raises:
            TesseraeError: There is none that can be read.
        """

    def status(self) -> str:
        """Return lines that say how the project stands."""


class ProjectReader:
    """A project on this machine; threads may share it."""

    def __init__(self, settings: Settings, *, follows: bool = True) -> None:
        """Remember the project; nothing is read yet.

        Args:
            settings: The project.
            follows: Whether a question also starts a compile behind it where sources changed.
        """
        self.settings = settings
        self._workspace = Workspace(settings.root, settings.wiki_dir)
        self._follows = follows
        self._lock = threading.Lock()
        self._stamp: tuple[int, int, int] | None = None
        self._reading: Reading | None = None
        self._looked_at = -LOOK_AGAIN_SECONDS
        self._look: threading.Thread | None = None

    @property
    def name(self) -> str:
        """The project's name."""
        return self.settings.project_name

    def reading(self) -> Reading:
        """Return the newest generation; a project that was never compiled is compiled first.

        Raises:
            TesseraeError: It cannot be compiled or read.
        """
        with self._lock:
            stamp = file_stamp(self._workspace.manifest_path)
            if self._reading is None or stamp != self._stamp:
                self._open(stamp)
            assert self._reading is not None  # `_open` raises where there is none
            reading = self._reading
        if self._follows:
            self._look_for_changes()
        return reading

    def status(self) -> str:
        """Return what `tesserae status` prints."""
        return "".join(f"{line}\n" for line in status_lines(look_at(self.settings)))

    def _open(self, stamp: tuple[int, int, int] | None) -> None:
        found = read_last(self.settings)
        if found is None and self._reading is None:
            Pipeline(self.settings).run()
            stamp = file_stamp(self._workspace.manifest_path)
            found = read_last(self.settings)
        if found is not None:
            self._reading, self._stamp = found, stamp
        elif self._reading is None:
            raise BusyError("the project is being compiled; ask again in a few seconds")

    def _look_for_changes(self) -> None:
        now = time.monotonic()
        with self._lock:
            is_looking = self._look is not None and self._look.is_alive()
            if is_looking or now - self._looked_at < LOOK_AGAIN_SECONDS:
                return
            self._looked_at = now
            # A daemon: a compile is safe to cut off, and must not keep a closed server alive.
            self._look = threading.Thread(target=self._compile, name="compile", daemon=True)
            self._look.start()

    def _compile(self) -> None:
        try:
            Pipeline(self.settings, wait_seconds=0).run()
        except BusyError:
            # Whoever holds the lock does the work; its manifest is noticed.
            return
        except TesseraeError as error:
            logger.warning("%s cannot be brought up to date: %s", self.name, error)


def read_last(settings: Settings) -> Reading | None:
    """Read the last compile of a project, whole.

    Returns:
        None where there is none, or where files change faster than they can be read.

    Raises:
        WorkspaceError: The index cannot be written.
        BackendError: A model that the settings name cannot be read.
    """
    workspace = Workspace(settings.root, settings.wiki_dir)
    for _ in range(_TRIES):
        stamp = file_stamp(workspace.manifest_path)
        manifest = load_manifest(workspace.manifest_path)
        if manifest is None:
            return None
        graph = _graph_of(workspace, manifest)
        if graph is not None:
            paths, bodies = _pages_of(workspace, manifest)
            if file_stamp(workspace.manifest_path) == stamp:
                library = build_library(settings, manifest, graph, page_of=bodies.get)
                return Reading(
                    settings.project_name, _generation(manifest), library, paths, settings
                )
        # Another process is between its graph and its manifest.
        time.sleep(_PAUSE_SECONDS)
    return None


def _graph_of(workspace: Workspace, manifest: Manifest) -> Graph | None:
    """Return the graph of this very compile."""
    try:
        data = workspace.graph_path.read_bytes()
    except OSError:
        return None
    if hashlib.sha256(data).hexdigest() != manifest.generation:
        return None
    try:
        return parse_graph(data.decode("utf-8", "replace"))
    except GraphError:
        return None


def _pages_of(
    workspace: Workspace, manifest: Manifest
) -> tuple[dict[str, NodeId], dict[NodeId, str]]:
    """Return the pages as the compile left them; one that changed since belongs to the next."""
    now = hash_wiki(workspace.wiki_dir)
    pages = [
        page
        for page in read_wiki(workspace.wiki_dir).wiki_pages()
        if manifest.wiki.get(page.path, "") == now.get(page.path)
    ]
    return {page.path: page.id for page in pages}, {page.id: page.body for page in pages}


def _generation(manifest: Manifest) -> str:
    sources = [str(source["sha256"]) for source in manifest.sources.values()]
    parts = (manifest.code, manifest.generation, *sources, *manifest.wiki.values())
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]
