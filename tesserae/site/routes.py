"""Which wiki page stands where on the site, without ever taking a path that is the user's.

A wiki page keeps its path below the mount (`concepts/nerf.md`), but for three kinds: the digest of
a day stands at `timeline/<date>.md`, that of a week at `digests/<week>.md`, and a source that is a
page of `docs_dir` stands where the user put it.
"""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from tesserae.errors import ConfigError
from tesserae.model.ontology import Kind
from tesserae.model.page import WikiPage

AUTO = "auto"
FALLBACK_MOUNT = "wiki/"
_DAILY = re.compile(r"syntheses/daily-(\d{4}-\d{2}-\d{2})\.md")
_WEEKLY = re.compile(r"syntheses/weekly-(.+)\.md")
_PLACES = ("timeline", "digests", "graph", "about", *(kind.value for kind in Kind))


@dataclass(frozen=True, slots=True)
class Routes:
    """Where everything of ours stands."""

    mount: str
    """Prefix of our pages: empty for the root, else it ends in a slash."""
    of_page: Mapping[str, str]
    """From a path in the wiki folder to a source path of the site."""

    def place(self, name: str) -> str:
        """Return the source path of an index: `place("timeline")` is `timeline/index.md`."""
        return f"{self.mount}{name}/index.md"


def folded(uri: str) -> str:
    """Return a path as the least careful disk would compare it."""
    return unicodedata.normalize("NFC", uri).casefold()


@dataclass(frozen=True, slots=True)
class Claims:
    """Who needs which place."""

    pages: Sequence[WikiPage]
    """All pages of ours that are published."""
    own: Mapping[str, str]
    """A person's own pages in the wiki folder: from the path in the project to that in the wiki."""
    documents: Mapping[str, str]
    """From the path of a source to its page in `docs_dir`."""
    taken: Iterable[str]
    """Source paths and target paths of all files that are not ours."""


def plan_routes(claims: Claims, *, mount: str) -> Routes:
    """Decide the mount and the place of every wiki page.

    Args:
        claims: Who needs which place.
        mount: `auto`, or the folder that the user chose.

    Raises:
        ConfigError: The user chose a mount whose routes are taken.
    """
    local = _local_routes(claims)
    ours = set(local.values()) - set(claims.documents.values())
    used = {folded(uri) for uri in claims.taken}
    if mount != AUTO:
        prefix = _prefix(mount)
        clash = _first_clash(ours, prefix, used)
        if clash is not None:
            raise ConfigError(
                f"mount: {mount!r} has no room, since a file of yours takes {clash!r}; "
                "choose another folder or leave the option out"
            )
        return Routes(prefix, _mounted(local, ours, prefix))
    candidate = 0
    prefix = ""
    while _first_clash(ours, prefix, used) is not None:
        candidate += 1
        prefix = FALLBACK_MOUNT if candidate == 1 else f"wiki-{candidate}/"
    return Routes(prefix, _mounted(local, ours, prefix))


def _prefix(mount: str) -> str:
    clean = posixpath.normpath(mount.strip().strip("/") or ".")
    if clean.startswith("..") or any(part.startswith(".") for part in clean.split("/")[:-1]):
        raise ConfigError(f"mount: {mount!r} must be a folder inside the site")
    return "" if clean == "." else f"{clean}/"


def _local_routes(claims: Claims) -> dict[str, str]:
    routes = {path: path for path in claims.own.values()}
    for page in claims.pages:
        written = _written_by_a_person(page, claims)
        routes[page.path] = written or _synthesis_place(page.path)
    return routes


def _written_by_a_person(page: WikiPage, claims: Claims) -> str | None:
    """Return where the document stands that a page of a source would only repeat."""
    if page.kind is not Kind.SOURCES or len(page.sources) != 1:
        return None
    return claims.documents.get(page.sources[0]) or claims.own.get(page.sources[0])


def _synthesis_place(path: str) -> str:
    if daily := _DAILY.fullmatch(path):
        return f"timeline/{daily[1]}.md"
    if weekly := _WEEKLY.fullmatch(path):
        return f"digests/{weekly[1]}.md"
    return path


def _mounted(local: Mapping[str, str], ours: AbstractSet[str], prefix: str) -> dict[str, str]:
    return {path: prefix + uri if uri in ours else uri for path, uri in local.items()}


def _first_clash(ours: AbstractSet[str], prefix: str, used: AbstractSet[str]) -> str | None:
    """Return a path that we need and the user has, or a folder of ours that holds user pages."""
    for place in _PLACES:
        root = folded(prefix + place)
        for uri in (root, f"{root}.md", f"{root}.html", f"{root}/index.md", f"{root}/readme.md"):
            if uri in used:
                return uri
    for uri in sorted(ours):
        stem = folded(prefix + uri).removesuffix(".md")
        for target in (f"{stem}.md", f"{stem}.html", f"{stem}/index.html", f"{stem}.txt"):
            if target in used:
                return target
    return None
