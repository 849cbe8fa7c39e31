"""Pages that only lead on: where a wiki page stood before it was renamed."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping

from tesserae.site.routes import Routes
from tesserae.site.urls import page_url, relative_url


def redirect_pages(
    redirects: Mapping[str, str], routes: Routes, *, base: str | None, directory_urls: bool
) -> Iterator[tuple[str, str]]:
    """Yield target path and HTML of each redirect, sorted by old path.

    Args:
        redirects: From an old path of the wiki to the path that took its place.
        routes: Where every page stands.
        base: The address of the site, for the canonical link.
        directory_urls: How the site forms its addresses.
    """
    for old, new in sorted(redirects.items()):
        place = routes.of_page.get(new)
        if place is None:
            continue
        old_url = page_url(routes.mount + old, directory_urls=directory_urls)
        new_url = page_url(place, directory_urls=directory_urls)
        stem = (routes.mount + old).removesuffix(".md")
        file = f"{stem}/index.html" if directory_urls else f"{stem}.html"
        yield file, _page(relative_url(new_url, old_url), f"{base}{new_url}" if base else None)


def _page(href: str, canonical: str | None) -> str:
    address = html.escape(href)
    whole = f'\n<link rel="canonical" href="{html.escape(canonical)}">' if canonical else ""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<title>This page has moved</title>{whole}\n<meta name="robots" content="noindex">\n'
        f'<meta http-equiv="refresh" content="0; url={address}">\n</head>\n<body>\n'
        f'<p>This page has moved: <a href="{address}">go there</a>.</p>\n</body>\n</html>\n'
    )
