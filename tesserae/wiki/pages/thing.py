"""The page of a concept or an entity: what it is, who speaks of it, what is claimed of it."""

from __future__ import annotations

from collections.abc import Sequence

from tesserae.model.graph import Node
from tesserae.model.ids import NodeId
from tesserae.model.page import WikiPage
from tesserae.wiki.pages.claims import add_claims, claims_of, results_of
from tesserae.wiki.pages.documents import Document
from tesserae.wiki.pages.facts import add_facts
from tesserae.wiki.pages.inputs import PageMap
from tesserae.wiki.pages.lists import PageBuilder
from tesserae.wiki.pages.mentions import (
    Mention,
    add_mentions,
    best_evidence,
    cite,
    dates_of,
    find_mentions,
)
from tesserae.wiki.pages.related import add_backlinks, add_related, provenance, source_paths
from tesserae.wiki.pages.words import type_words
from tesserae.wiki.relevance import Relevance
from tesserae.wiki.text import count, escape, listing, one_line

MAX_ALIASES = 12


def thing_pages(node: Node, pages: PageMap, relevance: Relevance) -> list[WikiPage]:
    """Return the page of a thing and the pages that continue its lists."""
    builder = begin(node, pages)
    mentions = find_mentions(node, pages)
    add_lead(builder, mentions, pages)
    shown = add_facts(builder, pages)
    add_mentions(builder, mentions, pages)
    add_claims(builder, claims_of([node.id], pages), results_of(node, pages), pages)
    return finish(builder, documents_of(mentions), pages, relevance, shown=shown)


def begin(node: Node, pages: PageMap) -> PageBuilder:
    """Return a page with its title."""
    builder = PageBuilder(node, pages.inputs.paths[node.id], node.name)
    builder.add("", f"# {escape(node.name)}")
    return builder


def add_lead(builder: PageBuilder, mentions: Sequence[Mention], pages: PageMap) -> None:
    """Add the definition with its place, then what kind of thing this is and its other names."""
    node = builder.node
    if node.description:
        evidence = best_evidence(node)
        place = f" ({cite(evidence, builder.path, pages)})" if evidence else ""
        builder.add("", f"{escape(node.description)}{place}")
    builder.add("", kind_sentence(node, len(mentions)))


def kind_sentence(node: Node, documents: int) -> str:
    """Say what kind of thing a page is about, how else it is written, how widely it is known."""
    words = type_words(node.type)
    said = f"{words[0].upper()}{words[1:]}"
    if node.aliases:
        names = [escape(alias) for alias in node.aliases[:MAX_ALIASES]]
        said += f", also written {listing(names, word='or')}"
    if documents:
        said += f"; {count(documents, 'document')}"
    return f"{said}."


def finish(
    builder: PageBuilder,
    documents: Sequence[Document],
    pages: PageMap,
    relevance: Relevance,
    *,
    shown: set[NodeId],
    also: Sequence[NodeId] = (),
) -> list[WikiPage]:
    """Add what every page ends with, and return it.

    Args:
        builder: The page so far.
        documents: What it was made from, the most telling first.
        pages: Finds the others.
        relevance: Weighs them.
        shown: Nodes that the page links to already.
        also: Nodes that stand for the same thing as this page.
    """
    linked = shown | {document.node.id for document in documents}
    add_related(builder, pages, relevance, without=linked)
    add_backlinks(builder, pages, also=also)
    builder.add("Provenance", provenance(documents, builder.path, pages))
    return builder.build(page_of(builder, documents))


def documents_of(mentions: Sequence[Mention]) -> list[Document]:
    """Return the documents of some mentions, in their order."""
    return [mention.document for mention in mentions]


def page_of(builder: PageBuilder, documents: Sequence[Document]) -> WikiPage:
    """Return the page without its body."""
    node = builder.node
    return WikiPage(
        id=node.id,
        type=node.type,
        path=builder.path,
        title=node.name,
        body="",
        aliases=node.aliases,
        description=one_line(node.description),
        sources=source_paths(documents),
        updated=dates_of(documents)[1],
    )
