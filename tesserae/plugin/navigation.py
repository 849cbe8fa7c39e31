"""The navigation: the user's stays as it is; the wiki's indexes become one more section.

Themes print the whole navigation into every page. Where it is long, a page gets a part of it: the
way to the page with its neighbours, and every other section as a link to its first page. So no page
grows with the number of pages.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure import StructureItem
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Link, Navigation, Section
from mkdocs.structure.pages import Page

from tesserae.plugin.pages import MountedPage
from tesserae.site.build import Site

SECTION_TITLE = "Wiki"
MAX_WHOLE = 100
"""Entries up to which a page of the user's shows the whole navigation."""
MAX_TOP = 40
MAX_SHOWN = 12
"""Entries of the outermost list and of any other in a navigation that is cut."""


def title_pages_of_ours(config: MkDocsConfig, files: Files) -> bool:
    """Give pages of ours the titles that `nav:` has for them.

    MkDocs takes a page that exists before the navigation as it is and drops the title.

    Returns:
        Whether `nav:` lists a page of ours.
    """
    listed = False
    for title, uri in _entries(config.nav):
        file = files.get_file_from_path(uri.lstrip("/"))
        if file is not None and isinstance(file.page, MountedPage):
            listed = True
            if title is not None:
                file.page.title = title
    return listed


def wiki_section(site: Site, files: Mapping[str, File]) -> Section | None:
    """Return a section that leads to the indexes; None where there are none."""
    names = [kind.name for kind in site.chrome.kinds]
    uris = [site.routes.place(name) for name in (*names, "timeline", "digests", "graph", "about")]
    pages: list[StructureItem] = []
    for uri in uris:
        file = files.get(uri)
        if file is not None and isinstance(file.page, MountedPage):
            pages.append(file.page)
    if not pages:
        return None
    section = Section(SECTION_TITLE, pages)
    for page in pages:
        page.parent = section
    return section


class NavigationView:
    """Gives each page the part of the navigation that it shows."""

    def __init__(self, nav: Navigation, ours: Section | None, *, all_url: str) -> None:
        """Prepare the parts.

        Args:
            nav: The whole navigation.
            ours: Our section in it, where we added one.
            all_url: Where all documents are listed, for lists that are cut; empty for nowhere.
        """
        self._nav = nav
        self._all_url = all_url
        self._is_long = sum(1 for _ in _leaves(nav.items)) > MAX_WHOLE
        # A page of the wiki shows the way to its neighbours: our own section stays open.
        items: list[StructureItem] = [
            ours if ours is not None and item is ours else _collapsed(item)
            for item in nav.items[:MAX_TOP]
        ]
        if ours is not None and len(nav.items) > MAX_TOP:
            items.append(ours)
        self._outline = _navigation(items, nav)

    def for_template(self) -> Navigation:
        """Return what a page that is none of the site's shows, such as 404.html."""
        return self._outline if self._is_long else self._nav

    def for_page(self, page: Page) -> Navigation:
        """Return the whole navigation where it is short; else what leads to the page."""
        if isinstance(page, MountedPage) and page.parent is None:
            return self._outline
        if not self._is_long:
            return self._nav
        trail = {id(item) for item in (page, *page.ancestors)}
        return _navigation(self._window(self._nav.items, trail, MAX_TOP), self._nav)

    def _window(
        self, items: Sequence[StructureItem], trail: Container[int], limit: int
    ) -> list[StructureItem]:
        """Return the items around the trail: it stays open, other sections become links."""
        here = next((place for place, item in enumerate(items) if id(item) in trail), 0)
        start = max(0, min(here - limit // 2, len(items) - limit))
        shown: list[StructureItem] = []
        for item in items[start : start + limit]:
            if isinstance(item, Section) and id(item) in trail:
                section = Section(item.title, self._window(item.children, trail, MAX_SHOWN))
                section.active = True
                shown.append(section)
            else:
                shown.append(_collapsed(item))
        if len(items) > limit and self._all_url:
            shown.append(Link(f"{len(items) - limit} more", self._all_url))
        return shown


def _navigation(items: list[StructureItem], whole: Navigation) -> Navigation:
    # Not through the constructor's list of pages: it searches that for the home page each time.
    part = Navigation(items, [])
    part.pages = whole.pages
    part.homepage = whole.homepage
    return part


def _collapsed(item: StructureItem) -> StructureItem:
    """Return a link to the first page of a section; other items stay."""
    if not isinstance(item, Section):
        return item
    first = next(_leaves(item.children), None)
    url = getattr(first, "url", None)
    return Link(item.title, url) if url is not None else item


def _leaves(items: Sequence[StructureItem]) -> Iterator[StructureItem]:
    for item in items:
        if isinstance(item, Section):
            yield from _leaves(item.children)
        else:
            yield item


def _entries(nav: Any) -> Iterator[tuple[str | None, str]]:  # noqa: ANN401 - as YAML has it
    if isinstance(nav, str):
        yield None, nav
    elif isinstance(nav, list):
        for item in nav:
            yield from _entries(item)
    elif isinstance(nav, dict):
        for title, value in nav.items():
            if isinstance(value, str):
                yield str(title), value
            else:
                yield from _entries(value)
