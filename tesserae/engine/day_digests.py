"""The digests that the site's pages of days and weeks show: kept files, else stored records.

The pages of the wiki tell what documents and git know of a day; what sessions know is added here,
where it is published. A digest that was kept under `summaries/` and knows more than the records do
is shown as it is, so a build without logs is no poorer. A record is cut into days once and then
remembered; only a record that changed is parsed again.
"""

from __future__ import annotations

import json
import logging
import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from tesserae.activity.digest import CommitItem, DayDigest, Part, PullRequestItem, SessionDay
from tesserae.activity.gather_messages import session_days
from tesserae.activity.gather_pull_requests import (
    GatheredPullRequests,
    gather_pull_requests,
    merge_pull_requests,
)
from tesserae.activity.items import pull_request_lines
from tesserae.activity.places import Places
from tesserae.activity.render import (
    SESSIONS_BEGIN,
    SESSIONS_END,
    render_day_sections,
    render_week_sections,
)
from tesserae.activity.stored import session_day_from_json, session_day_to_json
from tesserae.activity.window import Window, day_window, local_day_of
from tesserae.config import Settings
from tesserae.engine.agent_logs import session_redactor
from tesserae.engine.digest_files import SUMMARIES_DIR, DigestFile, read_file
from tesserae.engine.fingerprint import activity_fingerprint
from tesserae.engine.inputs import hash_file
from tesserae.engine.session_days import in_order
from tesserae.engine.stages import FIND_ITEMS, load_named
from tesserae.errors import TranscriptError
from tesserae.model.ids import slugify
from tesserae.model.session import Host, Session
from tesserae.model.source import Commit
from tesserae.sessions.records import parse_record, record_name
from tesserae.wiki.links import LinkForm, find_links, scheme_of, splice, split_target
from tesserae.workspace import RECORDS_DIR, Workspace, Writer

CACHE_NAME = "record-days.json"
_DAILY = re.compile(r"daily-(\d{4}-\d{2}-\d{2})\.md")
_WEEKLY = re.compile(r"weekly-(\d{4}-W\d{2})\.md")

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class DigestSections:
    """What a page of a day or a week gets beside what the wiki says."""

    text: str
    """Sections of markdown, its links relative to the page."""
    sessions: int = 0
    others: Mapping[str, str] = field(default_factory=dict)
    """Sections that a page may lack, by their headings: they come from a kept file."""


@dataclass(frozen=True, slots=True)
class Digests:
    """The sections by day and by ISO week, as far as they may be shown."""

    days: Mapping[date, DigestSections] = field(default_factory=dict)
    weeks: Mapping[str, DigestSections] = field(default_factory=dict)


def load_digests(
    settings: Settings,
    workspace: Workspace,
    places: Callable[[str], Places],
    *,
    records: Mapping[str, str],
    commits: Sequence[Commit],
    requests: Sequence[PullRequestItem] = (),
    with_sessions: bool,
) -> Digests:
    """Gather what the pages of days and weeks are to show.

    Args:
        settings: The project's.
        workspace: Its files.
        places: Given the path of a page in the wiki, makes links as seen from it.
        records: The stored sessions: file name → hash.
        commits: Of the project's history; they say what the sessions' work came to.
        requests: Pull requests that the code host told of.
        with_sessions: Whether what comes out of sessions may be shown.
    """
    sessions = _record_days(settings, workspace, records) if with_sessions else {}
    by_day = {day: _digest(day, sessions[day], commits, settings) for day in sorted(sessions)}
    kept = _kept_files(settings, workspace)
    days: dict[date, DigestSections] = {}
    for day in sorted(by_day.keys() | {day for day in map(_day_of, kept) if day is not None}):
        name = f"daily-{day.isoformat()}"
        of_page = places(f"syntheses/{name}.md")
        file = kept.get(f"{name}.md")
        sections = _sections_of_day(
            by_day.get(day), file, of_page, settings.zone, with_sessions=with_sessions
        )
        if sections.text or sections.others:
            days[day] = sections
    for day, found in _by_day(requests, settings).items():
        days[day] = _with_requests(days.get(day, DigestSections("")), day, found, settings)
    weeks: dict[str, DigestSections] = {}
    labels = {_week_of(day) for day in by_day} | {
        match[1] for match in map(_WEEKLY.fullmatch, kept) if match
    }
    for label in sorted(labels):
        of_page = places(f"syntheses/weekly-{label}.md")
        of_week = [digest for day, digest in by_day.items() if _week_of(day) == label]
        file = kept.get(f"weekly-{label}.md")
        sections = _sections_of_week(
            of_week, file, of_page, settings.zone, with_sessions=with_sessions
        )
        if sections.text or sections.others:
            weeks[label] = sections
    return Digests(days, weeks)


def digests_stamp(workspace: Workspace) -> str:
    """Return a text that differs whenever kept digests or stored records do."""
    folders = (workspace.dir / SUMMARIES_DIR, workspace.dir / RECORDS_DIR)
    files = [path for folder in folders for path in sorted(folder.rglob("*.*")) if path.is_file()]
    return "\n".join(f"{workspace.relative(path)} {hash_file(path)}" for path in files)


# --- days ---------------------------------------------------------------------------------------


def _sections_of_day(
    day: DayDigest | None,
    kept: DigestFile | None,
    places: Places,
    zone: ZoneInfo,
    *,
    with_sessions: bool,
) -> DigestSections:
    days = [day] if day is not None else []
    if kept is not None and _knows_as_much(kept, days):
        return _sections_of_file(kept, places, with_sessions=with_sessions)
    if day is None:
        return DigestSections("")
    return DigestSections(render_day_sections(day, places, zone), len(day.sessions))


def _sections_of_week(
    days: Sequence[DayDigest],
    kept: DigestFile | None,
    places: Places,
    zone: ZoneInfo,
    *,
    with_sessions: bool,
) -> DigestSections:
    if kept is not None and _knows_as_much(kept, days):
        found = _sections_of_file(kept, places, with_sessions=with_sessions)
        # The days of the week have pages of their own.
        brief = [
            block for block in _split(found.text) if block.startswith(("## In short", "## What "))
        ]
        return DigestSections("\n\n".join(brief), found.sessions)
    if not days:
        return DigestSections("")
    text = render_week_sections(days, places, zone)
    return DigestSections(text, len(_known(days)))


def _knows_as_much(kept: DigestFile, days: Iterable[DayDigest]) -> bool:
    return kept.is_edited or _known(days) <= set(kept.sessions)


def _known(days: Iterable[DayDigest]) -> set[str]:
    return {f"{each.host}:{each.id}" for day in days for each in day.sessions}


def _digest(
    day: date, sessions: Iterable[SessionDay], commits: Sequence[Commit], settings: Settings
) -> DayDigest:
    window = day_window(day, settings.zone)
    ordered = in_order(sessions)
    requests = merge_pull_requests(*(session.pull_requests for session in ordered))
    return DayDigest(window, ordered, tuple(_commits_in(window, commits)), requests)


def asked_requests(settings: Settings) -> GatheredPullRequests:
    """Ask the code host for the pull requests of all days."""
    start, end = (datetime(year, 1, 1, tzinfo=UTC) for year in (1970, 9999))
    window = Window(start.date(), start, end)
    return gather_pull_requests(settings.root, [window], redact=session_redactor(settings).redact)


def _by_day(
    requests: Iterable[PullRequestItem], settings: Settings
) -> dict[date, list[PullRequestItem]]:
    found: dict[date, list[PullRequestItem]] = {}
    for item in requests:
        found.setdefault(local_day_of(item.at, settings.zone), []).append(item)
    return found


def _with_requests(
    sections: DigestSections, day: date, requests: Iterable[PullRequestItem], settings: Settings
) -> DigestSections:
    """Add what the code host told, where the digest has no pull requests of its own."""
    if f"## {Part.PULL_REQUESTS}" in sections.text:
        return sections
    digest = DayDigest(day_window(day, settings.zone), pull_requests=merge_pull_requests(requests))
    text = f"## {Part.PULL_REQUESTS}\n\n{pull_request_lines(digest, settings.zone)}"
    return replace(sections, others={**sections.others, str(Part.PULL_REQUESTS): text})


def _commits_in(window: Window, commits: Iterable[Commit]) -> Iterator[CommitItem]:
    for commit in commits:
        try:
            at = datetime.fromisoformat(commit.at).astimezone(UTC)
        except (ValueError, OverflowError):
            continue  # an author's clock can be set to anything
        if window.start <= at < window.end:
            yield CommitItem(commit.sha, commit.author, commit.subject, at, commit.paths)


# --- kept files ---------------------------------------------------------------------------------


def _kept_files(settings: Settings, workspace: Workspace) -> dict[str, DigestFile]:
    """Return the kept digests by file name; the folder of the project's own name comes first."""
    found: dict[str, DigestFile] = {}
    own = slugify(settings.project_name)
    folders = sorted((workspace.dir / SUMMARIES_DIR).glob("*/"))
    folders.sort(key=lambda folder: folder.name != own)
    for folder in folders:
        for path in sorted(folder.glob("*.md")):
            is_shown = _DAILY.fullmatch(path.name) or _WEEKLY.fullmatch(path.name)
            if is_shown and path.name not in found:
                file = read_file(path)
                if file is not None:
                    found[path.name] = file
    return found


def _sections_of_file(file: DigestFile, places: Places, *, with_sessions: bool) -> DigestSections:
    shown: list[str] = []
    others: dict[str, str] = {}
    records = {_record_of(session): session for session in file.sessions}
    for piece, is_of_sessions in _pieces(file.body):
        sections = [_relinked(text, places, records) for text in _split(piece)]
        if not is_of_sessions:
            others.update((text.partition("\n")[0].removeprefix("## "), text) for text in sections)
        elif with_sessions:
            shown += [text for text in sections if not text.startswith("## Coverage")]
    return DigestSections("\n\n".join(shown), len(file.sessions) if with_sessions else 0, others)


def _record_of(session: str) -> str:
    host, _, session_id = session.partition(":")
    return record_name(Host(host), session_id) if host in set(Host) else ""


def _pieces(body: str) -> Iterator[tuple[str, bool]]:
    """Yield the stretches of a digest, each with whether it comes out of sessions.

    Where somebody took a marker away, all of it may.
    """
    parts = re.split(f"^({SESSIONS_BEGIN}|{SESSIONS_END})$", body, flags=re.MULTILINE)
    marks = parts[1::2]
    if marks != [SESSIONS_BEGIN, SESSIONS_END] * (len(marks) // 2):
        yield body.replace(SESSIONS_BEGIN, "").replace(SESSIONS_END, ""), True
        return
    for index, text in enumerate(parts[::2]):
        yield text, index % 2 == 1


def _split(text: str) -> list[str]:
    """Return the sections of a text, each from its heading on, without what stands before."""
    found = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    return [section.strip() for section in found if section.startswith("## ")]


def _relinked(text: str, places: Places, sessions: Mapping[str, str]) -> str:
    """Lead links out of the folder of summaries to where the files stand on the site.

    Args:
        text: A part of a digest.
        places: Where things stand.
        sessions: From the file name of a record to the session, `host:id`.
    """
    changes = []
    for link in find_links(text):
        if link.form is not LinkForm.INLINE or scheme_of(link.target):
            continue
        path, anchor = split_target(link.target)
        target = posixpath.normpath(posixpath.join(f".tesserae/{SUMMARIES_DIR}/x", path))
        folder, _, name = target.rpartition("/")
        session = sessions.get(name) if folder == f".tesserae/{RECORDS_DIR}" else None
        if session is not None:
            host, _, session_id = session.partition(":")
            turn = anchor.removeprefix("turn-")
            href = places.session_page(
                Host(host), session_id, int(turn) if turn.isdecimal() else None
            )
        else:
            href = places.file(target)
        words = text[slice(*link.label)]
        changes.append((link.start, link.end, f"[{words}]({href})" if href else words))
    return splice(text, changes)


# --- records ------------------------------------------------------------------------------------


def _record_days(
    settings: Settings, workspace: Workspace, records: Mapping[str, str]
) -> dict[date, list[SessionDay]]:
    """Return what the stored sessions did, by local day."""
    cache = _RecordCache(workspace.cache_dir / CACHE_NAME, settings.timezone)
    found: dict[date, list[SessionDay]] = {}
    for name, sha256 in sorted(records.items()):
        days = cache.get(name, sha256)
        if days is None:
            path = workspace.records_dir / name
            try:
                record = parse_record(path.read_text(encoding="utf-8", errors="replace"))
            except (OSError, TranscriptError) as error:
                logger.info("%s is passed over: %s", name, error)
                continue
            days = _cut(record.session, settings)
            cache.put(name, sha256, days)
        for label, day in days.items():
            found.setdefault(date.fromisoformat(label), []).append(day)
    cache.save(workspace)
    return found


def _cut(session: Session, settings: Settings) -> dict[str, SessionDay]:
    zone = settings.zone
    instants = [turn.at for turn in session.every_turn() if turn.at is not None]
    instants += [link.at for link in session.pull_requests if link.at is not None]
    touched = {local_day_of(at, zone) for at in instants}
    # Where the clock went back over midnight, an hour belongs to the next day.
    around = {day + timedelta(days=shift) for day in touched for shift in (0, 1)}
    windows = [day_window(day, zone) for day in sorted(around)]
    return session_days(session, windows, findings=load_named(FIND_ITEMS))


class _RecordCache:
    """What records were cut into, by file name and content."""

    def __init__(self, path: Path, timezone: str) -> None:
        self._path = path
        self._version = f"{activity_fingerprint()}:{timezone}"
        self._known: dict[str, Any] = {}
        self._kept: dict[str, Any] = {}
        try:
            data = json.loads(path.read_bytes())
            if data["version"] == self._version and isinstance(data["records"], dict):
                self._known = data["records"]
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            logger.debug("what records were cut into is not used: %r", error)

    def get(self, name: str, digest: str) -> dict[str, SessionDay] | None:
        known = self._known.get(name)
        try:
            if known is None or known["sha256"] != digest:
                return None
            days = {label: session_day_from_json(day) for label, day in known["days"].items()}
        except (KeyError, TypeError, ValueError, AttributeError):
            return None
        self._kept[name] = known
        return days

    def put(self, name: str, digest: str, days: Mapping[str, SessionDay]) -> None:
        stored = {label: session_day_to_json(day) for label, day in days.items()}
        self._kept[name] = {"sha256": digest, "days": stored}

    def save(self, workspace: Workspace) -> None:
        if self._kept == self._known:
            return
        data = {"version": self._version, "records": self._kept}
        Writer(workspace).write(self._path, json.dumps(data, separators=(",", ":")))


def _day_of(name: str) -> date | None:
    match = _DAILY.fullmatch(name)
    try:
        return date.fromisoformat(match[1]) if match else None
    except ValueError:
        return None


def _week_of(day: date) -> str:
    year, week, _ = day.isocalendar()
    return f"{year}-W{week:02d}"
