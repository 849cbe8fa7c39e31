"""`tesserae search`: what the project holds on some words, ranked, with the reasons."""

from __future__ import annotations

from pathlib import Path

import click

from tesserae.cli.output import json_option, print_json, project_option, say
from tesserae.cli.reading import open_library
from tesserae.retrieval.search import Hit


@click.command()
@click.argument("query")
@project_option
@click.option(
    "--limit",
    type=click.IntRange(min=1, max=100),
    default=10,
    show_default=True,
    help="How many hits at the most.",
)
@json_option
def search(query: str, project: Path, limit: int, as_json: bool) -> None:
    """Find passages and things by words, a title, a path or an id."""
    hits = open_library(project).retriever.search(query, limit=limit)
    if as_json:
        print_json([hit.to_json() for hit in hits])
        return
    if not hits:
        say("Nothing is found; use other words.")
    for number, hit in enumerate(hits, start=1):
        say(_line(number, hit))


def _line(number: int, hit: Hit) -> str:
    unit = hit.unit
    place = f"\n    {unit.path}:{unit.start_line}" if unit.path else ""
    why = f"\n    {'; '.join(hit.why)}" if hit.why else ""
    return f"{number:>2}. {unit.title} ({unit.type}, {hit.score:.2f}){place}{why}"
