"""A digest as text, for a door that shows it and keeps no file."""

from __future__ import annotations

from datetime import datetime

from tesserae.config import Settings
from tesserae.engine.summary import SummaryRequest, activity_summary


def summary_text(
    settings: Settings,
    *,
    day: str = "",
    week: str = "",
    since: str = "",
    until: str = "",
    project: str = "",
    synthesize: bool = False,
    now: datetime,
) -> str:
    """Return the digest of a day, a week or a range, and write nothing."""
    request = SummaryRequest(
        day=day,
        week=week or None,
        since=since,
        until=until,
        project=project,
        synthesize=synthesize,
        write=False,
    )
    return activity_summary(settings, request, now=now).body
