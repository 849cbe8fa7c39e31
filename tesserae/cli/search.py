"""`tesserae search`: what the project holds on some words, ranked, with the reasons."""

from __future__ import annotations

from pathlib import Path

import click

from tesserae.cli.output import json_option, print_json, project_option, say
from tesserae.cli.reading import open_library
from tesserae.context.hits import render_hits, types_of


@click.command()
@click.argument("query")
@project_option
@click.option("--kind", default="", help="Only these: passages, code, concepts, a node type.")
@click.option(
    "--limit",
    type=click.IntRange(min=1, max=100),
    default=10,
    show_default=True,
    help="How many hits at the most.",
)
@json_option
def search(query: str, project: Path, kind: str, limit: int, as_json: bool) -> None:
    """Find passages and things by words, a title, a path or an id."""
    types = types_of(kind) if kind.strip() else None
    hits = open_library(project).retriever.search(query, limit=limit, types=types)
    if as_json:
        print_json([hit.to_json() for hit in hits])
        return
    say(render_hits(hits).rstrip("\n"))
