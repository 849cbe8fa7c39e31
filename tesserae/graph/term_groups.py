"""Chosen keys become terms, and the documents are read for where each term stands."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from tesserae.extract.extraction import Cue, Extraction, FactRole
from tesserae.extract.phrases import whole_key
from tesserae.graph.canonical import Verdicts, group_keys, squash
from tesserae.graph.corpus import NAMED, TAGGED, Corpus
from tesserae.graph.inputs import DocumentInput
from tesserae.graph.term import MAX_PLACES, Definition, Naming, Place, Term
from tesserae.graph.terms import NAMED_ROLES, choose_terms, named_key
from tesserae.model.ontology import NodeType

ROLE_TYPES: dict[str, NodeType] = {
    FactRole.TAG: NodeType.RESEARCH_TOPIC,
    FactRole.TOPIC: NodeType.RESEARCH_TOPIC,
    FactRole.FAMILY: NodeType.APPROACH_FAMILY,
    FactRole.METHOD: NodeType.METHODOLOGICAL_CONCEPT,
    FactRole.DATASET: NodeType.DATASET,
    FactRole.METRIC: NodeType.METRIC,
    FactRole.BENCHMARK: NodeType.BENCHMARK,
    FactRole.MODEL: NodeType.MODEL,
    FactRole.TASK: NodeType.TASK,
    FactRole.FIELD: NodeType.RESEARCH_FIELD,
    FactRole.ENTITY: NodeType.TECHNICAL_TERM,
}
"""What a key of the front matter says its values are."""
FACT_WEIGHT = 5.0
TAG_WEIGHT = 0.5
MIN_SENTENCE = 30
MAX_SENTENCE = 320


Mention = tuple[Term, int, int]
"""A term in one document: how often it stands there, and in which sentence first."""


class TermIndex:
    """The terms of a corpus by every key, and the terms of every document."""

    def __init__(
        self, documents: Sequence[DocumentInput], corpus: Corpus, verdicts: Verdicts
    ) -> None:
        self.documents = documents
        self.corpus = corpus
        self.terms: dict[str, Term] = {}
        self.lookup: dict[str, Term] = {}
        self.mentions: list[list[Mention]] = []
        """For each document, once they are read."""
        self._unspaced: list[Term] = []
        self._group(choose_terms(corpus), verdicts)

    def read(self) -> None:
        """Find the terms in the documents, which may hold no other phrases than these."""
        self._unspaced = [term for term in self.terms.values() if not term.key.isascii()]
        for number, doc in enumerate(self.documents):
            self._read(number, doc.extraction)
        self._read_facts()

    # grouping --------------------------------------------------------------------------------

    def _group(self, chosen: Mapping[str, float], verdicts: Verdicts) -> None:
        corpus = self.corpus
        pairs = self._pairs(chosen)
        keys = self._with_variants(chosen)
        keys |= {key for short, long, _ in pairs for key in (short, long)}
        keys |= {whole_key(name) for group in verdicts.same for name in group}
        counts = {key: corpus.written(key) for key in keys}
        groups = group_keys(keys, counts, pairs, verdicts, corpus.name_parts, corpus.heavy)
        keys |= {key for key in corpus.heavy if groups.has(key)}
        rejected = {whole_key(name) for name in verdicts.not_a_thing}
        members: dict[str, list[str]] = defaultdict(list)
        for key in sorted(keys):
            members[groups.find(key)].append(key)
        for root, some in members.items():
            score = max(chosen.get(key, 0.0) for key in some)
            if score and rejected.isdisjoint(some) and corpus.labels.keys().isdisjoint(some):
                term = self.terms[root] = Term(root, some, score)
                self.lookup.update(dict.fromkeys(some, term))

    def _pairs(self, chosen: Mapping[str, float]) -> list[tuple[str, str, int]]:
        """Return (short form, long form, documents that say so) where one of them is chosen."""
        counts: Counter[tuple[str, str]] = Counter()
        for doc in self.documents:
            keys = doc.extraction.keys
            found = {(keys[short], keys[long]) for short, long, _ in doc.extraction.acronyms}
            found.update((alias, title) for title, alias in _aliases(doc.extraction))
            counts.update(found)
        return [
            (short, long, count)
            for (short, long), count in sorted(counts.items())
            if short in chosen or long in chosen
        ]

    def _with_variants(self, chosen: Mapping[str, float]) -> set[str]:
        """Add the spellings that were not chosen by themselves but have a chosen one's letters."""
        letters = {squash(key) for key in chosen}
        documents = self.corpus.documents
        found = set(chosen)
        found.update(key for key in self.corpus.cues if squash(key) in letters)
        found.update(plain for plain in letters if plain in documents)
        found.update(key for plain in letters if (key := "^" + plain) in documents)
        return found

    # reading ---------------------------------------------------------------------------------

    def _read(self, number: int, extraction: Extraction) -> None:
        """Find the terms of a document by its phrases; one pass, since it sees every phrase."""
        get = self.lookup.get
        keys, surfaces, firsts = extraction.keys, extraction.surfaces, extraction.firsts
        times_of = dict(extraction.repeats).get
        found: dict[str, Mention] = {}
        for index, term in enumerate(map(get, keys)):
            if term is None:
                continue
            root, times, sentence = term.key, times_of(index, 1), firsts[index]
            if root in found:
                _, more, other_sentence = found[root]
                times, sentence = times + more, min(sentence, other_sentence)
            found[root] = (term, times, sentence)
            if term.documents < MAX_PLACES:
                key = keys[index]
                term.note(key, surfaces[index] or key.lstrip("=^"))
        for index, surface in extraction.others:
            other = get(keys[index])
            if other is not None and other.documents < MAX_PLACES:
                other.note(keys[index], surface)
        if extraction.runs:
            self._read_runs(extraction, found)
        self._read_uses(number, extraction, found)
        self._close(number, found)

    def _close(self, number: int, found: Mapping[str, Mention]) -> None:
        mentions = list(found.values())
        for term, times, sentence in mentions:
            if term.documents < MAX_PLACES:
                term.places.append(Place(number, times, sentence))
            term.documents += 1
        self.mentions.append(mentions)

    def _read_runs(self, extraction: Extraction, found: dict[str, Mention]) -> None:
        """Find the terms that no space sets apart."""
        for term in self._unspaced:
            if term.key in found:
                continue
            for key in term.keys:
                if not key.isascii() and key in extraction.runs:
                    sentence = next(
                        (at for at, text in enumerate(extraction.sentences) if key in text), 0
                    )
                    found[term.key] = (term, extraction.runs.count(key), sentence)
                    break

    def _read_uses(self, number: int, extraction: Extraction, found: Mapping[str, Mention]) -> None:
        get, keys = self.lookup.get, extraction.keys
        for phrase, type_, weight in extraction.hints:
            term = get(keys[phrase])
            if term is not None:
                term.hints[type_] += weight
        for phrase, sentence, quality in extraction.definitions:
            term = get(keys[phrase])
            if term is not None:
                text = extraction.sentences[sentence]
                times = found[term.key][1] if term.key in found else 0
                rank = (quality + _length_bonus(text), times, -number, -sentence)
                if term.best is None or rank > term.best.rank:
                    term.best = Definition(rank, number, sentence)

    def _read_facts(self) -> None:
        for number, doc in enumerate(self.documents):
            seen: set[str] = set()
            for fact in doc.extraction.facts:
                type_ = ROLE_TYPES.get(fact.role)
                term = self.lookup.get(named_key(fact.value)) if type_ else None
                if type_ is not None and term is not None:
                    term.types[type_] += TAG_WEIGHT if fact.role == FactRole.TAG else FACT_WEIGHT
                    term.named.append(Naming(number, fact.role, fact.value, fact.line))
                    seen.add(term.key)
            if seen:
                seen.difference_update([term.key for term, _, _ in self.mentions[number]])
            for key in seen:
                self.terms[key].only_named += 1


def _length_bonus(text: str) -> float:
    """Prefer a sentence that says something and is no paragraph."""
    if MIN_SENTENCE <= len(text) <= MAX_SENTENCE or (len(text) >= 8 and not text.isascii()):
        return 0.5
    return -1.5


def named_terms(documents: Sequence[DocumentInput]) -> list[tuple[str, str]]:
    """Return (cue, key) for each value of the front matter that names a thing."""
    found: list[tuple[str, str]] = []
    for doc in documents:
        keys: dict[str, str] = {}
        for fact in doc.extraction.facts:
            if fact.role in NAMED_ROLES:
                keys[named_key(fact.value)] = NAMED
            elif fact.role == FactRole.TAG:
                keys.setdefault(named_key(fact.value), TAGGED)
        keys.update((title, NAMED) for title, _ in _aliases(doc.extraction))
        found += [(cue, key) for key, cue in keys.items()]
    return found


def _aliases(extraction: Extraction) -> list[tuple[str, str]]:
    """Return (title, alias) of a document that is a note about one thing with several names."""
    aliases = [fact.value for fact in extraction.facts if fact.role == FactRole.ALIAS]
    if not aliases:
        return []
    titles = [extraction.keys[phrase] for cue, phrase, _ in extraction.cues if cue == Cue.TITLE]
    return [
        (titles[0], key)
        for alias in aliases
        if titles and (key := named_key(alias)) and not key[-1].isdigit()
    ]
