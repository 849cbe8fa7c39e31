"""Checks an answer against its material, statement by statement.

A model may say what nobody said, or what a tool's output told it to say. So a statement is kept
only if it cites material that exists, and if what it quotes, names and counts stands there. What
is kept may still be a clumsy paraphrase; it cannot bring in a fact.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tesserae.llm.prompt import Material

MIN_SUPPORT = 0.5
"""The share of a statement's longer words that must stand in what it cites."""
_STEM = 5
_MAX_CHARS = 600

_CITATION = re.compile(r"\[([A-Za-z]\d+(?:\s*[,;]\s*[A-Za-z]\d+)*)\]")
_QUOTED = re.compile(r"\"([^\"]+)\"|\u201c([^\u201d]+)\u201d|\u300c([^\u300d]+)\u300d|`([^`]+)`")
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
# What is spelled like code or a place: a dot, slash or underscore inside, or a capital inside.
_NAME = re.compile(r"\w+(?:[./\\_@:-]+\w+)+|[a-z]+[A-Z]\w*|[A-Z]{2,}\w*|[A-Z][a-z]+[A-Z]\w*")
_INNER_WORD = re.compile(r"(?<=[\w,;:)]\s)[^\W\d_]\w+")
"""A word that begins no sentence: with a capital it is the name of somebody or something."""
_WORD = re.compile(r"[^\W\d_]{4,}")
_BULLET = re.compile(r"^(?:[-*+]|\d+[.)])\s+")


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement that its material bears out."""

    text: str
    """Plain text without the citations."""
    cites: tuple[str, ...]
    """Ids of material, in the order of the statement."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What is left of an answer."""

    statements: tuple[Statement, ...]
    dropped: int = 0
    """Statements that were not borne out."""


def check_answer(answer: str, materials: Iterable[Material]) -> Checked:
    """Keep the statements of an answer that its material bears out.

    Args:
        answer: One statement a line, each with the ids that it rests on in square brackets.
        materials: What the model was given.
    """
    texts = {material.id: " ".join(material.text.split()) for material in materials}
    kept: list[Statement] = []
    dropped = 0
    for line in answer.splitlines():
        statement = _statement(line)
        if statement is None:
            continue
        if _is_borne_out(statement, texts):
            kept.append(statement)
        else:
            dropped += 1
    return Checked(tuple(kept), dropped)


def _statement(line: str) -> Statement | None:
    text = _BULLET.sub("", line.strip())
    if not text or text.startswith(("#", "```", "---")):
        return None
    cites = [id_.strip() for found in _CITATION.findall(text) for id_ in re.split("[,;]", found)]
    bare = re.sub(
        r"\s+([.,;!?\u3002\uff01\uff1f\uff0c])", r"\1", " ".join(_CITATION.sub(" ", text).split())
    )
    return Statement(bare, tuple(dict.fromkeys(cites))) if bare else None


def _is_borne_out(statement: Statement, texts: dict[str, str]) -> bool:
    if not statement.cites or not all(id_ in texts for id_ in statement.cites):
        return False
    if len(statement.text) > _MAX_CHARS:
        return False
    cited = "\n".join(texts[id_] for id_ in statement.cites).casefold()
    said = statement.text
    numbers = set(_NUMBER.findall(cited))
    if any(number not in numbers for number in _NUMBER.findall(said)):
        return False
    quotes = [next(filter(None, groups)) for groups in _QUOTED.findall(said)]
    names = _NAME.findall(said)
    if not all(_folded(part) in cited for part in (*quotes, *names)):
        return False
    proper = [word for word in _INNER_WORD.findall(said) if word[0].isupper()]
    if not all(name[:_STEM].casefold() in cited for name in proper):
        return False
    return _support(said, cited) >= MIN_SUPPORT


def _support(said: str, cited: str) -> float:
    """Return the share of the longer words whose beginnings stand in what is cited."""
    words: Sequence[str] = _WORD.findall(said.casefold())
    if not words:
        return 1.0
    stems = {word[:_STEM] for word in _WORD.findall(cited)}
    # Scripts without spaces make one word of a clause; there any shared pair of signs counts.
    found = sum(word[:_STEM] in stems or _shares_signs(word, cited) for word in words)
    return found / len(words)


def _shares_signs(word: str, cited: str) -> bool:
    if word.isascii():
        return False
    pairs = [word[start : start + 2] for start in range(len(word) - 1)]
    return sum(pair in cited for pair in pairs) * 2 >= len(pairs)


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold().rstrip(".,;:!?")
