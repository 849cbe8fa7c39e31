"""`tesserae status`: what there is, and whether it is up to date. It writes nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import click

from tesserae.cli.output import (
    columns,
    counted,
    json_option,
    open_project,
    print_faults,
    print_json,
    project_option,
    say,
)
from tesserae.engine.status import ProjectStatus, look_at, status_lines
from tesserae.model.source import Skipped


@click.command()
@project_option
@click.option("--sources", is_flag=True, help="List every file that was left out, and why.")
@json_option
def status(project: Path, sources: bool, as_json: bool) -> None:
    """Show counts and what changed since the last compile."""
    found = look_at(open_project(project))
    if as_json:
        print_json(_data(found))
    elif sources:
        _print_sources(found)
    else:
        _print_status(found)


def _print_status(found: ProjectStatus) -> None:
    for line in status_lines(found):
        say(line)
    print_faults(found.faults)


def _print_sources(found: ProjectStatus) -> None:
    kinds: dict[str, int] = defaultdict(int)
    for ref in found.inputs.found.refs:
        kinds[ref.media_type.value] += 1
    read = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    total = counted(len(found.inputs.found.refs), "source")
    say(f"Read: {total}{f' ({read})' if read else ''}.")
    if not found.left_out:
        say("Nothing is left out.")
        return
    say(f"Left out: {len(found.left_out)}, a folder counted as one.")
    say()
    for line in columns(_rows(found.left_out)):
        say(line)


def _rows(items: Sequence[Skipped]) -> list[tuple[str, str]]:
    return [(item.path, item.reason) for item in items]


def _data(found: ProjectStatus) -> dict[str, object]:
    outcome = found.manifest.outcome if found.manifest else None
    return {
        "project": found.settings.project_name,
        "compiled": found.manifest is not None,
        "fresh": found.is_fresh,
        "sources": [
            {"path": ref.path, "type": ref.media_type.value, "size": ref.size}
            for ref in found.inputs.found.refs
        ],
        "left_out": [
            {"path": item.path, "reason": item.reason, "fault": item.is_fault}
            for item in found.left_out
        ],
        "changes": {word: list(paths) for word, paths in found.change_groups},
        "nodes": outcome.nodes if outcome else {},
        "edges": outcome.edges if outcome else 0,
        "pages": outcome.pages if outcome else {},
        "edited": list(outcome.kept_edits) if outcome else [],
        "conflicts": list(outcome.conflicts) if outcome else [],
        "orphaned": list(outcome.orphaned) if outcome else [],
    }
