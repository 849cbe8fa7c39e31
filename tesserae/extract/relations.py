"""How a sentence relates two things: "X extends Y", "X improves on Y", "X is compared with Y".

Only a sentence whose subject is one phrase is read, and graph merging keeps a relation only where
both ends are nodes: few relations, but right ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tesserae.extract.definitions import is_phrase
from tesserae.extract.english import FUNCTION_WORDS, word_set
from tesserae.model.ontology import EdgeType

RELATING_WORDS = word_set("extends improves outperforms compared")
"""A sentence without one of these relates nothing."""

_RELATION = re.compile(
    r"^(?:(?:the|an?)\s+)?(?P<left>[^,.;:()]{2,60}?)\s+(?:also\s+|further\s+)?"
    r"(?:(?P<extends>extends)|(?P<improves>improves\s+(?:up)?on)|"
    r"(?P<compares>outperforms|(?:is|are|was|were)\s+compared\s+(?:with|to|against)))\s+"
    r"(?:(?:the|an?)\s+)?(?P<right>[^.;:()]{2,60})",
    re.IGNORECASE,
)
_TYPES = {
    "extends": EdgeType.EXTENDS,
    "improves": EdgeType.IMPROVES_ON,
    "compares": EdgeType.COMPARES_AGAINST,
}


class Relation(NamedTuple):
    """Two phrases and how the first one relates to the second."""

    type: EdgeType
    left: str
    right: str


def relations(text: str) -> Iterator[Relation]:
    """Yield the relation that a sentence states between its subject and what follows its verb."""
    match = _RELATION.match(text)
    if match is None or match.lastgroup is None:
        return
    left = match.group("left").strip()
    right = _leading_phrase(match.group("right").partition(",")[0])
    if left != right and is_phrase(left) and is_phrase(right):
        kind = next(name for name in _TYPES if match.group(name))
        yield Relation(_TYPES[kind], left, right)


def _leading_phrase(text: str) -> str:
    words = [word.lower() in FUNCTION_WORDS for word in text.split()]
    end = words.index(True) if True in words else len(words)
    return " ".join(text.split()[:end])
