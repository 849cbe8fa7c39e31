"""Terms as nodes, and the documents that mention, define, introduce or use them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from tesserae.extract.extraction import FactRole
from tesserae.graph.builder import MAX_NODE_EVIDENCE, GraphBuilder, excerpt
from tesserae.graph.canonical import Verdicts
from tesserae.graph.documents import evidence_at
from tesserae.graph.inputs import DocumentInput
from tesserae.graph.term import CUE_EDGES, Term
from tesserae.graph.term_groups import Mention, TermIndex
from tesserae.graph.term_names import TermNamer
from tesserae.model.graph import Evidence
from tesserae.model.ontology import EdgeType

CHARS_PER_MENTION = 250
MIN_MENTIONS = 16
"""Terms that a short document is linked to; a longer one gets one for `CHARS_PER_MENTION`."""

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


class TermMerger:
    """Adds the terms of a corpus to the graph."""

    def __init__(self, builder: GraphBuilder, index: TermIndex, namer: TermNamer) -> None:
        self.builder = builder
        self.index = index
        self.namer = namer
        self.documents: Sequence[DocumentInput] = index.documents

    def run(self, verdicts: Verdicts) -> None:
        """Name, type and describe the terms, then link them to the documents."""
        for key in sorted(self.index.terms):
            self._add_node(self.index.terms[key], verdicts)
        size = len(self.documents)
        weights = {
            term.key: math.log(1 + size / term.documents)
            for term in self.index.terms.values()
            if term.documents
        }
        for doc, mentions in zip(self.documents, self.index.mentions, strict=True):
            quotes = _Quotes(doc)
            self._mention_edges(quotes, mentions, weights)
            self._cue_edges(quotes)
        self._fact_edges()

    # nodes -----------------------------------------------------------------------------------

    def _add_node(self, term: Term, verdicts: Verdicts) -> None:
        if (
            not (term.documents or term.named)
            or self.namer.is_code(term)
            or self.namer.is_clause(term)
        ):
            return
        name = self.namer.name(term)
        node = self.builder.node(self.namer.type(term, name), term.key, name)
        if node.id in verdicts.not_a_thing:
            del self.builder.nodes[node.id]
            return
        term.node = node.id
        node.aliases.update(self.namer.aliases(term, name))
        node.metadata["document_count"] = term.documents + term.only_named
        self._describe(term)

    def _describe(self, term: Term) -> None:
        """Give the node its description and its evidence, the description's sentence first."""
        assert term.node is not None
        node = self.builder.nodes[term.node]
        places = sorted(term.places, key=lambda place: (-place.times, place.document))
        shown = [(place.document, place.sentence) for place in places[:MAX_NODE_EVIDENCE]]
        document, sentence = self.namer.sentence(term, places)
        if document >= 0:
            shown.insert(0, (document, sentence))
            node.description = excerpt(self.documents[document].extraction.sentences[sentence])
        elif term.named:
            node.description = self._filed_under(term)
        for number, at in dict.fromkeys(shown):
            node.add_evidence(_Quotes(self.documents[number]).at(at))
        for naming in term.named[:3]:
            doc = self.documents[naming.document]
            node.add_evidence(evidence_at(doc, naming.line, f"{naming.role}: {naming.value}"))

    def _filed_under(self, term: Term) -> str:
        """Say which documents name a term that no sentence speaks of."""
        numbers = dict.fromkeys(naming.document for naming in term.named)
        titles = list(dict.fromkeys(self.documents[n].extraction.title for n in numbers))
        if len(titles) == 1:
            return excerpt(f"Named in the front matter of {titles[0]}.")
        return excerpt(
            f"Named in the front matter of {len(numbers)} documents, among them "
            f"{'; '.join(titles[:2])}."
        )

    # edges -----------------------------------------------------------------------------------

    def _mention_edges(
        self, quotes: _Quotes, mentions: Sequence[Mention], weights: Mapping[str, float]
    ) -> None:
        """Link a document to the terms that it is most about."""
        ranked = [
            (-times * weights[term.key], term.key, times, sentence, term.node)
            for term, times, sentence in mentions
            if term.node is not None
        ]
        limit = max(MIN_MENTIONS, quotes.doc.size // CHARS_PER_MENTION)
        if len(ranked) > limit:
            ranked.sort()
        source, edge = quotes.doc.source_id, self.builder.edge
        for _, _, times, sentence, node in ranked[:limit]:
            edge(source, EdgeType.MENTIONS, node, quotes.at(sentence), weight=float(times))

    def _cue_edges(self, quotes: _Quotes) -> None:
        extraction, lookup = quotes.doc.extraction, self.index.lookup
        for cue, phrase, sentence in extraction.cues:
            type_ = CUE_EDGES.get(cue)
            term = lookup.get(extraction.keys[phrase]) if type_ else None
            if type_ is not None and term is not None and term.node is not None:
                self.builder.edge(quotes.doc.source_id, type_, term.node, quotes.at(sentence))
        for relation, left, right, sentence in extraction.relations:
            one, other = lookup.get(extraction.keys[left]), lookup.get(extraction.keys[right])
            if one and other and one.node and other.node:
                place = quotes.at(sentence)
                self.builder.edge(one.node, EdgeType(relation), other.node, place)

    def _fact_edges(self) -> None:
        for key in sorted(self.index.terms):
            term = self.index.terms[key]
            for naming in term.named if term.node is not None else ():
                assert term.node is not None
                doc = self.documents[naming.document]
                place = evidence_at(doc, naming.line, f"{naming.role}: {naming.value}")
                type_ = _ROLE_EDGES[naming.role]
                if not self.builder.edge(doc.source_id, type_, term.node, place):
                    # The term has another type than this key says: it is at least discussed.
                    self.builder.edge(doc.source_id, EdgeType.DISCUSSES, term.node, place)


class _Quotes:
    """The sentences of one document as evidence, each made once."""

    def __init__(self, doc: DocumentInput) -> None:
        self.doc = doc
        self._made: dict[int, Evidence] = {}

    def at(self, sentence: int) -> Evidence:
        """Return the place of a sentence."""
        made = self._made.get(sentence)
        if made is None:
            start, end, text = self.doc.extraction.sentence_span(sentence)
            made = Evidence(
                self.doc.source_id, self.doc.path, start, max(start, end), excerpt(text)
            )
            self._made[sentence] = made
        return made
