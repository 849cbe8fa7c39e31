"""What several commands print: results, notes, data, and progress where someone is watching."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import click

from tesserae.config import Settings, load_settings
from tesserae.engine.progress import Progress, Silence
from tesserae.model.source import Skipped

MAX_FAULTS = 20
_Function = TypeVar("_Function", bound=Callable[..., Any])


def project_option(function: _Function) -> _Function:
    """Add the option that names the project."""
    option = click.option(
        "-C",
        "--project",
        type=click.Path(path_type=Path),
        default=".",
        show_default=False,
        help="The project's folder, or one in it; the current folder by default.",
    )
    return option(function)


def json_option(function: _Function) -> _Function:
    """Add the option that prints data instead of words."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(function)


def open_project(project: Path) -> Settings:
    """Load the settings of the project that the user means.

    Raises:
        ConfigError: It is no folder, or its configuration is wrong.
    """
    return load_settings(project)


def say(text: str = "", *, colour: str | None = None) -> None:
    """Print a result, coloured where the output is a terminal."""
    click.secho(printable(text), fg=colour)


def note(text: str) -> None:
    """Print something beside the result."""
    click.secho(printable(text), err=True, dim=True)


def warn(text: str) -> None:
    """Print something that the user should act on."""
    click.secho("Warning: ", nl=False, err=True, fg="yellow")
    click.echo(printable(text), err=True)


def print_json(value: object) -> None:
    """Print data."""
    click.echo(json.dumps(value, ensure_ascii=True, indent=2))


def print_notes(notes: Sequence[str]) -> None:
    """Print what a compile has to say beside its result."""
    for text in notes:
        warn(text)


def print_faults(faults: Sequence[Skipped]) -> None:
    """Name each input that could not be used, once."""
    for item in faults[:MAX_FAULTS]:
        warn(f"{item.path}: {item.reason}")
    if len(faults) > MAX_FAULTS:
        warn(f"and {len(faults) - MAX_FAULTS} more; see `tesserae status --sources`")


def printable(text: str) -> str:
    """Return a text that a terminal shows and does not obey: control characters become marks."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() or char in _HARMLESS else f"\\x{ord(char):02x}" for char in text
    )


# The joiners hold together what several scripts and emoji write as one.
_HARMLESS = "\n\t\u200c\u200d"


def counted(count: int, noun: str) -> str:
    """Return a count with its noun: `1 page`, `2 pages`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield rows as lines with aligned columns."""
    widths = [max(len(row[index]) for row in rows) for index in range(len(rows[0]))] if rows else []
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        yield "  ".join(cells).rstrip()


@contextmanager
def progress_shown() -> Iterator[Progress]:
    """Show a bar on a terminal; elsewhere nobody watches, so nothing is loaded for it."""
    if not sys.stderr.isatty():
        yield Silence()
        return
    with import_module("tesserae.cli.progress").bar() as progress:
        yield progress
