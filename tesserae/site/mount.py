"""Wiki pages as the site mounts them: their links lead to where things stand on the site."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping

from tesserae.model.page import WikiPage
from tesserae.site.links import LinkedText, LinkTable
from tesserae.site.pages import PageRole, SitePage
from tesserae.site.routes import Routes
from tesserae.site.urls import is_external, joined_path, page_url
from tesserae.wiki.paths import relative_href

_OF_THE_PAGE = "\0"
"""Stands for a target that each page has to look for itself; no link can hold it."""

AssetFinder = Callable[[str, str], str | None]
"""From (path in the wiki, link path) to the source path of a mounted file, if it may be mounted."""


class Mounter:
    """Turns pages of the wiki into pages of the site; what it found out for one serves the next."""

    def __init__(
        self,
        routes: Routes,
        *,
        moved: Mapping[str, str],
        asset: AssetFinder,
        directory_urls: bool,
    ) -> None:
        """Remember where everything stands.

        Args:
            routes: Where every page stands.
            moved: From a path that a page had before to where it stands now.
            asset: Finds images and attachments.
            directory_urls: How the site forms its addresses.
        """
        self._routes = routes
        self._moved = moved
        self._asset = asset
        self._directory_urls = directory_urls
        self._shared: dict[tuple[str, str], LinkTable] = {}

    def mount(self, page: WikiPage, *, edit_path: str | None) -> SitePage:
        """Return a page as it stands on the site.

        Args:
            page: The page as it stands in the wiki folder.
            edit_path: The file behind it, where a reader may edit that.
        """
        src_uri = self._routes.of_page[page.path]
        return SitePage(
            src_uri=src_uri,
            url=page_url(src_uri, directory_urls=self._directory_urls),
            role=_role(src_uri, self._routes),
            kind=page.kind.value,
            title=page.title,
            body=self.rebase(page.body, page.path, src_uri),
            id=page.id,
            type=page.type.value,
            description=page.description,
            updated=page.updated,
            aliases=page.aliases,
            sources=page.sources,
            edit_path=edit_path,
        )

    def rebase(self, body: str, path: str, src_uri: str) -> LinkedText:
        """Lead the links of a body from the wiki folder to the site.

        Args:
            body: Markdown whose links are relative to `path` in the wiki folder.
            path: Where it stands in the wiki.
            src_uri: Where it will stand on the site.
        """
        folder = posixpath.dirname(path)
        # Links of two pages of one folder lead to the same places, but for attachments.
        key = (folder, posixpath.dirname(src_uri))
        shared = self._shared.get(key)
        if shared is None:
            shared = self._shared[key] = LinkTable(
                lambda href: self._retarget(href, folder, src_uri) or _OF_THE_PAGE
            )

        def retarget(href: str) -> str:
            new = shared[href]
            return self._attachment(href, path, src_uri) if new is _OF_THE_PAGE else new

        return LinkedText(body, retarget)

    def _retarget(self, href: str, folder: str, src_uri: str) -> str | None:
        """Return the target for any page of a folder; None where it depends on the page."""
        if not href or href[0] in "#/" or is_external(href):
            return href
        link_path, mark, rest = _split(href)
        target = joined_path(folder, link_path)
        place = self._routes.of_page.get(target) or self._moved.get(target)
        return None if place is None else relative_href(src_uri, place) + mark + rest

    def _attachment(self, href: str, path: str, src_uri: str) -> str:
        """Return the target of a link to a file of the project; as written where there is none."""
        link_path, mark, rest = _split(href)
        asset = self._asset(path, link_path)
        return href if asset is None else relative_href(src_uri, asset) + mark + rest


def _split(href: str) -> tuple[str, str, str]:
    for mark in "#?":
        if mark in href:
            return href.partition(mark)
    return href, "", ""


def _role(src_uri: str, routes: Routes) -> PageRole:
    local = src_uri.removeprefix(routes.mount)
    return PageRole.DAY if local.startswith(("timeline/", "digests/")) else PageRole.DETAIL
