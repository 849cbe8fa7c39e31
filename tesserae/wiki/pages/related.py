"""The ends of every page: what to read next, what links here, where it all came from."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tesserae.model.graph import Edge
from tesserae.model.ids import NodeId
from tesserae.model.ontology import EdgeType, NodeType
from tesserae.wiki.pages.documents import Document
from tesserae.wiki.pages.inputs import PageMap
from tesserae.wiki.pages.lists import PageBuilder
from tesserae.wiki.pages.mentions import dates_of, line_link
from tesserae.wiki.pages.words import why_related
from tesserae.wiki.reads import Face
from tesserae.wiki.relevance import RelatedPage, Relevance
from tesserae.wiki.text import count, quoted

MAX_RELATED = 8
MAX_SOURCES = 20
"""Source paths that a page's front matter names."""

_SUMS_UP = (EdgeType.SUMMARIZES, EdgeType.SYNTHESIZES)


def add_related(
    builder: PageBuilder, pages: PageMap, relevance: Relevance, *, without: Collection[NodeId] = ()
) -> None:
    """Add the pages that a reader wants next, each with the reason.

    Args:
        builder: The page.
        pages: Finds the others.
        relevance: Weighs them.
        without: Nodes that the page links to already, where it says more of them.
    """
    # A paper and the documents that are it are one thing to a reader.
    limit = 2 * MAX_RELATED if pages.has_papers else MAX_RELATED
    found: dict[NodeId, RelatedPage] = {}
    for each in relevance.related(builder.node.id, limit=limit, without=without):
        document = pages.documents.get(each.id)  # only its id and its papers are asked for
        found.setdefault(pages.work_of(document) if document else each.id, each)
    best = list(found.values())[:MAX_RELATED]
    builder.add("Related", "\n".join(_related_item(each, builder, pages) for each in best))


def _related_item(found: RelatedPage, builder: PageBuilder, pages: PageMap) -> str:
    other = pages.view.face(found.id)
    why = why_related(found, builder.node, other, pages)
    return f"- {pages.link(builder.path, other)}: {why}"


def add_backlinks(builder: PageBuilder, pages: PageMap, *, also: Sequence[NodeId] = ()) -> None:
    """Add the pages that link here, each with the sentence that links; summaries come last.

    Args:
        builder: The page.
        pages: Finds the others.
        also: Nodes that stand for the same thing: who links to one of them links here.
    """
    edges: dict[NodeId, list[Edge]] = {}
    targets = (builder.node.id, *also)
    for target in targets:
        types = (EdgeType.REFERENCES, EdgeType.USER_LINK)
        for edge in pages.view.in_edges(target, *(types if also else (*types, *_SUMS_UP))):
            if edge.source not in targets and pages.path(edge.source):
                edges.setdefault(edge.source, []).append(edge)
    found = sorted(edges.items(), key=lambda item: _backlink_key(item[0], pages))
    builder.add_list(
        "Backlinks",
        found,
        lambda item, origin: _backlink(item[0], item[1], origin, pages),
    )


def _backlink_key(node_id: NodeId, pages: PageMap) -> tuple[bool, str, NodeId]:
    node = pages.view.face(node_id)
    return (node.type is NodeType.SYNTHESIS, pages.label_of(node).casefold(), node_id)


def _backlink(node_id: NodeId, edges: Sequence[Edge], origin: str, pages: PageMap) -> str:
    item = f"- {pages.link(origin, pages.view.face(node_id))}"
    for edge in edges:
        if edge.type in _SUMS_UP:
            continue
        for evidence in edge.evidence:
            if not evidence.excerpt:
                continue
            said = f"{item}: {quoted(evidence.excerpt)}"
            # The lines of a wiki page move with every projection; those of a source do not.
            if edge.type is EdgeType.USER_LINK:
                return said
            return f"{said} ({line_link(evidence, origin, pages)})"
    return item


def provenance(documents: Sequence[Document], origin: str, pages: PageMap) -> str:
    """Say from how many documents a page was made, over which time, and which was the first."""
    if not documents:
        return ""
    first, last = dates_of(documents)
    said = f"Read from {count(len(documents), 'document')}"
    if first and last:
        said += f", dated {first}" if first == last else f", dated {first} to {last}"
    dated = [document for document in documents if document.date]
    if dated and len(documents) > 1:
        earliest = min(dated, key=lambda each: (each.date, each.path))
        said += f"; first seen in {pages.link_document(origin, earliest)}"
    return f"{said}."


def source_paths(documents: Sequence[Document]) -> tuple[str, ...]:
    """Return the paths that a page's front matter names: the most telling, in path order."""
    return tuple(sorted({document.path for document in documents[:MAX_SOURCES]}))


def names_of(nodes: Sequence[Face], origin: str, pages: PageMap, *, limit: int) -> list[str]:
    """Return links to nodes, and how many more there are."""
    shown = [pages.link(origin, node) for node in nodes[:limit]]
    if len(nodes) > limit:
        shown.append(f"{len(nodes) - limit:,} more")
    return shown
