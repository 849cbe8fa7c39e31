"""`[[wikilinks]]` in a page that a person wrote, turned into markdown links before it is rendered.

A name is looked for among the documents and the pages of the wiki (path, stem, title, alias, the
nearest first) and, for `![[…]]`, among the files of the site. Code, fences and escapes stay text. A
name that nothing has becomes a marked span, so that a reader sees that a page is missing.
"""

from __future__ import annotations

import hashlib
import html
import posixpath
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from tesserae.model.ids import heading_anchor
from tesserae.site.links import markdown_target
from tesserae.site.urls import is_external
from tesserae.wiki.links import FoundLink, LinkForm, find_links, splice, split_target
from tesserae.wiki.paths import relative_href
from tesserae.wiki.text import escape

Slugify = Callable[[str], str]
MakeResolver = Callable[[Mapping[str, str], Mapping[str, tuple[str, ...]]], "Resolver"]
"""From places and titles; made only when a page needs it, since it loads the extraction."""
_BLOCK_REFERENCE = re.compile(r"#\^([\w-]+)")
_SIZE = re.compile(r"\d+(?:x\d+)?")


class Found(Protocol):
    """A document that a link names."""

    @property
    def path(self) -> str:
        """Its path in the project."""


class Resolver(Protocol):
    """Finds documents by links and names (`tesserae.extract.links`)."""

    def resolve(self, from_path: str, href: str) -> Found | None:
        """Return what a relative link leads to."""

    def resolve_wikilink(self, from_path: str, target: str) -> Found | None:
        """Return what a wikilink names."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """Pages of one sort, with the names that lead to them."""

    places: Mapping[str, str]
    """From a path of the project to the source path of its page on the site."""
    titles: Mapping[str, tuple[str, ...]]
    """From a path of the project to its title and aliases."""


@dataclass(frozen=True, slots=True)
class Names:
    """What can be linked to from a page that a person wrote."""

    documents: Labelled
    """What people wrote: found first, by path, name or title."""
    wiki: Labelled
    """Pages of ours that are no copy of a document."""
    files: Iterable[str]
    """Source paths of everything that is not a page."""


class WikilinkTargets:
    """Finds what a wikilink names; the indexes are made when the first one is met."""

    def __init__(
        self, names: Names, make_resolver: MakeResolver, *, slugify: Slugify = heading_anchor
    ) -> None:
        self._names = names
        self._make_resolver = make_resolver
        self._slugify = slugify

    def page(self, origin: str, target: str) -> tuple[str, str] | None:
        """Return source path and anchor for the target of a wikilink in the file at `origin`."""
        for pages, resolver in self._resolvers:
            found = resolver.resolve_wikilink(origin, target)
            if found is not None and found.path in pages.places:
                return pages.places[found.path], self._anchor(target)
        return None

    def link(self, origin: str, href: str) -> str | None:
        """Return the source path that a relative link of the file at `origin` leads to."""
        for pages, resolver in self._resolvers:
            found = resolver.resolve(origin, href)
            if found is not None and found.path in pages.places:
                return pages.places[found.path]
        return None

    def file(self, src_uri: str, name: str) -> str | None:
        """Return the source path of an image or attachment: by its path, else by its name."""
        joined = posixpath.normpath(posixpath.join(posixpath.dirname(src_uri), name))
        candidates = self._files.get(posixpath.basename(name).casefold(), [])
        for wanted in (joined, name.lstrip("/")):
            if wanted in candidates:
                return wanted
        return candidates[0] if candidates else None

    @cached_property
    def digest(self) -> str:
        """Name everything that a link may lead to."""
        names = self._names
        parts = (names.documents, names.wiki)
        facts = [[sorted(part.places.items()), sorted(part.titles.items())] for part in parts]
        return hashlib.sha256(repr([facts, sorted(names.files)]).encode()).hexdigest()

    @cached_property
    def _resolvers(self) -> list[tuple[Labelled, Resolver]]:
        return [
            (pages, self._make_resolver(pages.places, pages.titles))
            for pages in (self._names.documents, self._names.wiki)
        ]

    @cached_property
    def _files(self) -> Mapping[str, list[str]]:
        files: dict[str, list[str]] = defaultdict(list)
        for uri in sorted(self._names.files):
            files[posixpath.basename(uri).casefold()].append(uri)
        return files

    def _anchor(self, target: str) -> str:
        heading = target.partition("#")[2].rpartition("#")[2].strip()
        return heading if heading.startswith("^") or not heading else self._slugify(heading)


def resolve_wikilinks(
    markdown: str, *, path: str, src_uri: str, targets: WikilinkTargets, pages: Mapping[str, object]
) -> str:
    """Return a page's text with its wikilinks as markdown links.

    Relative links to documents that are shown elsewhere on the site (a README above `docs_dir`)
    are led there, too.

    Args:
        markdown: The text.
        path: Where the file lies in the project.
        src_uri: Where it stands on the site.
        targets: What can be linked to.
        pages: Every file of the site by source path: what is here needs no help.
    """
    if "[[" not in markdown and "](" not in markdown:
        return markdown
    changes = []
    for found in find_links(markdown):
        if found.form is LinkForm.WIKILINK:
            new = _wikilink(found, markdown, path, src_uri, targets)
            changes.append((found.start, found.end, new))
        elif found.form in (LinkForm.INLINE, LinkForm.DEFINITION):
            moved = _moved(found.target, path, src_uri, targets, pages)
            if moved is not None:
                changes.append((*found.place, markdown_target(moved)))
    return splice(markdown, changes) if changes else markdown


def block_references(markdown: str) -> set[str]:
    """Return the ids of blocks that any link of a text names, on whatever page."""
    return set(_BLOCK_REFERENCE.findall(markdown)) if "#^" in markdown else set()


def mark_blocks(markdown: str, wanted: Iterable[str]) -> str:
    """Give an anchor to the blocks that links name: ` ^id` at the end of a line."""
    for name in sorted(wanted):
        mark = re.compile(rf"(?m)[ \t]\^{re.escape(name)}[ \t]*$")
        markdown = mark.sub(f' <span id="^{name}"></span>', markdown, count=1)
    return markdown


def _wikilink(
    found: FoundLink, text: str, path: str, src_uri: str, targets: WikilinkTargets
) -> str:
    label = text[slice(*found.label)].strip()
    name = found.target.partition("#")[0].strip()
    if found.is_image and (file := targets.file(src_uri, name)):
        alt = name if not label or _SIZE.fullmatch(label) else label
        return f"![{escape(alt)}]({markdown_target(relative_href(src_uri, file))})"
    place = targets.page(path, found.target)
    shown = label or _readable(found.target)
    if place is None:
        return (
            '<span class="tesserae-missing" title="There is no page of this name">'
            f"{html.escape(shown)}</span>"
        )
    uri, anchor = place
    fragment = f"#{anchor}" if anchor else ""
    href = fragment if uri == src_uri and fragment else relative_href(src_uri, uri) + fragment
    return f"[{escape(shown)}]({markdown_target(href)})"


def _moved(
    target: str,
    path: str,
    src_uri: str,
    targets: WikilinkTargets,
    pages: Mapping[str, object],
) -> str | None:
    """Return a new target for a link that leads out of `docs_dir` to a document we show."""
    if not target or target[0] in "#?" or is_external(target):
        return None
    link_path, anchor = split_target(target)
    folder = posixpath.dirname(src_uri)
    if posixpath.normpath(posixpath.join(folder, link_path)) in pages:
        return None
    if not link_path.endswith((".md", ".markdown")):
        return None
    place = targets.link(path, target)
    if place is None or place == src_uri:
        return None
    return relative_href(src_uri, place) + (f"#{anchor}" if anchor else "")


def _readable(target: str) -> str:
    name, _, anchor = target.partition("#")
    base = posixpath.basename(name.strip()).removesuffix(".md")
    place = anchor.rpartition("#")[2].lstrip("^").strip()
    return f"{base}: {place}" if base and place else base or place
