"""All pages of the wiki from one graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

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
    return PageSet(inputs).build()


@dataclass(frozen=True, slots=True)
class BuiltNode:
    """The pages of one node, and the keys of what they were built from."""

    pages: tuple[WikiPage, ...]
    keys: frozenset[str]


class PageSet:
    """The pages of one graph, to be built one by one."""

    def __init__(self, inputs: WikiInputs) -> None:
        self.inputs = inputs
        self.map = PageMap(inputs)
        self.relevance = Relevance(inputs.view, inputs.paths, self.map.reads)

    def build(self) -> list[WikiPage]:
        """Return every page of the wiki, in path order."""
        return self.sorted(page for node in self.nodes() for page in self.pages_of(node).pages)

    def nodes(self) -> Iterator[Node]:
        """Yield the nodes that have a page of ours, in id order."""
        for node in self.inputs.view.graph.nodes.values():
            if node.type in PROJECTED_TYPES and own_path(node, self.inputs.wiki_dir) is None:
                yield node

    def pages_of(self, node: Node) -> BuiltNode:
        """Build the page of a node and those that continue it."""
        self.map.reads.begin(node.id)
        pages = _RENDERERS[node.type](node, self.map, self.relevance)
        return BuiltNode(tuple(pages), frozenset(self.map.reads.keys))

    def sorted(self, pages: Iterable[WikiPage]) -> list[WikiPage]:
        """Return these pages and those of the syntheses, in path order."""
        drafts = self.inputs.syntheses
        every = [page for draft in drafts for page in (draft.page, *draft.rest)]
        every.extend(pages)
        return sorted(every, key=lambda page: page.path)
