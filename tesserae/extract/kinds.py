"""What the words around a name say it is: an example, a kind of thing, a law, a cited person."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tesserae.extract.definitions import last_phrase
from tesserae.extract.english import FUNCTION_WORDS, PLAIN_WORDS, VERBS, word_set
from tesserae.model.ontology import NodeType

_LAW = re.compile(
    r"\b[A-Z][\w-]*(?:['’]s|s['’])(?: [a-z]+)? (?:law|principle|theorem|lemma|paradox|"
    r"triangle|rule|algorithm|method|test|index|inequality|equation|conjecture|razor|number|constant|criterion|"
    r"distribution|problem|formula|transform|effect|hypothesis|dilemma|code|machine|cat|demon|"
    r"pyramid|hierarchy|cycle|score|coefficient|process|scheme|correction|construction)s?\b"
)


def laws(sentence: str) -> list[str]:
    """Return the things that are named after somebody: "Little's law"."""
    return _LAW.findall(sentence)


# Examples and types -------------------------------------------------------------------------------

_SUCH_AS = re.compile(
    r"(?P<kind>[A-Za-z][\w-]*(?: [\w-]+){0,2}?),? (?:such as|including|e\.g\.,?|for example,?) "
    r"(?P<items>[^.;:()]{3,160})"
)
_GIVING = re.compile(r" (?:such as|including|e\.g\.,?|for example,?) ")
_ITEM_SPLIT = re.compile(r",\s*(?:and |or )?|\s+(?:and|or)\s+")

TYPE_NOUNS: dict[str, NodeType] = {
    "dataset": NodeType.DATASET,
    "corpus": NodeType.DATASET,
    "benchmark": NodeType.BENCHMARK,
    "leaderboard": NodeType.BENCHMARK,
    "metric": NodeType.METRIC,
    "algorithm": NodeType.ALGORITHM,
    "heuristic": NodeType.ALGORITHM,
    "theorem": NodeType.MATHEMATICAL_CONCEPT,
    "lemma": NodeType.MATHEMATICAL_CONCEPT,
    "equation": NodeType.MATHEMATICAL_CONCEPT,
    "inequality": NodeType.MATHEMATICAL_CONCEPT,
    "conjecture": NodeType.MATHEMATICAL_CONCEPT,
    "matrix": NodeType.MATHEMATICAL_CONCEPT,
    "loss": NodeType.OBJECTIVE_FUNCTION,
    "objective": NodeType.OBJECTIVE_FUNCTION,
    "architecture": NodeType.ARCHITECTURE_PATTERN,
    "pattern": NodeType.ARCHITECTURE_PATTERN,
    "methodology": NodeType.METHODOLOGICAL_CONCEPT,
    "technique": NodeType.METHODOLOGICAL_CONCEPT,
    "task": NodeType.TASK,
    "university": NodeType.ORGANIZATION,
    "institute": NodeType.ORGANIZATION,
    "foundation": NodeType.ORGANIZATION,
    "consortium": NodeType.ORGANIZATION,
    "committee": NodeType.ORGANIZATION,
}
"""Nouns that say what the name before them is; each names a type of the ontology."""

_PLURAL = {
    **{f"{noun}s": noun for noun in TYPE_NOUNS},
    "corpora": "corpus",
    "matrices": "matrix",
    "losses": "loss",
}
_NOUN = "|".join(sorted([*TYPE_NOUNS, *_PLURAL], key=lambda noun: (-len(noun), noun)))
_NAME = r"[A-Z0-9][\w+.-]*"
_AND = "(?:,? and |, | )"
# Every word but the last is taken whole: else a run of capitals could be cut in countless ways.
_AFTER = re.compile(rf"([A-Z0-9](?:[\w+.-]*+{_AND}[A-Z0-9]){{0,7}}[\w+.-]*{_AND}?)\s?({_NOUN})\b")
_BEFORE = re.compile(rf"\b({_NOUN}) (?:called |named )?({_NAME}(?: {_NAME}){{0,3}})")
_TYPE_STEMS = (*TYPE_NOUNS, "corpora", "matrices")
_EVALUATED = re.compile(
    r"\b(?:train|evaluat|test|benchmark|measur|validat|score|report|result)[a-z]*\b[^.;]{0,60}?"
    r"\bon (?:the )?(?:standard )?([A-Z][\w+.-]*(?: [A-Z0-9][\w+.-]*)*"
    r"(?:(?:, | and |, and )[A-Z][\w+.-]*(?: [A-Z0-9][\w+.-]*)*)*)"
)


class Example(NamedTuple):
    """One item of "kinds such as item, item"."""

    kind: str
    item: str


class Hint(NamedTuple):
    """What the words around a name take it for."""

    name: str
    type: NodeType
    weight: int


def examples(sentence: str) -> Iterator[Example]:
    """Yield the items of "X such as a, b and c" with what they are examples of."""
    if not _GIVING.search(sentence):
        return
    for match in _SUCH_AS.finditer(sentence):
        kind = last_phrase(match.group("kind"))
        if not kind or kind.lower() in PLAIN_WORDS:
            kind = ""
        for item in _items(match.group("items")):
            yield Example(kind, item)


def _items(text: str) -> Iterator[str]:
    for part in _ITEM_SPLIT.split(text)[:8]:
        item = re.sub(r"^(?:the|a|an)\s+", "", part.strip(" \"'“”"))
        words = item.split()
        lower = [part.lower() for part in words]
        cut = next(
            (i for i, part in enumerate(lower) if part in FUNCTION_WORDS or part in VERBS),
            len(words),
        )
        if cut == 0:
            return
        yield " ".join(words[:cut][:4])
        if cut < len(words):
            return


def type_hints(sentence: str) -> Iterator[Hint]:
    """Yield what type nouns and verbs of evaluation say of the names beside them."""
    if any(stem in sentence for stem in _TYPE_STEMS):
        for match in _AFTER.finditer(sentence):
            noun = _PLURAL.get(match.group(2), match.group(2))
            is_plural = match.group(2) in _PLURAL
            names = _ITEM_SPLIT.split(match.group(1).strip())
            for name in names if is_plural else names[-1:]:
                if name.strip():
                    yield Hint(name.strip(), TYPE_NOUNS[noun], 3)
        for match in _BEFORE.finditer(sentence):
            noun = _PLURAL.get(match.group(1), match.group(1))
            yield Hint(match.group(2).strip(" .,-"), TYPE_NOUNS[noun], 2)
    if " on " in sentence:
        for match in _EVALUATED.finditer(sentence):
            for name in _ITEM_SPLIT.split(match.group(1)):
                yield Hint(name.strip(" .,-"), NodeType.DATASET, 1)


def head_type(folded: str) -> NodeType | None:
    """Return the type that the last word of a folded phrase names, if it has others before it."""
    words = folded.split()
    type_ = TYPE_NOUNS.get(words[-1]) if len(words) > 1 else None
    return None if type_ is NodeType.ORGANIZATION else type_


# People -------------------------------------------------------------------------------------------

_CITED = re.compile(
    r"\b([A-Z][^\W\d_]+(?:[-'’][A-Z]?[^\W\d_]+)?)"
    r"(?:(?:,? (?:and|&) ([A-Z][^\W\d_]+(?:-[A-Z][^\W\d_]+)?))?,?\s*\(?(?:1[5-9]|20)\d\d"
    r"|\s+et\s+al\b)"
)


def cited_names(sentence: str) -> Iterator[str]:
    """Yield the surnames of "Kerbl et al." and "Teed & Deng, 2021"."""
    for match in _CITED.finditer(sentence):
        yield from filter(None, match.groups())


EXAMPLE_WORDS = word_set("such including e.g example")
"""A sentence without one of these gives no examples."""
CITING_WORDS = word_set("al &")
"""A sentence without one of these cites nobody."""
TYPE_WORDS = frozenset(
    [*TYPE_NOUNS, *_PLURAL, *(noun.capitalize() for noun in TYPE_NOUNS)]
) | word_set(
    """
    trained evaluated tested benchmarked measured validated evaluate evaluates test reports report
    results measure
    """
)
"""A sentence without one of these types nothing."""
