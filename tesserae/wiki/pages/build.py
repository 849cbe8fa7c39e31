"""All pages of the wiki from one graph."""

from __future__ import annotations

from collections.abc import Callable

from tesserae.model.graph import Node
from tesserae.model.ontology import TYPES_OF_KIND, Kind, NodeType
from tesserae.model.page import WikiPage
from tesserae.wiki.pages.document import document_pages
from tesserae.wiki.pages.inputs import PageMap, WikiInputs
from tesserae.wiki.pages.people import agent_pages
from tesserae.wiki.pages.question import question_pages
from tesserae.wiki.pages.thing import thing_pages
from tesserae.wiki.pages.topic import topic_pages
from tesserae.wiki.pages.work import paper_pages, repository_pages
from tesserae.wiki.paths import PROJECTED_TYPES, own_path
from tesserae.wiki.relevance import Relevance

_Renderer = Callable[[Node, PageMap, Relevance], list[WikiPage]]

_BY_KIND: dict[Kind, _Renderer] = {
    Kind.SOURCES: document_pages,
    Kind.PAPERS: paper_pages,
    Kind.REPOS: repository_pages,
    Kind.CONCEPTS: thing_pages,
    Kind.ENTITIES: thing_pages,
    Kind.TOPICS: topic_pages,
    Kind.QUESTIONS: question_pages,
}
_RENDERERS: dict[NodeType, _Renderer] = {
    **{type_: render for kind, render in _BY_KIND.items() for type_ in TYPES_OF_KIND[kind]},
    NodeType.PERSON: agent_pages,
    NodeType.ORGANIZATION: agent_pages,
}


def build_pages(inputs: WikiInputs) -> list[WikiPage]:
    """Return every page of the wiki, in path order.

    Pure: the same inputs give the same bytes. Long documents are asked for their text first,
    since links lead into their parts.
    """
    pages = PageMap(inputs)
    relevance = Relevance(inputs.view, inputs.paths)
    built = [page for draft in inputs.syntheses for page in (draft.page, *draft.rest)]
    for node in inputs.view.graph.nodes.values():
        if node.type in PROJECTED_TYPES and own_path(node, inputs.wiki_dir) is None:
            built.extend(_RENDERERS[node.type](node, pages, relevance))
    built.sort(key=lambda page: page.path)
    return built
