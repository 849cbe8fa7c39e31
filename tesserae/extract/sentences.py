"""A block of text cut into sentences that know their lines."""

from __future__ import annotations

import re
from typing import NamedTuple

from tesserae.extract.english import word_set
from tesserae.extract.markdown import Block

MAX_BLOCK = 20_000
"""Characters of one block that are read as prose."""

# One mark and then more: a pattern that begins with a set is searched for much faster.
_END = re.compile(r"[.!?][.!?]*[\"')\]*]*\s+(?=[^\sa-z])")
_END_ANY_SCRIPT = re.compile(
    r"[.!?。！？；][.!?。！？；]*[\"'”’)\]*」』）]*(?:(?<=[。！？；」』）])|\s+(?=[^\sa-z]))\s*"
)
_ABBREVIATIONS = word_set(
    """
    e.g i.e etc vs cf al fig figs eq eqs sec no vol p pp dr mr mrs ms prof st jr sr approx resp
    inc ltd ca ver
    """
)
_BEFORE_WORD = re.compile(r"[\s(]")
_LETTER = re.compile("[a-z]$", re.IGNORECASE)


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
            if _is_abbreviation(_BEFORE_WORD.split(before)[-1]):
                continue
        line = _add(found, text[start:end], line, start)
        start = end
    _add(found, text[start:], line, start)
    return found


def _is_abbreviation(word: str) -> bool:
    """Tell whether the full stop behind a word belongs to it."""
    return word.lower() in _ABBREVIATIONS or (len(word) == 1 and _LETTER.match(word) is not None)


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
