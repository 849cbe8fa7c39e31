"""Text becomes words: the one tokeniser of every leg, for prose, code and CJK alike.

What one gets wrong: a word here is not yet a stem. Units keep their words, so that one analysis
serves the lexical leg (which stems), the vectors (which must not) and the graph (which needs the
words in their order).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

import Stemmer

# Kana, Han and Hangul: scripts whose words are not set apart by spaces, or whose particles cling.
CJK = "\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
MAX_WORD = 64
"""Characters after which a word is cut: longer ones are data, and would swell the vocabulary."""

_STOP_TEXT = """
    a about am an and any are as at be because been before being but by can could did do does doing
    for from further had has have having he her here hers him his how i if in into is it its itself
    just me more most my myself no nor not now of off on once only or other our ours out over own
    same she should so some such than that the their theirs them then there these they this those
    through to too under until up us very was we were what when where which while who whom whose
    why will with would you your yours
"""
STOP_WORDS = frozenset(_STOP_TEXT.split())

_RUN = re.compile(
    rf"[{CJK}]+|[^\W{CJK}]+(?:['\u2019][^\W{CJK}]+)*(?:(?:[.\-/\\]|::?[\\/]*)[^\W{CJK}]+)*"
)
_IS_CJK = re.compile(rf"[{CJK}]")
_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_A-Za-z]+")
_ACCENTED = re.compile("[\u00c0-\u024f\u1e00-\u1eff]")
_SPACE = re.compile(r"\s+")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"(?P<month>{'|'.join(_MONTHS)})[a-z]*\.?"
_DATES = (
    re.compile(rf"\b{_MONTH} (?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<year>\d{{4}})\b", re.I),
    re.compile(rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)? {_MONTH},? (?P<year>\d{{4}})\b", re.I),
    re.compile(r"(?P<year>\d{4})年(?P<month>\d{1,2})月(?P<day>\d{1,2})日"),
)
_HAS_DATE = re.compile(r"\d{4}")
_stemmer = Stemmer.Stemmer("english")


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a text, lower case, without accents on Latin letters."""

    plain: list[str]
    """Simple words and single CJK characters in their order, stop words included."""
    extra: list[str]
    """What else the text can be found by: whole identifiers, CJK pairs, dates in ISO form."""


def fold(text: str) -> str:
    """Return the text in NFKC with the accents of Latin letters taken off; case is kept."""
    if text.isascii():
        return text
    return _ACCENTED.sub(_without_accents, unicodedata.normalize("NFKC", text))


def words_of(text: str) -> Words:
    """Split a text into its words.

    An identifier gives its parts as plain words and itself as an extra one, so that `getUserId`
    is found by `user id` and, better, by `getUserId`.
    """
    folded = fold(text)
    plain: list[str] = []
    extra: list[str] = []
    for run in _RUN.findall(folded):
        if run.isascii() and ((run.isalpha() and run[1:].islower()) or run.isdigit()):
            plain.append(run.lower()[:MAX_WORD])
        elif _IS_CJK.match(run):
            plain.extend(run)
            extra.extend(run[start : start + 2] for start in range(len(run) - 1))
        else:
            _split_run(run, plain, extra)
    if _HAS_DATE.search(folded):
        extra.extend(_dates_in(folded))
    return Words(plain, extra)


def stem(word: str) -> str:
    """Return the stem under which a word is indexed; English rules, other scripts unchanged."""
    stemmed: str = _stemmer.stemWord(word)
    return stemmed


def stems(words: Iterable[str]) -> list[str]:
    """Return the stem of each word, in order."""
    stemmed: list[str] = _stemmer.stemWords(list(words))
    return stemmed


def query_words(query: str) -> list[str]:
    """Return the words that a query searches for, in order, repeated as the query repeats them.

    Stop words go unless nothing else is there: `to be or not to be` is still a query.
    """
    words = words_of(query)
    everything = words.plain + words.extra
    return [word for word in everything if word not in STOP_WORDS] or everything


def cjk_share(text: str) -> float:
    """Return which part of a text's characters, spaces aside, is CJK: 0 to 1."""
    letters = _SPACE.sub("", text)
    return len(_IS_CJK.findall(letters)) / len(letters) if letters else 0.0


def is_identifier(text: str) -> bool:
    """Tell whether a single word has the inner shape of code: `a_b`, `aB`, `a2`, `a.b`."""
    if len(text) > MAX_WORD or not text.isascii() or _SPACE.search(text):
        return False
    return len(_PART.findall(text)) > 1 and any(character.isalpha() for character in text)


def _split_run(run: str, plain: list[str], extra: list[str]) -> None:
    count = 0
    for word in _WORD.findall(run):
        parts = _PART.findall(_without_apostrophe(word))
        count += len(parts)
        plain.extend(part.lower()[:MAX_WORD] for part in parts)
        if len(parts) > 1:
            extra.append(_without_apostrophe(word).lower()[:MAX_WORD])
    # `well-known` is two words; `2026-04-10`, `v1.2`, `foo.bar` and `a_b` are also one each.
    whole = run.strip("_").lower()
    if count > 1 and not _WORD.fullmatch(run) and not whole.replace("-", "").isalpha():
        extra.append(whole[:MAX_WORD])


def _without_accents(match: re.Match[str]) -> str:
    return "".join(
        part for part in unicodedata.normalize("NFD", match[0]) if not unicodedata.combining(part)
    )


def _without_apostrophe(word: str) -> str:
    word = word.replace("\u2019", "'")
    return word.removesuffix("'s").removesuffix("'S").replace("'", "")


def _dates_in(text: str) -> list[str]:
    found = []
    for pattern in _DATES:
        for match in pattern.finditer(text):
            month = match["month"].lower()
            number = _MONTHS.index(month) + 1 if month in _MONTHS else int(month)
            try:
                day = date(int(match["year"]), number, int(match["day"]))
            except ValueError:
                continue
            found.append(day.isoformat())
    return found
