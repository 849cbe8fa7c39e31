"""Words and phrases: how a text is cut into them and what makes two of them the same.

A phrase's *key* is what all its spellings share: Unicode form, case, plural and hyphens are
folded, a CamelCase word is its parts. A single word keeps its case class beside it, since "map",
"Map" and "mAP" may be three things; the corpus decides (`graph.canonical`).
"""

from __future__ import annotations

import re
import unicodedata
from enum import IntEnum
from typing import NamedTuple

from tesserae.extract.english import FUNCTION_WORDS, VERBS, word_set

HAN = "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
KANA = "\u3040-\u30ff\u31f0-\u31ff"
CJK = f"{HAN}{KANA}"

TOKEN = re.compile(
    r"\w+(?:['’.\-‐‑&@]\w+|–(?=[A-Z])\w+|(?<=[A-Z])/[A-Z0-9]{1,4}\b)*(?:\+\+|\#(?!\w))?|[^\s\w]"
)
"""A word with its inner hyphens, dots and apostrophes, or one mark."""

_DASHES = str.maketrans({"‐": "-", "‑": "-", "‒": "-", "–": "-", "−": "-", "’": "'"})
_CAMEL_WORD = re.compile(r"(?:[A-Z][a-z]{2,}|[0-9]+[A-Z]|To(?=[0-9A-Z])|[A-Z][a-z](?=[A-Z]))+")
_CAMEL_PART = re.compile(r"[A-Z][a-z]+|[0-9]+[A-Z]")
_LETTER_S = re.compile(r".*[A-Z0-9][A-Z]s$|[A-Z]{2,}s$")
_PARTS = re.compile(r"[-/]")
_MARKS = re.compile("[\u0300-\u036f]")
MAX_WORD = 60
_CACHE_LIMIT = 200_000


class Case(IntEnum):
    """What a word looks like."""

    MARK = 0
    """Punctuation: ends a phrase."""
    STOP = 1
    """A function word or a reporting verb: ends a phrase."""
    LOWER = 2
    CAPITAL = 3
    """Only its first letter is upper case."""
    SPECIAL = 4
    """Upper case inside, letters with digits, C++: a spelling that somebody chose."""
    NUMBER = 5


class Word(NamedTuple):
    """What is known of one spelling."""

    case: Case
    fold: str
    """Lower-case, singular, accents off; parts of a compound joined by spaces."""
    key: str
    """The key of the word by itself, its case class in front: `map`, `^map`, `=mAP`."""
    parts: int


_words: dict[str, Word] = {}


def word(token: str) -> Word:
    """Return what is known of a token, remembered between calls."""
    found = _words.get(token)
    if found is None:
        if len(_words) >= _CACHE_LIMIT:
            _words.clear()
        found = _words[token] = _classify(token)
    return found


def _classify(token: str) -> Word:
    # A word with an underscore is code that nobody marked.
    if len(token) > MAX_WORD or "_" in token or not any(map(str.isalnum, token)):
        return Word(Case.MARK, "", "", 0)
    plain = strip_accents(token).translate(_DASHES)
    if plain.endswith(("'s", "'S")):
        plain = plain[:-2]
    lower = plain.lower()
    if lower in FUNCTION_WORDS or (lower in VERBS and plain[1:] == lower[1:]):
        return Word(Case.STOP, lower, lower, 1)
    if _is_adverb(lower) and (plain[1:] == lower[1:] or plain.isupper()):
        return Word(Case.STOP, lower, lower, 1)
    if not plain.isalpha() and (not any(map(str.isalpha, plain)) or _VERSION.match(lower)):
        return Word(Case.NUMBER, lower, lower, 1)
    if "." in plain and _DOTTED.match(plain) and not lower.endswith(_DOTTED_NAMES):
        return Word(Case.MARK, "", "", 0)
    return _classify_letters(plain, lower)


_VERSION = re.compile(r"v\d+(?:\.(?:\d+|x))*$|\d+(?:\.(?:\d+|x))+$|\d+(?:st|nd|rd|th)$")
# "server.listen" is code that somebody forgot to mark; "Node.js" is a name.
_DOTTED = re.compile(r"[^\W\d]\w*(?:\.\w+)*\.[a-z_]\w+$|\w+(?:\.\w+){2,}$")
_DOTTED_NAMES = (".js", ".io", ".net", ".ai", ".dev", ".org", ".com", ".py", ".rs", ".jl")
_LY_NOUNS = word_set(
    """
    family assembly anomaly supply reply butterfly monopoly multiply apply rely italy july
    jelly belly ally bully rally tally homily lily fly poly early daily weekly monthly
    likely
    """
)


def _is_adverb(lower: str) -> bool:
    """Guess an adverb, which ends a phrase as a function word does."""
    return lower.endswith("ly") and len(lower) > 4 and lower not in _LY_NOUNS and lower.isalpha()


def _classify_letters(plain: str, lower: str) -> Word:
    parts = _PARTS.split(plain)
    if len(parts) > 1:
        folded = " ".join(filter(None, (_fold_part(part) for part in parts)))
        rest = _case_of("".join(parts[1:]) if parts[0] else plain)
        case = _case_of(parts[0]) if rest is Case.LOWER else Case.SPECIAL
        return Word(case, folded, folded, folded.count(" ") + 1)
    case = _case_of(plain)
    folded = _fold_part(plain)
    if " " in folded:
        return Word(Case.SPECIAL, folded, folded, folded.count(" ") + 1)
    if case is Case.SPECIAL:
        return Word(case, folded, special_key(plain), 1)
    return Word(case, folded, "^" + folded if case is Case.CAPITAL else folded, 1)


def special_key(plain: str) -> str:
    """Return the key of a single word with a chosen spelling, without its plural s."""
    single = plain[:-1] if _LETTER_S.match(plain) else plain
    return "=" + single


def _case_of(plain: str) -> Case:
    rest = plain[1:]
    if plain.islower():
        return Case.SPECIAL if _has_digit(plain) else Case.LOWER
    if rest == rest.lower() and not _has_digit(plain) and len(plain) > 1:
        return Case.CAPITAL
    return Case.SPECIAL


def _has_digit(text: str) -> bool:
    if text.isalpha():
        return False
    return any(map(str.isdigit, text)) or text.endswith(("+", "#"))


def _fold_part(plain: str) -> str:
    """Fold one part of a compound; a CamelCase part becomes several words."""
    if plain.islower():
        return singular(plain) if plain.isalpha() else plain
    if _CAMEL_WORD.fullmatch(plain):
        pieces = _CAMEL_PART.findall(plain)
        if len(pieces) > 1:
            return " ".join(singular(piece.lower()) for piece in pieces)
    if _LETTER_S.match(plain):
        return plain[:-1].lower()
    lower = plain.lower()
    return singular(lower) if lower.isalpha() and plain[1:] == lower[1:] else lower


def strip_accents(text: str) -> str:
    """Return the compatibility form of a text without the accents of European letters."""
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFKD", text)
    return unicodedata.normalize("NFC", _MARKS.sub("", decomposed))


_KEEPS_S = word_set(
    """
    bias alias canvas atlas gas lens chaos cosmos series species news mathematics physics
    statistics plus thus this was has always perhaps whereas pancreas ethos pathos
    """
)
_IRREGULAR_PLURALS = {
    "indices": "index", "matrices": "matrix", "vertices": "vertex", "criteria": "criterion",
    "phenomena": "phenomenon", "schemata": "schema", "hypotheses": "hypothesis",
    "analyses": "analysis", "syntheses": "synthesis", "parentheses": "parenthesis",
    "theses": "thesis", "children": "child", "people": "person", "men": "man", "women": "woman",
    "mice": "mouse", "feet": "foot", "halves": "half", "leaves": "leaf", "lives": "life",
    "bacteria": "bacterium", "media": "medium", "axes": "axis", "appendices": "appendix",
}  # fmt: skip
_VOWEL = re.compile("[aeiouy]")
_SOFT_E = ("che", "she", "xe", "ze", "se")


def singular(lower: str) -> str:
    """Return the stem that a lower-case English noun shares with its plural.

    Not always a word ("cache" and "caches" give "cach"): it is compared, never shown.
    """
    if len(lower) <= 3 or not lower.isascii():
        return lower
    if lower[-1] == "s":
        lower = _without_plural(lower)
    if lower.endswith("ie") and len(lower) > 4:
        return lower[:-2] + "y"
    return lower[:-1] if lower.endswith(_SOFT_E) and len(lower) > 3 else lower


def _without_plural(lower: str) -> str:
    if lower in _IRREGULAR_PLURALS:
        return _IRREGULAR_PLURALS[lower]
    if lower in _KEEPS_S or lower.endswith(("ss", "us", "is")):
        return lower
    if not _VOWEL.search(lower):
        return lower
    if lower.endswith("ies") and len(lower) > 4:
        return lower[:-3] + "y"
    if lower.endswith(("ches", "shes", "xes", "zes", "ses", "oes")):
        return lower[:-2]
    return lower[:-1]


def fold_phrase(text: str) -> str:
    """Return the folded words of a phrase, joined by spaces; function words stay."""
    folded = []
    for token in TOKEN.findall(text):
        entry = word(token)
        if entry.case is not Case.MARK:
            folded.append(entry.fold)
    return " ".join(folded)


def phrase_key(text: str) -> str:
    """Return the key of a whole phrase; of a single word, with its case class."""
    entries = [entry for entry in map(word, TOKEN.findall(text)) if entry.case is not Case.MARK]
    if len(entries) == 1:
        return entries[0].key
    return " ".join(entry.fold for entry in entries)
