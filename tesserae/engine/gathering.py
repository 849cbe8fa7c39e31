"""Everything that is known of a period, project by project, before it is rendered.

A project that nobody registered is known by its folder alone, as agents' logs spell it: its
sessions are told and, where the folder is a git repository of this machine, its commits; nothing
else of it is read, and nothing is written there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from tesserae.activity.digest import DayDigest, DocumentItem, Part, ProjectDigest
from tesserae.activity.gather_documents import gather_documents
from tesserae.activity.gather_git import GatheredCommits, gather_commits
from tesserae.activity.gather_pull_requests import (
    GatheredPullRequests,
    gather_pull_requests,
    merge_pull_requests,
)
from tesserae.activity.items import HOST_NAMES
from tesserae.activity.window import Period, Window
from tesserae.config import FALLBACK_PROJECT_NAME, Settings, agent_environment, load_settings
from tesserae.engine.agent_logs import (
    INDEX_NAME,
    excluded_sessions,
    session_redactor,
    session_roots,
)
from tesserae.engine.history_cache import CachedHistory
from tesserae.engine.session_days import CACHE_DIR, ByDay, SessionDays, in_order, record_names
from tesserae.errors import QueryError, TesseraeError
from tesserae.model.session import Coverage, Gap
from tesserae.projects import Project, load_registry, tesserae_home
from tesserae.sessions.binding import Binder
from tesserae.sessions.discover import find_sessions
from tesserae.sessions.index import LogIndex
from tesserae.sessions.records import load_forgotten
from tesserae.workspace import RECORDS_DIR, WORKSPACE_DIR, Workspace


@dataclass(frozen=True, slots=True)
class Subject:
    """A project that is told of."""

    name: str
    folder: str
    """As its bindings spell it; may be of another machine."""
    root: Path | None = None
    """Of a project that is registered, or is the current one."""


class Gathering:
    """Gathers a period; what concerns all projects is looked at once.

    Args:
        settings: The current project, which counts as registered.
        period: The period.
        project: The name or folder of one project; empty for all.
        now: What lies behind it is still to come.
        ask_host: Whether the code host is asked for pull requests.

    Raises:
        QueryError: There is no such project.
        ConfigError: The registry of projects is damaged.
    """

    def __init__(
        self, settings: Settings, period: Period, *, project: str, now: datetime, ask_host: bool
    ) -> None:
        self.home = tesserae_home(agent_environment())
        self.redactor = session_redactor(settings)
        self.notes: list[str] = []
        """What the caller should hear."""
        self._settings = settings
        self._period = period
        self._asks_host = ask_host and period.start <= now
        self._current = Project(_name_of(settings), settings.root)
        self._registry = load_registry(self.home)
        self._binder = Binder(self._registry.projects, current=self._current)
        self._own: dict[Path, Settings | None] = {settings.root: settings}
        self._chosen = self._choose(project)
        self._sessions = SessionDays(period, self.redactor)
        self._coverage = self._read_sessions()

    @property
    def gaps(self) -> tuple[tuple[str, Gap], ...]:
        """The lost work of the period, each with the name of its project."""
        bound = ((self._binder.bind(gap.cwd).project, gap) for gap in self._coverage.gaps)
        return tuple(bound)

    def coverage(self) -> Coverage:
        """Return what was looked at, and what could not be seen."""
        return self._sessions.coverage(self._coverage)

    def subjects(self) -> list[Subject]:
        """Return the projects in the order of their names."""
        if self._chosen is not None:
            return [self._subject(self._chosen)]
        known = {project.root.resolve(): project for project in self._registry.projects}
        known.setdefault(self._current.root.resolve(), self._current)
        subjects = {subject.folder: subject for subject in map(self._subject, known.values())}
        others = [*self._sessions.by_project]
        others += [
            (binding.project, binding.root)
            for binding in (self._binder.bind(gap.cwd) for gap in self._coverage.gaps)
        ]
        for name, folder in others:
            subjects.setdefault(folder, Subject(name, folder))
        return sorted(subjects.values(), key=lambda subject: (subject.name, subject.folder))

    def settings_of(self, subject: Subject) -> Settings | None:
        """Return the settings of a registered project; None where they cannot be used."""
        root = subject.root
        if root is None:
            return None
        if root not in self._own:
            try:
                self._own[root] = load_settings(root)
            except TesseraeError as error:
                self._own[root] = None
                self.notes.append(f"{subject.name}: {error}")
        return self._own[root]

    def gather(self, subject: Subject) -> ProjectDigest:
        """Gather what happened in a project."""
        settings = self.settings_of(subject)
        commits = self._commits(subject, settings)
        requests = GatheredPullRequests()
        documents: Mapping[str, list[DocumentItem]] = {}
        if settings is not None:
            if self._asks_host and not commits.problem:
                requests = gather_pull_requests(
                    settings.root, self._period.windows, redact=self.redactor.redact
                )
            documents = self._documents(settings)
        by_day = self._days_of(subject)
        missing = _missing(commits, requests)
        lost = [g for g in self._coverage.gaps if self._binder.bind(g.cwd).root == subject.folder]
        days = []
        for window in self._period.windows:
            sessions = in_order(by_day.get(window.label, ()))
            recorded = [item for session in sessions for item in session.pull_requests]
            days.append(
                DayDigest(
                    window,
                    sessions=sessions,
                    commits=tuple(commits.by_day.get(window.label, ())),
                    pull_requests=merge_pull_requests(
                        recorded, requests.by_day.get(window.label, ())
                    ),
                    documents=tuple(documents.get(window.label, ())),
                    missing=missing,
                    lost=_lost(window, lost),
                )
            )
        return ProjectDigest(subject.name, tuple(days), root=subject.root)

    # --- which project --------------------------------------------------------------------------

    def _choose(self, name: str) -> Project | None:
        """Return the one project that is asked for; None for all."""
        if not name:
            return None
        found = self._registry.find(name)
        if found is not None:
            return found
        folder = Path(name).resolve()
        if name in {self._current.name, self._current.root.name} or (
            folder == self._current.root.resolve()
        ):
            return self._current
        if folder.is_dir():
            return Project(folder.name, folder)
        known = {project.name for project in (*self._registry.projects, self._current)}
        raise QueryError(f"no project is called {name!r}; there are: {', '.join(sorted(known))}")

    def _subject(self, project: Project) -> Subject:
        return Subject(project.name, self._binder.bind(str(project.root)).root, project.root)

    # --- sources --------------------------------------------------------------------------------

    def _read_sessions(self) -> Coverage:
        redactor, settings = self.redactor, self._settings
        path = self.home / INDEX_NAME
        index = LogIndex.load(path, redact=redactor.redact, fingerprint=redactor.fingerprint)
        folders = [self._current.root, *(project.root for project in self._registry.projects)]
        forgotten = frozenset[str]().union(
            *(load_forgotten(folder / WORKSPACE_DIR / RECORDS_DIR) for folder in folders)
        )
        found = find_sessions(
            session_roots(settings),
            index=index,
            exclude=excluded_sessions(settings),
            forgotten=forgotten,
        )
        wanted = None if self._chosen is None else self._subject(self._chosen).folder
        self._sessions.add_logs(
            found,
            self._binder,
            index=index,
            cache_dir=self.home / CACHE_DIR,
            wanted=lambda folder: wanted is None or folder == wanted,
        )
        index.save(path)
        here = [*record_names(found.refs), *record_names(found.coverage.excluded)]
        chosen = folders if self._chosen is None else [self._chosen.root]
        for folder in dict.fromkeys(folder.resolve() for folder in chosen):
            binding = self._binder.bind(str(folder))
            records = folder / WORKSPACE_DIR / RECORDS_DIR
            self._sessions.add_records(records, binding.project, binding.root, known=here)
        gaps = tuple(
            gap
            for gap in found.coverage.gaps
            if gap.overlaps(self._period.start, self._period.end)
            and (wanted is None or self._binder.bind(gap.cwd).root == wanted)
        )
        return replace(found.coverage, gaps=gaps)

    def _days_of(self, subject: Subject) -> ByDay:
        return next(
            (
                by_day
                for (_, folder), by_day in self._sessions.by_project.items()
                if folder == subject.folder
            ),
            {},
        )

    def _commits(self, subject: Subject, settings: Settings | None) -> GatheredCommits:
        generated = [WORKSPACE_DIR, *([settings.wiki_dir] if settings else [])]
        root = subject.root or Path(subject.folder)
        if not subject.folder or not root.is_absolute() or not root.is_dir():
            return GatheredCommits(problem="the project's folder is not on this machine")
        return gather_commits(
            root, self._period.windows, redact=self.redactor.redact, generated=generated
        )

    def _documents(self, settings: Settings) -> Mapping[str, list[DocumentItem]]:
        zoned = replace(settings, timezone=self._period.timezone)
        history = CachedHistory.look(zoned, Workspace(settings.root, settings.wiki_dir)).load()
        return gather_documents(
            settings,
            self._period.windows,
            history.dates,
            zone=self._period.zone,
            redact=self.redactor.redact,
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
