"""The files of digests: written whole, left alone where a person wrote, never made poorer.

A digest may be committed by a machine that has the logs and rendered again by one that has not. So
the head of a file says which sessions and how many commits it knows, and a poorer one does not take
its place. A file whose text is not the one that was written is a person's.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tesserae.activity.digest import Digest, Part, ProjectDigest
from tesserae.activity.window import Period
from tesserae.config import Settings
from tesserae.engine.gitignore import render_gitignore
from tesserae.errors import TesseraeError
from tesserae.model.ids import slugify
from tesserae.projects import write_private
from tesserae.workspace import WORKSPACE_DIR, Workspace, Writer

SUMMARIES_DIR = "summaries"
_FENCE = "---\n"

_SafeLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class DigestFile:
    """A digest as it lies on the disk."""

    body: str
    sessions: tuple[str, ...] = ()
    """`host:id` of the sessions that it knows."""
    commits: int = 0
    pull_requests: int = 0
    narrative: int = 0
    """Sentences that a model wrote."""
    is_edited: bool = False
    """Whether a person changed it, or wrote it."""


@dataclass(frozen=True, slots=True)
class Written:
    """What became of a digest."""

    path: Path | None = None
    """The file that holds it; None where it was not written."""
    note: str = ""
    """Why it was not."""


def write_digest(
    project: ProjectDigest,
    period: Period,
    body: str,
    settings: Settings | None,
    *,
    gone: Collection[str] = (),
) -> Written:
    """Write the digest of a project into the project, unless what is there must stay.

    Args:
        project: What the digest holds.
        period: Its period.
        body: The digest.
        settings: The project's; None for one that is only known from logs.
        gone: Sessions, as `host:id`, that were left out on purpose.
    """
    if settings is None:
        return Written()
    if not is_project(settings):
        return Written(
            note=f"{project.name} is no project yet, so its digest was not written there; "
            "run `tesserae init` to make it one"
        )
    workspace = Workspace(settings.root, settings.wiki_dir)
    path = digest_path(workspace, project.name, period.file_name)
    reason = why_kept(read_file(path), project, gone=gone)
    if reason:
        return Written(note=f"{workspace.relative(path)} was kept: {reason}")
    writer = Writer(workspace)
    try:
        if not (workspace.dir / ".gitignore").exists():
            writer.write(workspace.dir / ".gitignore", render_gitignore())
        writer.write(path, render_file(project, period, body))
    except TesseraeError as error:
        return Written(note=f"{project.name}: {error}")
    return Written(path)


def write_combined(digest: Digest, body: str, path: Path) -> Written:
    """Write the digest of all projects, readable by its user only."""
    text = render_combined_file(digest, body)
    try:
        write_private(path, text.encode("utf-8", "replace"))
    except OSError as error:
        return Written(note=f"{path}: cannot be written: {error.strerror}")
    return Written(path)


def digest_path(workspace: Workspace, project_name: str, file_name: str) -> Path:
    """Return where the digest of a period lies."""
    return workspace.dir / SUMMARIES_DIR / slugify(project_name) / file_name


def is_project(settings: Settings) -> bool:
    """Say whether a folder is somebody's project, so that something may be written into it."""
    root = settings.root
    is_known = settings.config_file is not None or (root / WORKSPACE_DIR).is_dir()
    return is_known or (root / ".git").exists()


def render_combined_file(digest: Digest, body: str) -> str:
    """Return the text of the file that holds the digest of all projects."""
    days = tuple(day for project in digest.projects for day in project.days)
    return render_file(ProjectDigest("", days), digest.period, body)


def render_file(project: ProjectDigest, period: Period, body: str) -> str:
    """Return the text of a digest's file."""
    facts = {
        "kind": str(period.kind),
        "label": period.label,
        **({"project": project.name} if project.name else {}),
        "timezone": period.timezone,
        "sessions": list(_sessions(project)),
        "commits": _commits(project),
        "pull_requests": _pull_requests(project),
        **({"narrative": len(project.narrative)} if project.narrative else {}),
        "content_hash": _hash(body),
    }
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in facts.items()]
    return f"{_FENCE}{''.join(lines)}{_FENCE}\n{body}"


def read_file(path: Path) -> DigestFile | None:
    """Read a digest; None where there is none that can be read."""
    try:
        return parse_file(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError):
        return None


def parse_file(text: str) -> DigestFile:
    """Read the text of a digest; without a head of ours it is a person's."""
    head, found, body = text.removeprefix(_FENCE).partition(f"\n{_FENCE}")
    facts = _facts(head) if found and text.startswith(_FENCE) else {}
    if not facts:
        return DigestFile(text, is_edited=True)
    body = body.removeprefix("\n")
    sessions = facts.get("sessions")
    return DigestFile(
        body=body,
        sessions=tuple(map(str, sessions)) if isinstance(sessions, list) else (),
        commits=_count(facts.get("commits")),
        pull_requests=_count(facts.get("pull_requests")),
        narrative=_count(facts.get("narrative")),
        is_edited=facts.get("content_hash") != _hash(body),
    )


def why_kept(kept: DigestFile | None, project: ProjectDigest, *, gone: Collection[str] = ()) -> str:
    """Say why a file stays as it is; empty where the new digest may take its place.

    Args:
        kept: The file.
        project: What would take its place.
        gone: Sessions, as `host:id`, that were left out on purpose.
    """
    if kept is None:
        return ""
    if kept.is_edited:
        return "somebody changed it by hand"
    known = set(_sessions(project))
    lost = set(kept.sessions) - known - set(gone)
    if lost:
        what = "session" if len(lost) == 1 else "sessions"
        return f"it knows {len(lost)} {what} whose logs are not here"
    missing = {part for day in project.days for part in day.missing}
    if Part.COMMITS in missing and kept.commits > _commits(project):
        return "it knows commits that cannot be read here"
    is_same = known == set(kept.sessions) and kept.commits >= _commits(project)
    fewer = kept.pull_requests > _pull_requests(project)
    if Part.PULL_REQUESTS in missing and is_same and fewer:
        return "it knows pull requests that cannot be asked for here"
    if is_same and kept.commits == _commits(project) and kept.narrative and not project.narrative:
        return "it tells the same and has a narrative"
    return ""


def _sessions(project: ProjectDigest) -> list[str]:
    return sorted({f"{each.host}:{each.id}" for day in project.days for each in day.sessions})


def _commits(project: ProjectDigest) -> int:
    return sum(len(day.commits) for day in project.days)


def _pull_requests(project: ProjectDigest) -> int:
    return sum(len(day.pull_requests) for day in project.days)


def _facts(head: str) -> Mapping[str, Any]:
    try:
        data = yaml.load(head, Loader=_SafeLoader)
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) and "content_hash" in data else {}


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _hash(body: str) -> str:
    # Line ends and blanks that an editor or git changed are no edit.
    lines = [line.rstrip() for line in body.replace("\r\n", "\n").strip().split("\n")]
    return hashlib.sha256("\n".join(lines).encode("utf-8", "replace")).hexdigest()
