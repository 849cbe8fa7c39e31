"""`tesserae export`: what other programs take from a project."""

from __future__ import annotations

from pathlib import Path

import click

from tesserae.cli.output import note, open_project, project_option, say
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
