"""The list of every file of a site with its sha256 and size, written last of all."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path

MANIFEST = "manifest.json"


def write_manifest(site_dir: Path) -> None:
    """Write `manifest.json` at the root of a site that is otherwise finished."""
    files = {path: _entry(site_dir / path) for path in sorted(_files(site_dir))}
    text = json.dumps({"files": files}, ensure_ascii=False, sort_keys=True, indent=0)
    (site_dir / MANIFEST).write_text(text + "\n", encoding="utf-8", newline="\n")


def _files(site_dir: Path) -> Iterator[str]:
    for folder, _, names in os.walk(site_dir):
        base = Path(folder).relative_to(site_dir)
        for name in names:
            path = (base / name).as_posix()
            if path != MANIFEST:
                yield path


def _entry(path: Path) -> dict[str, object]:
    data = path.read_bytes()
    return {"sha256": hashlib.sha256(data).hexdigest(), "size": len(data)}
