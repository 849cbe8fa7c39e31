"""What the commands that read a project share: bring it up to date, open it, give out markdown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from tesserae.cli.output import note, open_project, print_faults, progress_shown
from tesserae.context.library import Library
from tesserae.context.writer import ModelWriter
from tesserae.engine.library import open_library as open_compiled
from tesserae.engine.library import open_writer
from tesserae.engine.pipeline import Compiled, Pipeline
from tesserae.errors import WorkspaceError

_Function = TypeVar("_Function", bound=Callable[..., Any])


def compile_first(project: Path) -> Compiled:
    """Compile the project where something changed."""
    with progress_shown() as progress:
        compiled = Pipeline(open_project(project), progress=progress).run()
    print_faults(compiled.faults)
    return compiled


def open_library(project: Path) -> Library:
    """Compile the project where something changed, and open what it knows."""
    return open_compiled(compile_first(project))


def synthesize_option(function: _Function) -> _Function:
    """Add the option that lets a model write prose."""
    return click.option(
        "--synthesize", is_flag=True, help="Let the configured model write prose, checked."
    )(function)


def writer_of(project: Path, *, synthesize: bool) -> ModelWriter | None:
    """Return the configured model where it is wanted.

    Raises:
        ConfigError: None is configured.
    """
    return open_writer(open_project(project)) if synthesize else None


def emit(markdown: str, output: Path | None) -> None:
    """Write markdown to a file, or print it as it is.

    Raises:
        WorkspaceError: The file cannot be written.
    """
    if output is None:
        click.echo(markdown.encode("utf-8", "replace"), nl=not markdown.endswith("\n"))
        return
    try:
        output.write_text(markdown, encoding="utf-8", errors="replace")
    except OSError as error:
        raise WorkspaceError(f"cannot be written: {error.strerror}", path=output) from error
    note(f"Wrote {output}.")
