"""The home page, for a project that has none of its own: the pulse and the ways into the wiki."""

from __future__ import annotations

from collections.abc import Sequence

from tesserae.site.links import LinkedText
from tesserae.site.pages import PageLink, PageLinks, PageRole, SitePage
from tesserae.site.panels import KindView
from tesserae.site.urls import page_url
from tesserae.wiki.paths import relative_href
from tesserae.wiki.text import count, escape, link

HOME_URI = "index.md"
PULSE_PATH = "syntheses/pulse.md"


def build_home(
    name: str,
    *,
    pulse: SitePage | None,
    kinds: Sequence[tuple[KindView, str]],
    lists: Sequence[tuple[str, str]],
    directory_urls: bool,
) -> SitePage:
    """Build the home page.

    Args:
        name: The project's.
        pulse: The synthesis of that kind, its links relative to the home page.
        kinds: The kinds that have pages, with the source path of their index.
        lists: Title and source path of the timeline and its like.
        directory_urls: How the site forms its addresses.
    """
    lines = [f"# {escape(name)}", ""]
    if pulse is not None:
        lines += [without_title(pulse.markdown), ""]
    if kinds:
        lines += ["## The wiki", ""]
        lines += [
            f"- {link(kind.title, relative_href(HOME_URI, uri))}: {count(kind.count, 'page')}"
            for kind, uri in kinds
        ]
        lines += [f"- {link(title, relative_href(HOME_URI, uri))}" for title, uri in lists]
    return SitePage(
        src_uri=HOME_URI,
        url=page_url(HOME_URI, directory_urls=directory_urls),
        role=PageRole.HOME,
        kind=PageRole.HOME.value,
        title=name,
        body=LinkedText("\n".join(lines).rstrip() + "\n"),
        description=pulse.description if pulse else "",
        updated=pulse.updated if pulse else None,
        links=PageLinks(tuple(PageLink(kind.url, kind.title, "item") for kind, _ in kinds)),
    )


def without_title(markdown: str) -> str:
    """Return a body without the heading of level 1 that opens it."""
    first, _, rest = markdown.lstrip("\n").partition("\n")
    return (rest if first.startswith("# ") else markdown).strip("\n")
