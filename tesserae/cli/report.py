"""`tesserae report`: what the last compile found wrong."""

from __future__ import annotations

from pathlib import Path

import click

from tesserae.cli.output import json_option, open_project, print_json, project_option, say
from tesserae.engine.manifest import load_manifest, outcome_data
from tesserae.errors import WorkspaceError
from tesserae.workspace import Workspace


@click.command()
@project_option
@json_option
def report(project: Path, as_json: bool) -> None:
    """Print what is wrong with the graph."""
    settings = open_project(project)
    workspace = Workspace(settings.root, settings.wiki_dir)
    manifest = load_manifest(workspace.manifest_path)
    try:
        text = workspace.report_path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise WorkspaceError("there is no report yet; run `tesserae compile`") from error
    if as_json:
        print_json(outcome_data(manifest.outcome) if manifest else {})
        return
    say(text.rstrip("\n"))
