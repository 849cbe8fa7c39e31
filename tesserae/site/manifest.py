"""The list of every file of a site with its sha256 and size, written last of all."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from tesserae.site.siblings import to_json

MANIFEST = "manifest.json"

Digest = tuple[str, int]
"""sha256 and size of a file."""


def write_manifest(site_dir: Path, known: Mapping[str, Digest]) -> None:
    """Write `manifest.json` at the root of a site that is otherwise finished.

    Args:
        site_dir: The folder of the site.
        known: Digests of files that nobody touched since they were written; a file whose size
            differs is read all the same.
    """
    files = {}
    for path, size in sorted(_files(str(site_dir), "")):
        digest = known.get(path)
        if digest is None or digest[1] != size:
            digest = _digest(site_dir / path)
        files[path] = {"sha256": digest[0], "size": digest[1]}
    text = to_json({"files": files}).replace("},", "},\n")
    (site_dir / MANIFEST).write_text(text + "\n", encoding="utf-8", newline="\n")


def _files(folder: str, prefix: str) -> Iterator[tuple[str, int]]:
    with os.scandir(folder) as entries:
        found = list(entries)
    for entry in found:
        path = prefix + entry.name
        if entry.is_dir(follow_symlinks=False):
            yield from _files(entry.path, f"{path}/")
        elif path != MANIFEST:
            yield path, entry.stat().st_size


def _digest(path: Path) -> Digest:
    data = path.read_bytes()
    return hashlib.sha256(data).hexdigest(), len(data)
