"""Which phrases could name a thing at all, whatever speaks for them: words, not counts, decide."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tesserae.extract.cjk import has_cjk, is_cjk_phrase
from tesserae.extract.english import (
    EVERYDAY_WORDS,
    FUNCTION_WORDS,
    PLAIN_WORDS,
    SECTION_NAMES,
    SECTION_WORDS,
    STATUS_WORDS,
    UNITS,
    VERBS,
)
from tesserae.extract.words import singular
from tesserae.graph.corpus import Corpus

CENTRAL = 25
"""Times from which on a document is about a plain noun."""
PLAIN_PEAK = 5
"""Times in one document from which on plain words that stand together are a compound."""
FOLDED_PLAIN = frozenset(singular(word) for word in PLAIN_WORDS) | PLAIN_WORDS
FOLDED_EVERYDAY = frozenset(singular(word) for word in EVERYDAY_WORDS) | EVERYDAY_WORDS
FOLDED_VERBS = frozenset(singular(word) for word in VERBS) | VERBS
_FOLDED_SECTIONS = frozenset(singular(word) for word in SECTION_NAMES) | SECTION_NAMES
_FOLDED_SECTION_WORDS = frozenset(singular(word) for word in SECTION_WORDS) | SECTION_WORDS
FOLDED_STATUS = frozenset(singular(word) for word in STATUS_WORDS) | STATUS_WORDS
_FILE_NAME = re.compile(
    r"\.(?:md|markdown|txt|py|js|ts|json|ya?ml|toml|html?|css|png|svg|jpe?g|sh|rst|c|h|rs|go|cfg|ini|lock|xml|csv|pdf|ipynb|mdx)$"
)
_UNIT = re.compile(
    r"^\d+(?:[a-z]{1,4}|[A-Z]|[kKMG][bBi]{0,2}|[xX])$|^[vV]?\d[\d.]*[a-z]?$|^[0-9a-f]{7,}$|^[A-Za-z]\d{0,2}$|^\d(?!\d*[A-Z]{2})|[²³₀-₉⁰-⁹]"
)
_NUMBERED = re.compile(r"^\S+ #?\d+(?:\.\d+)*$")


def is_candidate(key: str, corpus: Corpus, *, is_marked: bool = False) -> bool:
    """Tell whether a phrase could name a thing at all, whatever its evidence."""
    if not key or key in corpus.labels or key in corpus.series:
        return False
    if has_cjk(key):
        return len(key) > 1 and (is_marked or is_cjk_phrase(key))
    words = key.lstrip("=^").split()
    if not words or len(words) > 6 or _is_file_name(key):
        return False
    if any(len(word) > 40 for word in words) or _heads_sections(key, words, corpus):
        return False
    if len(words) == 2 and words[0].isdigit():
        # "200-frame", "3 metre": an amount of something.
        return False
    if len(words) > 2 and words[1].isdigit() and _is_label(" ".join(words[:2]), corpus):
        # "NOTE-0296 Harbours": the number of a document and how its title begins.
        return False
    if len(words) == 1:
        return not _UNIT.match(words[0]) and len(words[0]) > 1 and words[0].lower() not in UNITS
    if _NUMBERED.match(key) and words[0] in FOLDED_PLAIN:
        return False
    return not all(word[0].isdigit() or word in FUNCTION_WORDS for word in words)


def _is_file_name(key: str) -> bool:
    """Tell "server.js" from "Node.js", which somebody writes with a capital."""
    return bool(_FILE_NAME.search(key)) and not (key[0] == "^" and key.endswith(".js"))


def _heads_sections(key: str, words: Sequence[str], corpus: Corpus) -> bool:
    """Tell whether a phrase is what documents head their sections with.

    A compound that some text speaks of again and again is none, whatever its words are.
    """
    if key[0] == "=":
        return words[0].lower() in SECTION_NAMES
    if len(words) == 1 and corpus.peak(key) >= CENTRAL:
        return False
    is_steady = len(words) > 1 and corpus.peak(key) >= PLAIN_PEAK
    return not is_steady and all(word in _FOLDED_SECTION_WORDS for word in words)


def _is_label(key: str, corpus: Corpus) -> bool:
    return key in corpus.series or key in corpus.labels


def is_plain(key: str) -> bool:
    """Tell whether a phrase has no word that a general text would not have."""
    words = key.lstrip("=^").lower().split()
    if len(words) == 1:
        is_mixed = key.startswith("=") and not key[1:].isupper()
        return not is_mixed and (
            is_plain_word(words[0]) or words[0] in _FOLDED_SECTIONS or words[0] in FOLDED_STATUS
        )
    return all(is_plain_word(word) or word.isdigit() for word in words)


def is_plain_word(word: str) -> bool:
    """Tell whether any text has a word."""
    return word in FOLDED_PLAIN or word in FUNCTION_WORDS or word in FOLDED_VERBS
