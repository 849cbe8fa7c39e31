"""Which project a folder belongs to.

An agent works in a project's root, in a folder below it, or in a git worktree of it, which may lie
anywhere. Paths come out of logs: they may be another system's, spelled with other Unicode, and the
folder may be gone. What belongs to no registered project is a project of its own.
"""

from __future__ import annotations

import ntpath
import posixpath
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from tesserae.projects import Project

NO_FOLDER = "(no folder)"
_MAX_POINTER_BYTES = 4096


class Via(StrEnum):
    """How a folder is part of its project."""

    ROOT = "root"
    SUBFOLDER = "sub-folder"
    WORKTREE = "worktree"
    ITSELF = "not registered"


@dataclass(frozen=True, slots=True)
class Binding:
    """The project of a folder."""

    project: str
    root: str
    """The project's folder; for one that is not registered the folder itself."""
    via: Via
    is_registered: bool = True


class Binder:
    """Finds the project of a folder; the answers are kept, because few folders hold many sessions.

    Args:
        projects: The registered projects.
        current: The project of the current folder, which counts as registered.
    """

    def __init__(self, projects: Iterable[Project], *, current: Project | None = None) -> None:
        self._roots: dict[str, Project] = {}
        for project in (*([current] if current else ()), *projects):
            for spelling in _spellings(project.root):
                self._roots.setdefault(spelling, project)
        self._worktrees: dict[str, Project] = {}
        for project in dict.fromkeys(self._roots.values()):
            for worktree in _worktrees(project.root):
                for spelling in _spellings(worktree):
                    self._worktrees.setdefault(spelling, project)
        self._known: dict[tuple[str, str], Binding] = {}

    def bind(self, cwd: str, home_cwd: str = "") -> Binding:
        """Return the project of a folder.

        Args:
            cwd: As a log spells it.
            home_cwd: The project's own folder, where the log says that `cwd` is a worktree.
        """
        key = (cwd, home_cwd)
        if key not in self._known:
            self._known[key] = self._find(cwd, home_cwd)
        return self._known[key]

    def bindings(self) -> dict[str, Binding]:
        """Return every folder that was asked about with its project, by folder."""
        return {cwd: binding for (cwd, _), binding in sorted(self._known.items())}

    def _find(self, cwd: str, home_cwd: str) -> Binding:
        if not cwd:
            return Binding(NO_FOLDER, "", Via.ITSELF, is_registered=False)
        for folder in (cwd, *_targets(cwd)):
            found = self._among(self._roots, folder) or self._among(self._worktrees, folder)
            if found is not None:
                return found
        main = home_cwd or _main_of_worktree(cwd)
        found = self._among(self._roots, main) if main else None
        if found is not None:
            return Binding(found.project, found.root, Via.WORKTREE)
        folder = normal_folder(main or cwd)
        via = Via.WORKTREE if main else Via.ITSELF
        return Binding(folder_name(folder), folder, via, is_registered=False)

    def _among(self, roots: dict[str, Project], folder: str) -> Binding | None:
        """Find the nearest of these folders that holds a folder, or is it."""
        key = _key(folder)
        current = key
        while current:
            project = roots.get(current)
            if project is not None:
                via = Via.ROOT if current == key else Via.SUBFOLDER
                if roots is self._worktrees:
                    via = Via.WORKTREE
                return Binding(project.name, project.root.as_posix(), via)
            parent = current.rpartition("/")[0]
            current = parent if parent != current else ""
        return None


def normal_folder(folder: str) -> str:
    """Spell a folder in one way: NFC, forward slashes, no last slash, a drive in upper case."""
    text = unicodedata.normalize("NFC", folder.strip())
    drive, rest = ntpath.splitdrive(text)
    if drive or "\\" in text:
        text = drive.upper() + ntpath.normpath(rest or "\\").replace("\\", "/")
        return text.rstrip("/") or text
    return posixpath.normpath(text) if text else ""


def folder_name(folder: str) -> str:
    """Return the last component of a folder; the folder itself where it has none."""
    return normal_folder(folder).rstrip("/").rpartition("/")[2] or folder or NO_FOLDER


def _key(folder: str) -> str:
    """Return what is equal for two spellings of one folder; Windows ignores case."""
    normal = normal_folder(folder)
    return normal.casefold() if ntpath.splitdrive(normal)[0] else normal


def _spellings(folder: Path) -> set[str]:
    """Return the keys of a folder: as it is written, and with links followed."""
    return {_key(str(folder)), _key(str(folder.resolve()))}


def _targets(cwd: str) -> list[str]:
    """Return what a folder that is a link leads to."""
    try:
        resolved = str(Path(cwd).resolve())
    except (OSError, ValueError, RuntimeError):
        return []
    return [] if resolved == cwd or not Path(cwd).is_absolute() else [resolved]


def _worktrees(root: Path) -> list[Path]:
    """Return the git worktrees of a project, from the files that git keeps of them."""
    git = root / ".git"
    if git.is_file():
        # The registered folder is a worktree itself.
        main = _main_of_worktree(str(root))
        git = Path(main) / ".git" if main else git
    try:
        pointers = sorted((git / "worktrees").glob("*/gitdir"))
    except OSError:
        return []
    found = [_read_pointer(pointer) for pointer in pointers]
    return [Path(text).parent for text in found if text]


def _main_of_worktree(cwd: str) -> str:
    """Return the main folder of the repository that a folder is a worktree of.

    A worktree has a file `.git` that names `<main>/.git/worktrees/<name>`.
    """
    try:
        folder = Path(cwd)
        candidates = (folder, *folder.parents) if folder.is_absolute() else ()
        pointer = next((c / ".git" for c in candidates if (c / ".git").exists()), None)
    except (OSError, ValueError):
        return ""
    text = _read_pointer(pointer) if pointer is not None else ""
    target = text.removeprefix("gitdir:").strip()
    if not text.startswith("gitdir:") or "/.git/worktrees/" not in target.replace("\\", "/"):
        return ""
    return target.replace("\\", "/").rpartition("/.git/worktrees/")[0]


def _read_pointer(path: Path) -> str:
    try:
        if not path.is_file() or path.stat().st_size > _MAX_POINTER_BYTES:
            return ""
        return path.read_text(encoding="utf-8", errors="surrogateescape").strip()
    except OSError:
        return ""
