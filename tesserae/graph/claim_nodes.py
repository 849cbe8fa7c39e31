"""Claims, results and open questions as nodes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from tesserae.extract.extraction import Claim
from tesserae.extract.words import fold_phrase
from tesserae.graph.builder import GraphBuilder, excerpt
from tesserae.graph.documents import evidence_at
from tesserae.graph.inputs import DocumentInput
from tesserae.graph.term import Term
from tesserae.model.graph import Evidence
from tesserae.model.ids import NodeId
from tesserae.model.ontology import EdgeType, NodeType

MAX_CONTRADICTIONS = 3
MAX_SHORT_NAME = 90


class ClaimMerger:
    """Adds what the documents assert and ask."""

    def __init__(
        self, builder: GraphBuilder, documents: Sequence[DocumentInput], lookup: Mapping[str, Term]
    ) -> None:
        self.builder = builder
        self.documents = documents
        self.lookup = lookup
        self._by_content: dict[str, list[tuple[NodeId, bool, Evidence]]] = defaultdict(list)

    def run(self) -> None:
        """Add claims and results, then the questions."""
        for doc in self.documents:
            for claim in doc.extraction.claims:
                self._claim(doc, claim)
            self._results(doc)
        self._contradictions()
        for doc in self.documents:
            self._questions(doc)

    def _claim(self, doc: DocumentInput, claim: Claim) -> None:
        start, end, text = doc.extraction.sentence_span(claim.sentence)
        type_ = NodeType(claim.kind)
        node = self.builder.node(type_, text.lower(), _short_name(text))
        place = evidence_at(doc, start, text, end_line=end)
        node.add_evidence(place)
        node.description = excerpt(text)
        self.builder.edge(doc.source_id, EdgeType.SUPPORTS_CLAIM, node.id, place)
        for number, phrase in enumerate(claim.terms):
            term = self.lookup.get(doc.extraction.keys[phrase])
            if term is None or term.node is None:
                continue
            is_subject = type_ is NodeType.LIMITATION_CLAIM and number == 0
            edge = EdgeType.HAS_LIMITATION if is_subject else EdgeType.SUPPORTS_CLAIM
            self.builder.edge(term.node, edge, node.id, place)
            break
        self._by_content[claim.content].append((node.id, claim.denies, place))
        if claim.mirror:
            forward, backward = claim.mirror.split()
            self._by_content[forward].append((node.id, False, place))
            self._by_content[backward].append((node.id, True, place))

    def _contradictions(self) -> None:
        """Two claims of the same words, one of them denied, contradict each other."""
        for content in sorted(self._by_content):
            claims = self._by_content[content]
            stated = [claim for claim in claims if not claim[1]][:MAX_CONTRADICTIONS]
            denied = [claim for claim in claims if claim[1]][:MAX_CONTRADICTIONS]
            for left, _, place in stated:
                for right, _, _ in denied:
                    self.builder.edge(left, EdgeType.CONTRADICTS_CLAIM, right, place)

    def _results(self, doc: DocumentInput) -> None:
        """Add a number only where the table names a known system and a known metric."""
        keys = doc.extraction.keys
        for cell in doc.extraction.results:
            left, right = self.lookup.get(keys[cell.system]), self.lookup.get(keys[cell.metric])
            if left is None or right is None or left.node is None or right.node is None:
                continue
            nodes = self.builder.nodes
            if nodes[left.node].type is NodeType.METRIC:
                left, right = right, left
            assert left.node is not None
            assert right.node is not None
            if nodes[right.node].type is not NodeType.METRIC:
                continue
            system, metric = nodes[left.node], nodes[right.node]
            name = f"{system.name}: {metric.name} {cell.value}"
            node = self.builder.node(NodeType.RESULT, f"{system.id} {metric.id} {cell.value}", name)
            place = evidence_at(doc, cell.line, name)
            node.add_evidence(place)
            node.description = f"{doc.extraction.title} reports {name}."
            self.builder.edge(doc.source_id, EdgeType.REPORTS_RESULT, node.id, place)
            self.builder.edge(system.id, EdgeType.ACHIEVES_SCORE, node.id, place)

    def _questions(self, doc: DocumentInput) -> None:
        extraction = doc.extraction
        is_question = "question" in extraction.data.get("kind", "").lower()
        if is_question or extraction.title.endswith(("?", "？")):
            self._question(doc, extraction.title, 1, extraction.data.get("status", "open"))
            return
        for question in extraction.questions:
            if question.kind == "question":
                self._question(doc, question.text, question.line, "")

    def _question(self, doc: DocumentInput, text: str, line: int, status: str) -> None:
        node = self.builder.node(NodeType.OPEN_QUESTION, fold_phrase(text) or text, text)
        place = evidence_at(doc, line, text)
        node.add_evidence(place)
        if status:
            node.metadata["status"] = status
            node.description = excerpt(doc.extraction.sentence_span(doc.extraction.lead)[2])
        self.builder.edge(doc.source_id, EdgeType.DISCUSSES, node.id, place)


def _short_name(text: str) -> str:
    if len(text) <= MAX_SHORT_NAME:
        return text
    return text[:MAX_SHORT_NAME].rsplit(" ", 1)[0] + "…"
