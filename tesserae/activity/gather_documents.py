"""The documents of each window, by the dates that they have.

A document's dates are those of its front matter, else of its commits, else of its path. A file that
has none of them, because git does not know it yet, is placed by its own time of change, which says
less and is marked so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from tesserae.activity.digest import DocumentItem
from tesserae.activity.window import Window, local_day_of
from tesserae.config import Settings
from tesserae.model.source import MediaType
from tesserae.sources.files import find_sources
from tesserae.sources.front_matter import parse_front_matter
from tesserae.sources.history import CommitDates
from tesserae.sources.load import document_dates, stated_dates

_HEAD_BYTES = 16_384
_HEADING = re.compile(r"^#[ \t]+(\S.*?)[ \t#]*$", re.MULTILINE)


def gather_documents(
    settings: Settings,
    windows: Sequence[Window],
    dates: Mapping[str, CommitDates],
    *,
    zone: ZoneInfo,
    redact: Callable[[str], str],
) -> dict[str, list[DocumentItem]]:
    """Return the documents that were written or changed, by the label of the window, in path order.

    Args:
        settings: The project's.
        windows: Consecutive.
        dates: First and last commit days by path.
        zone: Of the windows.
        redact: Applied to titles.
    """
    by_day: dict[str, list[DocumentItem]] = {window.label: [] for window in windows}
    days = {window.day: window.label for window in windows}
    found = find_sources(
        settings.root, settings.sources, wiki_dir=settings.wiki_dir, site_dir=settings.site_dir
    )
    for ref in found.refs:
        if ref.media_type is MediaType.PYTHON:
            continue
        title, created, updated, is_approximate = _look(settings.root, ref.path, dates, zone)
        if created in days:
            item = DocumentItem(ref.path, redact(title), "written", is_approximate)
            by_day[days[created]].append(item)
        if updated in days and updated != created:
            item = DocumentItem(ref.path, redact(title), "changed", is_approximate)
            by_day[days[updated]].append(item)
    return by_day


def _look(
    root: Path, path: str, dates: Mapping[str, CommitDates], zone: ZoneInfo
) -> tuple[str, date | None, date | None, bool]:
    """Return title, first day, last day, and whether only the file's own time says so."""
    file = root / path
    try:
        with file.open("rb") as opened:
            text = opened.read(_HEAD_BYTES).decode("utf-8-sig", "replace")
        changed_at = file.stat().st_mtime
    except OSError:
        return path, None, None, False
    front = parse_front_matter(text)
    created, updated = document_dates(path, stated_dates(front.data), dates.get(path))
    title = _title(front.data.get("title"), text, front.body_start, path)
    if created is None and updated is None:
        day = local_day_of(datetime.fromtimestamp(changed_at, UTC), zone)
        return title, None, day, True
    return title, created, updated, False


def _title(stated: object, text: str, body_line: int, path: str) -> str:
    if isinstance(stated, str) and stated.strip():
        return " ".join(stated.split())
    heading = _HEADING.search("\n".join(text.split("\n")[body_line - 1 :]))
    return heading[1] if heading else path.rpartition("/")[2]
