"""The index of each kind: every page of it, grouped by type, 200 to a page.

Groups follow the ontology's order and items their titles, so the facets are plain links that work
without a script; a script may filter and sort by the data that the template prints.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from tesserae.model.ids import heading_anchor
from tesserae.model.ontology import TYPE_RANK, Kind, NodeType
from tesserae.site.links import LinkedText
from tesserae.site.pages import KIND_TITLES, PageLink, PageLinks, PageRole, SitePage
from tesserae.site.panels import FacetView, GroupView, IndexView, ItemView
from tesserae.site.places import Place, label_of, link_line, title_key
from tesserae.site.routes import Routes
from tesserae.site.urls import page_url
from tesserae.wiki.paths import relative_href
from tesserae.wiki.text import escape, shorten

PER_PAGE = 200
MAX_DESCRIPTION = 160


def build_index(
    kind: Kind, places: Sequence[Place], routes: Routes, *, directory_urls: bool
) -> Iterator[tuple[SitePage, IndexView]]:
    """Yield the pages of one index, first page first.

    Args:
        kind: Whose index.
        places: All places of that kind, in any order.
        routes: Where the index stands.
        directory_urls: How the site forms its addresses.
    """
    ordered = sorted(places, key=lambda place: (TYPE_RANK[place.type], *title_key(place)))
    chunks = [ordered[start : start + PER_PAGE] for start in range(0, len(ordered), PER_PAGE)]
    uris = [index_uri(routes, kind.value, number) for number in range(1, len(chunks) + 1)]
    urls = [page_url(uri, directory_urls=directory_urls) for uri in uris]
    totals = {type_: sum(1 for _ in run) for type_, run in groupby(ordered, key=_type_of)}
    facets = _facets(chunks, urls, totals)
    title = KIND_TITLES[kind]
    for number, chunk in enumerate(chunks, start=1):
        view = IndexView(
            kind=kind.value,
            title=title,
            total=len(ordered),
            facets=facets,
            groups=tuple(
                _group(type_, list(run), totals[type_]) for type_, run in groupby(chunk, _type_of)
            ),
            number=number,
            pages=tuple(
                PageLink(url, str(other), "item") for other, url in enumerate(urls, start=1)
            ),
        )
        yield _page(view, chunk, uris, urls), view


def index_uri(routes: Routes, name: str, number: int) -> str:
    """Return the source path of the n-th page of an index.

    No slug holds an underscore, so `page_2` can never be a page of the wiki.
    """
    first = routes.place(name)
    return first if number == 1 else f"{first.removesuffix('index.md')}page_{number}.md"


def pager_lines(pages: Sequence[str], origin: str, number: int) -> list[str]:
    """Return the links to the other pages of an index, as markdown."""
    if len(pages) < 2:
        return []
    links = [
        f"**{other}**" if other == number else f"[{other}]({relative_href(origin, uri)})"
        for other, uri in enumerate(pages, start=1)
    ]
    return ["", "Pages: " + " · ".join(links)]


def _type_of(place: Place) -> NodeType:
    return place.type


def _facets(
    chunks: Sequence[Sequence[Place]], urls: Sequence[str], totals: dict[NodeType, int]
) -> tuple[FacetView, ...]:
    if len(totals) < 2:
        return ()
    first: dict[NodeType, str] = {}
    for chunk, url in zip(chunks, urls, strict=True):
        for place in chunk:
            first.setdefault(place.type, f"{url}#{_anchor(place.type)}")
    return tuple(
        FacetView(type_.value, label_of(type_), first[type_], count)
        for type_, count in totals.items()
    )


def _anchor(type_: NodeType) -> str:
    return heading_anchor(label_of(type_).capitalize())


def _group(type_: NodeType, places: Sequence[Place], total: int) -> GroupView:
    return GroupView(
        type=type_.value,
        label=label_of(type_),
        anchor=_anchor(type_),
        total=total,
        items=tuple(item_of(place) for place in places),
    )


def item_of(place: Place) -> ItemView:
    """Return one line of an index."""
    return ItemView(
        url=place.url,
        title=place.title,
        description=shorten(place.description, limit=MAX_DESCRIPTION),
        type=place.type.value,
        count=place.count,
        updated=place.updated.isoformat() if place.updated else "",
    )


def _page(
    view: IndexView, places: Sequence[Place], uris: Sequence[str], urls: Sequence[str]
) -> SitePage:
    uri = uris[view.number - 1]
    lines = [f"# {view.title}", ""]
    start = 0
    for group in view.groups:
        if view.facets:
            lines += [f"## {group.label.capitalize()}", ""]
        chunk = places[start : start + len(group.items)]
        start += len(chunk)
        for place, item in zip(chunk, group.items, strict=True):
            about = f": {escape(item.description)}" if item.description else ""
            lines.append(link_line(place, uri) + about)
        lines.append("")
    lines += pager_lines(uris, uri, view.number)
    return SitePage(
        src_uri=uri,
        url=urls[view.number - 1],
        role=PageRole.INDEX,
        kind=view.kind,
        title=view.title if view.number == 1 else f"{view.title}, page {view.number}",
        body=LinkedText("\n".join(lines).rstrip() + "\n"),
        description=f"{view.total} pages.",
        updated=max((place.updated for place in places if place.updated), default=None),
        links=PageLinks(tuple(place.link("item") for place in places)),
    )
