"""Chosen terms as nodes: their names, types, descriptions, and the documents that mention them."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tesserae.extract.cues import head_type
from tesserae.extract.extraction import Cue, Extraction, FactRole
from tesserae.extract.phrases import IDENTIFIER, whole_key
from tesserae.graph import terms
from tesserae.graph.builder import MAX_NODE_EVIDENCE, GraphBuilder, excerpt
from tesserae.graph.canonical import Groups, Verdicts, group_keys, squash
from tesserae.graph.documents import evidence_at
from tesserae.graph.inputs import DocumentInput, parse_node_type
from tesserae.graph.corpus import NAMED, TAGGED, Corpus
from tesserae.model.ids import NodeId
from tesserae.model.ontology import PAGE_TYPES, TYPE_RANK, EdgeType, NodeType

CHARS_PER_MENTION = 200
MIN_MENTIONS = 24
MAX_PLACES = 32
"""Documents in which a term's spellings and examples are looked at."""
MAX_ALIASES = 8
MIN_DEFINITION = 1.0
MIN_CODE_DOCUMENTS = 8
"""Documents in which a word spelled as code has to stand to be a thing of its own."""

_WRITTEN_CUES = frozenset((NAMED, Cue.GLOSSARY, Cue.ACRONYM, Cue.TITLE, Cue.DEFINED))
_CODE_CUES = frozenset((Cue.CODE, Cue.STRONG, Cue.HEADWORD, Cue.CELL))

_ROLE_TYPES: dict[str, NodeType] = {
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
_ROLE_EDGES: dict[str, EdgeType] = {
    FactRole.TAG: EdgeType.DISCUSSES,
    FactRole.TOPIC: EdgeType.DISCUSSES,
    FactRole.FAMILY: EdgeType.BELONGS_TO_APPROACH_FAMILY,
    FactRole.METHOD: EdgeType.USES,
    FactRole.DATASET: EdgeType.USES_DATASET,
    FactRole.METRIC: EdgeType.USES_METRIC,
    FactRole.BENCHMARK: EdgeType.EVALUATED_ON,
    FactRole.MODEL: EdgeType.USES,
    FactRole.TASK: EdgeType.ADDRESSES,
    FactRole.FIELD: EdgeType.DISCUSSES,
    FactRole.ENTITY: EdgeType.DISCUSSES,
}
_CUE_EDGES: dict[str, EdgeType] = {
    Cue.TITLE: EdgeType.DOCUMENTS,
    Cue.INTRODUCED: EdgeType.INTRODUCES,
    Cue.HEADING: EdgeType.DISCUSSES,
}
_PLURAL_ACRONYM = re.compile(r".*[A-Z][A-Z0-9]s$|[A-Z]{2,}s$")
_FACT_WEIGHT = 5.0
HINT_SHARE = 0.75
"""Weight of the hints per document below which they are chance."""


class Mention(NamedTuple):
    """A term in one document."""

    document: int
    times: int
    sentence: int
    """The first one."""


@dataclass(slots=True)
class Term:
    """One thing with all its spellings."""

    key: str
    """The representative of its keys."""
    keys: list[str]
    score: float
    surfaces: dict[str, Counter[str]] = field(default_factory=dict)
    """For each key, its spellings in the documents."""
    types: dict[NodeType, float] = field(default_factory=lambda: defaultdict(float))
    """What front matter says it is."""
    hints: Counter[str] = field(default_factory=Counter)
    """What the words around it say it is, by the names of node types."""
    documents: int = 0
    """How many documents mention it."""
    places: list[Mention] = field(default_factory=list)
    """The first few of them."""
    best: tuple[tuple[float, ...], int, int] | None = None
    """The rank, document and sentence of its best definition."""
    named: list[tuple[int, str, str, int]] = field(default_factory=list)
    """(document, role, value, line) of the front matter that names it."""
    node: NodeId | None = None


class TermMerger:
    """Chooses the terms of a corpus and adds them to the graph."""

    def __init__(
        self,
        builder: GraphBuilder,
        documents: Sequence[DocumentInput],
        corpus: Corpus,
        verdicts: Verdicts,
        settings: Mapping[str, str],
    ) -> None:
        self.builder = builder
        self.documents = documents
        self.corpus = corpus
        self.verdicts = verdicts
        self.settings = settings
        self.terms: dict[str, Term] = {}
        self.lookup: dict[str, Term] = {}
        """Every key of every term."""
        self.mentions: list[list[tuple[Term, Mention]]] = []
        """For each document."""
        self._unspaced: list[Term] = []
        """Those with ideographs."""

    def run(self) -> None:
        """Choose, name, type and describe the terms, then link them to the documents."""
        chosen = terms.choose_terms(self.corpus)
        self._group(chosen)
        self._unspaced = [term for term in self.terms.values() if not term.key.isascii()]
        for number, doc in enumerate(self.documents):
            self._read(number, doc.extraction)
        self._read_facts()
        for key in sorted(self.terms):
            self._add_node(self.terms[key])
        weights = {
            term.key: math.log(1 + len(self.documents) / term.documents)
            for term in self.terms.values()
            if term.documents
        }
        for doc, mentions in zip(self.documents, self.mentions, strict=True):
            self._mention_edges(doc, mentions, weights)
            self._cue_edges(doc)
        self._fact_edges()

    # choosing --------------------------------------------------------------------------------

    def _group(self, chosen: Mapping[str, float]) -> None:
        pairs = self._pairs(chosen)
        keys = self._with_variants(chosen)
        keys |= {key for short, long, _ in pairs for key in (short, long)}
        keys |= {whole_key(name) for group in self.verdicts.same for name in group}
        corpus = self.corpus
        counts = {
            key: corpus.small(key) if key[:1] not in "=^" and " " not in key else corpus.documents[key]
            for key in keys
        }
        groups = group_keys(keys, counts, pairs, self.verdicts, corpus.name_parts)
        rejected = {whole_key(name) for name in self.verdicts.not_a_thing}
        members: dict[str, list[str]] = defaultdict(list)
        for key in sorted(keys):
            members[groups.find(key)].append(key)
        for root, some in members.items():
            score = max(chosen.get(key, 0.0) for key in some)
            if score and not any(key in self.corpus.labels for key in some):
                if rejected.isdisjoint(some):
                    self._add_term(Term(root, some, score))

    def _add_term(self, term: Term) -> None:
        self.terms[term.key] = term
        for key in term.keys:
            self.lookup[key] = term

    def _pairs(self, chosen: Mapping[str, float]) -> list[tuple[str, str, int]]:
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
        found = set(chosen)
        found.update(key for key in self.corpus.cues if squash(key) in letters)
        documents = self.corpus.documents
        for plain in letters:
            for key in (plain, "^" + plain):
                if key in documents:
                    found.add(key)
        return found

    # reading the documents -------------------------------------------------------------------

    def _read(self, number: int, extraction: Extraction) -> None:
        lookup = self.lookup
        keys, surfaces, firsts = extraction.keys, extraction.surfaces, extraction.firsts
        repeats = dict(extraction.repeats)
        found: dict[str, Mention] = {}
        for index in [index for index, key in enumerate(keys) if key in lookup]:
            key = keys[index]
            term = lookup[key]
            known = found.get(term.key)
            count, sentence = repeats.get(index, 1), firsts[index]
            if known is not None:
                count, sentence = count + known.times, min(sentence, known.sentence)
            found[term.key] = Mention(number, count, sentence)
            if len(term.places) < MAX_PLACES:
                votes = term.surfaces.get(key)
                if votes is None:
                    votes = term.surfaces[key] = Counter()
                votes[surfaces[index] or key.lstrip("=^")] += 1
        if extraction.runs:
            self._read_runs(number, extraction, found)
        mentions = [(self.terms[key], mention) for key, mention in found.items()]
        self.mentions.append(mentions)
        for term, mention in mentions:
            term.documents += 1
            if term.documents <= MAX_PLACES:
                term.places.append(mention)
        for phrase, type_, weight in extraction.hints:
            if hinted := lookup.get(keys[phrase]):
                hinted.hints[type_] += weight
        for phrase, sentence, quality in extraction.definitions:
            if defined := lookup.get(keys[phrase]):
                mention = found.get(defined.key) or Mention(number, 0, sentence)
                self._definition(defined, mention, sentence, quality)

    def _read_runs(
        self, number: int, extraction: Extraction, found: dict[str, Mention]
    ) -> None:
        """Find the terms that no space sets apart."""
        for term in self._unspaced:
            if term.key in found:
                continue
            for key in term.keys:
                if not key.isascii() and key in extraction.runs:
                    sentence = next(
                        (at for at, text in enumerate(extraction.sentences) if key in text), 0
                    )
                    found[term.key] = Mention(number, extraction.runs.count(key), sentence)
                    break

    def _definition(self, term: Term, mention: Mention, sentence: int, quality: int) -> None:
        number = mention.document
        text = self.documents[number].extraction.sentences[sentence]
        is_good_length = 30 <= len(text) <= 320 or (8 <= len(text) and not text.isascii())
        rank = (
            quality + (0.5 if is_good_length else -1.5),
            float(mention.times),
            -float(number),
            -float(sentence),
        )
        if term.best is None or rank > term.best[0]:
            term.best = (rank, number, sentence)

    def _read_facts(self) -> None:
        for number, doc in enumerate(self.documents):
            for fact in doc.extraction.facts:
                type_ = _ROLE_TYPES.get(fact.role)
                if type_ is None:
                    continue
                term = self.lookup.get(terms.named_key(fact.value))
                if term is not None:
                    term.types[type_] += 0.5 if fact.role == FactRole.TAG else _FACT_WEIGHT
                    term.named.append((number, fact.role, fact.value, fact.line))

    # nodes -----------------------------------------------------------------------------------

    def _add_node(self, term: Term) -> None:
        if not (term.documents or term.named) or self._is_code(term):
            return
        name = self._name(term)
        type_ = self._type(term, name)
        node = self.builder.node(type_, term.key, name)
        term.node = node.id
        node.aliases.update(self._aliases(term, name))
        in_heads = len({row[0] for row in term.named})
        node.metadata["document_count"] = max(term.documents, in_heads)
        self._describe(term)

    def _is_code(self, term: Term) -> bool:
        """Tell whether a term is the name of an option or a variable that code spells."""
        cues = {cue for key in term.keys for cue in self.corpus.cues.get(key, {})}
        if not cues.isdisjoint(_WRITTEN_CUES) or cues.isdisjoint(_CODE_CUES):
            return False
        if term.documents >= MIN_CODE_DOCUMENTS:
            return False
        return all(
            IDENTIFIER.match(surface.lstrip("~"))
            for votes in term.surfaces.values()
            for surface in votes
        )

    def _name(self, term: Term) -> str:
        for wanted, name in sorted(self.verdicts.names.items()):
            if whole_key(wanted) in term.keys:
                return name
        for group in self.verdicts.same:
            if whole_key(group[0]) in term.keys:
                return group[0]
        for name in sorted(self.settings):
            if terms.named_key(name) in term.keys:
                return name
        ranked = sorted(
            term.surfaces,
            key=lambda key: (-self.corpus.documents[key], -len(key), key),
        )
        shown = [surface for key in ranked if (surface := best_surface(term.surfaces[key]))]
        if shown:
            return shown[0]
        return best_surface(Counter(value for _, _, value, _ in term.named)) or term.key.lstrip("=^")

    def _aliases(self, term: Term, name: str) -> list[str]:
        counts: Counter[str] = Counter()
        for votes in term.surfaces.values():
            for surface, count in votes.items():
                counts[surface.lstrip("~")] += count
        for _, _, value, _ in term.named:
            counts[value] += 1
        del counts[name]
        by_key: dict[str, str] = {}
        for surface in sorted(counts, key=lambda text: (-counts[text], text)):
            by_key.setdefault(surface.lower(), surface)
        return [surface for surface in by_key.values() if surface.lower() != name.lower()][:MAX_ALIASES]

    def _type(self, term: Term, name: str) -> NodeType:
        for wanted, given in sorted({**self.settings, **self.verdicts.types}.items()):
            type_ = parse_node_type(given)
            if type_ in PAGE_TYPES and whole_key(wanted) in term.keys:
                return type_
        least = HINT_SHARE * max(1, term.documents)
        votes = defaultdict(float, term.types)
        for hint, vote in term.hints.items():
            if vote >= least:
                votes[NodeType(hint)] += vote
        for key in term.keys:
            if (guess := head_type(key)) is not None:
                votes[guess] += 2
                break
        cues = {cue for key in term.keys for cue in self.corpus.cues.get(key, {})}
        if cues - {TAGGED}:
            is_special = any(char.isupper() for char in name[1:]) or Cue.SPECIAL in cues
            votes[NodeType.TECHNICAL_TERM if is_special else NodeType.CONCEPT] += 1.5
        if not votes:
            return NodeType.CONCEPT
        return min(votes, key=lambda type_: (-votes[type_], TYPE_RANK[type_]))

    def _describe(self, term: Term) -> None:
        """Give the node its definition, else the plainest sentence that mentions it."""
        assert term.node is not None
        node = self.builder.nodes[term.node]
        places = sorted(term.places, key=lambda place: (-place.times, place.document))
        if term.best is not None and term.best[0][0] >= MIN_DEFINITION:
            _, number, sentence = term.best
        else:
            number, sentence = self._plainest(term, places)
        shown = [(place.document, place.sentence) for place in places[:MAX_NODE_EVIDENCE]]
        if number >= 0:
            node.description = excerpt(self.documents[number].extraction.sentences[sentence])
            shown.insert(0, (number, sentence))
        for document, at in dict.fromkeys(shown):
            doc = self.documents[document]
            start, end, text = doc.extraction.sentence_span(at)
            node.add_evidence(evidence_at(doc, start, text, end_line=end))
        for document, role, value, line in term.named[:3]:
            node.add_evidence(evidence_at(self.documents[document], line, f"{role}: {value}"))

    def _plainest(self, term: Term, places: Sequence[Mention]) -> tuple[int, int]:
        spellings = [
            surface.lstrip("~").lower() for votes in term.surfaces.values() for surface in votes
        ]
        best = (10_000, -1, -1)
        for number, _, sentence in places:
            text = self.documents[number].extraction.sentence_span(sentence)[2]
            if not 40 <= len(text) <= 400 and (text.isascii() or len(text) < 12):
                continue
            lower = text.lower()
            at = min((place for form in spellings if (place := lower.find(form)) >= 0), default=500)
            # A sentence with a verb and a stop is prose, not a heading or a cell.
            at += 0 if text[-1] in ".。!?:" else 300
            if (at, number, sentence) < best:
                best = (at, number, sentence)
        return best[1], best[2]

    # edges -----------------------------------------------------------------------------------

    def _mention_edges(
        self,
        doc: DocumentInput,
        mentions: Sequence[tuple[Term, Mention]],
        weights: Mapping[str, float],
    ) -> None:
        """Link a document to the terms that it is most about."""
        ranked = [
            (-mention.times * weights[term.key], term.key, term.node, mention)
            for term, mention in mentions
            if term.node is not None
        ]
        limit = max(MIN_MENTIONS, doc.size // CHARS_PER_MENTION)
        if len(ranked) > limit:
            ranked.sort()
        extraction = doc.extraction
        for _, _, node, mention in ranked[:limit]:
            start, end, text = extraction.sentence_span(mention.sentence)
            place = evidence_at(doc, start, text, end_line=end)
            self.builder.edge(
                doc.source_id, EdgeType.MENTIONS, node, place, weight=float(mention.times)
            )

    def _cue_edges(self, doc: DocumentInput) -> None:
        extraction = doc.extraction
        for cue, phrase, sentence in extraction.cues:
            type_ = _CUE_EDGES.get(cue)
            term = self.lookup.get(extraction.keys[phrase]) if type_ else None
            if type_ is None or term is None or term.node is None:
                continue
            start, end, text = extraction.sentence_span(sentence)
            place = evidence_at(doc, start, text, end_line=end)
            self.builder.edge(doc.source_id, type_, term.node, place)
        for relation, left, right, sentence in extraction.relations:
            one = self.lookup.get(extraction.keys[left])
            other = self.lookup.get(extraction.keys[right])
            if one and other and one.node and other.node:
                start, end, text = extraction.sentence_span(sentence)
                place = evidence_at(doc, start, text, end_line=end)
                self.builder.edge(one.node, EdgeType(relation), other.node, place)

    def _fact_edges(self) -> None:
        for key in sorted(self.terms):
            term = self.terms[key]
            if term.node is None:
                continue
            for number, role, value, line in term.named:
                doc = self.documents[number]
                place = evidence_at(doc, line, f"{role}: {value}")
                if not self.builder.edge(doc.source_id, _ROLE_EDGES[role], term.node, place):
                    # The term has another type than this key says: it is at least mentioned.
                    self.builder.edge(doc.source_id, EdgeType.DISCUSSES, term.node, place)


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
    if spaced_out and any(is_camel(text) for text in some):
        some = spaced_out
    best = min(some, key=lambda text: (-some[text], len(text), text))
    spaced = best.replace("-", " ")
    if best.islower() and spaced in some and some[spaced] * 4 >= some[best]:
        best = spaced
    single = best[:-1]
    if best.endswith("s") and some.get(single, 0) * 4 >= some[best]:
        return single
    return best


def named_terms(documents: Sequence[DocumentInput]) -> list[tuple[str, str]]:
    """Return (cue, key) for each value of the front matter that names a thing."""
    found = []
    for doc in documents:
        keys: dict[str, str] = {}
        for fact in doc.extraction.facts:
            if fact.role in terms.NAMED_ROLES:
                keys[terms.named_key(fact.value)] = NAMED
            elif fact.role == FactRole.TAG:
                keys.setdefault(terms.named_key(fact.value), TAGGED)
        for title, _ in _aliases(doc.extraction):
            keys[title] = NAMED
        found += [(cue, key) for key, cue in keys.items()]
    return found


def _aliases(extraction: Extraction) -> list[tuple[str, str]]:
    """Return (title, alias) of a document that is a note about one thing with several names."""
    aliases = [fact.value for fact in extraction.facts if fact.role == FactRole.ALIAS]
    titles = [extraction.keys[phrase] for cue, phrase, _ in extraction.cues if cue == Cue.TITLE]
    return [
        (titles[0], key)
        for alias in aliases
        if titles and (key := terms.named_key(alias)) and not key[-1].isdigit()
    ]


__all__ = ["Groups", "Term", "TermMerger", "best_surface", "is_camel", "named_terms"]
