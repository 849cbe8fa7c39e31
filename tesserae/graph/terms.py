"""Which phrases of a corpus are terms: things that a reader would look up.

Evidence is added up over all documents: what a person named in front matter or a glossary counts
most, then definitions, abbreviations, headings and chosen spellings, then mere recurrence (the
C-value of Frantzi, Ananiadou and Mima, 2000, over document frequencies). Quality goes before
quantity: without evidence beyond recurrence a phrase has to recur in many documents.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

from tesserae.extract.cjk import has_cjk
from tesserae.extract.english import (
    FUNCTION_WORDS,
    MODIFIER_TAILS,
    ORDER_WORDS,
    PLAIN_ADJECTIVES,
    TERM_ADJECTIVES,
    VAGUE_HEADS,
    word_set,
)
from tesserae.extract.extraction import Cue, FactRole
from tesserae.extract.phrases import whole_key
from tesserae.extract.words import Case, singular
from tesserae.extract.words import word as classify
from tesserae.graph.candidates import (
    CENTRAL,
    FOLDED_EVERYDAY,
    FOLDED_PLAIN,
    FOLDED_STATUS,
    FOLDED_VERBS,
    PLAIN_PEAK,
    is_candidate,
    is_plain,
    is_plain_word,
)
from tesserae.graph.corpus import NAMED, TAGGED, Corpus, parts_of

NAMED_ROLES = frozenset(
    {
        FactRole.TOPIC, FactRole.FAMILY, FactRole.METHOD, FactRole.DATASET, FactRole.METRIC,
        FactRole.BENCHMARK, FactRole.MODEL, FactRole.TASK, FactRole.FIELD, FactRole.ENTITY,
    }
)  # fmt: skip
"""Keys of the front matter whose values are things."""

CUE_WEIGHTS: dict[str, float] = {
    Cue.GLOSSARY: 3.0,
    Cue.ACRONYM: 3.0,
    Cue.TITLE: 1.5,
    Cue.NAME: 1.2,
    Cue.SPECIAL: 1.2,
    Cue.CAMEL: 1.0,
    Cue.PROPER: 1.0,
    Cue.DEFINED: 1.6,
    Cue.INTRODUCED: 0.8,
    Cue.HEADING: 1.1,
    Cue.HEADWORD: 1.1,
    Cue.STRONG: 1.6,
    Cue.LINK: 0.7,
    Cue.EXAMPLE: 0.7,
    Cue.EMPHASIS: 1.1,
    Cue.QUOTED: 0.7,
    Cue.COINED: 1.0,
    Cue.LAW: 2.0,
    Cue.EPONYM: 1.1,
    Cue.MEASURED: 1.3,
    Cue.CELL: 0.4,
    Cue.CODE: 0.7,
    Cue.VERSIONED: 0.4,
}
"""What a cue is worth, in doublings of the number of documents."""
THRESHOLD = 2.0
SMALL_THRESHOLD = 1.6
NAME_THRESHOLD = 1.0
"""In a small corpus a name need not be repeated."""
CJK_QUOTED = 0.9
"""What Chinese and Japanese quotation marks are worth more: they mark terms."""
WORD_THRESHOLD = 2.5
MAX_OF_NAME = 4
"""Words of such a phrase from which on only capitals make it a name."""
MAX_OF_PHRASE = 3
"""Words of a phrase with a preposition that need no mark around them."""
BURST = 4
"""Times a plain word has to stand in one document."""
NOUN_SHARE = 4
"""One in so many documents has to use a plain word as a noun by itself."""
TAIL_SHARE = 16
"""One in so many documents of a large corpus has to use a word as a noun."""
SMALL_PHRASE_THRESHOLD = 1.0
"""What several words have to recur in a small corpus, which has had little time to repeat."""
PHRASE_THRESHOLD = 1.5
"""What several words have to recur in a large one."""
STEADY = 4
STEADY_DOCUMENTS = 3
"""Times in one document, or documents, from which on a phrase of common words is a compound."""
PLAIN_SPREAD = 3
VERB_SHARE = 3
"""One in so many documents has to use a word as a verb for it to be one."""
CODE_DOCUMENTS = 2
CODE_REPEATS = 3
"""Documents, or times in one of them, that make the name of a thing in code a term."""
CODE_SCORE = 2.0
LONG_CODE = 5
"""Letters from which on a code that stands once is likely a name."""
MIN_SAME_HEADINGS = 4
HEADING_SHARE = 5
"""One in so many documents with the same heading, and it is a part of a form they fill in."""
LARGE_CORPUS = 150
"""Documents from which on recurrence has to grow with the corpus."""

_WORD_HEADS = (
    Cue.HEADING.value,
    Cue.STRONG.value,
    Cue.HEADWORD.value,
    Cue.EMPHASIS.value,
    Cue.MEASURED.value,
)
_MARKS = frozenset(
    (
        Cue.HEADING.value, Cue.TITLE.value, Cue.GLOSSARY.value, Cue.HEADWORD.value,
        Cue.STRONG.value, Cue.DEFINED.value, Cue.ACRONYM.value, Cue.COINED.value,
        Cue.QUOTED.value,
    )
)  # fmt: skip
_WHOLE_MARKS = (_MARKS - {Cue.DEFINED.value}) | {Cue.NAME.value, Cue.EMPHASIS.value}
_OWN_MARKS = (_MARKS - {Cue.QUOTED.value}) | {NAMED, TAGGED, Cue.LAW.value}
_CENTRAL_MARKS = _OWN_MARKS | {Cue.EMPHASIS.value}
_LOOSE = frozenset((Cue.EPONYM.value, Cue.CELL.value, Cue.LINK.value))
_NAMES = frozenset((Cue.NAME.value, Cue.SPECIAL.value, Cue.PROPER.value))
_NAMING = (Cue.NAME.value, Cue.SPECIAL.value, Cue.CAMEL.value, Cue.PROPER.value)
_DOCUMENT_WORDS = word_set(
    "proposal document thread page guide post review discussion chapter section pitch topic"
)
_VAGUE = frozenset(singular(word) for word in VAGUE_HEADS) | VAGUE_HEADS
_BAD_STARTS = PLAIN_ADJECTIVES - TERM_ADJECTIVES
_NO_NAME_STARTS = _BAD_STARTS | FOLDED_VERBS
_ONLY_NAMED = frozenset((Cue.NAME.value, Cue.EPONYM.value))
_ARTICLES = frozenset(("a", "an", "the"))
_ADJECTIVE_ENDS = ("ous", "al", "ive", "able", "ible", "ful", "ic", "less", "ary", "ed", "ing")
_DIMENSION = re.compile(r"\d+[a-z]$")
"""The end of a phrase that goes on: "dynamic 3D …"."""


def choose_terms(corpus: Corpus) -> dict[str, float]:
    """Return the keys that are terms with the evidence for each.

    A key is scored by itself; keys of one thing are joined afterwards, so that a rare spelling
    of an accepted term still finds its way to it.
    """
    chosen: dict[str, float] = {}
    threshold = SMALL_THRESHOLD if corpus.is_small else THRESHOLD
    for key, cues in corpus.cues.items():
        score = _score(key, cues, corpus)
        is_named = corpus.is_small and not _NAMES.isdisjoint(cues)
        if score >= (NAME_THRESHOLD if is_named else threshold):
            chosen[key] = score
    for key in _recurring(corpus):
        chosen.setdefault(key, THRESHOLD)
    for key in _fragments(chosen, corpus):
        del chosen[key]
    return chosen


def _fragments(chosen: Mapping[str, float], corpus: Corpus) -> set[str]:
    """Return the phrases that only ever stand inside a longer one: half a name is no name."""
    documents, found = corpus.documents, set()
    for whole in chosen:
        if whole.count(" ") > 1:
            count, peak = documents[whole], corpus.peak(whole)
            for part in parts_of(whole):
                if (
                    part in chosen
                    and documents[part] <= count
                    and corpus.peak(part) <= peak
                    and _OWN_MARKS.isdisjoint(corpus.cues.get(part, ()))
                ):
                    found.add(part)
    return found


def _is_boilerplate(key: str, cues: Mapping[str, int], corpus: Corpus) -> bool:
    """Tell whether so many documents have a section of this name that it says nothing."""
    heads = cues.get(Cue.HEADING, 0)
    return heads >= max(MIN_SAME_HEADINGS, corpus.size / HEADING_SHARE)


def _score(key: str, cues: Mapping[str, int], corpus: Corpus) -> float:
    """Add up the evidence for one key."""
    if NAMED in cues:
        return 10.0 if _is_nameable(key, corpus) else 0.0
    if not is_candidate(key, corpus, is_marked=not _MARKS.isdisjoint(cues)):
        return 0.0
    if _is_boilerplate(key, cues, corpus):
        return 0.0
    if is_plain(key) and not (_is_explained(cues, key) or _is_central(key, cues, corpus)):
        return CODE_SCORE if cues.get(Cue.CODE, 0) > CODE_DOCUMENTS else 0.0
    named = sum(cues.get(cue, 0) for cue in _NAMING)
    total = _recurrence(key, corpus, at_least=named)
    for cue, count in cues.items():
        if cue in CUE_WEIGHTS:
            total += CUE_WEIGHTS[cue] * (1 + 0.5 * math.log2(count))
    if Cue.QUOTED in cues and not key.isascii():
        total += CJK_QUOTED
    if TAGGED in cues:
        total += 1.0 + math.log2(cues[TAGGED])
    if _is_code_term(key, cues, corpus):
        return max(total, CODE_SCORE)
    if " " in key:
        return total if _is_phrase_term(key, cues, corpus) else 0.0
    return total if _is_word_term(key, cues, corpus, total) else 0.0


def _recurrence(key: str, corpus: Corpus, *, at_least: int = 0) -> float:
    """Return what a phrase's recurrence is worth, over documents and inside the best of them."""
    documents = max(1, at_least, corpus.alone(key))
    return math.log2(documents) + min(2.5, 0.5 * (corpus.peak(key) - 1))


def _is_central(key: str, cues: Mapping[str, int], corpus: Corpus) -> bool:
    """Tell whether some document is about a plain noun, as a plug-in system is about plug-ins."""
    return (
        key.isalpha()
        and (Cue.TITLE in cues or (corpus.is_small and not _CENTRAL_MARKS.isdisjoint(cues)))
        and corpus.peak(key) >= CENTRAL
        and corpus.nouns[key] * NOUN_SHARE * 2 >= corpus.documents[key]
        and _noun_uses(key, corpus) > 2 * corpus.verbs[key]
        and key not in _VAGUE
    )


def _is_explained(cues: Mapping[str, int], key: str) -> bool:
    """Tell whether somebody took the trouble to say what a phrase is."""
    if Cue.ACRONYM in cues or Cue.LAW in cues:
        return True
    heads = Cue.HEADING in cues or Cue.TITLE in cues
    if " " in key:
        if Cue.SPECIAL in cues and (cues[Cue.SPECIAL] > 1 or len(cues) > 1):
            return True
        marked = heads or Cue.COINED in cues or Cue.HEADWORD in cues
        is_long_name = Cue.NAME in cues and key.count(" ") > 2
        return Cue.GLOSSARY in cues or (marked and Cue.DEFINED in cues) or is_long_name
    return Cue.GLOSSARY in cues and (heads or cues[Cue.GLOSSARY] > 1 or Cue.DEFINED in cues)


def _is_nameable(key: str, corpus: Corpus) -> bool:
    if key in corpus.labels or not key.lstrip("=^"):
        return False
    lower = key.lstrip("=^").lower().split()
    return (
        bool(lower)
        and len(lower) <= 8
        and not all(
            word in FOLDED_STATUS or word in FUNCTION_WORDS or word.isdigit() for word in lower
        )
    )


def _is_word_term(key: str, cues: Mapping[str, int], corpus: Corpus, total: float) -> bool:
    """Ask more of a single word: most are no terms."""
    if has_cjk(key):
        return _is_cjk_term(key, cues, corpus)
    word = key.lstrip("=^").lower()
    explained = Cue.ACRONYM in cues or Cue.GLOSSARY in cues
    if word in corpus.name_parts and not explained:
        return False
    documents = corpus.documents
    if key.startswith("="):
        return explained or not _is_shouted(key, cues, corpus)
    if key.startswith("^"):
        is_repeated = documents[key] > 1 or corpus.peak(key) > 1 or len(cues) > 1
        return is_repeated and corpus.small(word) * 2 <= documents[key]
    if Cue.GLOSSARY in cues or cues.get(TAGGED, 0) > 1:
        return True
    return _is_common_noun_term(word, cues, corpus, total)


def _is_shouted(key: str, cues: Mapping[str, int], corpus: Corpus) -> bool:
    """Tell whether capitals stress a word, "OPTIONAL", or are a code that nobody explains."""
    word = key[1:]
    if not (word.isupper() and word.isalpha()) or Cue.CODE in cues:
        return False
    lower = word.lower()
    if corpus.small(lower) > corpus.documents[key]:
        return True
    if is_plain_word(lower) or lower in FOLDED_STATUS or lower in FOLDED_EVERYDAY:
        return corpus.small(lower) > 0 or corpus.documents[key] < 3
    is_once = corpus.documents[key] < 2 and corpus.peak(key) < 2
    return is_once and len(word) < LONG_CODE and set(cues) <= {Cue.SPECIAL.value}


def _is_code_term(key: str, cues: Mapping[str, int], corpus: Corpus) -> bool:
    """Tell whether a name in code is spoken of again and again."""
    documents = cues.get(Cue.CODE, 0)
    if not documents or (documents < CODE_DOCUMENTS and corpus.peak(key) < CODE_REPEATS):
        return False
    # "String" and "Error" are words of every program.
    return documents > CODE_DOCUMENTS or not (key.startswith("^") and is_plain(key))


def _is_common_noun_term(word: str, cues: Mapping[str, int], corpus: Corpus, total: float) -> bool:
    """A lower-case word has to be a noun, used in running text, and no everyday one."""
    if _is_central(word, cues, corpus):
        return True
    if not _is_noun(word, corpus) and Cue.DEFINED not in cues:
        return False
    in_prose = corpus.documents[word] - corpus.only_heads[word]
    defined = cues.get(Cue.DEFINED, 0) + cues.get(Cue.INTRODUCED, 0)
    if Cue.TITLE in cues or TAGGED in cues:
        return in_prose > 1 or defined > 0
    heads = sum(cues.get(cue, 0) for cue in _WORD_HEADS)
    if word in FOLDED_EVERYDAY:
        return heads > 0 and defined > 0 and in_prose > 2
    recurs = corpus.peak(word) > 2 and corpus.documents[word] > 1
    if Cue.COINED in cues or (defined and (heads or recurs or corpus.is_small)):
        return in_prose > 0
    if heads and corpus.peak(word) > 2 and _noun_uses(word, corpus) * 8 >= corpus.documents[word]:
        return in_prose > 0
    return _is_bursty(word, corpus) and total >= WORD_THRESHOLD


def _is_bursty(word: str, corpus: Corpus) -> bool:
    """Tell a word of a subject from a word of any text: some document is about it."""
    documents = corpus.documents[word]
    # A plural has no article; in much text, many words end a phrase by chance.
    by_tails = corpus.is_small and not word.endswith(_ADJECTIVE_ENDS)
    nouns = _noun_uses(word, corpus) if by_tails else corpus.nouns[word]
    is_noun = nouns * NOUN_SHARE >= documents
    is_wide = documents > 1 or (corpus.is_small and corpus.peak(word) >= 2 * BURST)
    return is_noun and is_wide and corpus.peak(word) >= BURST


def _is_phrase_term(key: str, cues: Mapping[str, int], corpus: Corpus) -> bool:
    words = key.split()
    if all(word in corpus.name_parts for word in words):
        return False
    if not cues.keys().isdisjoint((Cue.ACRONYM, Cue.GLOSSARY, Cue.LAW, TAGGED)):
        return True
    documents = corpus.documents.get(key, 1)
    in_prose = documents - corpus.only_heads[key]
    is_title = Cue.TITLE in cues and words[0] not in _NO_NAME_STARTS
    if words[-1] in MODIFIER_TAILS or not (in_prose or Cue.DEFINED in cues or is_title):
        return False
    if words[-1] in _DOCUMENT_WORDS and _OWN_MARKS.isdisjoint(cues):
        # "The actors proposal" speaks of a document, and documents are nodes already.
        return False
    is_fragment = _DIMENSION.match(words[-1]) and Cue.SPECIAL not in cues
    if is_fragment or words[0] in FUNCTION_WORDS:
        return False
    if Cue.TITLE in cues:
        return True
    if _is_clause(words, cues):
        return False
    if set(cues) <= _LOOSE and not _is_eponym(words, documents, corpus):
        return False
    is_short = len(words) <= MAX_OF_PHRASE
    if is_short and set(cues) <= _ONLY_NAMED and words[0] in _NO_NAME_STARTS and documents < 3:
        # "Multiple Open vSwitch": the capital is the sentence's.
        return False
    names = cues.get(Cue.NAME, 0) + cues.get(Cue.SPECIAL, 0) + cues.get(Cue.CAMEL, 0)
    if names and names * 6 >= documents:
        return names > 2 or not _is_composed(words, corpus)
    is_marked = not _MARKS.isdisjoint(cues)
    is_free = corpus.alone(key) * 3 > documents or corpus.stands_free(key)
    return is_free and _has_term_edges(words, corpus, is_marked=is_marked)


def _is_clause(words: Sequence[str], cues: Mapping[str, int]) -> bool:
    """Tell a piece of a sentence from a name: "heights of the tides in spring", "edit the page"."""
    marks = _WHOLE_MARKS if len(words) <= MAX_OF_NAME else _NAMES
    if len(words) > MAX_OF_PHRASE and marks.isdisjoint(cues) and _has_function_word(words):
        return True
    return Cue.NAME not in cues and (
        not _ARTICLES.isdisjoint(words) or any(map(_is_adverb, words[1:]))
    )


def _is_adverb(word: str) -> bool:
    return word.endswith("ly") and classify(word).case is Case.STOP


def _has_function_word(words: Sequence[str]) -> bool:
    return not FUNCTION_WORDS.isdisjoint(words)


def _is_composed(words: Sequence[str], corpus: Corpus) -> bool:
    """Tell whether a name only puts two well-known ones together: "Python API"."""
    documents, cues = corpus.documents, corpus.cues
    if Cue.SPECIAL in cues.get(" ".join(words), ()):
        return False
    return (
        not corpus.is_small
        and len(words) == 2
        and all(
            documents.get("=" + word.upper(), 0) > 2 or f"^{word}" in cues or _DIMENSION.match(word)
            for word in words
        )
    )


def _is_eponym(words: Sequence[str], documents: int, corpus: Corpus) -> bool:
    """Tell "Bloom filter" from "Gaussian method": its name is met with other nouns as well."""
    if words[-1] in VAGUE_HEADS:
        return False
    return documents * 4 >= corpus.documents.get("^" + words[0], 0)


def _has_term_edges(words: Sequence[str], corpus: Corpus, *, is_marked: bool = False) -> bool:
    """Tell whether a lower-case phrase begins and ends as a noun phrase does.

    What a writer marked as a whole is believed to be one unless the corpus says otherwise.
    """
    first, last = words[0], words[-1]
    key = " ".join(words)
    if first in FOLDED_VERBS or first in FUNCTION_WORDS or first in ORDER_WORDS:
        return False
    if first in _BAD_STARTS and not (is_marked or _is_steady(key, corpus)):
        return False
    if last in FOLDED_VERBS or last in FUNCTION_WORDS:
        return False
    if last in PLAIN_ADJECTIVES and not corpus.nouns[last]:
        return False
    if last.isdigit() or first.isdigit() or len(last) < 2 or last in MODIFIER_TAILS:
        return False
    if _DIMENSION.match(last):
        return False
    # No verb takes the same object, and no object the same verb, again and again.
    is_fixed = " " in key and corpus.peak(key) >= STEADY
    is_noun = _is_noun(last, corpus, is_marked=is_marked)
    may_be_noun = is_fixed and _noun_uses(last, corpus) >= corpus.verbs[last]
    if last.endswith("ed") or not (is_noun or (may_be_noun and _noun_uses(last, corpus))):
        return False
    if corpus.modifiers[key] * 2 > corpus.documents[key] and not is_fixed:
        return False
    return (
        is_fixed
        or first.endswith("ed")
        or _is_rarely_verb(first, corpus)
        or corpus.verbs[first] <= _noun_uses(first, corpus)
    )


def _is_steady(key: str, corpus: Corpus) -> bool:
    """Tell a compound, "long exposure", from an adjective that stands before a noun by chance."""
    is_wide = corpus.documents.get(key, 1) >= STEADY_DOCUMENTS
    return is_wide or corpus.peak(key) >= STEADY


def _noun_uses(word: str, corpus: Corpus) -> float:
    return corpus.nouns[word] + corpus.tails[word] / 2


def _is_rarely_verb(word: str, corpus: Corpus) -> bool:
    """Tell whether too few documents use a word as a verb to believe them.

    A preposition looks like an infinitive's "to", and an article may follow any noun.
    """
    return corpus.verbs[word] * VERB_SHARE <= corpus.documents[word]


def _is_noun(word: str, corpus: Corpus, *, is_marked: bool = False) -> bool:
    """Tell whether the corpus uses a word as a noun more often than as a verb."""
    nouns = _noun_uses(word, corpus)
    # An adjective ends a phrase by chance; the more text there is, the more often.
    if not corpus.is_small and nouns * TAIL_SHARE < corpus.documents[word]:
        return False
    if is_marked:
        nouns += 0.5
    if nouns > corpus.verbs[word] or f"={word.upper()}" in corpus.documents:
        return True
    return nouns > 0 and _is_rarely_verb(word, corpus)


def _is_cjk_term(key: str, cues: Mapping[str, int], corpus: Corpus) -> bool:
    if key in corpus.name_parts:
        return False
    if not cues.keys().isdisjoint((Cue.ACRONYM, Cue.GLOSSARY, Cue.TITLE, Cue.DEFINED)):
        return True
    # Two characters are as often a plain word as a term.
    if len(key) == 2 and cues.keys().isdisjoint((Cue.HEADWORD, Cue.STRONG, Cue.QUOTED)):
        heads = Cue.HEADING in cues and corpus.peak(key) > 1
        return heads or (corpus.documents[key] > 1 and corpus.peak(key) > 2)
    return True


# recurrence --------------------------------------------------------------------------------------


def _recurring(corpus: Corpus) -> list[str]:
    """Return the phrases that recur enough to be terms without any cue."""
    scale = math.log2(max(1.0, corpus.size / LARGE_CORPUS))
    found = []
    for key, count in corpus.documents.items():
        if count < 2 and corpus.peak(key) < (2 if corpus.is_small else STEADY_DOCUMENTS):
            continue
        # A phrase with a weak cue may still recur enough; of a single word, cues are the test.
        if key[0] in "=^~" or (key in corpus.cues and " " not in key):
            continue
        score = _recurrence(key, corpus) - scale
        if score >= _recurrence_threshold(key, corpus) and _may_recur(key, score, corpus):
            found.append(key)
    return sorted(found)


def _recurrence_threshold(key: str, corpus: Corpus) -> float:
    if " " in key:
        return SMALL_PHRASE_THRESHOLD if corpus.is_small else PHRASE_THRESHOLD
    return WORD_THRESHOLD if key.isascii() else THRESHOLD


def _may_recur(key: str, score: float, corpus: Corpus) -> bool:
    if not is_candidate(key, corpus) or (is_plain(key) and not _is_compound(key, corpus)):
        return False
    if _is_boilerplate(key, corpus.cues.get(key, {}), corpus):
        return False
    if has_cjk(key):
        return len(key) > 2 and corpus.alone(key) * 4 > corpus.documents[key]
    words = key.split()
    if any(word in corpus.name_parts for word in words) or words[-1] in _DOCUMENT_WORDS:
        return False
    if len(words) > MAX_OF_PHRASE and _has_function_word(words):
        return False
    if len(words) == 1:
        is_common = key in FOLDED_EVERYDAY
        return not is_common and _is_bursty(key, corpus) and _has_term_edges(words, corpus)
    if words[-1] in VAGUE_HEADS and score < THRESHOLD + 1:
        return False
    if words[-1] in FOLDED_PLAIN and not corpus.is_small and score < THRESHOLD:
        return False
    # A new name for an abbreviation with a word before it: "vanilla NeRF".
    if f"={words[-1].upper()}" in corpus.documents and score < THRESHOLD + 0.5:
        return False
    is_free = corpus.alone(key) * 2 >= corpus.documents[key] or corpus.stands_free(key)
    return is_free and _has_term_edges(words, corpus)


def _is_compound(key: str, corpus: Corpus) -> bool:
    """Tell whether plain words stand together so often that they name a thing: "key exchange"."""
    if " " not in key:
        return False
    peak = corpus.peak(key)
    is_wide = corpus.documents[key] >= STEADY_DOCUMENTS and peak >= PLAIN_SPREAD
    return peak >= PLAIN_PEAK or is_wide


def named_key(value: str) -> str:
    """Return the key of a value of the front matter."""
    text = value.strip()
    if text[:1] == "#":
        text = text[1:]
    # A tag is a path or a slug: its words are joined by marks.
    return whole_key(re.sub(r"[_/]+", " ", text))
