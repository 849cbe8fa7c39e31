"""Hashes of the stored sessions, without reading again those that lie there as before.

Records may be as large as all logs together, and every compile asks whether one changed. A record
whose size and time are those that it had when it was hashed has that hash still. One that was
changed within the second before is hashed again next time: a clock may not tell two changes apart.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tesserae.workspace import Workspace, Writer

CACHE_NAME = "record-stamps.json"
_DOUBT_NS = 1_000_000_000


@dataclass(frozen=True, slots=True)
class HashedRecord:
    """A record as it was when it was hashed."""

    sha256: str
    size: int
    mtime_ns: int
    is_settled: bool
    """Whether size and time would tell if it changed since."""


def hash_records(workspace: Workspace, hash_file: Callable[[Path], str]) -> dict[str, HashedRecord]:
    """Return every session record by its file name, in name order.

    Args:
        workspace: The project's files.
        hash_file: Hashes a file that has to be read.
    """
    known = _load(workspace.cache_dir / CACHE_NAME)
    hashed: dict[str, HashedRecord] = {}
    for name, stat in _records(workspace.records_dir):
        before = known.get(name)
        if before and (before.size, before.mtime_ns) == (stat.st_size, stat.st_mtime_ns):
            hashed[name] = before
            continue
        is_settled = time.time_ns() - stat.st_mtime_ns > _DOUBT_NS
        sha256 = hash_file(workspace.records_dir / name)
        hashed[name] = HashedRecord(sha256, stat.st_size, stat.st_mtime_ns, is_settled)
    return hashed


def keep_stamps(workspace: Workspace, hashed: dict[str, HashedRecord], writer: Writer) -> None:
    """Keep the hashes for the next compile."""
    path = workspace.cache_dir / CACHE_NAME
    rows = {
        name: [record.sha256, record.size, record.mtime_ns]
        for name, record in sorted(hashed.items())
        if record.is_settled
    }
    if rows:
        writer.write(path, json.dumps(rows))
    elif path.exists():
        writer.remove(path)


def _records(folder: Path) -> list[tuple[str, os.stat_result]]:
    # The list of forgotten sessions lies there too; only a record's name has a dash.
    try:
        with os.scandir(folder) as listing:
            found = [
                (entry.name, entry.stat())
                for entry in listing
                if entry.name.endswith(".json") and "-" in entry.name and entry.is_file()
            ]
    except OSError:
        return []
    return sorted(found, key=lambda item: item[0])


def _load(path: Path) -> dict[str, HashedRecord]:
    try:
        data = json.loads(path.read_bytes())
        return {
            name: HashedRecord(sha256, size, mtime_ns, is_settled=True)
            for name, (sha256, size, mtime_ns) in data.items()
        }
    except (OSError, ValueError, TypeError, AttributeError):
        return {}
