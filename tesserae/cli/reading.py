"""What the commands that read a project share: bring it up to date, open it, give out markdown."""

from __future__ import annotations

from pathlib import Path

import click

from tesserae.cli.output import note, open_project, print_faults, progress_shown
from tesserae.context.library import Library
from tesserae.engine.library import open_library as open_compiled
from tesserae.engine.pipeline import Pipeline
from tesserae.errors import WorkspaceError


def open_library(project: Path) -> Library:
    """Compile the project where something changed, and open what it knows."""
    with progress_shown() as progress:
        compiled = Pipeline(open_project(project), progress=progress).run()
    print_faults(compiled.faults)
    return open_compiled(compiled)


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
