"""The sessions of a project, or of all, straight from the agents' logs; nothing is imported."""

from __future__ import annotations

from pathlib import Path

from tesserae.config import Settings, agent_environment
from tesserae.projects import Project, load_registry, tesserae_home
from tesserae.sessions.binding import Binder
from tesserae.sessions.discover import find_sessions
from tesserae.sessions.index import LogIndex
from tesserae.sessions.listing import Listing, list_sessions
from tesserae.sessions.redact import Redactor
from tesserae.sessions.roots import SessionRoots

INDEX_NAME = "session-logs.json"


def sessions_of(settings: Settings, *, every_project: bool = False) -> Listing:
    """List sessions, newest first.

    Args:
        settings: The current project, which counts as registered.
        every_project: List the sessions of all projects, those that are not registered too.

    Raises:
        ConfigError: The registry of projects is damaged.
    """
    environment = agent_environment()
    home = tesserae_home(environment)
    current = Project(settings.project_name, settings.root)
    binder = Binder(load_registry(home).projects, current=current)
    redactor = Redactor(home=Path.home())
    # Beside the registry and not in a project: the logs belong to the person, not to one project.
    index_path = home / INDEX_NAME
    index = LogIndex.load(index_path, redact=redactor.redact, fingerprint=redactor.fingerprint)
    found = find_sessions(SessionRoots.from_env(environment, Path.home()), index=index)
    listing = list_sessions(
        found,
        binder,
        redact=redactor.redact,
        index=index,
        root=None if every_project else binder.bind(str(settings.root)).root,
    )
    index.save(index_path)
    return listing
