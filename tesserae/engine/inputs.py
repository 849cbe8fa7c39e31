"""Everything a compile is a function of, gathered without reading any of it twice.

Only hashes are kept: they decide whether the last compile still holds. What the wiki folder holds
is an input too, since people edit there.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from tesserae.config import Settings
from tesserae.engine.fingerprint import compile_fingerprint
from tesserae.engine.history_cache import CachedHistory
from tesserae.engine.record_stamps import HashedRecord, hash_records
from tesserae.sources.files import Found, find_sources
from tesserae.workspace import Workspace

ABSENT = ""
"""Stands for the hash of a file that is not there."""

_NOT_IN_CONFIG = frozenset({"root", "notes", "retrieval", "sessions"})
"""What no compile depends on: models and logs lie in folders that only this machine has, and a
compile reads stored records."""


@dataclass(frozen=True, slots=True)
class Inputs:
    """The state of a project before a compile."""

    settings: Settings
    found: Found
    wiki_files: Mapping[str, str]
    """Markdown files of the wiki folder, posix and relative to it, with the sha256 of each."""
    hashed_records: dict[str, HashedRecord]
    """Stored sessions by file name."""
    verdicts_sha256: str
    redirects_sha256: str
    history: CachedHistory
    config_text: str
    """What `config.json` is to hold."""
    code: str
    """The fingerprint of the code that would run."""

    @property
    def records(self) -> dict[str, str]:
        """Stored sessions by file name, with the sha256 of each."""
        return {name: record.sha256 for name, record in self.hashed_records.items()}

    @property
    def files_sha256(self) -> str:
        """A hash of the names of all files: links may lead to any of them."""
        return sha256_of_lines(sorted(self.found.files))


def gather_inputs(settings: Settings, workspace: Workspace) -> Inputs:
    """Look at everything a compile depends on."""
    return Inputs(
        settings=settings,
        found=find_sources(
            settings.root,
            settings.sources,
            wiki_dir=settings.wiki_dir,
            site_dir=settings.site_dir,
        ),
        wiki_files=hash_wiki(workspace.wiki_dir),
        hashed_records=hash_records(workspace, hash_file),
        verdicts_sha256=hash_file(workspace.aliases_path),
        redirects_sha256=hash_file(workspace.redirects_path),
        history=CachedHistory.look(settings, workspace),
        config_text=render_config(settings),
        code=compile_fingerprint(),
    )


def hash_file(path: Path | str) -> str:
    """Return the sha256 of a file, `ABSENT` where there is none that can be read."""
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - every page of a wiki
            return hashlib.sha256(file.read()).hexdigest()
    except OSError:
        return ABSENT


def hash_wiki(wiki_dir: Path) -> dict[str, str]:
    """Return the sha256 of every markdown file below the wiki folder, in path order."""
    return {
        path: ABSENT if entry.is_symlink() else hash_file(entry.path)
        for path, entry in sorted(_markdown_files(str(wiki_dir), ""), key=lambda item: item[0])
    }


def sha256_of_lines(lines: Iterable[str]) -> str:
    """Return the sha256 of some lines."""
    return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()


def render_config(settings: Settings) -> str:
    """Return the resolved settings as JSON, without what belongs to this machine."""
    values = {name: value for name, value in asdict(settings).items() if name not in _NOT_IN_CONFIG}
    return json.dumps(values, ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def _markdown_files(folder: str, prefix: str) -> Iterator[tuple[str, os.DirEntry[str]]]:
    pending: list[tuple[str, str]] = [(folder, prefix)]
    while pending:
        folder, prefix = pending.pop()
        for entry in _entries(folder):
            if entry.is_dir(follow_symlinks=False):
                pending.append((entry.path, f"{prefix}{entry.name}/"))
            elif entry.name.endswith(".md"):
                yield f"{prefix}{entry.name}", entry


def _entries(folder: str) -> Sequence[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as listing:
            return list(listing)
    except OSError:
        return ()
