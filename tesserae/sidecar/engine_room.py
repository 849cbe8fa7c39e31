"""The engine behind the tools, loaded after the server has answered its first request.

The index needs numeric libraries and the graph takes time to read; a client that only lists tools
pays for neither.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from tesserae.engine.stages import load_named


class EngineRoom:
    """Loads the engine once; threads may share it."""

    def __init__(self, open_shelf: Callable[[], Any]) -> None:
        """Remember how to reach the projects.

        Args:
            open_shelf: Loads what is heavy and returns a `tesserae.engine.shelf.Shelf`.
        """
        self._open_shelf = open_shelf
        self._shelf: Any = None
        self._lock = threading.Lock()

    @property
    def shelf(self) -> Any:  # noqa: ANN401 - its module is loaded only here
        """The projects."""
        with self._lock:
            if self._shelf is None:
                self._shelf = self._open_shelf()
            return self._shelf

    def answer(self, name: str) -> Callable[..., Any]:
        """Return a function of `tesserae.engine.answers`."""
        found: Callable[..., Any] = load_named(f"tesserae.engine.answers:{name}")
        return found

    def warm(self) -> threading.Thread:
        """Load the current project in the background."""
        thread = threading.Thread(target=self._warm, name="warm", daemon=True)
        thread.start()
        return thread

    def _warm(self) -> None:
        self.answer("search")
        self.shelf.warm()
