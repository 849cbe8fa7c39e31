"""Which command a tool call ran and which files it names, whoever offers the tool.

Tools are told by the words of their names (`Edit`, `mcp__files__write_file`, `str_replace_editor`)
and paths by the usual argument names, so that a new tool needs no new line here. What a command
line does to files is not guessed.
"""

from __future__ import annotations

import ntpath
import posixpath
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tesserae.sessions.fields import clean

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_PATCH_FILE = re.compile(
    r"^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (\S[^\n]*?)\s*$", re.MULTILINE
)
_WRITING = frozenset(
    ("write", "edit", "create", "patch", "replace", "insert", "append", "delete", "move", "rename")
)
_READING = frozenset(("read", "view", "open"))
_RUNNING = frozenset(("bash", "shell", "exec", "terminal", "command", "execute"))
_PATH_KEYS = (
    "file_path",
    "notebook_path",
    "path",
    "filePath",
    "file",
    "filename",
    "target_file",
    "absolute_path",
    "source",
    "destination",
)
_COMMAND_KEYS = ("command", "cmd")
_SHELLS = frozenset(("bash", "sh", "zsh", "pwsh", "powershell", "cmd", "cmd.exe"))
MAX_FILES = 500
"""Files that one call is credited with at the most."""


@dataclass(frozen=True, slots=True)
class Touches:
    """What a tool call names."""

    command: str = ""
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()


def find_touches(name: str, arguments: object, *, cwd: str) -> Touches:
    """Read the command and the files out of a tool call.

    Args:
        name: The tool's name.
        arguments: Decoded JSON, or the raw text that some tools take.
        cwd: The folder that relative paths start from; empty where it is not known.
    """
    words = _words_of(name)
    command = _command(arguments) if words & _RUNNING else ""
    patched = [path for text in _texts(arguments) for path in _patched_files(text)]
    if patched:
        return Touches(command, writes=_absolute(patched, cwd))
    named = list(_named_paths(arguments))
    is_view = isinstance(arguments, dict) and arguments.get("command") == "view"
    if words & _WRITING and not is_view:
        return Touches(command, writes=_absolute(named, cwd))
    if words & _READING or is_view:
        return Touches(command, reads=_absolute(named, cwd))
    return Touches(command)


@lru_cache(maxsize=1024)
def _words_of(name: str) -> frozenset[str]:
    return frozenset(word.lower() for word in _WORD.findall(name.rsplit("__", 1)[-1]))


def absolute_path(path: str, cwd: str) -> str:
    """Join a path to the folder it is relative to, without looking at the disk."""
    path = clean(path)
    if path.startswith("~") or not cwd:
        return path
    if "\\" in cwd or ntpath.splitdrive(path)[0]:
        return ntpath.normpath(ntpath.join(cwd, path))
    return posixpath.normpath(posixpath.join(cwd, path))


def _absolute(paths: Sequence[str], cwd: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(absolute_path(path, cwd) for path in paths[:MAX_FILES]))


def _command(arguments: object) -> str:
    if isinstance(arguments, str):
        return clean(arguments)
    if not isinstance(arguments, dict):
        return ""
    for key in _COMMAND_KEYS:
        value = arguments.get(key)
        if isinstance(value, str) and value:
            return clean(value)
        if isinstance(value, list) and value and all(isinstance(part, str) for part in value):
            return clean(command_line(value))
    return ""


def command_line(parts: Sequence[str]) -> str:
    """Write an argument vector as a person would type it: `["bash", "-lc", "ls"]` is `ls`."""
    shell = re.split(r"[/\\]", parts[0])[-1].lower() if parts else ""
    if len(parts) == 3 and shell in _SHELLS and parts[1].startswith(("-", "/")):
        return parts[2]
    return shlex.join(parts)


def _patched_files(text: str) -> list[str]:
    return _PATCH_FILE.findall(text) if "*** Begin Patch" in text else []


def _texts(arguments: object) -> Iterator[str]:
    """Yield the texts in which a patch may stand."""
    if isinstance(arguments, str):
        yield arguments
    elif isinstance(arguments, dict):
        for value in arguments.values():
            if isinstance(value, str):
                yield value
            elif isinstance(value, list):
                yield from (item for item in value if isinstance(item, str))


def _named_paths(arguments: object) -> Iterator[str]:
    if not isinstance(arguments, Mapping):
        return
    for key in _PATH_KEYS:
        value: Any = arguments.get(key)
        if isinstance(value, str) and value and "\n" not in value:
            yield value
    paths = arguments.get("paths")
    if isinstance(paths, list):
        yield from (path for path in paths if isinstance(path, str) and path)
