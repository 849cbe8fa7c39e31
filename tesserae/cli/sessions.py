"""`tesserae sessions`: what agents did in a project, as their own logs tell it."""

from __future__ import annotations

from pathlib import Path

import click

from tesserae.cli.output import (
    columns,
    counted,
    json_option,
    note,
    open_project,
    print_json,
    project_option,
    say,
)
from tesserae.engine.session_list import sessions_of
from tesserae.model.session import SessionRow


@click.group()
def sessions() -> None:
    """Look at the sessions of coding agents."""


@sessions.command("list")
@project_option
@click.option("--all", "every_project", is_flag=True, help="List the sessions of every project.")
@json_option
def list_(project: Path, every_project: bool, as_json: bool) -> None:
    """List the sessions of the project, newest first."""
    listing = sessions_of(open_project(project), every_project=every_project)
    if as_json:
        print_json([row.to_json() for row in listing.rows])
        return
    for line in columns([_cells(row) for row in listing.rows]):
        say(line)
    coverage = listing.coverage
    missing = [root.path for root in coverage.roots if not root.found]
    note(
        f"{counted(len(listing.rows), 'session')}; "
        f"{counted(coverage.rejected_count, 'damaged record')} passed over."
    )
    if missing:
        note(f"No logs at {', '.join(missing)}.")
    for text in coverage.notes:
        note(text)


def _cells(row: SessionRow) -> tuple[str, ...]:
    last = row.last.astimezone().strftime("%Y-%m-%d %H:%M") if row.last else "-"
    title = " ".join(row.title.split())
    return last, str(row.host), row.project, counted(row.human_turns, "request"), title[:60], row.id
