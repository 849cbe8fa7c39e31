"""Extractions of all sources become one graph; a pure function of its inputs.

Documents are taken in path order whatever order they come in, so the same project gives the same
bytes however it was read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from tesserae.extract.words import fold_phrase
from tesserae.graph.builder import GraphBuilder
from tesserae.graph.claim_nodes import ClaimMerger
from tesserae.graph.code_nodes import CodeMerger
from tesserae.graph.communities import find_communities
from tesserae.graph.corpus import NAMED, build_corpus
from tesserae.graph.documents import DocumentMerger
from tesserae.graph.inputs import (
    BrokenLink,
    DocumentInput,
    GraphBuild,
    GraphInputs,
    NearDuplicate,
    UserLink,
)
from tesserae.graph.library import Library
from tesserae.graph.recollection import Recollection
from tesserae.graph.remembered import Memory
from tesserae.graph.term_groups import TermIndex, named_terms
from tesserae.graph.term_names import TermNamer
from tesserae.graph.term_nodes import TermMerger
from tesserae.graph.terms import named_key
from tesserae.graph.validate import validate
from tesserae.model.graph import Edge, Evidence
from tesserae.model.ids import NodeId
from tesserae.model.ontology import KIND_OF_TYPE, SESSION_TYPES, EdgeType, NodeType

__all__ = [
    "BrokenLink",
    "DocumentInput",
    "GraphBuild",
    "GraphInputs",
    "NearDuplicate",
    "UserLink",
    "build_graph",
]

MAX_WEAKEST = 20
MAX_NEAR_DUPLICATES = 50


def build_graph(inputs: GraphInputs) -> GraphBuild:
    """Merge extractions into a checked graph."""
    library = Library(inputs.documents)
    builder = GraphBuilder()
    documents = DocumentMerger(builder, library, inputs.repo_url)
    documents.prepare_papers()
    terms, memory = _merge_terms(builder, library, documents, inputs)
    documents.add_links()
    documents.describe_people()
    code = [doc for doc in library.documents if doc.extraction.code is not None]
    CodeMerger(builder, code, library.prose).run()
    ClaimMerger(builder, library.prose, terms.lookup).run()
    _add_user_links(builder, inputs.user_links)
    edges = builder.edges()
    _add_communities(builder, edges)
    return GraphBuild(
        graph=validate(builder.build(edges)),
        broken_links=tuple(sorted(documents.broken)),
        near_duplicates=tuple(_near_duplicates(terms, builder)),
        weakest=_weakest(terms),
        questions=tuple(
            node.id
            for node in sorted(builder.nodes.values(), key=lambda node: node.id)
            if node.type is NodeType.OPEN_QUESTION
        ),
        memory=memory,
    )


def _merge_terms(
    builder: GraphBuilder, library: Library, documents: DocumentMerger, inputs: GraphInputs
) -> tuple[TermIndex, Memory]:
    recollection = Recollection(library, inputs.remembered)
    tally = recollection.count()
    prose = library.prose
    name_parts = set(documents.people.parts)
    for doc in prose:
        name_parts.update(doc.extraction.names)
    named = named_terms(prose)
    named += [(NAMED, named_key(term)) for term in sorted(inputs.terms)]
    corpus = build_corpus(tally, [doc.extraction for doc in prose], named, frozenset(name_parts))
    library.learn_labels(corpus.documents)
    corpus.labels = library.labels
    documents.add_documents()
    index = TermIndex(prose, corpus, inputs.verdicts)
    memory = recollection.hold(index.lookup.keys() | library.labels.keys())
    index.read()
    namer = TermNamer(corpus, prose, inputs.verdicts, inputs.terms)
    TermMerger(builder, index, namer).run(inputs.verdicts)
    return index, memory


def _add_user_links(builder: GraphBuilder, links: Sequence[UserLink]) -> None:
    for link in links:
        place = Evidence(link.source, link.path, link.line, link.line, link.excerpt[:240])
        builder.edge(link.source, EdgeType.USER_LINK, link.target, place)


def _add_communities(builder: GraphBuilder, edges: Sequence[Edge]) -> None:
    nodes = builder.nodes
    wiki = {id_ for id_, draft in nodes.items() if _is_wiki(draft.type)}
    inner = [
        (edge.source, edge.target, edge.weight)
        for edge in edges
        if edge.source in wiki and edge.target in wiki
    ]
    for id_, centre in find_communities(inner).items():
        nodes[id_].metadata["community"] = centre


def _is_wiki(type_: NodeType) -> bool:
    return type_ in KIND_OF_TYPE and type_ not in SESSION_TYPES


def _weakest(terms: TermIndex) -> tuple[NodeId, ...]:
    scored = sorted(
        (term.score, term.node) for term in terms.terms.values() if term.node is not None
    )
    return tuple(node for _, node in scored[:MAX_WEAKEST] if node is not None)


def _near_duplicates(terms: TermIndex, builder: GraphBuilder) -> list[NearDuplicate]:
    """Return pairs whose names hold the same words in another order or differ by one letter."""
    by_words: dict[str, list[NodeId]] = defaultdict(list)
    for term in terms.terms.values():
        if term.node is not None:
            words = sorted(fold_phrase(builder.nodes[term.node].name).split())
            if len(words) > 1:
                by_words[" ".join(words)].append(term.node)
    found = [
        NearDuplicate(min(left, right), max(left, right), "the same words in another order")
        for nodes in by_words.values()
        for number, left in enumerate(nodes)
        for right in nodes[number + 1 :]
    ]
    return sorted(found)[:MAX_NEAR_DUPLICATES]
