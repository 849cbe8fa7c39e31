"""All pages of the wiki from one graph."""

from __future__ import annotations

from collections.abc import Iterator

from tesserae.model.graph import Node
from tesserae.model.ontology import EdgeType, NodeType
from tesserae.model.page import WikiPage
from tesserae.wiki.pages.common import (
    add_backlinks,
    add_related,
    dates_of,
    description_of,
    find_mentions,
    provenance,
    render_mention,
    source_paths,
)
from tesserae.wiki.pages.inputs import Document, PageMap, WikiInputs
from tesserae.wiki.pages.lists import PageBuilder
from tesserae.wiki.pages.source import render_source
from tesserae.wiki.paths import PROJECTED_TYPES, own_path, part_id, part_path
from tesserae.wiki.relevance import Relevance
from tesserae.wiki.text import escape


def build_pages(inputs: WikiInputs) -> list[WikiPage]:
    """Return every page of the wiki, in path order; pure."""
    pages = PageMap(inputs)
    relevance = Relevance(inputs.view, inputs.paths)
    built = [draft.page for draft in inputs.syntheses]
    for node in inputs.view.graph.nodes.values():
        if node.type in PROJECTED_TYPES and own_path(node, inputs.wiki_dir) is None:
            built.extend(_build(node, pages, relevance))
    built.sort(key=lambda page: page.path)
    return built


def _build(node: Node, pages: PageMap, relevance: Relevance) -> Iterator[WikiPage]:
    if node.type is NodeType.SOURCE_DOCUMENT:
        yield from _source_pages(pages.documents[node.id], pages, relevance)
    else:
        yield from _thing_pages(node, pages, relevance)


def _source_pages(document: Document, pages: PageMap, relevance: Relevance) -> Iterator[WikiPage]:
    node = document.node
    path = pages.inputs.paths[node.id]
    text = render_source(document, pages.inputs.text_of(document.path), path, pages)
    builder = PageBuilder(node, path, node.name)
    builder.add("", text.title_line)
    builder.add("", text.lead)
    add_related(builder, pages, relevance)
    add_backlinks(builder, pages, EdgeType.REFERENCES, EdgeType.USER_LINK)
    template = WikiPage(
        id=node.id,
        type=node.type,
        path=path,
        title=node.name,
        body="",
        aliases=node.aliases,
        description=description_of(node),
        sources=(document.path,),
        updated=document.updated,
    )
    yield from builder.build(template)
    for name, part in text.parts:
        yield WikiPage(
            id=part_id(node.id, name),
            type=node.type,
            path=part_path(path, name),
            title=f"{node.name}: {name.replace('-', ' ')}",
            body=f"# {escape(node.name)}\n\n{part}\n",
            sources=(document.path,),
            updated=document.updated,
        )


def _thing_pages(node: Node, pages: PageMap, relevance: Relevance) -> Iterator[WikiPage]:
    path = pages.inputs.paths[node.id]
    mentions = find_mentions(node, pages)
    builder = PageBuilder(node, path, node.name)
    builder.add("", f"# {escape(node.name)}")
    builder.add("", escape(node.description))
    builder.add_list("Mentions", mentions, lambda item, origin: render_mention(item, origin, pages))
    add_related(builder, pages, relevance)
    add_backlinks(builder, pages, EdgeType.REFERENCES, EdgeType.USER_LINK)
    builder.add("Provenance", provenance(node, mentions, path, pages))
    documents = [mention.document for mention in mentions]
    template = WikiPage(
        id=node.id,
        type=node.type,
        path=path,
        title=node.name,
        body="",
        aliases=node.aliases,
        description=description_of(node),
        sources=source_paths(documents),
        updated=dates_of(documents)[1],
    )
    yield from builder.build(template)
