"""A block of text cut into sentences that know their lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tesserae.extract.markdown import Block

MAX_BLOCK = 20_000
"""Characters of one block that are read as prose."""

_END = re.compile(r"[.!?]+[\"'”’)\]*]*\s+(?=[^\sa-z])|[。！？；]+[」』”’）]*\s*")
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


def sentences_of(block: Block) -> Iterator[Sentence]:
    """Yield the sentences of a block."""
    text = block.text[:MAX_BLOCK]
    start, line = 0, block.line
    for match in _END.finditer(text) if len(text) > 40 else ():
        before = text[max(0, match.start() - 8) : match.start()]
        if match.group()[0] == "." and _ABBREVIATED.search(before):
            continue
        part = text[start : match.end()]
        yield from _one(part, line, start)
        line += part.count("\n")
        start = match.end()
    yield from _one(text[start:], line, start)


def _one(part: str, line: int, offset: int) -> Iterator[Sentence]:
    stripped = part.strip()
    if stripped:
        leading = part[: len(part) - len(part.lstrip())]
        line += leading.count("\n")
        yield Sentence(stripped, line, line + stripped.count("\n"), offset + len(leading))
