"""A block of text cut into sentences that know their lines."""

from __future__ import annotations

import re
from typing import NamedTuple

from tesserae.extract.markdown import Block

MAX_BLOCK = 20_000
"""Characters of one block that are read as prose."""

_END = re.compile(r"[.!?]+[\"')\]*]*\s+(?=[^\sa-z])")
_END_ANY_SCRIPT = re.compile(
    r"[.!?。！？；]+[\"'”’)\]*」』）]*(?:(?<=[。！？；」』）])|\s+(?=[^\sa-z]))\s*"
)
_ABBREVIATED = re.compile(
    r"(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|al|figs?|eqs?|sec|no|vol|pp?|dr|mr|mrs|ms|prof|st|jr|sr|"
    r"approx|resp|inc|ltd|ca|ver|[a-z])$",
    re.IGNORECASE,
)


class Sentence(NamedTuple):
    """A sentence with its lines and its place in the block's text."""

    text: str
    start_line: int
    end_line: int
    offset: int


def sentences_of(block: Block) -> list[Sentence]:
    """Return the sentences of a block."""
    text = block.text[:MAX_BLOCK]
    found: list[Sentence] = []
    start, line = 0, block.line
    pattern = _END if text.isascii() else _END_ANY_SCRIPT
    for match in pattern.finditer(text):
        end = match.end()
        if text[match.start()] == ".":
            before = text[max(start, match.start() - 8) : match.start()]
            if _ABBREVIATED.search(before):
                continue
        line = _add(found, text[start:end], line, start)
        start = end
    _add(found, text[start:], line, start)
    return found


def _add(found: list[Sentence], part: str, line: int, offset: int) -> int:
    """Add a stretch of text as a sentence; return the line behind it."""
    stripped = part.strip()
    lines = part.count("\n")
    if stripped:
        leading = len(part) - len(part.lstrip())
        first = line + part.count("\n", 0, leading)
        last = first + stripped.count("\n") if lines else first
        found.append(Sentence(stripped, first, last, offset + leading))
    return line + lines
