"""Wiki pages as the site mounts them: their links lead to where things stand on the site."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping

from tesserae.model.page import WikiPage
from tesserae.site.links import LinkedText, parse_links
from tesserae.site.pages import PageRole, SitePage
from tesserae.site.routes import Routes
from tesserae.site.urls import is_external, joined_path, page_url
from tesserae.wiki.paths import relative_href

AssetFinder = Callable[[str, str], str | None]
"""From (path in the wiki, link path) to the source path of a mounted file, if it may be mounted."""


def mount_page(
    page: WikiPage,
    routes: Routes,
    *,
    links: Mapping[str, str],
    asset: AssetFinder,
    edit_path: str | None,
    directory_urls: bool,
) -> SitePage:
    """Turn a page of the wiki into a page of the site.

    Args:
        page: The page as it stands in the wiki folder.
        routes: Where every page stands.
        links: Paths of the wiki that lead to a page without being one in `routes`: redirects.
        asset: Finds images and attachments.
        edit_path: The file behind the page, where a reader may edit it.
        directory_urls: How the site forms its addresses.
    """
    src_uri = routes.of_page[page.path]
    return SitePage(
        src_uri=src_uri,
        url=page_url(src_uri, directory_urls=directory_urls),
        role=_role(src_uri, routes),
        kind=page.kind.value,
        title=page.title,
        body=rebase(page.body, page.path, src_uri, routes, links=links, asset=asset),
        id=page.id,
        type=page.type.value,
        description=page.description,
        updated=page.updated,
        aliases=page.aliases,
        sources=page.sources,
        edit_path=edit_path,
    )


def rebase(
    body: str,
    path: str,
    src_uri: str,
    routes: Routes,
    *,
    links: Mapping[str, str],
    asset: AssetFinder,
) -> LinkedText:
    """Rewrite the links of a body from the wiki folder to the site.

    Args:
        body: Markdown whose links are relative to `path` in the wiki folder.
        path: Where it stands in the wiki.
        src_uri: Where it will stand on the site.
        routes: Where every page stands.
        links: As in `mount_page`.
        asset: Finds images and attachments.
    """
    folder = posixpath.dirname(path)

    def rewrite(href: str) -> str:
        if not href or href[0] in "#/" or is_external(href):
            return href
        link_path, mark, rest = _split(href)
        target = joined_path(folder, link_path)
        place = routes.of_page.get(target) or links.get(target) or asset(path, link_path)
        if place is None:
            return href
        return relative_href(src_uri, place) + mark + rest

    return parse_links(body).relink(rewrite)


def _split(href: str) -> tuple[str, str, str]:
    for mark in "#?":
        if mark in href:
            return href.partition(mark)
    return href, "", ""


def _role(src_uri: str, routes: Routes) -> PageRole:
    local = src_uri.removeprefix(routes.mount)
    return PageRole.DAY if local.startswith(("timeline/", "digests/")) else PageRole.DETAIL
