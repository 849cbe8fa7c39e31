"""`tesserae context`: a cited bundle of what the project knows, within a budget."""

from __future__ import annotations

from pathlib import Path

import click

from tesserae.cli.output import json_option, print_json, project_option
from tesserae.cli.reading import emit, open_library, synthesize_option, writer_of
from tesserae.context.compile import (
    DEFAULT_BUDGET,
    DEFAULT_DEPTH,
    ContextRequest,
    compile_context,
)


@click.command()
@click.argument("query", default="")
@project_option
@click.option("--seeds", multiple=True, metavar="ID", help="An id to start from; may be repeated.")
@click.option(
    "--depth",
    type=click.IntRange(min=0),
    default=DEFAULT_DEPTH,
    show_default=True,
    help="How many links the walk may be away from a seed.",
)
@click.option(
    "--budget",
    type=int,
    default=DEFAULT_BUDGET,
    show_default=True,
    help="Characters of the whole bundle; 0 sets no limit.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the bundle to a file.",
)
@synthesize_option
@json_option
def context(
    query: str,
    project: Path,
    seeds: tuple[str, ...],
    depth: int,
    budget: int,
    output: Path | None,
    synthesize: bool,
    as_json: bool,
) -> None:
    """Compile cited context on a question, or around given ids."""
    request = ContextRequest(query=query, seeds=seeds, depth=depth, budget=budget)
    writer = writer_of(project, synthesize=synthesize)
    bundle = compile_context(open_library(project), request, writer=writer)
    if as_json:
        print_json(bundle.to_json())
    else:
        emit(bundle.body, output)
