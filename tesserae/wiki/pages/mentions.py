"""What documents say of a thing: their words, with the lines they stand on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from tesserae.model.graph import Edge, Evidence, Node
from tesserae.model.ids import NodeId
from tesserae.model.ontology import EdgeType
from tesserae.wiki.pages.documents import Document
from tesserae.wiki.pages.inputs import PageMap
from tesserae.wiki.text import count, escape, one_line

MAX_EXCERPTS = 3
"""Excerpts of one document in a list of mentions."""

_TELLING = {
    EdgeType.INTRODUCES: 0,
    EdgeType.DOCUMENTS: 1,
    EdgeType.DISCUSSES: 2,
}
_PASSING = 3
_NO_MENTION = frozenset({EdgeType.AUTHORED_BY, EdgeType.SUMMARIZES, EdgeType.SYNTHESIZES})


@dataclass(frozen=True, slots=True)
class Mention:
    """What one document says of a thing."""

    document: Document
    quotes: tuple[Evidence, ...]
    """Sentences, in the order of their lines."""
    fields: tuple[Evidence, ...]
    """Where it is only named: in the front matter or as the title."""
    times: int
    rank: tuple[int, int, float, str]
    """Those that introduce the thing first, then those with sentences, then by frequency."""


def find_mentions(node: Node, pages: PageMap) -> list[Mention]:
    """Return what documents say of a node, the most telling first."""
    edges: dict[NodeId, list[Edge]] = {}
    for edge in pages.view.in_edges(node.id):
        if edge.source in pages.documents and edge.type not in _NO_MENTION:
            edges.setdefault(edge.source, []).append(edge)
    own: dict[NodeId, list[Evidence]] = {}
    for evidence in node.evidence:
        document = pages.by_source.get(evidence.path)
        if document is not None:
            own.setdefault(document.node.id, []).append(evidence)
    mentions = [
        _mention(pages.documents[document_id], edges.get(document_id, ()), own.get(document_id, ()))
        for document_id in sorted(edges.keys() | own.keys())
    ]
    mentions.sort(key=lambda mention: mention.rank)
    return mentions


def _mention(document: Document, edges: Sequence[Edge], own: Iterable[Evidence]) -> Mention:
    found: dict[tuple[int, str], Evidence] = {}
    for evidence in own:
        found[evidence.start_line, evidence.excerpt] = evidence
    for edge in edges:
        for evidence in edge.evidence:
            if evidence.path == document.path:
                found[evidence.start_line, evidence.excerpt] = evidence
    quotes: list[Evidence] = []
    fields: list[Evidence] = []
    for _, evidence in sorted(found.items()):
        (quotes if _is_sentence(evidence, document) else fields).append(evidence)
    weight = sum(edge.weight for edge in edges)
    telling = min((_TELLING.get(edge.type, _PASSING) for edge in edges), default=_PASSING)
    return Mention(
        document,
        tuple(quotes),
        tuple(fields),
        max(len(found), int(weight)),
        (telling if quotes else _PASSING, not quotes, -weight, document.path),
    )


def _is_sentence(evidence: Evidence, document: Document) -> bool:
    """Tell words worth quoting from the document's title and from its front matter."""
    if evidence.start_line < document.body_line or len(evidence.excerpt) < 3:
        return False
    return evidence.excerpt != document.node.name


def render_mention(mention: Mention, origin: str, pages: PageMap) -> str:
    """Return a list item: the document, its date, then its words with their lines."""
    document = mention.document
    head = f"- {pages.link_document(origin, document)}"
    if document.date:
        head += f" · {document.date.isoformat()}"
    quotes = mention.quotes[:MAX_EXCERPTS]
    if not quotes:
        return f"{head}: named {_where_named(mention, origin, pages)}"
    lines = [head]
    for evidence in quotes:
        lines += [f"  > {escape(evidence.excerpt)} ({line_link(evidence, origin, pages)})", "  >"]
    lines.pop()
    left = mention.times - len(quotes) - len(mention.fields)
    if left > 0:
        lines[-1] += f" and {count(left, 'more place')}"
    return "\n".join(lines)


def _where_named(mention: Mention, origin: str, pages: PageMap) -> str:
    if not mention.fields:
        return "there"
    evidence = mention.fields[0]
    place = line_link(evidence, origin, pages)
    in_front_matter = evidence.start_line < mention.document.body_line
    return f"in its front matter ({place})" if in_front_matter else f"in its title ({place})"


def line_link(evidence: Evidence, origin: str, pages: PageMap) -> str:
    """Return "line 12" or "lines 12-14", linked to the place."""
    start, end = evidence.start_line, evidence.end_line
    words = f"line {start}" if end <= start else f"lines {start}\u2013{end}"
    href = pages.href_of_evidence(origin, evidence)
    return f"[{words}]({href})" if href else f"{escape(evidence.path)}, {words}"


def cite(evidence: Evidence, origin: str, pages: PageMap, *, dated: bool = False) -> str:
    """Return the document and the lines of a passage: "Tides, line 3" with one link."""
    document = pages.by_source.get(evidence.path)
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
    days = sorted(day for each in documents for day in (each.created, each.updated) if day)
    return (days[0], days[-1]) if days else (None, None)
