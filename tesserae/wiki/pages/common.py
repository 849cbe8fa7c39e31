"""The sections that pages of every kind share: mentions, related, backlinks, provenance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from tesserae.model.graph import Edge, Evidence, Node
from tesserae.model.ids import NodeId
from tesserae.model.ontology import EdgeType, NodeType
from tesserae.wiki.pages.inputs import Document, PageMap
from tesserae.wiki.pages.lists import PageBuilder
from tesserae.wiki.pages.words import why_related
from tesserae.wiki.relevance import RelatedPage, Relevance
from tesserae.wiki.text import count, escape, one_line

MAX_SOURCES = 50
"""Source paths that a page's front matter names."""
MAX_RELATED = 12
MAX_EXCERPTS = 3
"""Excerpts of one document in a list of mentions."""

SPEAKING = (
    EdgeType.INTRODUCES,
    EdgeType.DISCUSSES,
    EdgeType.DOCUMENTS,
    EdgeType.MENTIONS,
)
"""Edges by which a document speaks of a thing, the strongest first."""


@dataclass(frozen=True, slots=True)
class Mention:
    """What one document says of a thing."""

    document: Document
    evidence: tuple[Evidence, ...]
    """In the order of their lines."""
    rank: tuple[int, float, str]
    times: int


def find_mentions(node: Node, pages: PageMap) -> list[Mention]:
    """Return what documents say of a node: those that introduce it first, then by frequency."""
    edges: dict[NodeId, list[Edge]] = {}
    for edge in pages.view.in_edges(node.id, *SPEAKING):
        edges.setdefault(edge.source, []).append(edge)
    own: dict[str, list[Evidence]] = {}
    for evidence in node.evidence:
        own.setdefault(evidence.path, []).append(evidence)
    mentions = []
    for document_id in edges.keys() | {
        pages.by_source[path].node.id for path in own if path in pages.by_source
    }:
        document = pages.documents.get(document_id)
        if document is not None:
            mentions.append(_mention(document, edges.get(document_id, []), own))
    mentions.sort(key=lambda mention: mention.rank)
    return mentions


def _mention(document: Document, edges: Sequence[Edge], own: dict[str, list[Evidence]]) -> Mention:
    found: dict[tuple[int, str], Evidence] = {}
    for evidence in (*own.get(document.path, ()), *(e for edge in edges for e in edge.evidence)):
        if evidence.path == document.path:
            found.setdefault((evidence.start_line, evidence.excerpt), evidence)
    strength = min((SPEAKING.index(edge.type) for edge in edges), default=len(SPEAKING))
    weight = sum(edge.weight for edge in edges)
    ordered = tuple(found[key] for key in sorted(found))
    return Mention(
        document,
        ordered,
        (strength, -weight, document.path),
        max(len(ordered), int(weight)),
    )


def render_mention(mention: Mention, origin: str, pages: PageMap) -> str:
    """Return a list item: the document, then its words with the lines they stand on."""
    document = mention.document
    said = f" · {document.date.isoformat()}" if document.date else ""
    lines = [f"- {pages.link(origin, document.node)}{said}"]
    shown = [each for each in mention.evidence if each.excerpt][:MAX_EXCERPTS]
    for evidence in shown:
        place = line_link(evidence, origin, pages)
        lines.append(f"  > {escape(evidence.excerpt)} ({place})")
        lines.append("  >")
    if shown:
        lines.pop()
    left = mention.times - len(shown)
    if shown and left > 0:
        lines[-1] += f" and {count(left, 'more place')}"
    return "\n".join(lines)


def line_link(evidence: Evidence, origin: str, pages: PageMap) -> str:
    """Return "line 12" or "lines 12-14", linked to the place."""
    words = (
        f"line {evidence.start_line}"
        if evidence.end_line <= evidence.start_line
        else f"lines {evidence.start_line}\u2013{evidence.end_line}"
    )
    href = pages.href_of_evidence(origin, evidence)
    return f"[{words}]({href})" if href else f"{escape(evidence.path)}, {words}"


def add_related(
    builder: PageBuilder, pages: PageMap, relevance: Relevance, *, without: Iterable[NodeId] = ()
) -> None:
    """Add the pages that a reader wants next, each with the reason."""
    left_out = set(without)
    found = [
        each
        for each in relevance.related(builder.node.id, limit=MAX_RELATED + len(left_out))
        if each.id not in left_out
    ][:MAX_RELATED]
    builder.add("Related", "\n".join(_related_item(each, builder, pages) for each in found))


def _related_item(found: RelatedPage, builder: PageBuilder, pages: PageMap) -> str:
    other = pages.view.node(found.id)
    return f"- {pages.link(builder.path, other)}: {why_related(found, builder.node, other)}"


def add_backlinks(builder: PageBuilder, pages: PageMap, *types: EdgeType) -> None:
    """Add the pages that link here, each with the sentence that links."""
    edges = pages.view.in_edges(builder.node.id, *types)
    sources: dict[NodeId, list[Edge]] = {}
    for edge in edges:
        if edge.source != builder.node.id and pages.path(edge.source):
            sources.setdefault(edge.source, []).append(edge)
    found = sorted(sources.items(), key=lambda item: _backlink_key(item[0], pages))
    builder.add_list(
        "Backlinks",
        found,
        lambda item, origin: _backlink(item[0], item[1], origin, pages),
        noun="page",
        nouns="pages",
    )


def _backlink_key(node_id: NodeId, pages: PageMap) -> tuple[bool, str, NodeId]:
    node = pages.view.node(node_id)
    return (node.type is NodeType.SYNTHESIS, node.name.casefold(), node_id)


def _backlink(node_id: NodeId, edges: Sequence[Edge], origin: str, pages: PageMap) -> str:
    item = f"- {pages.link(origin, pages.view.node(node_id))}"
    for edge in edges:
        for evidence in edge.evidence:
            if evidence.excerpt:
                return (
                    f"{item}: “{escape(evidence.excerpt)}” ({line_link(evidence, origin, pages)})"
                )
    return item


def dates_of(documents: Iterable[Document]) -> tuple[date | None, date | None]:
    """Return the earliest and the latest date of some documents."""
    days = sorted(day for each in documents for day in (each.created, each.updated) if day)
    return (days[0], days[-1]) if days else (None, None)


def provenance(node: Node, mentions: Sequence[Mention], origin: str, pages: PageMap) -> str:
    """Say from which documents a page was made, and over which time."""
    documents = [mention.document for mention in mentions]
    if not documents:
        return ""
    first, last = dates_of(documents)
    said = f"Read from {count(len(documents), 'document')}"
    if first and last:
        said += f", written {first}" if first == last else f", written from {first} to {last}"
    dated = [document for document in documents if document.date]
    if dated and len(documents) > 1:
        earliest = min(dated, key=lambda each: (each.date, each.path))
        said += f"; first seen in {pages.link(origin, earliest.node)}"
    return f"{said}."


def source_paths(documents: Iterable[Document]) -> tuple[str, ...]:
    """Return the paths that a page's front matter names."""
    return tuple(sorted({document.path for document in documents})[:MAX_SOURCES])


def description_of(node: Node) -> str:
    """Return a node's description on one line."""
    return one_line(node.description)
