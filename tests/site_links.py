"""Finds what does not resolve in a built site: links, images, scripts, styles, fragments."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

_TARGETS = {"a": "href", "link": "href", "img": "src", "script": "src", "source": "src"}


class Page(HTMLParser):
    """The targets and the ids of one HTML page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.ids: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if values.get("id"):
            self.ids.append(values["id"])
        if tag == "a" and values.get("name"):
            self.ids.append(values["name"])
        target = values.get(_TARGETS.get(tag, ""))
        if target is not None:
            self.targets.append(target)


def read_pages(site: Path) -> dict[str, Page]:
    """Return every HTML page of a site by its path."""
    return {
        path.relative_to(site).as_posix(): Page(path.read_text(encoding="utf-8"))
        for path in sorted(site.rglob("*.html"))
    }


def broken_links(site: Path) -> Iterator[str]:
    """Yield `page: target` for whatever leads nowhere."""
    pages = read_pages(site)
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    for name, page in pages.items():
        if name == "404.html":
            continue  # its links are absolute, and right only where the site is served
        for target in page.targets:
            if not _resolves(name, target, pages, files):
                yield f"{name}: {target}"


def repeated_ids(site: Path) -> Iterator[str]:
    """Yield `page: id` for every id that a page has twice."""
    for name, page in read_pages(site).items():
        seen: set[str] = set()
        for anchor in page.ids:
            if anchor in seen:
                yield f"{name}: {anchor}"
            seen.add(anchor)


def _resolves(name: str, target: str, pages: dict[str, Page], files: set[str]) -> bool:
    parts = urlsplit(target)
    if parts.scheme or parts.netloc:
        return True
    path = name
    if parts.path:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(parts.path)))
        path = "" if path == "." else path
        if f"{path}/index.html".lstrip("/") in files:
            path = f"{path}/index.html".lstrip("/")
    if path not in files:
        return False
    anchor = unquote(parts.fragment)
    return not anchor or path not in pages or anchor in pages[path].ids or anchor.startswith("__")
