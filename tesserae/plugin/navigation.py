"""The navigation: the user's stays as it is; the wiki's indexes become one more section."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page

from tesserae.plugin.pages import MountedPage
from tesserae.site.build import Site

SECTION_TITLE = "Wiki"


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
    pages: list[Page] = []
    for uri in uris:
        file = files.get(uri)
        if file is not None and isinstance(file.page, MountedPage):
            pages.append(file.page)
    if pages:
        section = Section(SECTION_TITLE, list(pages))
        for page in pages:
            page.parent = section
        nav.items.append(section)
    return nav


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
