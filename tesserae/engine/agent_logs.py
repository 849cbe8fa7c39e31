"""The agents' logs on this machine as the settings of a project see them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tesserae.config import Settings, agent_environment
from tesserae.projects import Project, load_registry, tesserae_home
from tesserae.sessions.binding import Binder
from tesserae.sessions.discover import Found, find_sessions
from tesserae.sessions.index import LogIndex
from tesserae.sessions.records import load_forgotten
from tesserae.sessions.redact import Redactor
from tesserae.sessions.roots import SessionRoots
from tesserae.workspace import Workspace

INDEX_NAME = "session-logs.json"


@dataclass(frozen=True, slots=True)
class AgentLogs:
    """What was found, and what reads it."""

    found: Found
    binder: Binder
    redactor: Redactor
    index: LogIndex
    index_path: Path
    """Beside the registry and not in a project: the logs belong to the person."""
    root: str
    """The current project's folder as its bindings spell it."""

    def save_index(self) -> None:
        """Remember the beginnings of logs for the next run."""
        self.index.save(self.index_path)


def look_for_logs(settings: Settings) -> AgentLogs:
    """Find the sessions of this machine; those that the project forgot are left out.

    Args:
        settings: The current project, which counts as registered.

    Raises:
        ConfigError: The registry of projects is damaged.
    """
    home = tesserae_home(agent_environment())
    redactor = session_redactor(settings)
    path = home / INDEX_NAME
    index = LogIndex.load(path, redact=redactor.redact, fingerprint=redactor.fingerprint)
    current = Project(settings.project_name, settings.root)
    binder = Binder(load_registry(home).projects, current=current)
    found = find_sessions(
        session_roots(settings),
        index=index,
        exclude=excluded_sessions(settings),
        forgotten=load_forgotten(records_folder(settings)),
    )
    return AgentLogs(found, binder, redactor, index, path, binder.bind(str(settings.root)).root)


def session_roots(settings: Settings) -> SessionRoots:
    """Return the folders in which a project's settings have logs looked for."""
    home = Path.home()
    extra = [settings.root / Path(root).expanduser() for root in settings.sessions.roots]
    return SessionRoots.from_env(agent_environment(), home, extra=extra)


def excluded_sessions(settings: Settings) -> tuple[str, ...]:
    """Return the patterns of sessions to leave out, `~` written out."""
    home = Path.home().as_posix()
    return tuple(
        f"{home}{pattern[1:]}" if pattern.startswith("~/") else pattern
        for pattern in settings.sessions.exclude
    )


def session_redactor(settings: Settings) -> Redactor:
    """Return what takes secrets out of the text of sessions."""
    return Redactor(home=Path.home(), emails=settings.sessions.emails)


def records_folder(settings: Settings) -> Path:
    """Return the folder of a project's stored session records."""
    return Workspace(settings.root, settings.wiki_dir).records_dir
