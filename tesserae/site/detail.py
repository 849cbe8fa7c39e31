"""What stands around one page: its labels, its siblings and, for a document, its links."""

from __future__ import annotations

from collections.abc import Iterable

from tesserae.graph.view import GraphView
from tesserae.model.graph import Edge
from tesserae.model.ids import NodeId
from tesserae.model.ontology import Kind
from tesserae.site.pages import KIND_TITLES, Document, PageLink, SitePage
from tesserae.site.panels import DetailView
from tesserae.site.places import Place, Places, label_of
from tesserae.site.routes import Routes
from tesserae.site.urls import page_url, sibling_uri

MAX_MENTIONS = 24
MAX_RELATED = 8
MAX_BACKLINKS = 12
_DOCUMENT_KINDS = frozenset({Kind.SOURCES.value, Kind.PAPERS.value, Kind.SYNTHESES.value})


def links_of(node_id: NodeId, view: GraphView, places: Places) -> tuple[PageLink, ...]:
    """Return every page one edge away, once for each edge type, outgoing edges first.

    A link back carries the edge type with `^` before it, as in `^references`.
    """
    out = _links(view.out_edges(node_id), places, incoming=False)
    return (*out, *_links(view.in_edges(node_id), places, incoming=True))


def page_detail(page: SitePage, routes: Routes, *, directory_urls: bool) -> DetailView:
    """Return what stands around a page of the wiki."""
    kind = Kind(page.kind)
    return DetailView(
        kind=page.kind,
        kind_title=KIND_TITLES[kind],
        kind_url=page_url(routes.place(page.kind), directory_urls=directory_urls),
        type=page.type,
        type_label=label_of(page.type),
        is_document=False,
        description=page.description,
        aliases=page.aliases,
        updated=page.updated.isoformat() if page.updated else "",
        text_url=sibling_uri(page.src_uri, ".txt"),
        json_url=sibling_uri(page.src_uri, ".json"),
    )


def document_detail(
    document: Document, view: GraphView, places: Places, routes: Routes, *, directory_urls: bool
) -> DetailView:
    """Return what stands below a document of the user's: things, documents, who links here."""
    things: list[Place] = []
    documents: list[Place] = []
    back: list[Place] = []
    if document.id is not None:
        for place in _neighbours(view.out_edges(document.id), places, incoming=False):
            (documents if place.kind in _DOCUMENT_KINDS else things).append(place)
        back = _neighbours(view.in_edges(document.id), places, incoming=True)
    things.sort(key=lambda place: (-place.count, place.title.casefold(), place.id))
    shown = (things[:MAX_MENTIONS], documents[:MAX_RELATED], back[:MAX_BACKLINKS])
    return DetailView(
        kind=Kind.SOURCES.value,
        kind_title=KIND_TITLES[Kind.SOURCES],
        kind_url=page_url(routes.place(Kind.SOURCES.value), directory_urls=directory_urls),
        type="SourceDocument",
        type_label="document",
        is_document=True,
        description=document.description,
        aliases=(),
        updated=document.updated.isoformat() if document.updated else "",
        text_url=sibling_uri(document.src_uri, ".txt"),
        json_url=sibling_uri(document.src_uri, ".json"),
        mentions=_page_links(shown[0], "mentions"),
        related=_page_links(shown[1], "references"),
        backlinks=_page_links(shown[2], "backlink"),
        more=len(things) + len(documents) + len(back) - sum(len(part) for part in shown),
    )


def _links(edges: Iterable[Edge], places: Places, *, incoming: bool) -> list[PageLink]:
    links = []
    for edge in edges:
        place = places.find(edge.source if incoming else edge.target)
        if place is not None:
            links.append(place.link(f"^{edge.type}" if incoming else edge.type.value))
    return links


def _neighbours(edges: Iterable[Edge], places: Places, *, incoming: bool) -> list[Place]:
    found: dict[NodeId, Place] = {}
    for edge in edges:
        place = places.find(edge.source if incoming else edge.target)
        if place is not None:
            found.setdefault(place.id, place)
    return list(found.values())


def _page_links(places: Iterable[Place], rel: str) -> tuple[PageLink, ...]:
    return tuple(place.link(rel) for place in places)
