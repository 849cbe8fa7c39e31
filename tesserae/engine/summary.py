"""What happened on a day, in a week or in a range, in one project or in all.

Every door asks here: the command line, the sidecar's tool, the slash command. A source that cannot
be read costs its section, which says why, and never the digest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from pathlib import Path

from tesserae.activity.contract import digest_to_json
from tesserae.activity.digest import DayDigest, Digest, Part, ProjectDigest, PullRequestItem
from tesserae.activity.gather_documents import gather_documents
from tesserae.activity.gather_git import GatheredCommits, gather_commits
from tesserae.activity.gather_pull_requests import (
    GatheredPullRequests,
    gather_pull_requests,
    merge_pull_requests,
)
from tesserae.activity.items import HOST_NAMES
from tesserae.activity.narrate import narrate
from tesserae.activity.places import Places, places_below
from tesserae.activity.render import render_combined, render_project
from tesserae.activity.window import (
    Period,
    Window,
    day_period,
    get_zone,
    local_day_of,
    parse_day,
    range_period,
    week_period,
)
from tesserae.config import FALLBACK_PROJECT_NAME, Settings, agent_environment, load_settings
from tesserae.engine.agent_logs import (
    INDEX_NAME,
    excluded_sessions,
    session_redactor,
    session_roots,
)
from tesserae.engine.digest_files import (
    SUMMARIES_DIR,
    is_project,
    render_combined_file,
    write_digest,
)
from tesserae.engine.history_cache import CachedHistory
from tesserae.engine.session_days import (
    CACHE_DIR,
    ByDay,
    SessionDays,
    in_order,
    record_names,
)
from tesserae.errors import QueryError, TesseraeError
from tesserae.llm.backends import open_model
from tesserae.llm.port import Model
from tesserae.model.graph import JsonValue
from tesserae.model.session import Coverage, Gap
from tesserae.projects import Project, load_registry, tesserae_home, write_private
from tesserae.sessions.binding import Binder
from tesserae.sessions.discover import Found, find_sessions
from tesserae.sessions.index import LogIndex
from tesserae.sessions.records import load_forgotten
from tesserae.sources.git import origin_address
from tesserae.wiki.code_host import CodeHost
from tesserae.workspace import RECORDS_DIR, WORKSPACE_DIR, Workspace


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
    return _Summing(settings, request, period, now).run()


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


class _Summing:
    """The steps of one summary, over what they all read."""

    def __init__(
        self, settings: Settings, request: SummaryRequest, period: Period, now: datetime
    ) -> None:
        self._settings = settings
        self._request = request
        self._period = period
        self._now = now
        environment = agent_environment()
        self._home = tesserae_home(environment)
        self._roots = session_roots(settings)
        self._redactor = session_redactor(settings)
        self._exclude = excluded_sessions(settings)
        self._current = Project(_name_of(settings), settings.root)
        self._registry = load_registry(self._home)
        self._binder = Binder(self._registry.projects, current=self._current)
        self._own: dict[Path, Settings] = {settings.root: settings}
        """Settings of the projects, by folder."""
        self._notes: list[str] = []

    def run(self) -> Summary:
        chosen = self._chosen()
        found, sessions = self._sessions(chosen)
        gaps = self._gaps(found.coverage, chosen)
        coverage = replace(sessions.coverage(found.coverage), gaps=tuple(gap for _, gap in gaps))
        projects: list[ProjectDigest] = []
        places: list[Places] = []
        model = self._model()
        for project in self._all_projects(chosen, sessions, gaps):
            own = self._settings_at(None if isinstance(project, str) else project.root)
            digest = self._gather(project, own, sessions, gaps)
            of_project = self._places(project, own)
            if model is not None and digest.has_activity:
                lines, note = narrate(digest, model, of_project, self._period.zone)
                notes = (*digest.notes, note) if note else digest.notes
                digest = replace(digest, narrative=lines, notes=notes)
            projects.append(digest)
            places.append(of_project)
        if self._period.start > self._now:
            self._notes.append("this lies in the future: nothing can have happened yet")
        return self._rendered(Digest(self._period, tuple(projects), coverage), places, gaps)

    # --- which projects -------------------------------------------------------------------------

    def _chosen(self) -> Project | None:
        """Return the one project that is asked for; None for all."""
        name = self._request.project
        if not name:
            return None
        found = self._registry.find(name)
        if found is not None:
            return found
        if name in {self._current.name, self._current.root.name} or (
            Path(name).resolve() == self._current.root.resolve()
        ):
            return self._current
        if Path(name).is_dir():
            return Project(Path(name).resolve().name, Path(name).resolve())
        known = ", ".join(project.name for project in (*self._registry.projects, self._current))
        raise QueryError(f"no project is called {name!r}; there are: {known}")

    def _is_wanted(self, chosen: Project | None) -> str | None:
        return None if chosen is None else self._root_of(chosen)

    def _root_of(self, project: Project) -> str:
        return self._binder.bind(str(project.root)).root

    def _all_projects(
        self,
        chosen: Project | None,
        sessions: SessionDays,
        gaps: Sequence[tuple[str, Gap]],
    ) -> list[Project | str]:
        """Return the projects in name order; one that only logs know is a name."""
        if chosen is not None:
            return [chosen]
        known = {project.root.resolve(): project for project in self._registry.projects}
        known.setdefault(self._current.root.resolve(), self._current)
        roots = {self._root_of(project) for project in known.values()}
        others = {name for name, root in sessions.by_project if root not in roots}
        names = {self._binder.bind(str(project.root)).project for project in known.values()}
        others |= {name for name, _ in gaps if name not in names}
        projects: list[Project | str] = [*known.values(), *others]
        return sorted(projects, key=lambda each: each if isinstance(each, str) else each.name)

    # --- what happened --------------------------------------------------------------------------

    def _sessions(self, chosen: Project | None) -> tuple[Found, SessionDays]:
        redactor = self._redactor
        path = self._home / INDEX_NAME
        index = LogIndex.load(path, redact=redactor.redact, fingerprint=redactor.fingerprint)
        folders = [self._current.root, *(project.root for project in self._registry.projects)]
        forgotten = frozenset[str]().union(
            *(load_forgotten(folder / WORKSPACE_DIR / RECORDS_DIR) for folder in folders)
        )
        found = find_sessions(self._roots, index=index, exclude=self._exclude, forgotten=forgotten)
        sessions = SessionDays(self._period, redactor)
        wanted = self._is_wanted(chosen)
        sessions.add_logs(
            found,
            self._binder,
            index=index,
            cache_dir=self._home / CACHE_DIR,
            wanted=lambda root: wanted is None or root == wanted,
        )
        index.save(path)
        here = [*record_names(found.refs), *record_names(found.coverage.excluded)]
        roots = [folder.resolve() for folder in (folders if chosen is None else [chosen.root])]
        for folder in dict.fromkeys(roots):
            binding = self._binder.bind(str(folder))
            records = folder / WORKSPACE_DIR / RECORDS_DIR
            sessions.add_records(records, binding.project, binding.root, known=here)
        return found, sessions

    def _gaps(self, coverage: Coverage, chosen: Project | None) -> list[tuple[str, Gap]]:
        """Return the lost work of the period with its project."""
        wanted = self._is_wanted(chosen)
        found = []
        for gap in coverage.gaps:
            binding = self._binder.bind(gap.cwd)
            is_wanted = wanted is None or binding.root == wanted
            if is_wanted and gap.overlaps(self._period.start, self._period.end):
                found.append((binding.project, gap))
        return found

    def _settings_at(self, root: Path | None) -> Settings | None:
        """Return the settings of the project at a folder; None where they cannot be used."""
        if root is None:
            return None
        if root not in self._own:
            try:
                self._own[root] = load_settings(root)
            except TesseraeError as error:
                self._notes.append(f"{root.name}: {error}")
                return None
        return self._own[root]

    def _gather(
        self,
        project: Project | str,
        settings: Settings | None,
        sessions: SessionDays,
        gaps: Sequence[tuple[str, Gap]],
    ) -> ProjectDigest:
        name = project if isinstance(project, str) else project.name
        by_day, bound_name = self._days_of(project, sessions)
        lost = [gap for gap_project, gap in gaps if gap_project == bound_name]
        if settings is None:
            reason = "the project's folder is not known" if isinstance(project, str) else ""
            missing: Mapping[Part, str] = {
                Part.COMMITS: reason or "the project's folder cannot be used"
            }
            days = [
                DayDigest(
                    window,
                    sessions=in_order(by_day.get(window.label, ())),
                    pull_requests=self._pull_requests(by_day, window, GatheredPullRequests()),
                    missing=missing,
                    lost=_lost(window, lost),
                )
                for window in self._period.windows
            ]
            return ProjectDigest(name, tuple(days))
        redact = self._redactor.redact
        windows = self._period.windows
        generated = (WORKSPACE_DIR, settings.wiki_dir)
        commits = gather_commits(settings.root, windows, redact=redact, generated=generated)
        requests = GatheredPullRequests()
        if self._request.ask_host and not commits.problem and self._period.start <= self._now:
            requests = gather_pull_requests(settings.root, windows, redact=redact)
        workspace = Workspace(settings.root, settings.wiki_dir)
        zoned = replace(settings, timezone=self._period.timezone)
        dates = CachedHistory.look(zoned, workspace).load().dates
        documents = gather_documents(
            settings, windows, dates, zone=self._period.zone, redact=redact
        )
        missing = _missing(commits, requests)
        days = [
            DayDigest(
                window,
                sessions=in_order(by_day.get(window.label, ())),
                commits=tuple(commits.by_day.get(window.label, ())),
                pull_requests=self._pull_requests(by_day, window, requests),
                documents=tuple(documents.get(window.label, ())),
                missing=missing,
                lost=_lost(window, lost),
            )
            for window in windows
        ]
        return ProjectDigest(name, tuple(days), root=settings.root)

    def _days_of(self, project: Project | str, sessions: SessionDays) -> tuple[ByDay, str]:
        """Return the sessions of a project by day, and the name that its binding has."""
        if isinstance(project, str):
            by_day: ByDay = {}
            for (name, _), days in sorted(sessions.by_project.items()):
                if name == project:
                    for label, found in days.items():
                        by_day.setdefault(label, []).extend(found)
            return by_day, project
        binding = self._binder.bind(str(project.root))
        return sessions.by_project.get((binding.project, binding.root), {}), binding.project

    def _pull_requests(
        self, by_day: ByDay, window: Window, requests: GatheredPullRequests
    ) -> tuple[PullRequestItem, ...]:
        recorded = [item for day in by_day.get(window.label, ()) for item in day.pull_requests]
        return merge_pull_requests(recorded, requests.by_day.get(window.label, ()))

    def _model(self) -> Model | None:
        if not self._request.synthesize:
            return None
        cache = Workspace(self._settings.root, self._settings.wiki_dir).cache_dir
        if not is_project(self._settings):
            cache = self._home / "cache"
        return open_model(self._settings.model, cache)

    # --- what is written ------------------------------------------------------------------------

    def _places(self, project: Project | str, settings: Settings | None) -> Places:
        if isinstance(project, str) or settings is None:
            return Places()
        address = settings.repo_url or origin_address(settings.root)
        return places_below("../../../", CodeHost.of(address))

    def _rendered(
        self, digest: Digest, places: Sequence[Places], gaps: Sequence[tuple[str, Gap]]
    ) -> Summary:
        written: list[str] = []
        bodies = []
        gone = {f"{item.host}:{item.id}" for item in digest.coverage.excluded}
        shown = replace(digest, coverage=self._shareable(digest.coverage))
        for project, of_project in zip(digest.projects, places, strict=True):
            body = render_project(project, self._period, shown.coverage, of_project)
            bodies.append(body)
            if self._request.write and project.has_activity:
                outcome = write_digest(
                    project, self._period, body, self._settings_at(project.root), gone=gone
                )
                written += [outcome.path.as_posix()] if outcome.path else []
                self._notes += [outcome.note] if outcome.note else []
        if len(digest.projects) == 1:
            return Summary(digest, bodies[0], tuple(written), tuple(gaps), tuple(self._notes))
        # A link out of the folder of another project would lead nowhere.
        outside = [Places(host=each.host) for each in places]
        body = render_combined(shown, outside)
        if self._request.write and any(project.has_activity for project in digest.projects):
            path = self._home / SUMMARIES_DIR / self._period.file_name
            try:
                text = render_combined_file(digest, body)
                write_private(path, text.encode("utf-8", "replace"))
                written.append(path.as_posix())
            except OSError as error:
                self._notes.append(f"{path}: cannot be written: {error.strerror}")
        return Summary(digest, body, tuple(written), tuple(gaps), tuple(self._notes))

    def _shareable(self, coverage: Coverage) -> Coverage:
        """Return the coverage without what names this machine's user."""
        redact = self._redactor.redact
        return replace(
            coverage,
            roots=tuple(replace(root, path=redact(root.path)) for root in coverage.roots),
            records_rejected=tuple(
                replace(item, path=redact(item.path)) for item in coverage.records_rejected
            ),
            notes=tuple(redact(note) for note in coverage.notes),
        )


def _name_of(settings: Settings) -> str:
    """Return what a reader calls the project: where it says nothing of itself, its folder."""
    name = settings.project_name
    return settings.root.name if name == FALLBACK_PROJECT_NAME and settings.root.name else name


def _missing(commits: GatheredCommits, requests: GatheredPullRequests) -> Mapping[Part, str]:
    missing: dict[Part, str] = {}
    if commits.problem:
        missing[Part.COMMITS] = commits.problem
    elif commits.is_shallow:
        missing[Part.COMMITS] = "the clone is shallow, so older commits are not there"
    if requests.problem:
        missing[Part.PULL_REQUESTS] = requests.problem
    return missing


def _lost(window: Window, gaps: Iterable[Gap]) -> tuple[str, ...]:
    return tuple(
        f"{HOST_NAMES[gap.host]} remembers {gap.prompts} "
        f"{'prompt' if gap.prompts == 1 else 'prompts'} of a session whose log is gone"
        for gap in gaps
        if gap.overlaps(window.start, window.end)
    )
