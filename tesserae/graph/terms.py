"""Which phrases of a corpus are terms: things that a reader would look up.

Evidence is added up over all documents: what a person named in front matter or a glossary counts
most, then definitions, abbreviations, headings and chosen spellings, then mere recurrence (the
C-value of Frantzi, Ananiadou and Mima, 2000, over document frequencies). Quality goes before
quantity: without evidence beyond recurrence a phrase has to recur in many documents.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tesserae.extract.cjk import has_cjk, is_cjk_phrase
from tesserae.extract.document import is_section_name
from tesserae.extract.english import (
    FUNCTION_WORDS,
    PLAIN_ADJECTIVES,
    PLAIN_WORDS,
    SECTION_NAMES,
    STATUS_WORDS,
    VERBS,
)
from tesserae.extract.extraction import Cue, Extraction, FactRole
from tesserae.extract.phrases import whole_key
from tesserae.extract.words import singular

NAMED_ROLES = frozenset(
    {
        FactRole.TOPIC, FactRole.FAMILY, FactRole.METHOD, FactRole.DATASET, FactRole.METRIC,
        FactRole.BENCHMARK, FactRole.MODEL, FactRole.TASK, FactRole.FIELD, FactRole.ENTITY,
    }
)  # fmt: skip
"""Keys of the front matter whose values are things."""

CUE_WEIGHTS: dict[str, float] = {
    Cue.GLOSSARY: 3.0,
    Cue.ACRONYM: 4.0,
    Cue.DEFINED: 2.0,
    Cue.TITLE: 2.5,
    Cue.INTRODUCED: 1.5,
    Cue.HEADING: 1.5,
    Cue.LINK: 1.0,
    Cue.NAME: 1.5,
    Cue.PROPER: 1.0,
    Cue.SPECIAL: 1.5,
    Cue.EXAMPLE: 1.0,
    Cue.CELL: 0.5,
    Cue.STRONG: 1.0,
    Cue.EMPHASIS: 0.5,
    Cue.QUOTED: 1.0,
    Cue.CODE: 0.5,
    Cue.VERSIONED: 0.5,
}
NAMED = "*"
"""The cue of a phrase that front matter or the settings name."""
TAGGED = "#"
THRESHOLD = 3.0
MIN_WEAK_DOCUMENTS = 3

_FOLDED_PLAIN = frozenset(singular(word) for word in PLAIN_WORDS) | PLAIN_WORDS
_FOLDED_VERBS = frozenset(singular(word) for word in VERBS) | VERBS
_FOLDED_ADJECTIVES = frozenset(singular(word) for word in PLAIN_ADJECTIVES) | PLAIN_ADJECTIVES
_FOLDED_SECTIONS = frozenset(singular(word) for word in SECTION_NAMES) | SECTION_NAMES
_FOLDED_STATUS = frozenset(singular(word) for word in STATUS_WORDS) | STATUS_WORDS
_FILE_NAME = re.compile(r"\.(?:md|markdown|txt|py|js|ts|json|ya?ml|toml|html?|css|png|svg|jpe?g|sh|rst|c|h|rs|go|cfg|ini|lock|xml|csv|pdf|ipynb|mdx)$")
_UNIT = re.compile(r"^\d+(?:[a-z]{1,4}|[A-Z]|[kKMG][bBi]{0,2}|[xX])$|^[vV]?\d[\d.]*[a-z]?$|^[0-9a-f]{7,}$|^[A-Za-z]\d?$|^\d")
_NUMBERED = re.compile(r"^\S+ #?\d+(?:\.\d+)*$")


@dataclass(slots=True)
class Corpus:
    """Counts over all documents."""

    size: int = 0
    documents: Counter[str] = field(default_factory=Counter)
    """In how many documents each phrase stands."""
    heavy: Counter[str] = field(default_factory=Counter)
    """How often a cued phrase stands in the document that has it most."""
    cues: dict[str, dict[str, int]] = field(default_factory=dict)
    """For a phrase, in how many documents it has each cue."""
    verbs: Counter[str] = field(default_factory=Counter)
    nouns: Counter[str] = field(default_factory=Counter)
    name_parts: frozenset[str] = frozenset()
    """Folded words of people's names."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """Keys that name a document of the project: "eip 20"."""

    def cue_count(self, key: str, cue: str) -> int:
        """Count the documents in which a phrase has a cue."""
        return self.cues.get(key, {}).get(cue, 0)


def count_corpus(
    extractions: Sequence[Extraction],
    named: Iterable[tuple[str, str]],
    name_parts: frozenset[str],
    labels: Mapping[str, str],
) -> Corpus:
    """Add up the phrases and cues of all documents.

    Args:
        extractions: One per document.
        named: (key, `NAMED` or `TAGGED`), once per document that names it.
        name_parts: Folded words of people's names.
        labels: Keys that name documents.
    """
    corpus = Corpus(size=len(extractions), name_parts=name_parts, labels=labels)
    flat: Counter[str] = Counter()
    for extraction in extractions:
        keys = extraction.keys
        corpus.documents.update(keys)
        flat.update([cue + keys[phrase] for cue, phrase, _ in extraction.cues])
        for _, phrase, _ in extraction.cues:
            if extraction.counts[phrase] > corpus.heavy[keys[phrase]]:
                corpus.heavy[keys[phrase]] = extraction.counts[phrase]
        corpus.verbs.update(extraction.verbs)
        corpus.nouns.update(extraction.nouns)
    flat.update(cue + key for key, cue in named)
    cues: dict[str, dict[str, int]] = defaultdict(dict)
    for cued, count in flat.items():
        cues[cued[1:]][cued[0]] = count
    corpus.cues = dict(cues)
    return corpus


def choose_terms(corpus: Corpus) -> dict[str, float]:
    """Return the keys that are terms with the evidence for each.

    A key is scored by itself; keys of one thing are joined afterwards, so that a rare spelling
    of an accepted term still finds its way to it.
    """
    chosen: dict[str, float] = {}
    for key, cues in corpus.cues.items():
        score = _score(key, cues, corpus)
        if score >= THRESHOLD:
            chosen[key] = score
    for key in _recurring(corpus):
        chosen.setdefault(key, THRESHOLD)
    return chosen


def is_candidate(key: str, corpus: Corpus) -> bool:
    """Tell whether a phrase could name a thing at all, whatever its evidence."""
    if not key or key in corpus.labels:
        return False
    if has_cjk(key):
        return len(key) > 1 and is_cjk_phrase(key)
    words = key.lstrip("=^").split()
    lower = [word.lower() for word in words]
    if not words or len(words) > 6 or _is_nothing_but_plain(key, lower):
        return False
    if _FILE_NAME.search(key) or any(len(word) > 40 for word in words):
        return False
    if len(words) == 1:
        return not _UNIT.match(words[0]) and len(words[0]) > 1
    return not (_NUMBERED.match(key) and lower[0] in _FOLDED_PLAIN)


def _is_nothing_but_plain(key: str, lower: Sequence[str]) -> bool:
    if is_section_name(" ".join(lower)):
        return True
    if len(lower) == 1:
        word = lower[0]
        is_mixed = key.startswith("=") and not key[1:].isupper()
        plain = (
            word in _FOLDED_PLAIN
            or word in _FOLDED_VERBS
            or word in FUNCTION_WORDS
            or word in _FOLDED_SECTIONS
            or word in _FOLDED_STATUS
        )
        return plain and not is_mixed
    return all(
        word in _FOLDED_PLAIN or word in FUNCTION_WORDS or word in _FOLDED_VERBS or word.isdigit()
        for word in lower
    )


def _score(key: str, cues: Mapping[str, int], corpus: Corpus) -> float:
    """Add up the evidence for one key."""
    if NAMED in cues:
        return 10.0 if _is_nameable(key, corpus) else 0.0
    if not is_candidate(key, corpus):
        return 0.0
    documents = corpus.documents.get(key, 1)
    total = math.log2(1 + documents) - 1 + min(1.0, corpus.heavy[key] / 6)
    for cue, count in cues.items():
        if cue in CUE_WEIGHTS:
            total += CUE_WEIGHTS[cue] * (1 + 0.5 * math.log2(count))
    if TAGGED in cues:
        total += 1.5 + math.log2(cues[TAGGED])
    if " " in key:
        return total if _is_phrase_term(key, cues, corpus) else 0.0
    return total if _is_word_term(key, cues, corpus) else 0.0


def _is_nameable(key: str, corpus: Corpus) -> bool:
    if key in corpus.labels or not key.lstrip("=^"):
        return False
    lower = key.lstrip("=^").lower().split()
    return bool(lower) and len(lower) <= 8 and not all(
        word in _FOLDED_STATUS or word in FUNCTION_WORDS or word.isdigit() for word in lower
    )


def _is_word_term(key: str, cues: Mapping[str, int], corpus: Corpus) -> bool:
    """Ask more of a single word: most are no terms."""
    if has_cjk(key):
        return _is_cjk_term(key, cues, corpus)
    word = key.lstrip("=^").lower()
    explained = Cue.ACRONYM in cues or Cue.GLOSSARY in cues
    if word in corpus.name_parts and not explained:
        return False
    documents = corpus.documents
    if key.startswith("="):
        is_shouted = key[1:].isupper() and documents[word] > 3 * documents[key]
        recurs = documents[key] > 1 or corpus.heavy[key] > 2
        return (recurs or explained) and (explained or not is_shouted)
    if key.startswith("^"):
        written_small = documents[word]
        return documents[key] > 1 and written_small * 4 <= documents[key]
    if corpus.verbs[word] > corpus.nouns[word]:
        return False
    heads = Cue.HEADING in cues or Cue.TITLE in cues or TAGGED in cues or Cue.STRONG in cues
    defined = Cue.DEFINED in cues or Cue.GLOSSARY in cues or Cue.INTRODUCED in cues
    return (heads and defined) or Cue.GLOSSARY in cues or cues.get(TAGGED, 0) > 1 or (
        (heads or defined) and documents[word] > 2 and corpus.nouns[word] > 0
    )


def _is_phrase_term(key: str, cues: Mapping[str, int], corpus: Corpus) -> bool:
    words = key.split()
    if all(word in corpus.name_parts for word in words):
        return False
    strong = not cues.keys().isdisjoint((Cue.ACRONYM, Cue.GLOSSARY, Cue.TITLE, Cue.NAME, Cue.SPECIAL, TAGGED))
    if strong:
        return True
    return _has_term_edges(words, corpus)


def _has_term_edges(words: Sequence[str], corpus: Corpus) -> bool:
    """Tell whether a lower-case phrase begins and ends as a noun phrase does."""
    first, last = words[0], words[-1]
    if first in _FOLDED_ADJECTIVES or first in _FOLDED_VERBS or first in FUNCTION_WORDS:
        return False
    if last in _FOLDED_VERBS or last in FUNCTION_WORDS or last in _FOLDED_ADJECTIVES:
        return False
    if last.isdigit() or first.isdigit() or len(last) < 2:
        return False
    if corpus.verbs[last] > corpus.nouns[last] or last.endswith("ed"):
        return False
    return not (corpus.verbs[first] > 1 and corpus.verbs[first] > corpus.nouns[first])


def _is_cjk_term(key: str, cues: Mapping[str, int], corpus: Corpus) -> bool:
    strong = not cues.keys().isdisjoint((Cue.ACRONYM, Cue.GLOSSARY, Cue.TITLE, Cue.DEFINED))
    return strong or corpus.documents[key] > 1 or corpus.heavy[key] > 2


# recurrence --------------------------------------------------------------------------------------


def _recurring(corpus: Corpus) -> list[str]:
    """Return the phrases that recur enough to be terms without any cue."""
    least = max(MIN_WEAK_DOCUMENTS, math.ceil(0.02 * corpus.size))
    frequent = {
        key: count
        for key, count in corpus.documents.items()
        if count >= least and (" " in key or len(key) > 1 and has_cjk(key))
    }
    inside: dict[str, list[int]] = defaultdict(list)
    for key, count in frequent.items():
        for part in _parts(key):
            if part in frequent:
                inside[part].append(count)
    found = []
    for key, count in sorted(frequent.items()):
        longer = inside.get(key)
        alone = count - sum(longer) / len(longer) if longer else count
        if alone >= least and _may_recur(key, corpus):
            found.append(key)
    return found


def _may_recur(key: str, corpus: Corpus) -> bool:
    if not is_candidate(key, corpus):
        return False
    if has_cjk(key):
        return len(key) > 2
    words = key.split()
    if any(word in corpus.name_parts for word in words):
        return False
    plain = sum(word in _FOLDED_PLAIN for word in words)
    return _has_term_edges(words, corpus) and plain < len(words)


def _parts(key: str) -> list[str]:
    """Return the phrases inside a phrase."""
    if " " not in key:
        size = len(key)
        return [
            key[begin:end]
            for begin in range(size)
            for end in range(begin + 2, size + 1)
            if end - begin < size
        ]
    words = key.split()
    size = len(words)
    return [
        " ".join(words[begin:end])
        for begin in range(size)
        for end in range(begin + 2, size + 1)
        if end - begin < size
    ]


def named_key(value: str) -> str:
    """Return the key of a value of the front matter."""
    text = value.strip()
    if text[:1] == "#":
        text = text[1:]
    # A tag is a path or a slug: its words are joined by marks.
    return whole_key(re.sub(r"[_/]+", " ", text))
