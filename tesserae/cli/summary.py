"""`tesserae summary`: what happened on a day, in a week or in a range."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from tesserae.cli.output import json_option, note, open_project, print_json, say
from tesserae.engine.summary import SummaryRequest, activity_summary


@click.command()
@click.option(
    "-C",
    "folder",
    type=click.Path(path_type=Path),
    default=".",
    show_default=False,
    help="The current project's folder, or one in it; the current folder by default.",
)
@click.option("--day", default="", metavar="DAY", help="A day: 2026-03-29, today or yesterday.")
@click.option(
    "--week",
    is_flag=False,
    flag_value="",
    default=None,
    metavar="[WEEK]",
    help="An ISO week (2026-W13), or the seven days that end with a day, by default today.",
)
@click.option("--since", default="", metavar="DAY", help="The first day of a range, or an instant.")
@click.option("--until", default="", metavar="DAY", help="The last day of a range, or an instant.")
@click.option("--project", default="", metavar="NAME", help="One project, by name or folder.")
@click.option("--no-llm", "no_model", is_flag=True, help="Ask no model for a narrative.")
@click.option("--timezone", default="", metavar="ZONE", help="Whose days they are: Europe/Zurich.")
@json_option
def summary(
    folder: Path,
    day: str,
    week: str | None,
    since: str,
    until: str,
    project: str,
    no_model: bool,
    timezone: str,
    as_json: bool,
) -> None:
    """Tell what happened on a day (today by default), in a week or in a range."""
    request = SummaryRequest(
        day=day,
        week=week,
        since=since,
        until=until,
        project=project,
        synthesize=not no_model,
        timezone=timezone,
    )
    found = activity_summary(open_project(folder), request, now=datetime.now(UTC))
    for text in found.notes:
        note(text)
    if as_json:
        print_json(found.to_json())
        return
    say(found.body.rstrip("\n"))
    for path in found.written:
        note(f"Written: {path}")
