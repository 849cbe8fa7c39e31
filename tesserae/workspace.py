"""Where things lie under `.tesserae/`, and the one way in which a file of ours is written.

A write is atomic: a temporary file in `.tesserae/tmp/`, which nobody watches, then `os.replace`.
It happens only where the bytes differ, so that an unchanged compile touches nothing and a
development server that watches the wiki folder sees no change that is none.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tesserae.errors import WorkspaceError

WORKSPACE_DIR = ".tesserae"
DEFAULT_WIKI_DIR = ".tesserae/wiki"
RECORDS_DIR = "harness_sessions"

_REASONS = {
    errno.ENOSPC: "the disk is full; free some space and run the command again",
    errno.EDQUOT: "the disk quota is used up; free some space and run the command again",
    errno.EFBIG: "the file is larger than this account or disk allows",
    errno.EROFS: "the disk is read-only; compile where the project can be written",
    errno.EACCES: "permission denied; make it writable for this user",
    errno.EPERM: "permission denied; make it writable for this user",
    errno.EISDIR: "a folder stands where a file belongs; move it away",
    errno.ENOTDIR: "a file stands where a folder belongs; move it away",
    errno.EEXIST: "a file stands where a folder belongs; move it away",
    errno.ENAMETOOLONG: "the name is too long for this disk",
}


@dataclass(frozen=True, slots=True)
class Workspace:
    """The paths of one project's generated and kept files; nothing is created by naming it."""

    root: Path
    """The project's folder, absolute."""
    wiki: str = DEFAULT_WIKI_DIR
    """The wiki folder, posix, relative to `root`."""

    @property
    def dir(self) -> Path:
        """The folder that holds everything but, possibly, the wiki."""
        return self.root / WORKSPACE_DIR

    @property
    def wiki_dir(self) -> Path:
        """The folder of the wiki pages, which people edit."""
        return self.root / self.wiki

    @property
    def config_path(self) -> Path:
        """The resolved settings of the last compile; written, never read."""
        return self.dir / "config.json"

    @property
    def graph_path(self) -> Path:
        """The whole graph as JSON, one node or edge a line."""
        return self.dir / "graph.json"

    @property
    def manifest_path(self) -> Path:
        """What the last compile read and wrote; written last."""
        return self.dir / "manifest.json"

    @property
    def report_path(self) -> Path:
        """The quality report."""
        return self.dir / "report.md"

    @property
    def database_path(self) -> Path:
        """The graph store; rebuilt when damaged."""
        return self.dir / "sqlite.db"

    @property
    def history_path(self) -> Path:
        """What cannot be derived again; never deleted."""
        return self.dir / "history.db"

    @property
    def records_dir(self) -> Path:
        """The normalised records of agent sessions."""
        return self.dir / RECORDS_DIR

    @property
    def aliases_path(self) -> Path:
        """A person's verdicts about names and types."""
        return self.dir / "aliases.yml"

    @property
    def redirects_path(self) -> Path:
        """Pages that were renamed."""
        return self.dir / "redirects.yml"

    @property
    def cache_dir(self) -> Path:
        """Everything that may be deleted at any time."""
        return self.dir / "cache"

    @property
    def temporary_dir(self) -> Path:
        """Half-written files; on the same disk as their targets and watched by nobody."""
        return self.dir / "tmp"

    @property
    def lock_path(self) -> Path:
        """The file whose lock lets one compile run at a time."""
        return self.dir / "compile.lock"

    @property
    def holder_path(self) -> Path:
        """Who holds the lock."""
        return self.dir / "compile.holder.json"

    @property
    def kept_dir(self) -> Path:
        """Copies of what people wrote on pages that they had restored."""
        return self.dir / "kept"

    @property
    def log_path(self) -> Path:
        """The traceback of the last unexpected error."""
        return self.dir / "error.log"

    def relative(self, path: Path) -> str:
        """Return a path as messages and artifacts show it: posix, below the root."""
        try:
            return path.relative_to(self.root).as_posix()
        except ValueError:
            return path.name


class Writer:
    """Writes and removes the files of one compile, and remembers which it touched.

    Nothing is written outside the project: a folder that is a link to somewhere else is refused.
    """

    def __init__(self, workspace: Workspace, *, is_dry: bool = False) -> None:
        """Start with nothing written.

        Args:
            workspace: The project's files.
            is_dry: Whether to touch nothing: every write and removal is then answered with False.
        """
        self.workspace = workspace
        self.is_dry = is_dry
        self.written: list[str] = []
        """Posix paths relative to the root, in the order of writing."""
        self.removed: list[str] = []
        self._real_root = os.path.realpath(workspace.root)
        self._temporary_dir = str(workspace.temporary_dir)
        self._safe_parents: set[str] = set()
        self._count = 0

    def write(self, path: Path, content: str | bytes, *, durable: bool = False) -> bool:
        """Write a file unless it already holds these bytes.

        Args:
            path: An absolute path below the project's root.
            content: Text is written as UTF-8 with the line ends it has; a lone surrogate, which
                UTF-8 cannot hold, becomes `?`.
            durable: Wait until the bytes are on the disk, for what cannot be made again cheaply.

        Returns:
            Whether the file changed.

        Raises:
            WorkspaceError: It cannot be written; the file is then as it was before.
        """
        if self.is_dry:
            return False
        data = content if isinstance(content, bytes) else content.encode("utf-8", "replace")
        name = str(path)
        try:
            before = _stat(name)
            if before is not None and _holds(name, before, data):
                return False
            if str(path.parent) not in self._safe_parents:
                self._make_parent(path)
            self._replace(name, data, before, durable=durable)
        except OSError as error:
            raise workspace_error(error, self.workspace.relative(path)) from error
        self.written.append(self.workspace.relative(path))
        return True

    def remove(self, path: Path) -> bool:
        """Remove a file, and the folders that this leaves empty, up to the root.

        Returns:
            Whether there was such a file.

        Raises:
            WorkspaceError: It cannot be removed.
        """
        if self.is_dry:
            return False
        try:
            self._refuse_foreign(path)
            path.unlink()
        except FileNotFoundError:
            return False
        except OSError as error:
            raise workspace_error(error, self.workspace.relative(path)) from error
        self.removed.append(self.workspace.relative(path))
        self._remove_empty_parents(path.parent)
        return True

    def clear_temporary(self) -> None:
        """Remove what a killed compile left half-written; call it only under the lock."""
        with suppress(FileNotFoundError, NotADirectoryError):
            for path in sorted(self.workspace.temporary_dir.iterdir()):
                with suppress(OSError):
                    path.unlink()
            with suppress(OSError):
                self.workspace.temporary_dir.rmdir()

    def _replace(
        self, name: str, data: bytes, before: os.stat_result | None, *, durable: bool
    ) -> None:
        self._count += 1
        temporary = f"{self._temporary_dir}{os.sep}{os.getpid()}-{self._count}"
        try:
            _write_new(temporary, data, durable=durable)
        except FileNotFoundError:
            self.workspace.temporary_dir.mkdir(parents=True, exist_ok=True)
            _write_new(temporary, data, durable=durable)
        try:
            if before is not None and stat.S_ISREG(before.st_mode):
                Path(temporary).chmod(stat.S_IMODE(before.st_mode))
            _move(temporary, name, durable=durable)
        except OSError:
            with suppress(FileNotFoundError):
                Path(temporary).unlink()
            raise

    def _make_parent(self, path: Path) -> None:
        self._refuse_foreign(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        self._safe_parents.add(str(path.parent))

    def _refuse_foreign(self, path: Path) -> None:
        parent = os.path.realpath(path.parent)
        if parent != self._real_root and not parent.startswith(
            self._real_root.rstrip(os.sep) + os.sep
        ):
            raise WorkspaceError(
                "its folder is a link that leaves the project; nothing is written through it",
                path=self.workspace.relative(path),
            )

    def _remove_empty_parents(self, folder: Path) -> None:
        keep = {self.workspace.root, self.workspace.dir, self.workspace.wiki_dir}
        while folder not in keep and self.workspace.root in folder.parents:
            try:
                folder.rmdir()
            except OSError:
                return
            self._safe_parents.discard(str(folder))
            folder = folder.parent


def workspace_error(error: OSError, path: str) -> WorkspaceError:
    """Say in one line what stopped a write, and what to do about it."""
    reason = _REASONS.get(error.errno or 0) or error.strerror or type(error).__name__
    return WorkspaceError(f"cannot be written: {reason}", path=path)


def _stat(name: str) -> os.stat_result | None:
    try:
        return os.lstat(name)
    except FileNotFoundError:
        return None


def _holds(name: str, before: os.stat_result, data: bytes) -> bool:
    # A link is replaced by a file even where its target has these bytes: it may lead away.
    if before.st_size != len(data) or not stat.S_ISREG(before.st_mode):
        return False
    try:
        with open(name, "rb", buffering=0) as file:  # noqa: PTH123 - thousands of pages
            return file.read() == data
    except PermissionError:
        return False


def _write_new(name: str, data: bytes, *, durable: bool) -> None:
    # Not tempfile: its 0600 would survive the rename and hide the page from other users.
    descriptor = os.open(name, os.O_CREAT | os.O_TRUNC | os.O_WRONLY | _O_BINARY, 0o666)
    try:
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(descriptor, rest) :]
            if durable:
                os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError:
        Path(name).unlink()
        raise


_O_BINARY = getattr(os, "O_BINARY", 0)


def _move(temporary: str, name: str, *, durable: bool) -> None:
    try:
        os.replace(temporary, name)  # noqa: PTH105 - thousands of pages
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        # The target lies on another disk (a mounted docs folder): stage once more, beside it.
        staged, target = Path(temporary), Path(name)
        beside = target.with_name(f".{staged.name}.tmp")
        try:
            _write_new(str(beside), staged.read_bytes(), durable=durable)
            beside.replace(target)
        finally:
            beside.unlink(missing_ok=True)
        staged.unlink()
    if durable:
        _sync_folder(Path(name).parent)


def _sync_folder(folder: Path) -> None:
    # The rename itself is durable only once the folder is; Windows cannot open one.
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
