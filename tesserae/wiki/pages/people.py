"""The page of a person or an organisation: works, and with whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tesserae.model.graph import Node
from tesserae.model.ids import NodeId
from tesserae.model.ontology import EdgeType
from tesserae.model.page import WikiPage
from tesserae.wiki.pages.documents import Document
from tesserae.wiki.pages.facts import add_facts
from tesserae.wiki.pages.inputs import PageMap
from tesserae.wiki.pages.lists import PageBuilder
from tesserae.wiki.pages.mentions import add_mentions, find_mentions
from tesserae.wiki.pages.related import names_of
from tesserae.wiki.pages.thing import begin, documents_of, finish, kind_sentence
from tesserae.wiki.reads import Face
from tesserae.wiki.relevance import Relevance
from tesserae.wiki.text import count, escape, listing

MAX_NAMES = 12


def agent_pages(node: Node, pages: PageMap, relevance: Relevance) -> list[WikiPage]:
    """Return the page of somebody who makes works."""
    builder = begin(node, pages)
    documents = _documents_by(node, pages)
    works = _works(documents, pages)
    mentions = find_mentions(node, pages)
    written = {document.node.id for document in documents}
    spoken = [each for each in mentions if each.document.node.id not in written]
    shown = written | {work.id for work, _ in works}
    builder.add("", _sentence(node, len(works), documents, pages))
    builder.add_list("Works", works, lambda item, origin: _work(item, origin, pages), noun="work")
    shown |= _add_company(builder, documents, pages)
    shown |= add_facts(builder, pages)
    add_mentions(builder, spoken, pages)
    return finish(builder, [*documents, *documents_of(spoken)], pages, relevance, shown=shown)


def _documents_by(node: Node, pages: PageMap) -> list[Document]:
    found = {edge.source for edge in pages.view.in_edges(node.id, EdgeType.AUTHORED_BY)}
    documents = [pages.document_of(each) for each in sorted(found) if each in pages.documents]
    return sorted(documents, key=lambda each: (_day(each), each.path), reverse=True)


def _day(document: Document) -> str:
    return document.date.isoformat() if document.date else ""


def _works(documents: Sequence[Document], pages: PageMap) -> list[tuple[Face, Document]]:
    """Return the works, newest first; the documents on one paper are one work."""
    works: dict[NodeId, tuple[Face, Document]] = {}
    for document in documents:
        work = pages.view.face(pages.work_of(document))
        works.setdefault(work.id, (work, document))
    return list(works.values())


def _work(item: tuple[Face, Document], origin: str, pages: PageMap) -> str:
    work, document = item
    day = f" \u00b7 {document.date.isoformat()}" if document.date else ""
    return f"- {pages.link(origin, work)}{day}"


def _sentence(node: Node, works: int, documents: Sequence[Document], pages: PageMap) -> str:
    if not works:
        if node.description:
            return escape(node.description)
        return kind_sentence(node, 0)
    years = sorted({document.date.year for document in documents if document.date})
    said = f"Author of {count(works, 'work')} read here"
    if years:
        said += f", {years[0]}" if len(years) == 1 else f", {years[0]} to {years[-1]}"
    topics = _topics(documents, pages)
    if topics:
        names = [pages.link(pages.inputs.paths[node.id], topic) for topic in topics]
        said += f"; on {listing(names)}"
    return f"{said}."


def _topics(documents: Sequence[Document], pages: PageMap) -> list[Face]:
    """Return the approaches that most of the works belong to."""
    times: Counter[NodeId] = Counter()
    for document in documents:
        for edge in pages.view.out_edges(document.node.id, EdgeType.BELONGS_TO_APPROACH_FAMILY):
            times[edge.target] += 1
    best = sorted(times, key=lambda each: (-times[each], each))[:3]
    return [pages.view.face(each) for each in best]


def _add_company(
    builder: PageBuilder, documents: Sequence[Document], pages: PageMap
) -> set[NodeId]:
    """Say with whom the works were written, the most frequent first."""
    works: dict[NodeId, set[NodeId]] = {}
    for document in documents:
        work = pages.work_of(document)
        for edge in pages.view.out_edges(document.node.id, EdgeType.AUTHORED_BY):
            if edge.target != builder.node.id:
                works.setdefault(edge.target, set()).add(work)
    if not works:
        return set()
    order = sorted(works, key=lambda each: (-len(works[each]), pages.view.face(each).name, each))
    names = names_of(
        [pages.view.face(each) for each in order], builder.path, pages, limit=MAX_NAMES
    )
    builder.add("", f"With {listing(names)}.")
    return set(order)
