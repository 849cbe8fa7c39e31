"""Two names of one thing: "Long Form (LF)", "LF stands for Long Form", "X, also called Y"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tesserae.extract.definitions import is_phrase, last_phrase, leading_name
from tesserae.extract.english import FUNCTION_WORDS, word_set

SPELLING_WORDS = word_set("stands short acronym abbreviation :")
"""A sentence without one of these spells out no abbreviation."""
NAMING_WORDS = word_set("called known termed named referred")
"""A sentence without one of these gives no second name."""

_IN_BRACKETS = re.compile(r"\(([^()]{2,90})\)")
_SHORT_FORM = re.compile(r"^[^\W_](?:[^\W_]|[-/&.+]){1,9}$")
_STANDS_FOR = re.compile(
    r"\b([A-Z][\w-]{1,9})\s*(?:stands for|\(?(?:is )?short for|is an (?:acronym|abbreviation) "
    r"(?:of|for))\s+[\"“']?([^.,;()\"”]{4,80})"
)

_SPELLING = ("stands for", "short for", "an acronym", "an abbreviation")


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
            if is_phrase(named := last_phrase(before)) and len(named.split()) <= 3:
                yield Abbreviation(inside, named)


_LABELLED = re.compile(r"([A-Z](?:(?<=^[A-Z])|(?<=[;.] [A-Z]))[\w-]{1,9}): ([a-z][^.;:()]{4,80})")
_ALSO_CALLED = re.compile(
    r"(?P<one>[^.;:()]{3,60}?)(?: \([^()]{1,40}\))?,? (?:(?:is|are) )?(?:also|sometimes|often) "
    r"(?:called|known as|termed|named|referred to as) (?:an? |the )?"
    r"[\"“'*]?(?P<other>[^.,;:()\"”*]{2,50})"
)
_CALLED = re.compile(r" (?:also|sometimes|often) (?:called|known as|termed|named|referred to as) ")
_POINTING = re.compile(r"\b(?:this|that|these|those|which|it)\s*$", re.IGNORECASE)


def other_names(sentence: str) -> Iterator[tuple[str, str]]:
    """Yield the pairs of "X, also called Y"."""
    if not _CALLED.search(sentence):
        return
    for match in _ALSO_CALLED.finditer(sentence):
        one, other = last_phrase(match.group("one")), leading_name(match.group("other"))
        if _POINTING.search(match.group("one")[: -len(one)]):
            continue
        if is_phrase(one) and other and one.lower() != other.lower():
            yield one, other


def spelled_out(sentence: str) -> Iterator[Abbreviation]:
    """Yield the pairs of "LF stands for Long Form" and "LF: long form"."""
    for match in _LABELLED.finditer(sentence):
        short, text = match.group(1), match.group(2).split(",")[0]
        if is_short_form(short) and (long := _whole_long_form(short, text)):
            yield Abbreviation(short, long)
    if not any(words in sentence for words in _SPELLING):
        return
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
    if not found or (len(found) == 1 and "-" not in long) or found[0].lower() in FUNCTION_WORDS:
        return ""
    if any(char in long for char in ".;:!?()[]{}|") or short.lower() in long.lower().split():
        return ""
    return long if _initials_cover(letters, long) else ""


def _align(letters: str, text: str) -> int:
    """Match letters from the right; the first one must start a word. Return its place or -1."""
    at = len(text) - 1
    for position in range(len(letters) - 1, -1, -1):
        while at >= 0 and (
            text[at] != letters[position] or (position == 0 and at > 0 and text[at - 1].isalnum())
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
    whole = [
        "".join(part if part[0].isdigit() else part[0] for part in some)
        for some in (parts, content)
    ]
    return set(whole)
