"""What stands around one page: its labels, its siblings and, for a document, its links."""

from __future__ import annotations

from collections.abc import Iterable

from tesserae.graph.view import GraphView
from tesserae.model.graph import Edge
from tesserae.model.ids import NodeId
from tesserae.model.ontology import EdgeType, Kind
from tesserae.site.pages import KIND_TITLES, Document, PageLink, PageLinks, SitePage
from tesserae.site.panels import DetailView
from tesserae.site.places import Place, Places, label_of
from tesserae.site.routes import Routes
from tesserae.site.urls import page_url, sibling_uri

MAX_LINKS = 24
MAX_MENTIONS = 12
MAX_RELATED = 6
MAX_BACKLINKS = 6
_DOCUMENT_KINDS = frozenset({Kind.SOURCES.value, Kind.PAPERS.value, Kind.SYNTHESES.value})


def links_of(node_id: NodeId, view: GraphView, places: Places) -> PageLinks:
    """Return pages one edge away, once for each edge type: what leads there, then what leads here.

    A link back carries the edge type with `^` before it, as in `^references`. Statements come
    before mere mentions, the more frequent ones first. At most `MAX_LINKS` are returned, so that
    no page grows with the graph; `graph.json` has all.
    """
    out = _ranked(view.out_edges(node_id))
    back = _ranked(view.in_edges(node_id))
    half = MAX_LINKS // 2
    most_out = max(half, MAX_LINKS - len(back))
    links = _links(out[:most_out], places, incoming=False)
    links += _links(back[: MAX_LINKS - min(len(out), most_out)], places, incoming=True)
    return PageLinks(tuple(links), len(out) + len(back) - len(links))


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


def _ranked(edges: list[Edge]) -> list[Edge]:
    """Sort by how much an edge says; ties stay in the graph's order."""
    return sorted(edges, key=lambda edge: (edge.type is EdgeType.MENTIONS, -edge.weight))


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
