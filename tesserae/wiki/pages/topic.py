"""The page of a topic or an approach: what belongs to it, what was written on it, what is open."""

from __future__ import annotations

from collections.abc import Iterable

from tesserae.model.graph import Node
from tesserae.model.ids import NodeId
from tesserae.model.ontology import EdgeType, NodeType
from tesserae.model.page import WikiPage
from tesserae.wiki.pages.claims import add_claims, claims_of, results_of
from tesserae.wiki.pages.documents import Document
from tesserae.wiki.pages.facts import add_facts, add_node_list, by_degree
from tesserae.wiki.pages.inputs import PageMap
from tesserae.wiki.pages.mentions import add_mentions, find_mentions
from tesserae.wiki.pages.thing import add_lead, begin, finish
from tesserae.wiki.pages.thing import documents_of as mentioning
from tesserae.wiki.relevance import Relevance
from tesserae.wiki.text import escape

_MEMBER_EDGES = (
    EdgeType.IS_A,
    EdgeType.PART_OF,
    EdgeType.SUBFIELD_OF,
    EdgeType.BELONGS_TO_APPROACH_FAMILY,
    EdgeType.ADDRESSES,
)


def topic_pages(node: Node, pages: PageMap, relevance: Relevance) -> list[WikiPage]:
    """Return the page of a topic."""
    builder = begin(node, pages)
    mentions = find_mentions(node, pages)
    add_lead(builder, mentions, pages)
    shown = add_facts(builder, pages)
    questions = questions_in([node.id], pages)
    add_node_list(builder, "Open questions", questions, pages, noun="question")
    documents = documents_of(node, pages)
    builder.add_list(
        "Documents",
        documents,
        lambda item, origin: document_item(item, origin, pages),
        noun="document",
    )
    listed = {document.node.id for document in documents}
    add_mentions(builder, [m for m in mentions if m.document.node.id not in listed], pages)
    add_claims(builder, claims_of([node.id], pages), results_of(node, pages), pages)
    shown |= {question.id for question in questions}
    return finish(builder, mentioning(mentions), pages, relevance, shown=shown)


def documents_of(node: Node, pages: PageMap) -> list[Document]:
    """Return the documents that say they belong to a topic, newest first."""
    found = {
        edge.source
        for edge in pages.view.in_edges(node.id, *_MEMBER_EDGES)
        if edge.source in pages.documents
    }
    return newest_first(pages.document_of(each) for each in found)


def newest_first(documents: Iterable[Document]) -> list[Document]:
    """Sort documents by date, undated ones last, ties by path."""
    dated = sorted(documents, key=lambda each: each.path)
    return sorted(dated, key=lambda each: -each.date.toordinal() if each.date else 0)


def document_item(document: Document, origin: str, pages: PageMap) -> str:
    """Return a list item: a document, its date, what it is about."""
    item = f"- {pages.link_document(origin, document)}"
    if document.date:
        item += f" \u00b7 {document.date.isoformat()}"
    said = document.node.description
    return f"{item}: {escape(said)}" if said else item


def questions_in(topics: Iterable[NodeId], pages: PageMap) -> list[Node]:
    """Return the questions that address a topic, or that a document of it asks."""
    view = pages.view
    found: set[NodeId] = set()
    for topic in topics:
        for edge in view.in_edges(topic):
            if view.type_of(edge.source) is NodeType.OPEN_QUESTION:
                found.add(edge.source)
            elif edge.source in pages.documents and edge.type in _MEMBER_EDGES:
                for asked in view.out_edges(edge.source, EdgeType.DISCUSSES):
                    if view.type_of(asked.target) is NodeType.OPEN_QUESTION:
                        found.add(asked.target)
    return sorted((view.node(each) for each in found), key=lambda node: by_degree(node, pages))
