"""Commands of ours inside a coding agent: files that a person may take over.

A file carries a hash of what we wrote. Where the hash no longer fits, or there is none, the file is
somebody's and stays.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files

from tesserae.model.ids import short_hash
from tesserae.workspace import Workspace, Writer, workspace_error

COMMANDS = {"summary.md": ".claude/commands/summary.md"}
"""Our templates, and where Claude Code looks for the command."""

_MARK = re.compile(r"<!-- tesserae export harness: ([0-9a-f]+) -->\n?\Z")


@dataclass(frozen=True, slots=True)
class Exported:
    """What became of the files, by their paths in the project."""

    written: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    """Files of somebody else that stand in the place of ours."""


def export_harness(workspace: Workspace) -> Exported:
    """Write the commands for Claude Code into a project.

    Raises:
        WorkspaceError: A file cannot be read or written.
    """
    written, unchanged, kept = [], [], []
    writer = Writer(workspace)
    for name, place in COMMANDS.items():
        path = workspace.root / place
        try:
            before = path.read_text(encoding="utf-8") if path.exists() else None
        except UnicodeDecodeError:
            before = ""
        except OSError as error:
            raise workspace_error(error, place) from error
        if before is not None and not _is_ours(before):
            kept.append(place)
        elif writer.write(path, _render(name)):
            written.append(place)
        else:
            unchanged.append(place)
    return Exported(tuple(written), tuple(unchanged), tuple(kept))


def _render(name: str) -> str:
    text = (files("tesserae.exports") / "commands" / name).read_text(encoding="utf-8")
    return f"{text.rstrip()}\n\n<!-- tesserae export harness: {short_hash(text.rstrip())} -->\n"


def _is_ours(text: str) -> bool:
    text = text.replace("\r\n", "\n")
    mark = _MARK.search(text)
    return mark is not None and short_hash(text[: mark.start()].rstrip()) == mark[1]
