"""What a term is called, what it is, and which sentence says so best."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tesserae.extract.extraction import Cue
from tesserae.extract.kinds import head_type
from tesserae.extract.phrases import whole_key
from tesserae.extract.shapes import IDENTIFIER
from tesserae.extract.words import singular
from tesserae.graph.canonical import Verdicts
from tesserae.graph.corpus import NAMED, TAGGED, Corpus
from tesserae.graph.inputs import DocumentInput, parse_node_type
from tesserae.graph.term import Place, Term
from tesserae.graph.terms import named_key
from tesserae.model.ontology import PAGE_TYPES, TYPE_RANK, NodeType

MAX_ALIASES = 12
HINT_SHARE = 0.75
"""Weight of the hints per document below which they are chance."""
MIN_DEFINITION = 1.0
"""The rank from which on a sentence that defines beats one that merely mentions."""
CODE_TIMES = 3
MIN_CODE_DOCUMENTS = 8
"""Documents in which a word spelled as code has to stand to be a thing of its own."""

_WRITTEN_CUES = frozenset((NAMED, Cue.GLOSSARY, Cue.ACRONYM, Cue.TITLE, Cue.DEFINED))
_MARKED_CUES = frozenset(
    (
        NAMED, TAGGED, Cue.GLOSSARY, Cue.ACRONYM, Cue.TITLE, Cue.STRONG, Cue.HEADWORD, Cue.NAME,
        Cue.COINED, Cue.LAW, Cue.QUOTED, Cue.HEADING, Cue.EMPHASIS,
    )
)  # fmt: skip
_CODE_CUES = frozenset((Cue.CODE, Cue.STRONG, Cue.HEADWORD, Cue.CELL))
_PLURAL_ACRONYM = re.compile(r".*[A-Z][A-Z0-9]s$|[A-Z]{2,}s$")
_NO_SENTENCE = (10_000, -1, -1)


@dataclass(frozen=True, slots=True)
class TermNamer:
    """Names, types and describes terms; a person's verdicts and settings come first."""

    corpus: Corpus
    documents: Sequence[DocumentInput]
    verdicts: Verdicts
    settings: Mapping[str, str] = field(default_factory=dict)

    def is_code(self, term: Term) -> bool:
        """Tell whether a term is the name of an option or a variable that code spells."""
        cues = self._cues(term)
        if not cues.isdisjoint(_WRITTEN_CUES) or cues.isdisjoint(_CODE_CUES):
            return False
        if term.documents >= MIN_CODE_DOCUMENTS or self._is_discussed(term):
            return False
        return all(IDENTIFIER.match(surface) for surface in term.spellings())

    def is_clause(self, term: Term) -> bool:
        """Tell whether a term only looks like one: "plugins return" and "a plugin returns".

        A noun before another one is in the singular, and a verb agrees with its subject.
        """
        if not self._cues(term).isdisjoint(_MARKED_CUES):
            return False
        pairs = [spelling.lower().split()[-2:] for spelling in term.spellings()]
        forms = {(_is_plural(pair[0]), _is_plural(pair[1])) for pair in pairs if len(pair) == 2}
        return (True, False) in forms and (False, False) not in forms and (True, True) not in forms

    def _is_discussed(self, term: Term) -> bool:
        """Tell whether a text comes back to a name in code again and again."""
        return any(
            Cue.CODE in self.corpus.cues.get(key, ())
            and (self.corpus.peak(key) >= CODE_TIMES or self.corpus.documents[key] > 2)
            for key in term.keys
        )

    def _cues(self, term: Term) -> set[str]:
        return {cue for key in term.keys for cue in self.corpus.cues.get(key, ())}

    def name(self, term: Term) -> str:
        """Return the name to show."""
        for wanted, name in sorted(self.verdicts.names.items()):
            if whole_key(wanted) in term.keys:
                return name
        for group in self.verdicts.same:
            if whole_key(group[0]) in term.keys:
                return group[0]
        for name in sorted(self.settings):
            if named_key(name) in term.keys:
                return name
        documents = self.corpus.documents
        for key in sorted(term.surfaces, key=lambda key: (-documents[key], -len(key), key)):
            if surface := best_surface(term.surfaces[key]):
                return surface
        given = Counter(naming.value for naming in term.named)
        return best_surface(given) or term.key.lstrip("=^")

    def aliases(self, term: Term, name: str) -> list[str]:
        """Return the other spellings, the most frequent first, each once whatever its case."""
        counts: Counter[str] = Counter(naming.value for naming in term.named)
        for votes in term.surfaces.values():
            for surface, count in votes.items():
                counts[surface.lstrip("~")] += count
        by_letters: dict[str, str] = {}
        for surface in sorted(counts, key=lambda text: (-counts[text], text)):
            by_letters.setdefault(surface.lower(), surface)
        by_letters.pop(name.lower(), None)
        return list(by_letters.values())[:MAX_ALIASES]

    def type(self, term: Term, name: str) -> NodeType:
        """Return the type with the most evidence; ties go by the order of the ontology."""
        for wanted, given in sorted({**self.settings, **self.verdicts.types}.items()):
            type_ = parse_node_type(given)
            if type_ in PAGE_TYPES and whole_key(wanted) in term.keys:
                return type_
        votes: dict[NodeType, float] = defaultdict(float, term.types)
        least = HINT_SHARE * max(1, term.documents)
        for hint, vote in term.hints.items():
            if vote >= least:
                votes[NodeType(hint)] += vote
        guesses = [guess for key in term.keys if (guess := head_type(key)) is not None]
        if guesses:
            votes[guesses[0]] += 2
        cues = self._cues(term)
        if cues - {TAGGED}:
            is_special = any(map(str.isupper, name[1:])) or Cue.SPECIAL in cues
            votes[NodeType.TECHNICAL_TERM if is_special else NodeType.CONCEPT] += 1.5
        if not votes:
            return NodeType.CONCEPT
        return min(votes, key=lambda type_: (-votes[type_], TYPE_RANK[type_]))

    def sentence(self, term: Term, places: Sequence[Place]) -> tuple[int, int]:
        """Return the document and the number of the sentence to describe it by, or (-1, -1).

        A definition, else the sentence that has the term nearest to its start.
        """
        if term.best is not None and term.best.rank[0] >= MIN_DEFINITION:
            return term.best.document, term.best.sentence
        spellings = [spelling.lower() for spelling in term.spellings()]
        best = _NO_SENTENCE
        for document, _, sentence in places:
            text = self.documents[document].extraction.sentence_span(sentence)[2]
            best = min(best, (_distance(text, spellings), document, sentence))
        return (best[1], best[2]) if best[0] < _NO_SENTENCE[0] else (-1, -1)


def _distance(text: str, spellings: Sequence[str]) -> int:
    """Return how far a term stands from the start of a sentence; more where it is no prose."""
    if not 40 <= len(text) <= 400 and (text.isascii() or len(text) < 12):
        return _NO_SENTENCE[0]
    lower = text.lower()
    at = min((place for form in spellings if (place := lower.find(form)) >= 0), default=500)
    # A sentence with a stop is prose, not a heading or a cell.
    return at if text[-1] in ".。!?:" else at + 300


def _is_plural(word: str) -> bool:
    return word.isalpha() and word.endswith("s") and singular(word) == word[:-1]


def is_camel(text: str) -> bool:
    """Tell whether a word hides several: "GaussianSplatting"."""
    return " " not in text and "-" not in text and sum(map(str.isupper, text)) > 1


def best_surface(votes: Mapping[str, int]) -> str:
    """Return the spelling to show: the most frequent of those whose case is meant."""
    sure = {surface: count for surface, count in votes.items() if surface[:1] != "~"}
    some = sure or {surface.lstrip("~"): count for surface, count in votes.items()}
    if not some:
        return ""
    for text in [text for text in some if _PLURAL_ACRONYM.match(text)]:
        some[text[:-1]] = some.get(text[:-1], 0) + some.pop(text)
    # "GaussianSplatting" gives way where somebody also writes it with a space.
    spaced_out = {text: count for text, count in some.items() if " " in text or "-" in text}
    joined = sum(count for text, count in some.items() if is_camel(text))
    if joined and sum(spaced_out.values()) * 3 >= joined:
        some = spaced_out
    best = min(some, key=lambda text: (-some[text], len(text), text[:1].isupper(), text))
    spaced = best.replace("-", " ")
    if best.islower() and spaced in some and some[spaced] * 4 >= some[best]:
        best = spaced
    single = best[:-1]
    if best.endswith("s") and some.get(single, 0) * 4 >= some[best]:
        return single
    return best
