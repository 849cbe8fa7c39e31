"""The pull requests of each window: what agents recorded, completed by what the code host says.

An agent's log tells which pull request it opened and when. Asking the code host through `gh` is an
outbound call; whoever calls decides whether it is made.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from tesserae.activity.digest import PullRequestItem
from tesserae.activity.window import Window
from tesserae.sources.git import origin_address

TIMEOUT_S = 30
_LIMIT = 500
_ORIGIN = re.compile(r"https://([\w.-]+)/([\w.-]+/[\w.-]+)")
_FIELDS = "number,title,url,createdAt,mergedAt,closedAt"
_MAX_REASON = 160


@dataclass(frozen=True, slots=True)
class GatheredPullRequests:
    """What became of pull requests, by the label of the window."""

    by_day: dict[str, list[PullRequestItem]] = field(default_factory=dict)
    problem: str = ""
    """Why the code host was not asked, or did not answer."""


def gather_pull_requests(
    root: Path,
    windows: Sequence[Window],
    *,
    redact: Callable[[str], str],
    timeout_s: int = TIMEOUT_S,
) -> GatheredPullRequests:
    """Ask GitHub through `gh` what was opened, merged and closed.

    Args:
        root: The project's folder, whose `origin` names the repository.
        windows: Consecutive.
        redact: Applied to titles.
        timeout_s: How long to wait for an answer.
    """
    origin = _ORIGIN.fullmatch(origin_address(root) or "")
    if origin is None:
        return GatheredPullRequests(problem="no origin on a code host")
    gh = shutil.which("gh")
    if gh is None:
        return GatheredPullRequests(problem="gh is not installed")
    host, repository = origin.groups()
    # The search goes by whole days of UTC; the windows decide.
    since = (windows[0].start - timedelta(days=1)).astimezone(UTC).date().isoformat()
    command = [gh, "pr", "list", "--repo", f"{host}/{repository}", "--state", "all"]
    command += ["--limit", str(_LIMIT), "--search", f"updated:>={since}", "--json", _FIELDS]
    try:
        done = subprocess.run(
            command,
            cwd=root,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=timeout_s,
        )
    except subprocess.TimeoutExpired:
        return GatheredPullRequests(problem=f"gh did not answer within {timeout_s} seconds")
    except OSError as error:
        return GatheredPullRequests(problem=f"gh cannot be run: {error.strerror}")
    if done.returncode != 0:
        return GatheredPullRequests(problem=f"gh: {_reason(done.stderr)}")
    try:
        listed = json.loads(done.stdout)
        events = [event for entry in listed for event in _events(entry, repository, redact)]
    except (ValueError, TypeError, AttributeError, RecursionError):
        return GatheredPullRequests(problem="gh gave an answer that is not understood")
    by_day: dict[str, list[PullRequestItem]] = {
        window.label: [event for event in events if window.start <= event.at < window.end]
        for window in windows
    }
    return GatheredPullRequests(by_day)


def merge_pull_requests(*groups: Iterable[PullRequestItem]) -> tuple[PullRequestItem, ...]:
    """Join what several sources say of one day, each event once, by time.

    The earlier groups know less: a later one's title and time take the place of theirs.
    """
    found: dict[tuple[str, int, str], PullRequestItem] = {}
    for group in groups:
        for item in group:
            key = (item.repository.casefold(), item.number, item.event)
            if item.title or key not in found:
                found[key] = item
    return tuple(
        sorted(found.values(), key=lambda item: (item.at, item.repository, item.number, item.event))
    )


def _events(
    entry: Mapping[str, Any], repository: str, redact: Callable[[str], str]
) -> Iterable[PullRequestItem]:
    merged = _instant(entry.get("mergedAt"))
    times = {
        "opened": _instant(entry.get("createdAt")),
        "merged": merged,
        "closed": None if merged else _instant(entry.get("closedAt")),
    }
    for event, at in times.items():
        if at is not None:
            yield PullRequestItem(
                number=int(entry["number"]),
                repository=repository,
                url=str(entry.get("url") or ""),
                title=redact(str(entry.get("title") or "")),
                event=event,
                at=at,
            )


def _instant(value: object) -> datetime | None:
    if not isinstance(value, str) or not value:
        return None
    return datetime.fromisoformat(value).astimezone(UTC)


def _reason(stderr: bytes) -> str:
    line = " ".join(stderr.decode("utf-8", "replace").split()) or "it failed"
    return line if len(line) <= _MAX_REASON else f"{line[:_MAX_REASON]}…"
