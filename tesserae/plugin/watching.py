"""What `mkdocs serve` watches besides the documents: other sources, and the wiki.

People edit the wiki, and so do we: our own writes must not count as edits, or one edit would start
a second build. So the folder is not watched while we compile; watching it anew begins with a fresh
look at it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from tesserae.config import Settings
from tesserae.workspace import WORKSPACE_DIR


class Server(Protocol):
    """What MkDocs' development server does with folders; to import it would slow every build."""

    def watch(self, path: str) -> None:
        """Build again when something below a path changes."""

    def unwatch(self, path: str) -> None:
        """Stop that."""


class Watching:
    """The folders of one project that a development server watches."""

    def __init__(self, server: Server, settings: Settings) -> None:
        self._server = server
        self._settings = settings
        self._places: set[str] = set()
        docs = settings.root / settings.docs_dir
        wiki = settings.root / settings.wiki_dir
        # Where the wiki lies among the documents, MkDocs watches it with them.
        self._written_to = docs if docs in wiki.parents else wiki
        self._is_watched = self._written_to == docs

    def update(self, sources: Iterable[str]) -> None:
        """Watch where these sources lie, and the wiki; what is watched already stays so."""
        for name in watched_places(self._settings, sources):
            if name not in self._places:
                self._places.add(name)
                self._server.watch(str(self._settings.root / name))
        self._watch_wiki()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Look away from the folder that a compile writes to."""
        if self._is_watched:
            self._server.unwatch(str(self._written_to))
            self._is_watched = False
        try:
            yield
        finally:
            self._watch_wiki()

    def _watch_wiki(self) -> None:
        if not self._is_watched and self._written_to.is_dir():
            self._server.watch(str(self._written_to))
            self._is_watched = True


def watched_places(settings: Settings, sources: Iterable[str]) -> list[str]:
    """Return the files at the root, and the folders right below it, that hold sources.

    The documents are watched by MkDocs already; of `.tesserae/`, where every build writes, nothing
    but the wiki is watched.
    """
    docs = Path(settings.docs_dir).parts
    places = set()
    for source in sources:
        parts = Path(source).parts
        if parts[0] != WORKSPACE_DIR and parts[: len(docs)] != docs:
            places.add(parts[0])
    return sorted(places)
