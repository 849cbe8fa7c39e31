"""The page of a document: its whole text, with links that work in the wiki.

The text is not rendered anew: headings keep their lines and links are spliced in place, so what a
person wrote is what a reader sees, to the character. Long documents are split at their top
headings.
"""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tesserae.extract.links import is_external
from tesserae.model.source import MediaType
from tesserae.wiki.links import (
    FoundLink,
    LinkForm,
    find_links,
    scheme_of,
    splice,
    split_target,
)
from tesserae.wiki.pages.documents import Document, Heading, title_heading
from tesserae.wiki.pages.inputs import PageMap
from tesserae.wiki.paths import part_path, relative_href
from tesserae.wiki.text import escape, safe_path

SAFE_SCHEMES = frozenset({"http", "https", "mailto", "ftp", "tel", "//"})
_IMAGES = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".bmp", ".ico")
_ATTACHMENTS = (
    *_IMAGES,
    *(".pdf", ".zip", ".gz", ".tgz", ".csv", ".tsv", ".xlsx", ".docx", ".pptx", ".odt", ".epub"),
    *(".mp3", ".ogg", ".wav", ".mp4", ".webm", ".mov"),
)
_BLOCK_REFERENCE = re.compile(r"\^[\w-]+\Z")
_SETEXT = re.compile(r"[ ]{0,3}(?:=+|-+)[ \t]*\Z")


@dataclass(frozen=True, slots=True)
class SourceText:
    """A document's text as its page, or its pages, show it."""

    lead: str
    """What stands below the title on the first page."""
    title_line: str
    parts: tuple[tuple[str, str], ...] = ()
    """(part name, text) of the pages that continue it."""


def render_source(document: Document, text: str, path: str, pages: PageMap) -> SourceText:
    """Return the text of a document for the page at `path`."""
    parts = pages.parts_of(document)
    title_line = f"# {escape(document.node.name)}"
    if document.media_type != MediaType.MARKDOWN:
        return _plain_text(text, title_line, parts)
    ends = [line for line, _ in parts] + [text.count("\n") + 2]
    names = ["", *(name for _, name in parts)]
    chunks: list[str] = []
    lines = text.split("\n")
    start = document.body_line
    shift = _shift(document)
    for name, end in zip(names, ends, strict=True):
        origin = part_path(path, name) if name else path
        chunk = "\n".join(lines[start - 1 : end - 1])
        spliced = splice(chunk, LinkRewriter(document, origin, pages).changes(chunk)).split("\n")
        found_title = _shift_headings(spliced, start, document, shift)
        title_line = found_title or title_line
        chunks.append("\n".join(spliced).strip("\n"))
        start = end
    return SourceText(chunks[0], title_line, tuple(zip(names[1:], chunks[1:], strict=True)))


def _shift(document: Document) -> int:
    """Return by how many levels headings sink: by one where the text has level 1 of its own."""
    title = title_heading(document)
    return int(any(each.level == 1 and each is not title for each in document.headings))


def _shift_headings(lines: list[str], first: int, document: Document, shift: int) -> str:
    """Take the title out of the lines and sink the other headings, in place.

    Returns:
        The line that says the title, if it stood in these lines.
    """
    title = title_heading(document)
    title_line = ""
    begin = bisect_left(document.headings, first, key=_line_of)
    end = bisect_left(document.headings, first + len(lines), key=_line_of)
    for heading in document.headings[begin:end]:
        index = heading.line - first
        if not heading.level:
            continue
        if heading is title:
            title_line = _atx(lines, index, heading)
            lines[index] = ""
        elif shift:
            level = min(heading.level + shift, 6)
            lines[index] = "#" * level + _atx(lines, index, heading)[heading.level :]
    return title_line


def _line_of(heading: Heading) -> int:
    return heading.line


def _atx(lines: list[str], index: int, heading: Heading) -> str:
    """Return a heading's line in `#` form; an underlined one loses its underline."""
    bare = lines[index].lstrip(" ")
    if bare.startswith("#"):
        return bare
    words = [bare.strip()]
    for under in range(index + 1, len(lines)):
        line, lines[under] = lines[under], ""
        if _SETEXT.match(line):
            break
        words.append(line.strip())
    return f"{'#' * heading.level} {' '.join(words)}"


def _plain_text(text: str, title_line: str, parts: Sequence[tuple[int, str]]) -> SourceText:
    lines = text.split("\n")
    starts = [1, *(line for line, _ in parts), len(lines) + 1]
    chunks = [_as_markdown(lines[start - 1 : end - 1]) for start, end in pairwise(starts)]
    named = zip((name for _, name in parts), chunks[1:], strict=True)
    return SourceText(chunks[0], title_line, tuple(named))


def _as_markdown(lines: Sequence[str]) -> str:
    """Show plain text as paragraphs, or, where its columns matter, as a block of code."""
    aligned = sum(line.startswith((" ", "\t")) or "   " in line.strip() for line in lines)
    if aligned * 10 <= len(lines):
        return "\n".join(escape(line) for line in lines).strip("\n")
    body = "\n".join(lines).strip("\n")
    longest = max((len(run) for run in re.findall("`+", body)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{body}\n{fence}"


class LinkRewriter:
    """Decides what becomes of each link of a document on a page of the wiki."""

    def __init__(self, document: Document, origin: str, pages: PageMap) -> None:
        self._document = document
        self._origin = origin
        self._pages = pages

    def changes(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Yield what is to be replaced in a stretch of the document's text."""
        for found in find_links(text):
            if found.form is LinkForm.WIKILINK:
                yield self._wikilink(found, text)
            elif found.form is LinkForm.AUTOLINK:
                if scheme_of(found.target) not in SAFE_SCHEMES:
                    yield found.start, found.end, escape(found.target)
            else:
                yield from self._link(found, text)

    def _link(self, found: FoundLink, text: str) -> Iterator[tuple[int, int, str]]:
        href = self._href(found.target, is_image=found.is_image)
        if href is None:
            if found.form is LinkForm.DEFINITION:
                yield found.start, found.end, ""
            else:
                yield from _to_text(found, text)
        elif href != found.target and found.form is not LinkForm.REFERENCE:
            yield found.place[0], found.place[1], href

    def _href(self, target: str, *, is_image: bool = False) -> str | None:
        """Return where a link leads from the page; None where it leads nowhere, or nowhere safe."""
        scheme = scheme_of(target)
        if scheme or is_external(target):
            return target if scheme in SAFE_SCHEMES else None
        if target.startswith("#"):
            return self._pages.href_of_anchor(self._origin, self._document, split_target(target)[1])
        found = self._pages.resolve(self._document.path, target)
        if found is not None:
            return self._href_of_source(found.path, found.anchor)
        return self._href_of_file(target, is_image=is_image)

    def _href_of_source(self, path: str, anchor: str) -> str | None:
        document = self._pages.document_at(path)
        page = document and self._pages.path(document.node.id)
        if document is None or page is None:
            host = self._pages.host
            return host.file_url(path) + (f"#{anchor}" if anchor else "") if host else None
        href = self._pages.href_of_anchor(self._origin, document, anchor) if anchor else None
        return href or relative_href(self._origin, page)

    def _href_of_file(self, target: str, *, is_image: bool) -> str | None:
        path, anchor = split_target(target)
        base = "" if path.startswith("/") else posixpath.dirname(self._document.path)
        joined = posixpath.normpath(posixpath.join(base, path.lstrip("/")))
        inputs = self._pages.inputs
        if not path or joined.startswith("../") or not self._pages.has_asset(joined):
            return None
        if is_image or joined.lower().endswith(_ATTACHMENTS):
            return _href_to_project(self._origin, inputs.wiki_dir, joined)
        host = self._pages.host
        return host.file_url(joined) + (f"#{anchor}" if anchor else "") if host else None

    def _wikilink(self, found: FoundLink, text: str) -> tuple[int, int, str]:
        label = text[slice(*found.label)].strip() or _readable(found.target)
        name = found.target.partition("#")[0].strip()
        if found.is_image and name.lower().endswith(_IMAGES):
            return found.start, found.end, self._embedded_image(name, label)
        resolved = self._pages.resolve_wikilink(self._document.path, found.target)
        href = None
        if not name:
            anchor = found.target[1:]
            href = self._pages.href_of_anchor(self._origin, self._document, anchor)
        elif resolved is not None:
            anchor = "" if _BLOCK_REFERENCE.match(resolved.anchor) else resolved.anchor
            href = self._href_of_source(resolved.path, anchor.rpartition("#")[2])
        elif (thing := self._pages.thing_named(name)) and (page := self._pages.path(thing.id)):
            href = relative_href(self._origin, page)
        shown = escape(label)
        return found.start, found.end, f"[{shown}]({href})" if href else shown

    def _embedded_image(self, name: str, label: str) -> str:
        """Find an image as Obsidian does: by its path, else by its name anywhere, nearest first."""
        inputs = self._pages.inputs
        folder = posixpath.dirname(self._document.path)
        for candidate in (posixpath.normpath(posixpath.join(folder, name)), name):
            if self._pages.has_asset(candidate):
                href = _href_to_project(self._origin, inputs.wiki_dir, candidate)
                return f"![{escape(label)}]({href})"
        named = self._pages.assets_named(posixpath.basename(name))
        if not named:
            return escape(label)
        nearest = min(named, key=lambda path: (-len(posixpath.commonprefix([path, folder])), path))
        return f"![{escape(label)}]({_href_to_project(self._origin, inputs.wiki_dir, nearest)})"


def _to_text(found: FoundLink, text: str) -> Iterator[tuple[int, int, str]]:
    """Take the link away around its words, which may hold links and marks of their own."""
    start, end = found.label
    if text[start:end].strip():
        yield found.start, start, ""
        yield end, found.end, ""
    else:
        yield found.start, found.end, escape(posixpath.basename(split_target(found.target)[0]))


def _readable(target: str) -> str:
    name, _, anchor = target.partition("#")
    place = anchor.lstrip("^").rpartition("#")[2]
    base = name.rpartition("/")[2].removesuffix(".md").strip()
    return f"{base} \u203a {place}" if base and place else base or place


def _href_to_project(origin: str, wiki_dir: str, path: str) -> str:
    """Return the link from a page of the wiki to a file of the project outside of it."""
    up = origin.count("/") + wiki_dir.strip("/").count("/") + 1
    return "../" * up + safe_path(path)
