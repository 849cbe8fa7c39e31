"""`tesserae compile`: bring the graph and the wiki up to date."""

from __future__ import annotations

from pathlib import Path

import click

from tesserae.cli.output import (
    counted,
    json_option,
    open_project,
    print_faults,
    print_json,
    print_notes,
    progress_shown,
    project_option,
    say,
)
from tesserae.engine.compiled import Compiled
from tesserae.engine.pipeline import Pipeline


@click.command("compile")
@project_option
@click.option(
    "--wait",
    "wait_seconds",
    type=click.FloatRange(min=0),
    default=0,
    metavar="SECONDS",
    help="How long to wait while another process compiles the project.",
)
@json_option
def compile_project(project: Path, wait_seconds: float, as_json: bool) -> None:
    """Bring the graph and the wiki up to date."""
    settings = open_project(project)
    with progress_shown() as progress:
        compiled = Pipeline(settings, progress=progress, wait_seconds=wait_seconds).run()
    if as_json:
        print_json(compiled_data(compiled))
        return
    print_notes(compiled.notes)
    print_faults(compiled.faults)
    say(summary(compiled))


def summary(compiled: Compiled) -> str:
    """Return one line on what a compile did."""
    outcome = compiled.manifest.outcome
    nodes, pages = sum(outcome.nodes.values()), sum(outcome.pages.values())
    counts = (
        (len(compiled.manifest.sources), "source"),
        (nodes, "node"),
        (outcome.edges, "edge"),
        (pages, "page"),
    )
    what = ", ".join(counted(count, noun) for count, noun in counts)
    if not compiled.changed:
        return f"Up to date: {what}."
    done = [f"{compiled.extracted} read anew", f"{counted(len(compiled.written), 'file')} written"]
    if compiled.removed:
        done.append(f"{len(compiled.removed)} removed")
    if compiled.conflicts:
        done.append(
            f"{counted(len(compiled.conflicts), 'page')} in conflict (tesserae wiki status)"
        )
    return f"Compiled {what}: {', '.join(done)}."


def compiled_data(compiled: Compiled) -> dict[str, object]:
    """Return what a compile did, as data."""
    outcome = compiled.manifest.outcome
    return {
        "changed": compiled.changed,
        "sources": len(compiled.manifest.sources),
        "extracted": compiled.extracted,
        "nodes": outcome.nodes,
        "edges": outcome.edges,
        "pages": outcome.pages,
        "now": outcome.now,
        "written": list(compiled.written),
        "removed": list(compiled.removed),
        "restored": list(compiled.restored),
        "faults": [{"path": item.path, "reason": item.reason} for item in compiled.faults],
        "broken_links": [
            {"path": link.path, "line": link.line, "target": link.target}
            for link in compiled.broken_links
        ],
        "edited": list(outcome.kept_edits),
        "conflicts": list(outcome.conflicts),
        "orphaned": list(outcome.orphaned),
        "notes": list(compiled.notes),
    }
