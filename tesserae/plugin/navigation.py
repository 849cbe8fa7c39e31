"""The navigation: the user's stays as it is; the wiki's indexes become one more section.

Themes print the whole navigation into every page. Where it is long, a page gets a part of it: the
way to the page with its neighbours, and every other section as a link to its first page. So no page
grows with the number of pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
MAX_SHOWN = 40
"""Entries of one list in a navigation that is cut."""


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


def with_wiki_section(nav: Navigation, site: Site, files: Mapping[str, File]) -> Navigation:
    """Add a section that leads to the indexes."""
    names = [kind.name for kind in site.chrome.kinds]
    uris = [site.routes.place(name) for name in (*names, "timeline", "digests", "graph", "about")]
    pages: list[StructureItem] = []
    for uri in uris:
        file = files.get(uri)
        if file is not None and isinstance(file.page, MountedPage):
            pages.append(file.page)
    if pages:
        section = Section(SECTION_TITLE, pages)
        for page in pages:
            page.parent = section
        nav.items.append(section)
    return nav


class NavigationView:
    """Gives each page the part of the navigation that it shows."""

    def __init__(self, nav: Navigation) -> None:
        self._nav = nav
        self._is_long = sum(1 for _ in _leaves(nav.items)) > MAX_WHOLE
        self._outline = _navigation([_collapsed(item) for item in nav.items], nav)

    def for_template(self) -> Navigation:
        """Return what a page that is none of the site's shows, such as 404.html."""
        return self._outline if self._is_long else self._nav

    def for_page(self, page: Page) -> Navigation:
        """Return the whole navigation where it is short; else what leads to the page."""
        if isinstance(page, MountedPage) and page.parent is None:
            return self._outline
        if not self._is_long:
            return self._nav
        trail = [page, *page.ancestors]
        return _navigation(_window(self._nav.items, trail), self._nav)


def _navigation(items: list[StructureItem], whole: Navigation) -> Navigation:
    # Not through the constructor's list of pages: it searches that for the home page each time.
    part = Navigation(items, [])
    part.pages = whole.pages
    part.homepage = whole.homepage
    return part


def _window(items: Sequence[StructureItem], trail: Sequence[StructureItem]) -> list[StructureItem]:
    """Return the items around the trail: it stays open, other sections become links."""
    here = next((place for place, item in enumerate(items) if item in trail), 0)
    start = max(0, min(here - MAX_SHOWN // 2, len(items) - MAX_SHOWN))
    shown: list[StructureItem] = []
    for item in items[start : start + MAX_SHOWN]:
        if isinstance(item, Section) and item in trail:
            section = Section(item.title, _window(item.children, trail))
            section.active = True
            shown.append(section)
        else:
            shown.append(_collapsed(item))
    return shown


def _collapsed(item: StructureItem) -> StructureItem:
    """Return a link to the first page of a section; other items stay, and so do our indexes."""
    if not isinstance(item, Section) or item.title == SECTION_TITLE:
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
