"""A digest as markdown: the same bytes for the same digest, and nothing live but our own links.

What comes out of session logs stands between two marker lines, so that a site which does not
publish sessions can cut it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from tesserae.activity.digest import DayDigest, Digest, NarrativeLine, Part, ProjectDigest
from tesserae.activity.items import (
    clock,
    commit_lines,
    commit_link,
    document_lines,
    file_lines,
    finding_lines,
    opening,
    pull_request_lines,
    session_lines,
    turn_link,
)
from tesserae.activity.places import Places
from tesserae.activity.summing import Brief, Point, brief_of
from tesserae.activity.window import Period, PeriodKind, Window
from tesserae.model.session import Coverage
from tesserae.wiki.text import count, escape, link, listing
from tesserae.wiki.wording import date_range, long_date, number, paragraph, weekday

SESSIONS_BEGIN = "<!-- sessions -->"
SESSIONS_END = "<!-- /sessions -->"


def render_project(
    project: ProjectDigest, period: Period, coverage: Coverage, places: Places
) -> str:
    """Return the digest of one project, a whole document."""
    title = f"# {escape(project.name)}: {period_title(period)}"
    blocks = [title, *_project_blocks(project, period, places, level=2)]
    blocks += _session_part(_coverage(project, period, coverage, level=2))
    return _joined(blocks)


def render_combined(digest: Digest, places: Sequence[Places]) -> str:
    """Return the digest of all projects, a whole document; `places` are those of each project."""
    period = digest.period
    blocks = [f"# All projects: {period_title(period)}", _combined_lead(digest)]
    blocks += [escape(note) for note in digest.notes]
    for project, of_project in zip(digest.projects, places, strict=True):
        if project.has_activity:
            blocks.append(f"## {escape(project.name)}")
            blocks += _project_blocks(project, period, of_project, level=3)
    blocks += _session_part(_coverage(None, period, digest.coverage, level=2))
    return _joined(blocks)


def render_day_sections(day: DayDigest, places: Places, zone: ZoneInfo) -> str:
    """Return what the sessions of a day come to, as sections of a page that has a title."""
    texts = (
        ("In short", _brief(brief_of([day]), places, zone)),
        (Part.SESSIONS, session_lines(day, places, zone, level=3)),
        (Part.FILES, file_lines(day, places)),
        (Part.FINDINGS, finding_lines(day, places, zone)),
        (Part.PULL_REQUESTS, pull_request_lines(day, zone)),
    )
    return "\n\n".join(_headed(title, text, 2) for title, text in texts if text)


def render_week_sections(days: Sequence[DayDigest], places: Places, zone: ZoneInfo) -> str:
    """Return what the sessions of a week come to, as sections of a page that has a title.

    The pages of its days stand beside that page.
    """
    listed = "\n".join(
        f"- {link(weekday(day.window.day), f'daily-{day.window.label}.md')}: "
        f"{listing([escape(each.title) for each in day.sessions])}"
        for day in days
        if day.sessions
    )
    texts = (("In short", _brief(brief_of(days), places, zone)), (Part.SESSIONS, listed))
    return "\n\n".join(_headed(title, text, 2) for title, text in texts if text)


def period_title(period: Period) -> str:
    """Return what a reader calls a period: `29 March 2026`, `week 13 of 2026`."""
    first, last = period.windows[0], period.windows[-1]
    if period.kind is PeriodKind.DAY:
        return long_date(first.day)
    if period.kind is PeriodKind.WEEK and "W" in period.label:
        return f"week {int(period.label[-2:])} of {period.label[:4]}"
    if period.kind is PeriodKind.RANGE and not (first.is_whole and last.is_whole):
        zone = period.zone
        ends = (_clock_and_day(at, zone) for at in (period.start, period.end))
        return " to ".join(ends)
    return date_range(first.day, last.day) if first.day != last.day else long_date(first.day)


# --- a project ----------------------------------------------------------------------------------


def _project_blocks(
    project: ProjectDigest, period: Period, places: Places, *, level: int
) -> Iterator[str]:
    zone = period.zone
    yield _lead(project, period)
    yield from (escape(note) for note in project.notes)
    yield from _session_part(_narrative(project.narrative, level=level))
    brief = _brief(brief_of(project.days), places, zone)
    yield from _session_part(_headed("In short", brief, level))
    is_one = len(project.days) == 1
    for day in project.days:
        if not is_one and (day.has_activity or day.lost):
            yield f"{'#' * level} {weekday(day.window.day)}, {long_date(day.window.day)}"
        yield from _day_blocks(day, places, zone, level=level if is_one else level + 1)


def _day_blocks(day: DayDigest, places: Places, zone: ZoneInfo, *, level: int) -> Iterator[str]:
    for part, text in (
        (Part.SESSIONS, session_lines(day, places, zone, level=level + 1)),
        (Part.FILES, file_lines(day, places)),
        (Part.FINDINGS, finding_lines(day, places, zone)),
    ):
        yield from _session_part(_headed(part, text, level))
    yield _headed(Part.COMMITS, commit_lines(day, places, zone), level)
    requests = pull_request_lines(day, zone)
    yield from _session_part(_headed(Part.PULL_REQUESTS, requests, level))
    yield _headed(Part.DOCUMENTS, document_lines(day, places), level)


def _headed(title: str, text: str, level: int) -> str:
    return f"{'#' * level} {escape(title)}\n\n{text}" if text else ""


def _session_part(text: str) -> list[str]:
    return [SESSIONS_BEGIN, text, SESSIONS_END] if text else []


def _joined(blocks: Iterable[str]) -> str:
    """Return the text of a digest; marked parts that follow each other share their markers."""
    text = "\n\n".join(filter(None, blocks))
    return text.replace(f"{SESSIONS_END}\n\n{SESSIONS_BEGIN}\n\n", "") + "\n"


def _lead(project: ProjectDigest, period: Period) -> str:
    days = project.days
    commits = sum(len(day.commits) for day in days)
    documents = len({item.path for day in days for item in day.documents})
    sessions = len({(each.host, each.id) for day in days for each in day.sessions})
    amounts = [
        number(amount, noun)
        for amount, noun in ((sessions, "session"), (commits, "commit"), (documents, "document"))
        if amount
    ]
    when = _when(period)
    if amounts:
        return paragraph(f"{when}: {listing(amounts)}")
    if any(day.lost for day in days):
        return paragraph(f"{when}: the logs of the work are missing")
    if any(Part.COMMITS in day.missing for day in days):
        return paragraph(f"{when}: nothing to be seen; the coverage below says what was not")
    return paragraph(f"{when}: nothing happened, as far as logs, git and documents tell")


def _when(period: Period) -> str:
    first, last = period.windows[0], period.windows[-1]
    if len(period.windows) == 1:
        name = f"{weekday(first.day)}, {long_date(first.day)}"
    else:
        name = date_range(first.day, last.day)
    changed = [_clock_change(window) for window in period.windows if _clock_change(window)]
    return f"{name}, {', '.join([f'time of {period.timezone}', *changed])}"


def _clock_change(window: Window) -> str:
    """Say that a day is shorter or longer than others; empty for most days."""
    if not window.is_whole or window.hours == 24:
        return ""
    return f"{window.day.isoformat()} has {window.hours:g} hours"


def _combined_lead(digest: Digest) -> str:
    active = [project.name for project in digest.projects if project.has_activity]
    idle = [project.name for project in digest.projects if not project.has_activity]
    when = _when(digest.period)
    if not active:
        return paragraph(f"{when}: nothing happened in any project, as far as can be seen")
    quiet = f"nothing in {listing([escape(name) for name in idle])}" if idle else ""
    return paragraph(f"{when}: work in {listing([escape(name) for name in active])}", quiet)


def _narrative(lines: Sequence[NarrativeLine], *, level: int) -> str:
    if not lines:
        return ""
    sentences = []
    for line in lines:
        cites = [
            link(item.label, item.href) if item.href else escape(item.label) for item in line.cites
        ]
        sentences.append(f"{escape(line.text)} ({', '.join(cites)})")
    return f"{'#' * level} What happened\n\n{' '.join(sentences)}"


# --- what it comes to ---------------------------------------------------------------------------


def _brief(brief: Brief, places: Places, zone: ZoneInfo) -> str:
    lines = []
    for title, points in brief.groups():
        shown = [_point(point, places, zone) for point in points.shown]
        if not shown:
            continue
        more = f"\n    - and {number(points.more, 'more', 'more')}, below" if points.more else ""
        items = "\n".join(f"    - {text}" for text in shown)
        lines.append(f"- **{title}**\n{items}{more}")
    return "\n".join(lines)


def _point(point: Point, places: Places, zone: ZoneInfo) -> str:
    if point.sha:
        return f"{escape(point.text)} ({commit_link(point.sha, places)})"
    reference = turn_link(point.host, point.session, point.turn, places)
    return f"{escape(opening(point.text))} ({clock(point.at, zone)}, {reference})"


# --- coverage -----------------------------------------------------------------------------------


def _coverage(
    project: ProjectDigest | None, period: Period, coverage: Coverage, *, level: int
) -> str:
    lines = [f"- days are those of {escape(period.timezone)}"]
    found = [root.path for root in coverage.roots if root.found]
    missing = [root.path for root in coverage.roots if not root.found]
    where = f" from {listing([escape(path) for path in found])}" if found else ""
    lines.append(f"- {count(coverage.sessions_read, 'session')} read{where}")
    if missing:
        lines.append(f"- no logs at {listing([escape(path) for path in missing])}")
    if coverage.rejected_count:
        first = [
            f"{escape(item.path)}:{item.line} ({escape(item.reason)})"
            for item in coverage.records_rejected[:3]
        ]
        more = coverage.rejected_count - len(first)
        tail = f" and {number(more, 'more', 'more')}" if more > 0 and first else ""
        lines.append(
            f"- {count(coverage.rejected_count, 'damaged record')} passed over"
            f"{': ' if first else ''}{', '.join(first)}{tail}"
        )
    reasons: dict[str, int] = {}
    for excluded in coverage.excluded:
        reasons[excluded.reason] = reasons.get(excluded.reason, 0) + 1
    for reason, amount in sorted(reasons.items()):
        lines.append(f"- left out: {count(amount, 'session')} ({escape(reason)})")
    lines += [f"- {escape(note)}" for note in coverage.notes]
    if project is not None:
        for part, problem in _problems(project.days):
            lines.append(f"- {escape(part)}: {escape(problem)}")
    return _headed(Part.COVERAGE, "\n".join(lines), level)


def _problems(days: Sequence[DayDigest]) -> list[tuple[Part, str]]:
    found = {(part, problem): None for day in days for part, problem in day.missing.items()}
    return list(found)


def _clock_and_day(at: datetime, zone: ZoneInfo) -> str:
    local = at.astimezone(zone)
    return f"{local.strftime('%H:%M')} on {long_date(local.date())}"
