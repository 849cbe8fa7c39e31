"""What single sentences give away: definitions, abbreviations, examples, types.

Every rule looks at generic English around a phrase, never at the phrase's own words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tesserae.extract.english import CONNECTORS, FUNCTION_WORDS, PLAIN_WORDS, VERBS
from tesserae.model.ontology import NodeType

# A definition -------------------------------------------------------------------------------------

_COPULA = re.compile(
    r"\s+(?:(?P<be>is|are)(?: (?:defined|understood|known) as)?|(?P<verb>refers? to|means|denotes|"
    r"describes|stands for))\s+(?P<article>(?:a|an|the|any|one of)\s)?"
)
_LEADING_ARTICLE = re.compile(r"^(?:an?|the|in [a-z ]{3,40}, (?:an?|the)?)\s+", re.IGNORECASE)
_ASIDE = re.compile(r"\s*\([^()]{0,80}\)|,\s*or [\w-]+,?$|\s*,[^,]{0,60},$")
_NOT_SUBJECTS = frozenset(
    """it this that these those there here he she they we you i what which who one each all some
    none both such another other everything nothing something anything if when while as so then
    where how why because since although first second third finally""".split()
)
_APPOSITION = re.compile(r", (?:(?:which|that) is )?(?:an?|the first|the) (?=[a-z])")
_EXPLAINS = re.compile(r"[a-z][^,.;:]{2,60}? (?:that|which|of|where|in which|at which|for|used|with|by|to|between|while) ")
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
    subject = _LEADING_ARTICLE.sub("", _ASIDE.sub("", sentence[: match.start()]).strip())
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
        head = _last_phrase(_ASIDE.sub("", clause) if clause.endswith(")") else clause)
        if head and _EXPLAINS.match(sentence, match.end()):
            yield Definition(head, 2, match.start())


def _last_phrase(text: str) -> str:
    """Return the capitalised words, else the last few words, that end a text."""
    words = text.split()
    kept: list[str] = []
    for word in reversed(words):
        lower = word.lower()
        if lower in FUNCTION_WORDS or lower in VERBS or len(kept) == 4:
            break
        kept.insert(0, word)
    while len(kept) > 1 and kept[0].islower() and any(not word.islower() for word in kept):
        kept.pop(0)
    return " ".join(kept)


def leading_name(text: str) -> str:
    """Return the words of a name that begins a text, up to the first function word."""
    words: list[str] = []
    for word in text.split()[:6]:
        if word.lower() in FUNCTION_WORDS:
            break
        words.append(word)
    capital = [word for word in words if word != word.lower()]
    name = " ".join(words if len(capital) != 1 else capital) if capital else " ".join(words[-3:])
    return name if is_phrase(name) else ""


def is_phrase(text: str) -> bool:
    """Tell whether a text could name a thing: few words, no clause, no pronoun."""
    words = text.split()
    if not words or len(words) > 6 or len(text) > 70 or not any(map(str.isalpha, text)):
        return False
    lower = [word.lower() for word in words]
    if lower[0] in _NOT_SUBJECTS or lower[0] in FUNCTION_WORDS or lower[-1] in FUNCTION_WORDS:
        return False
    inner = [word for word in lower if word in FUNCTION_WORDS and word not in CONNECTORS]
    return not inner and not re.search(r"[,;:!?\"|<>={}()\[\]@…]|\.\s|\s[-–—/]\s", text)


# Abbreviations ------------------------------------------------------------------------------------

_IN_BRACKETS = re.compile(r"\(([^()]{2,90})\)")
_SHORT_FORM = re.compile(r"^[^\W_](?:[^\W_]|[-/&.+]){1,9}$")
_STANDS_FOR = re.compile(
    r"\b([A-Z][\w-]{1,9})\s*(?:stands for|\(?(?:is )?short for|is an (?:acronym|abbreviation) (?:of|for))"
    r"\s+[\"“']?([^.,;()\"”]{4,80})"
)


class Abbreviation(NamedTuple):
    """A short form and the long form that its letters come from."""

    short: str
    long: str


def abbreviations(sentence: str) -> Iterator[Abbreviation]:
    """Yield the pairs "Long Form (LF)" and "LF (long form)".

    Source: Schwartz and Hearst, PSB 2003.
    """
    for match in _IN_BRACKETS.finditer(sentence):
        inside, *rest = (part.strip(" \"'“”") for part in re.split(r"[,;]| or ", match.group(1)))
        before = sentence[max(0, match.start() - 160) : match.start()].rstrip(" \"'“”*_")
        if pair := _pair(inside, before) or _partial_pair(inside, before):
            yield pair
        elif rest and is_short_form(inside) and (long := _whole_long_form(inside, rest[0])):
            # "Microsatellites (SSR, simple sequence repeats)" are three names of one thing.
            yield Abbreviation(inside, long)
            if is_phrase(named := _last_phrase(before)) and len(named.split()) <= 3:
                yield Abbreviation(inside, named)


_LABELLED = re.compile(r"(?:^|[;.] )([A-Z][\w-]{1,9}): ([a-z][^.;:()]{4,80})")
_ALSO_CALLED = re.compile(
    r"(?P<one>[^.;:()]{3,60}?)(?: \([^()]{1,40}\))?,? (?:(?:is|are) )?(?:also|sometimes|often) "
    r"(?:called|known as|termed|named|referred to as) (?:an? |the )?[\"“'*]?(?P<other>[^.,;:()\"”*]{2,50})"
)


def other_names(sentence: str) -> Iterator[tuple[str, str]]:
    """Yield the pairs of "X, also called Y"."""
    for match in _ALSO_CALLED.finditer(sentence):
        one, other = _last_phrase(match.group("one")), leading_name(match.group("other"))
        if is_phrase(one) and other and one.lower() != other.lower():
            yield one, other


def spelled_out(sentence: str) -> Iterator[Abbreviation]:
    """Yield the pairs of "LF stands for Long Form" and "LF: long form"."""
    for match in _LABELLED.finditer(sentence):
        if is_short_form(match.group(1)):
            if long := _whole_long_form(match.group(1), match.group(2).split(",")[0]):
                yield Abbreviation(match.group(1), long)
    for match in _STANDS_FOR.finditer(sentence):
        if long := best_long_form(match.group(1), _first_words(match.group(2))):
            yield Abbreviation(match.group(1), long)


def _whole_long_form(short: str, text: str) -> str:
    """Return the leading words of a text whose letters give a short form, or ""."""
    words = text.split()
    for count in range(min(len(words), 8), 1, -1):
        long = best_long_form(short, " ".join(words[:count]))
        if long.split() == words[:count]:
            return long
    return ""


def _pair(inside: str, before: str) -> Abbreviation | None:
    if is_short_form(inside):
        long = best_long_form(inside, before)
        return Abbreviation(inside, long) if long else None
    words = before.split()
    if words and is_short_form(words[-1]) and len(inside.split()) > 1:
        long = best_long_form(words[-1], inside)
        # The whole bracket has to be the long form, not just its end.
        if long and len(long.split()) >= len(inside.split()) - 1:
            return Abbreviation(words[-1], long)
    return None


def _partial_pair(inside: str, before: str) -> Abbreviation | None:
    """Read "head-of-line blocking (HOL blocking)": the last words stand in both."""
    short, space, tail = inside.partition(" ")
    if not space or not is_short_form(short) or not before.lower().endswith(f" {tail.lower()}"):
        return None
    long = best_long_form(short, before[: -len(tail) - 1])
    return Abbreviation(inside, f"{long} {tail}") if long else None


def _first_words(text: str) -> str:
    return " ".join(text.split()[:8])


def is_short_form(text: str) -> bool:
    """Tell whether a text looks like an abbreviation: one short word with two capitals or so."""
    if not _SHORT_FORM.match(text):
        return False
    capitals = sum(char.isupper() for char in text)
    return capitals >= 2 or (capitals == 1 and len(text) <= 5 and text[1:] != text[1:].lower())


def best_long_form(short: str, before: str) -> str:
    """Return the shortest end of `before` that holds the letters of `short` in order, or ""."""
    letters = short[:-1] if short.endswith("s") and short[-2:-1].isupper() else short
    letters = "".join(char for char in letters if char.isalnum()).lower()
    words = before.split()
    limit = min(len(letters) + 5, len(letters) * 2)
    text = " ".join(words[-limit:])
    at = _align(letters, text.lower())
    if at < 0:
        return ""
    long = text[at:].strip(" \"'“”,;:")
    found = long.split()
    if not found or len(found) == 1 and "-" not in long or found[0].lower() in FUNCTION_WORDS:
        return ""
    if any(char in long for char in ".;:!?") or short.lower() in long.lower().split():
        return ""
    return long if _initials_cover(letters, long) else ""


def _align(letters: str, text: str) -> int:
    """Match letters from the right; the first one must start a word. Return its place or -1."""
    at = len(text) - 1
    for position in range(len(letters) - 1, -1, -1):
        while at >= 0 and (
            text[at] != letters[position]
            or (position == 0 and at > 0 and text[at - 1].isalnum())
        ):
            at -= 1
        if at < 0:
            return -1
        at -= 1
    return at + 1


def _initials_cover(letters: str, long: str) -> bool:
    """Ask that half the letters are initials, so that a chance match in one word is refused."""
    parts = [part for part in re.split(r"[\s\-/]+", long.lower()) if part]
    initials = "".join(part[0] for part in parts)
    hits, at = 0, 0
    for letter in letters:
        found = initials.find(letter, at)
        if found >= 0:
            hits, at = hits + 1, found + 1
    content = [part for part in parts if part not in FUNCTION_WORDS]
    return hits * 2 >= len(letters) and len(content) <= len(letters) + 1


def initials(folded: str) -> set[str]:
    """Return the abbreviations that the words of a folded phrase could give."""
    parts = folded.split()
    content = [part for part in parts if part not in FUNCTION_WORDS]
    # A word such as "3d" goes into "3DGS" as it is.
    whole = ["".join(part if part[0].isdigit() else part[0] for part in some) for some in (parts, content)]
    return set(whole)


# Laws and the like --------------------------------------------------------------------------------

_LAW = re.compile(
    r"\b[A-Z][\w-]*(?:['’]s|s['’])(?: [a-z]+)? (?:law|principle|theorem|lemma|paradox|triangle|rule|"
    r"algorithm|method|test|index|inequality|equation|conjecture|razor|number|constant|criterion|"
    r"distribution|problem|formula|transform|effect|hypothesis|dilemma|code|machine|cat|demon|"
    r"pyramid|hierarchy|cycle|score|coefficient|process|scheme|correction|construction)s?\b"
)


def laws(sentence: str) -> list[str]:
    """Return the things that are named after somebody: "Little's law"."""
    return _LAW.findall(sentence)


# Examples and types -------------------------------------------------------------------------------

_SUCH_AS = re.compile(
    r"(?P<kind>[A-Za-z][\w-]*(?: [\w-]+){0,2}?),? (?:such as|including|e\.g\.,?|for example,?) (?P<items>[^.;:()]{3,160})"
)
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
_AFTER = re.compile(
    rf"((?:[A-Z0-9][\w+.-]*(?:,? and |, | )?){{1,8}})\s?({'|'.join(sorted([*TYPE_NOUNS, *_PLURAL], key=len, reverse=True))})\b"
)
_BEFORE = re.compile(
    rf"\b({'|'.join(sorted([*TYPE_NOUNS, *_PLURAL], key=len, reverse=True))}) (?:called |named )?([A-Z0-9][\w+.-]*(?: [A-Z0-9][\w+.-]*){{0,3}})"
)
_TYPE_NOUN = re.compile("|".join(sorted(TYPE_NOUNS, key=len, reverse=True)) + "|corpora|matrices")
_EVALUATED = re.compile(
    r"\b(?:train|evaluat|test|benchmark|measur|validat|score|report|result)[a-z]*\b[^.;]{0,60}?"
    r"\bon (?:the )?(?:standard )?([A-Z][\w+.-]*(?: [A-Z0-9][\w+.-]*)*(?:(?:, | and |, and )[A-Z][\w+.-]*(?: [A-Z0-9][\w+.-]*)*)*)"
)


class Example(NamedTuple):
    """ "Kinds such as item, item": one item."""

    kind: str
    item: str


class Hint(NamedTuple):
    """What the words around a name take it for."""

    name: str
    type: NodeType
    weight: int


def examples(sentence: str) -> Iterator[Example]:
    """Yield the items of "X such as a, b and c" with what they are examples of."""
    for match in _SUCH_AS.finditer(sentence):
        kind = _last_phrase(match.group("kind"))
        if not kind or kind.lower() in PLAIN_WORDS:
            kind = ""
        for item in _items(match.group("items")):
            yield Example(kind, item)


def _items(text: str) -> Iterator[str]:
    for part in _ITEM_SPLIT.split(text)[:8]:
        item = re.sub(r"^(?:the|a|an)\s+", "", part.strip(" \"'“”"))
        words = item.split()
        lower = [word.lower() for word in words]
        cut = next((i for i, word in enumerate(lower) if word in FUNCTION_WORDS), len(words))
        if cut == 0:
            return
        yield " ".join(words[:cut][:4])
        if cut < len(words):
            return


def type_hints(sentence: str) -> Iterator[Hint]:
    """Yield what type nouns and verbs of evaluation say of the names beside them."""
    if _TYPE_NOUN.search(sentence):
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
    r"\b([A-Z][^\W\d_]+(?:[-'’][A-Z]?[^\W\d_]+)?)(?:(?:,? (?:and|&) ([A-Z][^\W\d_]+(?:-[A-Z][^\W\d_]+)?))?,?\s*\(?(?:19|20)\d\d|\s+et\s+al\b)"
)


def cited_names(sentence: str) -> Iterator[str]:
    """Yield the surnames of "Kerbl et al." and "Teed & Deng, 2021"."""
    for match in _CITED.finditer(sentence):
        yield from filter(None, match.groups())


# What makes a sentence worth a closer look --------------------------------------------------------

DEFINING_WORDS = frozenset("is are refers refer means denotes describes stands".split())
NAMING_WORDS = frozenset("called known termed named referred".split())
EXAMPLE_WORDS = frozenset(["such", "including", "e.g", "example"])
STANDING_WORDS = frozenset(["stands", "short", "acronym", "abbreviation", ":"])
TYPE_WORDS = frozenset([*TYPE_NOUNS, *_PLURAL, *(noun.capitalize() for noun in TYPE_NOUNS)]) | frozenset(
    """trained evaluated tested benchmarked measured validated evaluate evaluates test reports report
    results measure University Institute Foundation""".split()
)
CITING_WORDS = frozenset(["al", "&"])
CUE_WORDS = DEFINING_WORDS | NAMING_WORDS | EXAMPLE_WORDS | STANDING_WORDS | TYPE_WORDS | CITING_WORDS
