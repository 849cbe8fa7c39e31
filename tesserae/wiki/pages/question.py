"""The page of an open question: its state, who asks it, what bears on it."""

from __future__ import annotations

from tesserae.model.graph import Node
from tesserae.model.ontology import EdgeType
from tesserae.model.page import WikiPage
from tesserae.wiki.pages.facts import add_facts, linked, unique
from tesserae.wiki.pages.inputs import PageMap
from tesserae.wiki.pages.mentions import Mention, add_mentions, find_mentions
from tesserae.wiki.pages.thing import begin, documents_of, finish
from tesserae.wiki.relevance import Relevance
from tesserae.wiki.text import escape


def question_pages(node: Node, pages: PageMap, relevance: Relevance) -> list[WikiPage]:
    """Return the page of a question."""
    builder = begin(node, pages)
    mentions = find_mentions(node, pages)
    if node.description:
        builder.add("", escape(node.description))
    builder.add("", _state(node, mentions, builder.path, pages))
    shown = add_facts(builder, pages)
    own = [mention for mention in mentions if mention.document.node.name == node.name]
    references = unique(
        pages.view.face(edge.target)
        for mention in own
        for edge in pages.view.out_edges(mention.document.node.id, EdgeType.REFERENCES)
    )
    if references:
        items = "\n".join(f"- {pages.link(builder.path, each)}" for each in references[:20])
        builder.add("What it draws on", items)
        shown |= {each.id for each in references}
    add_mentions(builder, mentions, pages)
    return finish(builder, documents_of(mentions), pages, relevance, shown=shown)


def _state(node: Node, mentions: list[Mention], origin: str, pages: PageMap) -> str:
    """Say whether the question is open, and since when."""
    answers = unique(
        pages.view.face(edge.target) for edge in pages.view.out_edges(node.id, EdgeType.RESOLVED_BY)
    )
    if answers:
        return f"**Resolved** by {linked(answers, origin, pages)}."
    status = str(node.metadata.get("status") or "open")
    said = f"**{escape(status[:1].upper() + status[1:])}**"
    asked = sorted(
        (mention.document.date, mention.document.path)
        for mention in mentions
        if mention.document.date
    )
    if asked:
        first = pages.by_source[asked[0][1]]
        said += f" since {asked[0][0].isoformat()}, asked in {pages.link_document(origin, first)}"
    elif mentions:
        said += f", asked in {pages.link_document(origin, mentions[0].document)}"
    return f"{said}."
