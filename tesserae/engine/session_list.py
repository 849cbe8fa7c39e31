"""The sessions of a project, or of all, straight from the agents' logs; nothing is imported."""

from __future__ import annotations

from tesserae.config import Settings
from tesserae.engine.agent_logs import look_for_logs
from tesserae.sessions.listing import Listing, list_sessions


def sessions_of(settings: Settings, *, every_project: bool = False) -> Listing:
    """List sessions, newest first.

    Args:
        settings: The current project, which counts as registered.
        every_project: List the sessions of all projects, those that are not registered too.

    Raises:
        ConfigError: The registry of projects is damaged.
    """
    logs = look_for_logs(settings)
    listing = list_sessions(
        logs.found,
        logs.binder,
        redact=logs.redactor.redact,
        index=logs.index,
        root=None if every_project else logs.root,
    )
    logs.save_index()
    return listing
