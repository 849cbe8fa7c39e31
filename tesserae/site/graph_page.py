"""The page of the map: what a reader gets where the picture cannot be seen."""

from __future__ import annotations

from tesserae.site.links import LinkedText
from tesserae.site.pages import PageLinks, PageRole, SitePage
from tesserae.site.panels import MapView
from tesserae.site.picture import GraphPicture
from tesserae.site.places import Places, link_line
from tesserae.site.routes import Routes
from tesserae.site.urls import page_url
from tesserae.wiki.text import count

CENTRAL = 50
STATIC_DOTS = 400
STATIC_LINKS = 800


def build_graph_page(
    picture: GraphPicture, places: Places, routes: Routes, *, directory_urls: bool
) -> tuple[SitePage, MapView]:
    """List the most connected pages."""
    found = (places.find(dot.id) for dot in picture.dots[:CENTRAL])
    central = [place for place in found if place is not None]
    uri = routes.place("graph")
    summary = f"{count(picture.total, 'page')}, {count(len(picture.links), 'link')}."
    lines = ["# Map", "", summary, ""]
    lines += ["## Most connected", ""]
    lines += [link_line(place, uri) for place in central]
    panel = MapView(
        nodes=picture.total,
        edges=len(picture.links),
        data_url=picture_uri(routes),
        picture=picture.first(STATIC_DOTS, links=STATIC_LINKS),
        central=tuple(place.link("item") for place in central),
    )
    page = SitePage(
        src_uri=uri,
        url=page_url(uri, directory_urls=directory_urls),
        role=PageRole.GRAPH,
        kind=PageRole.GRAPH.value,
        title="Map",
        body=LinkedText("\n".join(lines) + "\n"),
        description="All pages and how they are linked.",
        links=PageLinks(panel.central),
    )
    return page, panel


def picture_uri(routes: Routes) -> str:
    """Return where the script with the whole picture stands."""
    return f"{routes.mount}graph/picture.js"
