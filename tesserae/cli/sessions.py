"""`tesserae sessions`: what agents did in a project, listed, stored, shown and forgotten."""

from __future__ import annotations

from datetime import date, datetime, time
from pathlib import Path

import click

from tesserae.cli.output import (
    columns,
    counted,
    json_option,
    note,
    open_project,
    print_json,
    print_notes,
    project_option,
    say,
)
from tesserae.engine.session_list import sessions_of
from tesserae.engine.session_store import (
    Forgotten,
    find_session,
    forget_sessions,
    import_project_sessions,
)
from tesserae.extract.findings import findings_of
from tesserae.model.session import SessionRow, aggregate, format_instant
from tesserae.sessions.records import SessionRecord


@click.group()
def sessions() -> None:
    """List, store, show and forget the sessions of coding agents."""


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


@sessions.command("import")
@project_option
def import_(project: Path) -> None:
    """Store the project's sessions, redacted, in .tesserae/harness_sessions/."""
    imported = import_project_sessions(open_project(project))
    print_notes(imported.notes)
    say(
        f"{counted(len(imported.written), 'session')} stored, {imported.unchanged} as before, "
        f"{len(imported.kept)} kept that hold more than the logs here."
    )


@sessions.command()
@project_option
@click.argument("session")
@json_option
def show(project: Path, session: str, as_json: bool) -> None:
    """Show what one SESSION amounts to; the beginning of its id is enough."""
    record = find_session(open_project(project), session)
    if as_json:
        print_json(_summary(record))
        return
    for line in _lines(record):
        say(line)


@sessions.command()
@project_option
@click.argument("session", nargs=-1)
@click.option("--before", metavar="DATE", help="Forget every session that ended before this day.")
def forget(project: Path, session: tuple[str, ...], before: str | None) -> None:
    """Forget a SESSION, or all before a day: it is removed and never stored again."""
    if not session and before is None:
        raise click.UsageError("name a session, or give --before DATE")
    settings = open_project(project)
    limit = None
    if before is not None:
        try:
            limit = datetime.combine(date.fromisoformat(before), time(), settings.zone)
        except ValueError as error:
            raise click.UsageError(
                f"--before: {before!r} is no day; write one like 2026-03-29"
            ) from error
    _print_forgotten(forget_sessions(settings, session, before=limit))


def _print_forgotten(gone: Forgotten) -> None:
    for host, session_id in gone.sessions:
        say(f"Forgotten: {host}:{session_id}")
    for path in gone.removed:
        note(f"Removed: {path}")
    note(f"{counted(len(gone.sessions), 'session')} forgotten.")
    if gone.sessions:
        note("Run `tesserae compile` and build the site again: then it is gone from there too.")
    for path in gone.edited:
        note(f"{path} tells of it and holds text of yours; remove what you do not want to keep.")
    for path, count in gone.in_history:
        note(f"Git still holds {counted(count, 'version')} of {path}.")


def _summary(record: SessionRecord) -> dict[str, object]:
    session = record.session
    sums = aggregate(session.every_turn())
    return {
        "host": session.host.value,
        "id": session.id,
        "project": record.project,
        "title": session.title,
        "first": format_instant(session.first),
        "last": format_instant(session.last),
        "human_turns": session.human_turns,
        "turns": len(session.turns),
        "subagents": len(session.subagents),
        "undone_turns": session.undone_turns,
        "files_written": list(sums.files_written),
        "files_read": list(sums.files_read),
        "tools": dict(sums.tools),
        "commands": list(sums.commands),
        "errors": sums.errors,
        "tokens": sums.tokens.total,
        "findings": [finding.to_json() for finding in findings_of(session)],
    }


def _lines(record: SessionRecord) -> list[str]:
    session = record.session
    sums = aggregate(session.every_turn())
    tools = ", ".join(f"{name} {count}" for name, count in sums.tools)
    lines = [
        " ".join(session.title.split()) or session.id,
        f"{session.host}:{session.id}, project {record.project}",
        f"{format_instant(session.first) or '-'} to {format_instant(session.last) or '-'}",
        f"{counted(session.human_turns, 'request')}, {counted(len(session.turns), 'turn')}, "
        f"{counted(len(session.subagents), 'sub-agent')}, {counted(sums.errors, 'error')}",
        f"Tools: {tools or 'none'}",
        *(f"Changed: {path}" for path in sums.files_written),
    ]
    for finding in findings_of(session):
        state = " (open)" if finding.is_open else ""
        answer = f" -> {finding.answer}" if finding.answer else ""
        lines.append(f"Turn {finding.turn_ids[0]}, {finding.kind}{state}: {finding.text}{answer}")
    return lines


def _cells(row: SessionRow) -> tuple[str, ...]:
    last = row.last.astimezone().strftime("%Y-%m-%d %H:%M") if row.last else "-"
    title = " ".join(row.title.split())
    return last, str(row.host), row.project, counted(row.human_turns, "request"), title[:60], row.id
