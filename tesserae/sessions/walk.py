"""Walking an agent's folder without leaving it and without waiting.

Links are not followed: what they lead to inside the folder is found where it lies, and what lies
outside is none of our business. What is not a regular file (a pipe, a socket) is not opened.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from tesserae.sessions.refs import LogFile, shown_path

MAX_DEPTH = 8


class Walker:
    """Lists folders, and remembers which could not be listed."""

    def __init__(self) -> None:
        self.notes: list[str] = []

    def folders_in(self, folder: Path) -> list[Path]:
        """Return the folders in a folder, by name."""
        entries = self._entries(folder)
        return [Path(entry.path) for entry in entries if entry.is_dir(follow_symlinks=False)]

    def files_in(self, folder: Path) -> list[LogFile]:
        """Return the regular files in a folder, by name."""
        found = []
        for entry in self._entries(folder):
            try:
                info = entry.stat(follow_symlinks=False)
            except FileNotFoundError:
                # It was removed since it was listed.
                continue
            if stat.S_ISREG(info.st_mode):
                found.append(LogFile(Path(entry.path), info.st_size, info.st_mtime_ns))
        return found

    def files_below(self, folder: Path, *, depth: int = MAX_DEPTH) -> Iterator[LogFile]:
        """Yield the regular files of a folder and of those in it, by name."""
        yield from self.files_in(folder)
        if depth > 0:
            for inner in self.folders_in(folder):
                yield from self.files_below(inner, depth=depth - 1)

    def _entries(self, folder: Path) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(folder) as entries:
                return sorted(entries, key=lambda entry: entry.name)
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            self.notes.append(f"{shown_path(folder)} cannot be read: {error.strerror}")
            return []
