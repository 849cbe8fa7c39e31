"""What a compile hands to a door: facts at once, graph and pages when they are asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from tesserae.config import Settings
from tesserae.engine.inputs import Inputs
from tesserae.engine.manifest import BrokenLinkNote, Manifest, with_skipped
from tesserae.engine.stages import READ_GRAPH, READ_WIKI, load_named
from tesserae.errors import GraphError
from tesserae.model.graph import Graph
from tesserae.model.page import WikiPage
from tesserae.model.source import Skipped
from tesserae.sources.history import History
from tesserae.workspace import Workspace


@dataclass(slots=True)
class Kept:
    """What a compile that ran has in memory anyway."""

    graph: Graph
    pages: tuple[WikiPage, ...]
    own_pages: Mapping[str, str]
    history: History


@dataclass(frozen=True, slots=True)
class Compiled:
    """A project whose graph and wiki are up to date on disk."""

    settings: Settings
    workspace: Workspace
    inputs: Inputs
    manifest: Manifest
    changed: bool = False
    """Whether this compile had anything to do."""
    extracted: int = 0
    """How many sources were extracted anew."""
    written: tuple[str, ...] = ()
    """Files that were written, relative to the root, in the order of writing."""
    removed: tuple[str, ...] = ()
    restored: tuple[str, ...] = ()
    """Pages that were emptied or cut off, and are whole again."""
    own_notes: tuple[str, ...] = ()
    """What the user should hear about our own files."""
    kept: Kept | None = field(default=None, repr=False)

    @property
    def root(self) -> Path:
        """The project's folder."""
        return self.settings.root

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should hear, one line each."""
        history = self.inputs.history
        notes = [*self.settings.notes, *self.own_notes]
        if history.note:
            notes.append(history.note)
        if not self.settings.timezone_is_configured and history.head.sha is not None:
            notes.append(
                f"dates are days of this machine's time zone, {self.settings.timezone}; set "
                "`timezone` so that every machine gives the same"
            )
        return tuple(notes)

    @property
    def skipped(self) -> tuple[Skipped, ...]:
        """What could not be read, or only in part, in path order."""
        return with_skipped(self.inputs.found, self.manifest.outcome.faults)

    @property
    def faults(self) -> tuple[Skipped, ...]:
        """The skipped inputs about which the user should do something."""
        return tuple(item for item in self.skipped if item.is_fault)

    @property
    def counts(self) -> Mapping[str, int]:
        """Number of nodes by type."""
        return self.manifest.outcome.nodes

    @property
    def broken_links(self) -> tuple[BrokenLinkNote, ...]:
        """Links of documents that lead nowhere."""
        return self.manifest.outcome.broken_links

    @property
    def conflicts(self) -> tuple[str, ...]:
        """Pages with a passage that a person and the projection both changed."""
        return self.manifest.outcome.conflicts

    @property
    def now(self) -> date | None:
        """The newest date among the inputs, or that of SOURCE_DATE_EPOCH."""
        now = self.manifest.outcome.now
        return date.fromisoformat(now) if now else None

    def graph(self) -> Graph:
        """Return the whole graph.

        Raises:
            GraphError: It was damaged since the compile.
        """
        if self.kept is None:
            return load_graph(self.workspace)
        return self.kept.graph

    def pages(self) -> tuple[WikiPage, ...]:
        """Return the wiki's projected pages as they stand, edits included, in path order."""
        if self.kept is not None:
            return self.kept.pages
        return tuple(load_named(READ_WIKI)(self.workspace.wiki_dir).wiki_pages())

    def own_pages(self) -> Mapping[str, str]:
        """Return the pages that people wrote themselves: path in the wiki folder → text."""
        if self.kept is not None:
            return self.kept.own_pages
        own: Mapping[str, str] = load_named(READ_WIKI)(self.workspace.wiki_dir).own
        return own

    def history(self) -> History:
        """Return the project's git history."""
        return self.kept.history if self.kept is not None else self.inputs.history.load()


def load_graph(workspace: Workspace) -> Graph:
    """Read the graph of the last compile.

    Raises:
        GraphError: There is none, or it is damaged.
    """
    path = workspace.relative(workspace.graph_path)
    try:
        text = workspace.graph_path.read_text(encoding="utf-8")
        graph: Graph = load_named(READ_GRAPH)(text)
    except FileNotFoundError as error:
        raise GraphError("there is no graph yet; run `tesserae compile`", path=path) from error
    except (OSError, UnicodeDecodeError) as error:
        raise GraphError("cannot be read; run `tesserae compile`", path=path) from error
    except GraphError as error:
        raise GraphError(error.message, path=path) from error
    return graph
