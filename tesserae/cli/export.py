"""`tesserae export`: what other programs take from a project."""

from __future__ import annotations

from pathlib import Path

import click

from tesserae.cli.output import note, open_project, project_option, say
from tesserae.cli.reading import compile_first, emit
from tesserae.context.compile import DEFAULT_BUDGET
from tesserae.engine.llms_export import export_llms
from tesserae.exports.harness import export_harness
from tesserae.workspace import Workspace


@click.group()
def export() -> None:
    """Write a project's knowledge in the formats of other programs."""


@export.command()
@project_option
def harness(project: Path) -> None:
    """Give Claude Code the command /summary in this project."""
    settings = open_project(project)
    exported = export_harness(Workspace(settings.root, settings.wiki_dir))
    for path in exported.written:
        say(f"Written: {path}")
    for path in exported.unchanged:
        say(f"Up to date: {path}")
    for path in exported.kept:
        note(f"{path} is not ours and was left as it is; move it away to get ours.")


@export.command()
@project_option
@click.option("--topic", default="", help="Only what this topic reaches, with its cited context.")
@click.option(
    "--budget",
    type=int,
    default=DEFAULT_BUDGET,
    show_default=True,
    help="Characters of the cited context; 0 sets no limit.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write it to a file.",
)
def llms(project: Path, topic: str, budget: int, output: Path | None) -> None:
    """Write llms.txt: the index of the wiki, or of what a topic reaches."""
    compiled = compile_first(project)
    emit(export_llms(compiled, topic=topic, budget=budget), output)
