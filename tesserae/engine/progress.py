"""How a compile tells a door what it is doing; the default tells nobody."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Hears what a compile is doing."""

    def start(self, stage: str, total: int | None) -> None:
        """Hear that a stage begins, and how many steps it has where that is known."""

    def advance(self) -> None:
        """Hear that one step of the stage is done."""


class Silence:
    """Listens to nothing."""

    def start(self, stage: str, total: int | None) -> None:
        """Do nothing."""

    def advance(self) -> None:
        """Do nothing."""
