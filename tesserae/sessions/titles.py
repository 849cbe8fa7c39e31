"""The title of a session that nobody gave one."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tesserae.model.session import Role, Turn

MAX_TITLE = 100

_COMMAND = re.compile(r"<command-name>\s*([^<\s]+)")


def title_from(turns: Iterable[Turn]) -> str:
    """Take the first thing that a person said.

    Where nobody typed anything it is the command that was run, else the first thing said at all.
    """
    others = {Role.CHAT: "", Role.RESPONSE: ""}
    for turn in turns:
        if not turn.text.strip():
            continue
        if turn.is_human:
            return shorten(turn.text)
        if turn.role in others and not others[turn.role]:
            command = _COMMAND.search(turn.text)
            said = command[1] if command else turn.text
            others[turn.role] = "" if said.lstrip().startswith("<") else said
    return shorten(next(filter(None, others.values()), ""))


def shorten(text: str) -> str:
    """Put a title on one line and cut it at a word."""
    line = " ".join(text[: 8 * MAX_TITLE].split())
    if len(line) <= MAX_TITLE:
        return line
    head = line[:MAX_TITLE]
    words, _, _ = head.rpartition(" ")
    return f"{words if len(words) > MAX_TITLE // 2 else head}…"
