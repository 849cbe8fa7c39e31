"""What happened on a day, in a week or in a range, in one project or in all.

Every door asks here: the command line, the sidecar's tool, the slash command. A source that cannot
be read costs its section, which says why, and never the digest.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime
from pathlib import Path

from tesserae.activity.contract import digest_to_json
from tesserae.activity.digest import Digest, ProjectDigest
from tesserae.activity.narrate import narrate
from tesserae.activity.places import Places, turn_anchor
from tesserae.activity.render import render_combined, render_project
from tesserae.activity.window import (
    Period,
    day_period,
    get_zone,
    local_day_of,
    parse_day,
    range_period,
    week_period,
)
from tesserae.config import Settings
from tesserae.engine.digest_files import SUMMARIES_DIR, is_project, write_combined, write_digest
from tesserae.engine.gathering import Gathering, Subject
from tesserae.errors import QueryError
from tesserae.llm.backends import open_model
from tesserae.llm.port import Model
from tesserae.model.graph import JsonValue
from tesserae.model.session import Coverage, Gap, Host
from tesserae.sessions.records import record_name
from tesserae.sessions.redact import Redactor
from tesserae.sources.git import origin_address
from tesserae.wiki.code_host import CodeHost
from tesserae.wiki.text import safe_path
from tesserae.workspace import RECORDS_DIR, Workspace

_FUTURE = "This lies in the future: nothing can have happened yet."


@dataclass(frozen=True, slots=True)
class SummaryRequest:
    """What somebody wants to know; without a day, week or range it is today."""

    day: str = ""
    week: str | None = None
    """A week, the last day of seven, or the empty text for the seven days that end today."""
    since: str = ""
    until: str = ""
    project: str = ""
    """A project's name or folder; empty for all."""
    synthesize: bool = True
    """Whether a configured model writes the narrative."""
    timezone: str = ""
    """Empty for that of the current project."""
    ask_host: bool = True
    """Whether the code host is asked for pull requests: an outbound call."""
    write: bool = True
    """Whether the digests are written to their files."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A digest, rendered."""

    digest: Digest
    body: str
    """Markdown: of the one project, else of all."""
    written: tuple[str, ...] = ()
    """The files that hold it."""
    gaps: tuple[tuple[str, Gap], ...] = ()
    notes: tuple[str, ...] = ()
    """What the caller should hear beside it."""

    def to_json(self) -> dict[str, JsonValue]:
        """Return the digest under its contractual keys."""
        return digest_to_json(self.digest, written=self.written, gaps=self.gaps)


def activity_summary(settings: Settings, request: SummaryRequest, *, now: datetime) -> Summary:
    """Tell what happened.

    Args:
        settings: The current project, which counts as registered.
        request: What is asked.
        now: The instant that "today" is taken from.

    Raises:
        QueryError: The day, week, range, zone or project is none.
        ConfigError: The registry of projects is damaged.
    """
    request = replace(request, timezone=request.timezone or settings.timezone)
    period = parse_period(request, local_day_of(now, get_zone(request.timezone)))
    gathering = Gathering(
        settings, period, project=request.project, now=now, ask_host=request.ask_host
    )
    model = _model(settings, request, gathering.home)
    future = [_FUTURE] if period.start > now else []
    notes = list(future)
    told = []
    for subject in gathering.subjects():
        places = _places(gathering.settings_of(subject))
        project = replace(gathering.gather(subject), notes=tuple(future))
        if model is not None and project.has_activity:
            lines, note = narrate(project, model, places, period.zone)
            notes_of = (*project.notes, note) if note else project.notes
            project = replace(project, narrative=lines, notes=notes_of)
        told.append(_Told(subject, project, places))
    coverage = gathering.coverage()
    digest = Digest(period, tuple(each.project for each in told), coverage, tuple(future))
    gone = {f"{item.host}:{item.id}" for item in coverage.excluded}
    shown = replace(digest, coverage=_shareable(coverage, gathering.redactor))
    bodies = [render_project(each.project, period, shown.coverage, each.places) for each in told]
    body = bodies[0]
    if len(told) > 1:
        # A link out of the folder of another project would lead nowhere.
        body = render_combined(shown, [Places(host=each.places.host) for each in told])
    written: list[Path] = []
    if request.write:
        outcomes = [
            write_digest(each.project, period, text, gathering.settings_of(each.subject), gone=gone)
            for each, text in zip(told, bodies, strict=True)
            if each.project.has_activity
        ]
        if outcomes and len(told) > 1:
            path = gathering.home / SUMMARIES_DIR / period.file_name
            outcomes.append(write_combined(digest, body, path))
        written = [outcome.path for outcome in outcomes if outcome.path]
        notes += [outcome.note for outcome in outcomes if outcome.note]
    return Summary(
        digest,
        body,
        tuple(path.as_posix() for path in written),
        gathering.gaps,
        (*gathering.notes, *notes),
    )


def parse_period(request: SummaryRequest, today: date) -> Period:
    """Return the period that a request names.

    Raises:
        QueryError: It names none, or more than one.
    """
    zone = get_zone(request.timezone)
    asked = [
        name
        for name, is_set in (
            ("a day", bool(request.day)),
            ("a week", request.week is not None),
            ("a range", bool(request.since or request.until)),
        )
        if is_set
    ]
    if len(asked) > 1:
        raise QueryError(f"ask for {' or '.join(asked)}, not for both")
    if request.week is not None:
        return week_period(request.week, zone, today=today)
    if request.since or request.until:
        return range_period(request.since, request.until, zone, today=today)
    day = parse_day(request.day, today=today) if request.day else today
    return day_period(day, zone)


@dataclass(frozen=True, slots=True)
class _Told:
    """A project with what is told of it."""

    subject: Subject
    project: ProjectDigest
    places: Places


def _model(settings: Settings, request: SummaryRequest, home: Path) -> Model | None:
    if not request.synthesize:
        return None
    cache = Workspace(settings.root, settings.wiki_dir).cache_dir
    return open_model(settings.model, cache if is_project(settings) else home / "cache")


def _places(settings: Settings | None) -> Places:
    """Return the places as seen from a file in a folder of `summaries/`."""
    if settings is None:
        return Places()
    records = Workspace(settings.root, settings.wiki_dir).records_dir

    def session_page(host: Host, session_id: str, turn: int | None) -> str:
        # A session that was never stored can be opened on no other machine.
        name = record_name(host, session_id)
        is_stored = (records / name).is_file()
        return f"../../{RECORDS_DIR}/{name}{turn_anchor(turn)}" if is_stored else ""

    return Places(
        lambda path: f"../../../{safe_path(path)}",
        CodeHost.of(settings.repo_url or origin_address(settings.root)),
        session_page,
    )


def _shareable(coverage: Coverage, redactor: Redactor) -> Coverage:
    """Return the coverage without what names this machine's user."""
    redact = redactor.redact
    return replace(
        coverage,
        roots=tuple(replace(root, path=redact(root.path)) for root in coverage.roots),
        records_rejected=tuple(
            replace(item, path=redact(item.path)) for item in coverage.records_rejected
        ),
        notes=tuple(redact(note) for note in coverage.notes),
    )
