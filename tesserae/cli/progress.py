"""A bar for a compile, on a terminal only."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn


class Bar:
    """Shows the running stage of a compile."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._task = progress.add_task("Looking", total=None)

    def start(self, stage: str, total: int | None) -> None:
        """Show a new stage."""
        # A task cannot lose its total again, so every stage is a task of its own.
        self._progress.remove_task(self._task)
        self._task = self._progress.add_task(stage, total=total)

    def advance(self) -> None:
        """Show one more step."""
        self._progress.advance(self._task)


@contextmanager
def bar() -> Iterator[Bar]:
    """Show a bar for the length of the block, and nothing of it afterwards."""
    with Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as progress:
        yield Bar(progress)
