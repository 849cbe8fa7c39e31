"""The lists of days and weeks, and what stands around each of them."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence

from tesserae.site.indexes import MAX_DESCRIPTION, PER_PAGE, index_uri, pager_lines
from tesserae.site.links import LinkedText
from tesserae.site.pages import PageLink, PageLinks, PageRole, SitePage
from tesserae.site.panels import DayLink, DayView, TimelineView
from tesserae.site.routes import Routes
from tesserae.site.urls import page_url, sibling_uri
from tesserae.wiki.paths import relative_href
from tesserae.wiki.text import escape, link, shorten

TIMELINE = "timeline"
DIGESTS = "digests"
_TITLES = {TIMELINE: "Timeline", DIGESTS: "Weekly digests"}
_ROLES = {TIMELINE: PageRole.TIMELINE, DIGESTS: PageRole.DIGESTS}


def date_key(page: SitePage) -> str:
    """Return the day or week that a digest is about, from the place where it stands."""
    return posixpath.basename(page.src_uri).removesuffix(".md")


def build_list(
    name: str, digests: Sequence[SitePage], routes: Routes, *, directory_urls: bool
) -> Iterator[tuple[SitePage, TimelineView]]:
    """Yield the pages of the list of days or of weeks, newest first, 200 to a page."""
    newest = sorted(digests, key=date_key, reverse=True)
    chunks = [newest[start : start + PER_PAGE] for start in range(0, len(newest), PER_PAGE)]
    uris = [index_uri(routes, name, number) for number in range(1, len(chunks) + 1)]
    urls = [page_url(uri, directory_urls=directory_urls) for uri in uris]
    for number, chunk in enumerate(chunks, start=1):
        uri = uris[number - 1]
        view = TimelineView(
            title=_TITLES[name],
            total=len(newest),
            entries=tuple(day_link(page) for page in chunk),
            number=number,
            pages=tuple(
                PageLink(url, str(other), "item") for other, url in enumerate(urls, start=1)
            ),
        )
        lines = [f"# {view.title}", ""]
        for page, entry in zip(chunk, view.entries, strict=True):
            about = f": {escape(entry.description)}" if entry.description else ""
            lines.append(f"- {link(entry.key, relative_href(uri, page.src_uri))}{about}")
        lines += pager_lines(uris, uri, number)
        yield (
            SitePage(
                src_uri=uri,
                url=urls[number - 1],
                role=_ROLES[name],
                kind=name,
                title=view.title if number == 1 else f"{view.title}, page {number}",
                body=LinkedText("\n".join(lines).rstrip() + "\n"),
                description=f"{view.total} entries.",
                updated=max((page.updated for page in chunk if page.updated), default=None),
                links=PageLinks(
                    tuple(PageLink(page.url, page.title, "item", page.id) for page in chunk)
                ),
            ),
            view,
        )


def day_link(page: SitePage) -> DayLink:
    """Return one line of a list."""
    return DayLink(
        page.url, date_key(page), page.title, shorten(page.description, limit=MAX_DESCRIPTION)
    )


def build_day_views(digests: Sequence[SitePage]) -> dict[str, DayView]:
    """Return what stands around each digest, by source path; neighbours are by date."""
    ordered = sorted(digests, key=date_key)
    views: dict[str, DayView] = {}
    for place, page in enumerate(ordered):
        views[page.src_uri] = DayView(
            key=date_key(page),
            previous=_neighbour(ordered[place - 1], "previous") if place else None,
            next=_neighbour(ordered[place + 1], "next") if place + 1 < len(ordered) else None,
            text_url=sibling_uri(page.src_uri, ".txt"),
            json_url=sibling_uri(page.src_uri, ".json"),
        )
    return views


def _neighbour(page: SitePage, rel: str) -> PageLink:
    return PageLink(page.url, date_key(page), rel, page.id)
