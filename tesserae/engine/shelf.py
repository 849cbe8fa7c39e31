"""The projects that a door answers for: the one it was started in, and the registered ones."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from pathlib import Path

from tesserae.config import Settings, agent_environment, load_settings
from tesserae.engine.published_site import SITES_FOLDER, open_site
from tesserae.engine.reading import ProjectReader, Reader
from tesserae.engine.site_reader import SiteReader
from tesserae.errors import QueryError, TesseraeError
from tesserae.projects import Registry, load_registry, tesserae_home

logger = logging.getLogger(__name__)


class Shelf:
    """Readers by project; each is opened when it is first asked for."""

    def __init__(
        self,
        current: Reader | None,
        *,
        registry: Callable[[], Registry] = Registry,
        settings: Settings | None = None,
    ) -> None:
        """Hold the current project.

        Args:
            current: Answers where no project is named; None where the door stands in none.
            registry: Reads the registered projects, anew at each call.
            settings: Of the current project, where it lies on this machine.
        """
        self.settings = settings
        self._current = current
        self._registry = registry
        self._readers: dict[Path, Reader] = {}
        self._lock = threading.Lock()

    def reader(self, project: str = "") -> Reader:
        """Return the reader of a project.

        Args:
            project: The name of the current or of a registered project; the current one where it
                is empty, else the active one of the registry.

        Raises:
            QueryError: No project has this name; the message lists those that there are.
            ConfigError: The project's configuration is wrong.
        """
        name = project.strip()
        if self._current is not None and name in {"", self._current.name}:
            return self._current
        registry = self._registry()
        found = next(
            (item for item in registry.projects if item.name == (name or registry.active)), None
        )
        if found is None:
            known = ", ".join(self.names()) or "none"
            raise QueryError(
                f"no project is called {name[:80]!r}; there are: {known}"
                if name
                else f"name a project; there are: {known}"
            )
        with self._lock:
            if found.root not in self._readers:
                self._readers[found.root] = ProjectReader(load_settings(found.root))
            return self._readers[found.root]

    def warm(self) -> None:
        """Read the current project, so that the first question need not wait for it."""
        if self._current is None:
            return
        try:
            self._current.reading()
        except TesseraeError as error:
            # Whoever asks hears of it again.
            logger.warning("%s cannot be read yet: %s", self._current.name, error)

    def names(self) -> list[str]:
        """Return the names that `reader` takes, the current project first."""
        names = [self._current.name] if self._current is not None else []
        return list(dict.fromkeys([*names, *(item.name for item in self._registry().projects)]))

    def listing(self) -> str:
        """Return a line for each project."""
        places: Mapping[str, str] = {
            item.name: item.root.as_posix() for item in self._registry().projects
        }
        lines = []
        for name in self.names():
            is_current = self._current is not None and name == self._current.name
            mark = " (current)" if is_current else ""
            lines.append(f"- {name}{mark}{f': {places[name]}' if name in places else ''}")
        return "\n".join(lines) + "\n" if lines else "There is no project; run `tesserae init`.\n"


def machine_shelf(settings: Settings) -> Shelf:
    """Return the shelf of this machine, with a project as the current one."""
    home = tesserae_home(agent_environment())
    return Shelf(ProjectReader(settings), registry=lambda: load_registry(home), settings=settings)


def site_shelf(address: str) -> Shelf:
    """Return a shelf that holds a published site alone.

    Args:
        address: An http(s) address, or a folder.

    Raises:
        ConfigError: It is neither.
    """
    home = tesserae_home(agent_environment())
    return Shelf(SiteReader(open_site(address, cache_dir=home / SITES_FOLDER)))
