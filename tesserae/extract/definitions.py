"""Defining sentences: "X is a …" and "X, a … that …", and what may be the subject of one.

Every rule looks at generic English around a phrase, never at the phrase's own words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from tesserae.extract.english import CONNECTORS, FUNCTION_WORDS, VERBS, word_set
from tesserae.extract.words import Case, word

DEFINING_WORDS = word_set("is are refers refer means denotes describes stands")
"""A sentence without one of these defines nothing by a verb."""

_COPULA = re.compile(
    r"\s\s*(?:(?P<be>is|are)(?: (?:defined|understood|known) as)?|(?P<verb>refers? to|means|"
    r"denotes|describes|stands for))\s+(?P<article>(?:a|an|the|any|one of)\s)?"
)
_LEADING_ARTICLE = re.compile(r"^(?:an?|the|in [a-z ]{3,40}, (?:an?|the)?)\s+", re.IGNORECASE)
_ASIDE = re.compile(r"\s*\([^()]{0,80}\)|,\s*or [\w-]+,?$|\s*,[^,]{0,60},$")
_NOT_SUBJECTS = word_set(
    """
    it this that these those there here he she they we you i what which who one each all
    some none both such another other everything nothing something anything if when while as
    so then where how why because since although first second third finally
    """
)
_APPOSITION = re.compile(r", (?:(?:which|that) is )?(?:an?|the first|the) (?=[a-z])")
_EXPLAINS = re.compile(
    r"[a-z][^,.;:]{2,60}? (?:that|which|of|where|in which|at which|for|used|with|by|to|between|"
    r"while) "
)
_CLAUSE_START = re.compile(r"[,;:]\s")


class Definition(NamedTuple):
    """The subject of a defining sentence."""

    subject: str
    quality: int
    """3 with an article behind the copula, 2 for an apposition or an explained noun, else 1."""
    start: int = 0


def definition_of(sentence: str) -> Definition | None:
    """Return what a sentence of the form "X is a …" defines."""
    match = _COPULA.search(sentence[:140])
    if match is None or match.start() < 1:
        return None
    before = sentence[: match.start()]
    if "(" in before or "," in before:
        before = _ASIDE.sub("", before)
    subject = _LEADING_ARTICLE.sub("", before.strip())
    if not is_phrase(subject):
        return None
    rest = sentence[match.end() : match.end() + 80]
    if match.group("verb"):
        return Definition(subject, 3)
    if match.group("article") and not re.match(r"(?:first|only|same|most|best|main|last)\b", rest):
        return Definition(subject, 3)
    is_noun = _EXPLAINS.match(rest) and not _PREDICATE.match(rest)
    return Definition(subject, 2 if is_noun and match.group("be") else 1)


_PREDICATE = re.compile(
    r"\w+(?:ed|ly|ing|able|ible|ful|ous|ive)\b|(?:not|so|very|too|more|less|also)\b"
)


def appositions(sentence: str) -> Iterator[Definition]:
    """Yield the heads of "X (LF), a …"; the head is the last phrase before the comma."""
    for match in _APPOSITION.finditer(sentence):
        clause = _CLAUSE_START.split(sentence[max(0, match.start() - 70) : match.start()])[-1]
        head = last_phrase(_ASIDE.sub("", clause) if clause.endswith(")") else clause)
        if head and re.search(rf"\b(?:is|are|was|were|be)\s{re.escape(head)}\W*$", clause):
            continue
        # "Generally, a …" has an adverb before its comma.
        if is_phrase(head) and _EXPLAINS.match(sentence, match.end()):
            yield Definition(head, 2, match.start())


def last_phrase(text: str) -> str:
    """Return the capitalised words, else the last few words, that end a text."""
    words = text.split()
    kept: list[str] = []
    for part in reversed(words):
        lower = part.lower()
        if lower in FUNCTION_WORDS or lower in VERBS or len(kept) == 4:
            break
        kept.insert(0, part)
    while len(kept) > 1 and kept[0].islower() and any(not part.islower() for part in kept):
        kept.pop(0)
    return " ".join(kept)


def leading_name(text: str) -> str:
    """Return the words of a name that begins a text, up to the first function word."""
    words: list[str] = []
    for part in text.split()[:6]:
        if part.lower() in FUNCTION_WORDS:
            break
        words.append(part)
    capital = [part for part in words if part != part.lower()]
    name = " ".join(words if len(capital) != 1 else capital) if capital else " ".join(words[-3:])
    return name if is_phrase(name) else ""


@lru_cache(maxsize=50_000)
def is_phrase(text: str) -> bool:
    """Tell whether a text could name a thing: few words, no clause, no pronoun."""
    words = text.split()
    if not words or len(words) > 6 or len(text) > 70 or not any(map(str.isalpha, text)):
        return False
    lower = [part.lower() for part in words]
    if lower[0] in _NOT_SUBJECTS or lower[0] in FUNCTION_WORDS or lower[-1] in FUNCTION_WORDS:
        return False
    if len(words) == 1 and word(words[0]).case in {Case.STOP, Case.MARK, Case.NUMBER}:
        return False
    inner = [part for part in lower if part in FUNCTION_WORDS and part not in CONNECTORS]
    return not inner and not re.search(r"[,;:!?\"|<>={}()\[\]@…]|\.\s|\s[-–—/]\s", text)
