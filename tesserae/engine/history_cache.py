"""The project's git history, kept by the commit it ends with.

Reading the history of a large repository takes seconds; asking where it stands takes
milliseconds. The cache's first line says what it is for and what its content hashes to, so that
an unchanged compile reads no further.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from tesserae.config import Settings
from tesserae.engine.stages import READ_HEAD, READ_HISTORY, load_named
from tesserae.model.source import Commit
from tesserae.sources.history import SHALLOW_NOTE, Head, History, has_repository
from tesserae.workspace import WORKSPACE_DIR, Workspace, Writer

CACHE_NAME = "history.jsonl"
_FORMAT = 2
_FIRST_LINE_BYTES = 4096


@dataclass(frozen=True, slots=True)
class CachedHistory:
    """A project's history, read from git or from the cache when it is asked for."""

    digest: str
    """Names the commits and dates; the same wherever the history is the same."""
    note: str | None
    settings: Settings
    workspace: Workspace
    head: Head
    fresh: History | None = field(default=None, compare=False)
    """What git answered just now; None where the cache holds it."""

    @classmethod
    def look(cls, settings: Settings, workspace: Workspace) -> CachedHistory:
        """Find out which history the project has."""
        head: Head = (
            load_named(READ_HEAD)(settings.root) if has_repository(settings.root) else Head()
        )
        path = workspace.cache_dir / CACHE_NAME
        digest = _cached_digest(path, _key(head, settings))
        if digest is not None:
            note = SHALLOW_NOTE if head.is_shallow else head.note
            return cls(digest, note, settings, workspace, head)
        history = _read(settings, head)
        return cls(_digest(_body(history)), history.note, settings, workspace, head, history)

    def load(self) -> History:
        """Return the history itself."""
        if self.fresh is not None:
            return self.fresh
        cached = _cached_history(self.workspace.cache_dir / CACHE_NAME, self.digest, self.head)
        return cached if cached is not None else _read(self.settings, self.head)

    def save(self, writer: Writer) -> None:
        """Keep a history that was read just now."""
        if self.fresh is None or self.head.sha is None:
            return
        first = json.dumps({"key": _key(self.head, self.settings), "digest": self.digest})
        writer.write(self.workspace.cache_dir / CACHE_NAME, f"{first}\n{_body(self.fresh)}\n")


def _read(settings: Settings, head: Head) -> History:
    if head.sha is None:
        return History(note=head.note)
    generated = tuple(sorted({WORKSPACE_DIR, settings.wiki_dir}))
    history: History = load_named(READ_HISTORY)(
        settings.root, settings.zone, head=head, generated=generated
    )
    return history


def _key(head: Head, settings: Settings) -> list[object]:
    return [
        _FORMAT,
        head.sha,
        head.prefix,
        head.is_shallow,
        settings.timezone,
        settings.wiki_dir,
    ]


def _body(history: History) -> str:
    commits = [
        [commit.sha, commit.author, commit.at, commit.subject, commit.paths]
        for commit in history.commits
    ]
    dates = {
        path: [first.isoformat(), last.isoformat()] for path, (first, last) in history.dates.items()
    }
    return json.dumps(
        {"commits": commits, "dates": dates},
        ensure_ascii=True,
        sort_keys=True,
        separators=(",", ":"),
    )


def _digest(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()


def _cached_digest(path: Path, key: list[object]) -> str | None:
    try:
        with path.open("rb") as file:
            first = json.loads(file.readline(_FIRST_LINE_BYTES))
        return str(first["digest"]) if first["key"] == key else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _cached_history(path: Path, digest: str, head: Head) -> History | None:
    try:
        body = path.read_text(encoding="utf-8").split("\n")[1]
        if _digest(body) != digest:
            return None
        return _history(json.loads(body), head)
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        return None


def _history(data: dict[str, Any], head: Head) -> History:
    return History(
        commits=tuple(
            Commit(sha, author, at, subject, tuple(paths))
            for sha, author, at, subject, paths in data["commits"]
        ),
        dates={
            path: (date.fromisoformat(first), date.fromisoformat(last))
            for path, (first, last) in data["dates"].items()
        },
        shallow=head.is_shallow,
        head_branch=head.branch,
        note=SHALLOW_NOTE if head.is_shallow else None,
    )
