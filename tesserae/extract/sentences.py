"""A block of text cut into sentences that know their lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tesserae.extract.markdown import Block

MAX_BLOCK = 20_000
"""Characters of one block that are read as prose."""

_END = re.compile(r"[.!?]+[\"'”’)\]*]*\s+(?=[^\sa-z])|[。！？；]+[」』”’）]*\s*")
_ABBREVIATED = re.compile(
    r"(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|al|figs?|eqs?|sec|no|vol|pp?|dr|mr|mrs|ms|prof|st|jr|sr|"
    r"approx|resp|inc|ltd|ca|ver|[a-z])$",
    re.IGNORECASE,
)


def sentences_of(block: Block) -> Iterator[tuple[str, int, int]]:
    """Yield each sentence of a block with its first and last line."""
    text = block.text[:MAX_BLOCK]
    if len(text) < 40 or not _END.search(text):
        yield text, block.line, block.line + text.count("\n")
        return
    start, line = 0, block.line
    for match in _END.finditer(text):
        if match.group()[0] == "." and _ABBREVIATED.search(text[max(0, match.start() - 8) : match.start()]):
            continue
        sentence = text[start : match.end()]
        yield from _one(sentence, line)
        line += sentence.count("\n")
        start = match.end()
    yield from _one(text[start:], line)


def _one(sentence: str, line: int) -> Iterator[tuple[str, int, int]]:
    stripped = sentence.strip()
    if stripped:
        line += sentence[: len(sentence) - len(sentence.lstrip())].count("\n")
        yield stripped, line, line + stripped.count("\n")
