"""The registry of projects on this machine: `projects.json` in Tesserae's own folder.

The folder is `$TESSERAE_HOME`, else the platform's folder for an application's data. The registry
names folders and nothing else; a project that was moved or removed stays listed until a person
removes it, because another disk may only be away.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

import platformdirs
from filelock import FileLock, Timeout

from tesserae.errors import BusyError, ConfigError

REGISTRY_NAME = "projects.json"
HOME_VARIABLE = "TESSERAE_HOME"
TOKEN_NAME = "mcp-token"
LOCK_TIMEOUT_S = 10.0
_VERSION = 1


@dataclass(frozen=True, slots=True)
class Project:
    """A registered project."""

    name: str
    root: Path
    """Absolute."""


@dataclass(frozen=True, slots=True)
class Registry:
    """All registered projects and the one that commands without a folder use."""

    projects: tuple[Project, ...] = ()
    """In name order."""
    active: str = ""
    """Empty where none was chosen."""

    def find(self, name: str) -> Project | None:
        """Return the project of this name, or at this folder."""
        by_name = next((project for project in self.projects if project.name == name), None)
        return by_name or self.find_root(Path(name))

    def find_root(self, root: Path) -> Project | None:
        """Return the project at this folder."""
        key = root.resolve()
        return next((p for p in self.projects if p.root.resolve() == key), None)


def tesserae_home(env: Mapping[str, str]) -> Path:
    """Return the folder of what belongs to no single project; it need not exist."""
    value = env.get(HOME_VARIABLE, "").strip()
    if value:
        return Path(value).expanduser().absolute()
    return Path(platformdirs.user_data_dir("tesserae", appauthor=False))


def load_registry(home: Path) -> Registry:
    """Read the registry; an empty one where there is none.

    Raises:
        ConfigError: It is damaged.
    """
    path = home / REGISTRY_NAME
    try:
        data = json.loads(path.read_bytes())
        if not isinstance(data, dict):
            raise TypeError("not an object")
        projects = [_parse_project(entry) for entry in data.get("projects", [])]
        active = data.get("active", "")
    except FileNotFoundError:
        return Registry()
    except OSError as error:
        raise ConfigError(f"cannot be read: {error.strerror}", path=path) from error
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise ConfigError(
            "the registry of projects is damaged; mend it or remove it and register again",
            path=path,
        ) from error
    ordered = tuple(sorted(projects, key=lambda project: project.name))
    return Registry(ordered, active if isinstance(active, str) else "")


def register(home: Path, root: Path, *, name: str = "") -> Project:
    """Register a project; one that is registered keeps its place and may get a new name.

    Args:
        home: Tesserae's folder.
        root: The project's folder.
        name: Its name; by default that of its folder, with a number where that is taken.

    Raises:
        ConfigError: There is no such folder, or another project has this name.
    """
    if not root.is_dir():
        raise ConfigError("no such folder; give the folder of a project", path=root)
    root = root.resolve()
    with _locked(home):
        registry = load_registry(home)
        known = registry.find_root(root)
        others = [project for project in registry.projects if project is not known]
        taken = {project.name for project in others}
        if name and name in taken:
            raise ConfigError(f"another project is called {name!r}; choose another name")
        if known is not None and (not name or name == known.name):
            return known
        project = Project(name or _free_name(root, taken), root)
        active = registry.active
        if known is not None and active == known.name:
            active = project.name
        _write(home, Registry((*others, project), active or project.name))
        return project


def activate(home: Path, name: str) -> Project:
    """Choose the project that commands without a folder use.

    Raises:
        ConfigError: No project has this name.
    """
    with _locked(home):
        registry = load_registry(home)
        project = _get(registry, name)
        _write(home, replace(registry, active=project.name))
        return project


def remove(home: Path, name: str) -> Project:
    """Take a project out of the registry; its files are not touched.

    Raises:
        ConfigError: No project has this name.
    """
    with _locked(home):
        registry = load_registry(home)
        project = _get(registry, name)
        others = tuple(p for p in registry.projects if p != project)
        active = "" if registry.active == project.name else registry.active
        _write(home, Registry(others, active))
        return project


def kept_token(home: Path) -> str:
    """Return the secret that this machine's clients share with our servers, made at first need.

    Raises:
        ConfigError: It can be neither read nor written.
    """
    path = home / TOKEN_NAME
    try:
        if not path.exists():
            write_private(path, secrets.token_urlsafe(24).encode())
        token = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError("the token cannot be kept; give one with --token", path=path) from error
    if not token:
        raise ConfigError("the token is empty; remove the file to make a new one", path=path)
    return token


def write_private(path: Path, data: bytes) -> None:
    """Write a file of Tesserae's own folder, whole or not at all, readable by its user only.

    Raises:
        OSError: It cannot be written; the file is then as it was before.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    descriptor = os.open(temporary, os.O_CREAT | os.O_TRUNC | os.O_WRONLY | _O_BINARY, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        temporary.replace(path)
    finally:
        with suppress(FileNotFoundError):
            temporary.unlink()


_O_BINARY = getattr(os, "O_BINARY", 0)


def _parse_project(entry: object) -> Project:
    if not isinstance(entry, dict):
        raise TypeError("not an object")
    name, root = entry["name"], entry["root"]
    if not isinstance(name, str) or not isinstance(root, str) or not name or not root:
        raise TypeError("not a name and a folder")
    return Project(name, Path(root))


def _get(registry: Registry, name: str) -> Project:
    project = registry.find(name)
    if project is None:
        known = ", ".join(p.name for p in registry.projects) or "none"
        raise ConfigError(f"no project is called {name!r}; registered are: {known}")
    return project


def _free_name(root: Path, taken: set[str]) -> str:
    base = root.name or "project"
    number = 2
    name = base
    while name in taken:
        name, number = f"{base}-{number}", number + 1
    return name


@contextmanager
def _locked(home: Path) -> Iterator[None]:
    """Let one command at a time change the registry."""
    lock = FileLock(home / f"{REGISTRY_NAME}.lock", timeout=LOCK_TIMEOUT_S)
    try:
        home.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout as error:
        raise BusyError("another command is changing the registry of projects") from error
    except OSError as error:
        message = f"Tesserae's folder cannot be used: {error.strerror}"
        raise ConfigError(message, path=home) from error
    try:
        yield
    finally:
        lock.release()


def _write(home: Path, registry: Registry) -> None:
    projects: Sequence[Project] = sorted(registry.projects, key=lambda project: project.name)
    data = {
        "version": _VERSION,
        "active": registry.active,
        "projects": [{"name": p.name, "root": p.root.as_posix()} for p in projects],
    }
    text = json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    path = home / REGISTRY_NAME
    try:
        write_private(path, text.encode("utf-8", "surrogateescape"))
    except OSError as error:
        raise ConfigError(f"cannot be written: {error.strerror}", path=path) from error
