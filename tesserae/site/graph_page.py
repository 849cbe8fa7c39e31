"""The page of the map: what a reader gets where the picture cannot be seen."""

from __future__ import annotations

from tesserae.graph.view import GraphView
from tesserae.site.links import parse_links
from tesserae.site.pages import PageRole, SitePage
from tesserae.site.panels import MapView
from tesserae.site.places import Place, Places, link_line
from tesserae.site.routes import Routes
from tesserae.site.urls import page_url
from tesserae.wiki.text import count

CENTRAL = 50


def build_graph_page(
    view: GraphView, places: Places, routes: Routes, *, directory_urls: bool
) -> tuple[SitePage, MapView]:
    """List the most connected pages, ties by id."""
    degrees: dict[str, int] = {}
    edges = 0
    for edge in view.graph.edges:
        if edge.source in places and edge.target in places:
            edges += 1
            for end in (edge.source, edge.target):
                degrees[end] = degrees.get(end, 0) + 1

    def rank(place: Place) -> tuple[int, str]:
        return (-degrees.get(place.id, 0), place.id)

    central = sorted(places.all(), key=rank)[:CENTRAL]
    uri = routes.place("graph")
    lines = ["# Map", "", f"{count(len(places), 'page')}, {count(edges, 'link')}.", ""]
    lines += ["## Most connected", ""]
    lines += [link_line(place, uri) for place in central]
    panel = MapView(
        nodes=len(places),
        edges=edges,
        data_url=f"{routes.mount}graph/picture.json",
        central=tuple(place.link("item") for place in central),
    )
    page = SitePage(
        src_uri=uri,
        url=page_url(uri, directory_urls=directory_urls),
        role=PageRole.GRAPH,
        kind=PageRole.GRAPH.value,
        title="Map",
        body=parse_links("\n".join(lines) + "\n"),
        description="All pages and how they are linked.",
        links=panel.central,
    )
    return page, panel
