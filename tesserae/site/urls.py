"""Addresses within a site: from a source path to a URL, and from one URL to another.

The same rules as MkDocs', so that a link of ours and a link that MkDocs rewrites agree.
"""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from urllib.parse import quote, unquote

_EXTERNAL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
SAFE_SCHEMES = frozenset({"http", "https", "mailto", "tel", "ftp", "ftps", "irc", "ircs", "xmpp"})


def is_external(href: str) -> bool:
    """Say whether a link leaves the site: it names a scheme or a host."""
    return _EXTERNAL.match(href) is not None


def is_safe(href: str) -> bool:
    """Say whether a link may stand in a page: relative, or of a scheme that runs nothing."""
    if ":" not in href:
        return True
    # Browsers drop tabs and newlines inside a scheme, so `java\nscript:` is one too.
    compact = "".join(char for char in href if char > " ")
    head, colon, _ = compact.partition(":")
    if not colon or any(char in head for char in "/?#"):
        return True
    return head.lower() in SAFE_SCHEMES


def page_url(src_uri: str, *, directory_urls: bool) -> str:
    """Return the URL of a markdown page relative to the site's root.

    Returns:
        Percent-encoded; empty for the home page with directory URLs.
    """
    folder, name = posixpath.split(src_uri)
    stem = posixpath.splitext(name)[0]
    stem = "index" if stem == "README" else stem
    if not directory_urls:
        return quote(posixpath.join(folder, f"{stem}.html"))
    if stem == "index":
        return quote(f"{folder}/") if folder else ""
    return quote(posixpath.join(folder, stem) + "/")


def sibling_uri(src_uri: str, suffix: str) -> str:
    """Return the path of a page's `.txt` or `.json` sibling: its source path, another suffix."""
    folder, name = posixpath.split(src_uri)
    stem = posixpath.splitext(name)[0]
    return posixpath.join(folder, ("index" if stem == "README" else stem) + suffix)


@lru_cache(maxsize=1 << 17)
def joined_path(folder: str, href_path: str) -> str:
    """Return the path that a relative link in a folder leads to; it may begin with `../`."""
    return posixpath.normpath(posixpath.join(folder, unquote(href_path)))


def to_root(url: str) -> str:
    """Return the prefix that leads from a page's URL to the site's root: `../../`, or `./`."""
    return "../" * url.count("/") or "./"


def relative_url(target: str, origin: str) -> str:
    """Return the shortest link from the page at `origin` to `target`, both relative to the root.

    Both are URLs as `page_url` gives them; a `target` that is a file keeps its name.
    """
    here = origin.split("/")[:-1]
    there = target.split("/")
    common = 0
    for mine, theirs in zip(here, there[:-1], strict=False):
        if mine != theirs:
            break
        common += 1
    link = "../" * (len(here) - common) + "/".join(there[common:])
    # A first segment with a colon would read as a scheme.
    return f"./{link}" if not link or ":" in link.partition("/")[0] else link
