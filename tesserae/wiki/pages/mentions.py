"""What documents say of a thing: their words, with the lines they stand on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from operator import attrgetter

from tesserae.model.graph import Edge, Evidence, Node
from tesserae.model.ids import NodeId
from tesserae.model.ontology import EdgeType
from tesserae.wiki.pages.documents import Document
from tesserae.wiki.pages.inputs import PageMap
from tesserae.wiki.pages.lists import PageBuilder
from tesserae.wiki.text import count, escape, one_line

QUOTED = 8
"""Documents whose words stand on the page; the others are listed with their lines."""
MAX_EXCERPTS = 2
"""Excerpts of one document."""
MAX_LINES = 3
"""Line numbers given for a document that is not quoted."""

_TELLING = {EdgeType.INTRODUCES: 0, EdgeType.DOCUMENTS: 1, EdgeType.DISCUSSES: 2}
_PASSING = 3
_NO_MENTION = frozenset({EdgeType.AUTHORED_BY, EdgeType.SUMMARIZES, EdgeType.SYNTHESIZES})


@dataclass(slots=True)
class Mention:
    """One document that speaks of a thing."""

    document: Document
    edges: list[Edge] = field(default_factory=list)
    own: list[Evidence] = field(default_factory=list)
    """Evidence of the thing itself that stands in the document."""
    rank: tuple[int, bool, float, str] = (_PASSING, True, 0.0, "")

    def evidence(self) -> list[Evidence]:
        """Return the passages, each once, in the order of their lines."""
        found: dict[tuple[int, str], Evidence] = {}
        for evidence in (*self.own, *(each for edge in self.edges for each in edge.evidence)):
            if evidence.path == self.document.path:
                found[evidence.start_line, evidence.excerpt] = evidence
        return [evidence for _, evidence in sorted(found.items())]

    def times(self) -> int:
        """Return how often the document speaks of the thing."""
        return int(sum(edge.weight for edge in self.edges))

    def is_telling(self, evidence: Evidence) -> bool:
        """Tell words worth quoting from the document's title and from its front matter."""
        if evidence.start_line < self.document.body_line or len(evidence.excerpt) < 3:
            return False
        return evidence.excerpt != self.document.node.name


def find_mentions(node: Node, pages: PageMap) -> list[Mention]:
    """Return the documents that speak of a node, the most telling first.

    Those that introduce it come before those that are about it, discuss it or only name it, then
    the more frequent before the rarer; what stands in front matter alone comes last.
    """
    mentions: dict[NodeId, Mention] = {}
    documents = pages.documents
    for edge in pages.view.in_edges(node.id):
        if edge.source in documents and edge.type not in _NO_MENTION:
            mention = mentions.get(edge.source)
            if mention is None:
                mention = mentions[edge.source] = Mention(pages.document_of(edge.source))
            mention.edges.append(edge)
    for evidence in node.evidence:
        document = pages.document_at(evidence.path)
        if document is not None:
            mentions.setdefault(document.node.id, Mention(document)).own.append(evidence)
    for mention in mentions.values():
        mention.rank = _rank(mention)
    return sorted(mentions.values(), key=attrgetter("rank"))


def _rank(mention: Mention) -> tuple[int, bool, float, str]:
    document, edges = mention.document, mention.edges
    telling, weight, quotable = _PASSING, 0.0, False
    for edge in edges:
        telling = min(telling, _TELLING.get(edge.type, _PASSING))
        weight += edge.weight
        # Passages are in the order of their lines: the last one is in the text if any is.
        quotable = quotable or (
            bool(edge.evidence) and edge.evidence[-1].start_line >= document.body_line
        )
    return (telling if quotable else _PASSING, not quotable, -weight, document.path)


def add_mentions(builder: PageBuilder, mentions: Sequence[Mention], pages: PageMap) -> None:
    """Add what documents say: the words of the first ones, the lines of the others."""
    quoted = {mention.document.path for mention in mentions[:QUOTED]}

    def render(mention: Mention, origin: str) -> str:
        if mention.document.path in quoted:
            return _quoted(mention, origin, pages)
        return _listed(mention, origin, pages)

    builder.add_list("Mentions", mentions, render, noun="document")


def _quoted(mention: Mention, origin: str, pages: PageMap) -> str:
    """Return a list item: the document, its date, then its words with their lines."""
    document = mention.document
    quotes = [each for each in mention.evidence() if mention.is_telling(each)]
    if not quotes:
        return _listed(mention, origin, pages)
    head = f"- {pages.link_document(origin, document)}"
    lines = [f"{head} \u00b7 {document.date.isoformat()}" if document.date else head]
    for evidence in quotes[:MAX_EXCERPTS]:
        lines += [f"  > {escape(evidence.excerpt)} ({line_link(evidence, origin, pages)})", "  >"]
    lines.pop()
    left = mention.times() - len(quotes[:MAX_EXCERPTS])
    if left > 0:
        lines[-1] += f" and {count(left, 'more place')}"
    return "\n".join(lines)


def _listed(mention: Mention, origin: str, pages: PageMap) -> str:
    """Return a list item: the document and the lines on which it speaks of the thing."""
    lines = sorted({each.start_line for edge in mention.edges for each in edge.evidence})
    if not lines:
        return f"- {pages.link(origin, mention.document.node)}"
    item = f"- {pages.link_line(origin, mention.document, lines[0])}"
    if len(lines) == 1:
        return f"{item}, line {lines[0]}"
    shown = ", ".join(map(str, lines[:MAX_LINES]))
    return f"{item}, lines {shown}, \u2026" if len(lines) > MAX_LINES else f"{item}, lines {shown}"


def line_link(evidence: Evidence, origin: str, pages: PageMap) -> str:
    """Return "line 12" or "lines 12-14", linked to the place."""
    start, end = evidence.start_line, evidence.end_line
    words = f"line {start}" if end <= start else f"lines {start}\u2013{end}"
    href = pages.href_of_evidence(origin, evidence)
    return f"[{words}]({href})" if href else f"{escape(evidence.path)}, {words}"


def cite(evidence: Evidence, origin: str, pages: PageMap, *, dated: bool = False) -> str:
    """Return the document and the lines of a passage: "Tides, line 3" with one link."""
    document = pages.document_at(evidence.path)
    href = pages.href_of_evidence(origin, evidence)
    name = escape(pages.label(document)) if document else escape(evidence.path)
    start, end = evidence.start_line, evidence.end_line
    words = f"line {start}" if end <= start else f"lines {start}\u2013{end}"
    place = f"[{name}]({href}), {words}" if href else f"{name}, {words}"
    if dated and document is not None and document.date is not None:
        place += f", {document.date.isoformat()}"
    return place


def best_evidence(node: Node) -> Evidence | None:
    """Return the passage that a node's description was taken from, else its first one."""
    said = one_line(node.description).rstrip("…")
    for evidence in node.evidence:
        if said and (evidence.excerpt.startswith(said) or said.startswith(evidence.excerpt)):
            return evidence
    return node.evidence[0] if node.evidence else None


def dates_of(documents: Iterable[Document]) -> tuple[date | None, date | None]:
    """Return the earliest and the latest date of some documents."""
    days = [day for each in documents for day in (each.created, each.updated) if day]
    return (min(days), max(days)) if days else (None, None)
