"""The wiki folder as it stands: pages of ours, a person's own files, and what cannot be read.

Reading never writes and never leaves the folder: links on the disk are listed, not followed. The
folder `sessions/` has its own writer and its own rules, so it is passed over here.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tesserae.model.ontology import Kind
from tesserae.model.page import WikiPage, content_hash
from tesserae.model.source import Skipped
from tesserae.wiki.front_matter import (
    Header,
    HeaderState,
    normalised_body,
    page_of,
    parse_header,
)

_PASSED_OVER = frozenset({Kind.SESSIONS.value})
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class DiskPage:
    """A page of ours as it stands on the disk."""

    path: str
    """Posix, relative to the wiki folder."""
    text: str
    """The whole file, with LF line ends and no byte order mark."""
    header: Header
    body_hash: str

    @property
    def body(self) -> str:
        """The body without blank lines around it."""
        return normalised_body(self.text[self.header.body_start :])

    @property
    def is_edited(self) -> bool:
        """Whether a person touched the body since it was projected."""
        return self.body_hash != self.header.content_hash

    def page(self) -> WikiPage:
        """Return the page with what its front matter says."""
        return page_of(self.text, self.path, self.header)


@dataclass(frozen=True, slots=True)
class WikiOnDisk:
    """What one reading of the folder found; every mapping is in path order."""

    pages: Mapping[str, DiskPage] = field(default_factory=dict)
    own: Mapping[str, str] = field(default_factory=dict)
    """A person's own markdown files with their text; never changed, never removed."""
    broken_off: tuple[str, ...] = ()
    """Files that hold nothing of a person: empty, or cut off inside our front matter."""
    unreadable: tuple[Skipped, ...] = ()
    """Files that are left as they are: not UTF-8, not readable, links."""

    @property
    def taken(self) -> frozenset[str]:
        """Paths that are not ours to write."""
        return frozenset(self.own) | {skipped.path for skipped in self.unreadable}

    def wiki_pages(self) -> list[WikiPage]:
        """Return the pages of ours as they stand, in path order."""
        return [page.page() for page in self.pages.values()]


def read_wiki(wiki_dir: Path) -> WikiOnDisk:
    """Read every markdown file below the wiki folder; a folder that is not there is empty."""
    pages: dict[str, DiskPage] = {}
    own: dict[str, str] = {}
    broken_off: list[str] = []
    unreadable: list[Skipped] = []
    for path, entry in sorted(_markdown_files(str(wiki_dir), "")):
        text = _read(entry, path)
        if isinstance(text, Skipped):
            unreadable.append(text)
            continue
        header = parse_header(text)
        if header.state is HeaderState.OURS:
            body_hash = content_hash(normalised_body(text[header.body_start :]))
            pages[path] = DiskPage(path, text, header, body_hash)
        elif header.state is HeaderState.TRUNCATED or not text.strip("\0 \t\n"):
            broken_off.append(path)
        else:
            own[path] = text
    return WikiOnDisk(pages, own, tuple(broken_off), tuple(unreadable))


def _markdown_files(folder: str, prefix: str) -> Iterator[tuple[str, os.DirEntry[str]]]:
    try:
        with os.scandir(folder) as entries:
            found = list(entries)
    except OSError:
        return  # the folder does not exist yet, or is not ours to read
    for entry in found:
        path = prefix + entry.name
        if entry.name.startswith(".") or path in _PASSED_OVER:
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _markdown_files(entry.path, f"{path}/")
        elif entry.name.endswith(".md"):
            yield path, entry


def _read(entry: os.DirEntry[str], path: str) -> str | Skipped:
    if entry.is_symlink():
        return Skipped(path, "is a link; the wiki holds plain files only", is_fault=True)
    try:
        with open(entry.path, "rb", buffering=0) as file:  # noqa: PTH123  # twice as fast
            data = file.read()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        return Skipped(path, f"cannot be read: {reason}", is_fault=True)
    try:
        text = data.removeprefix(_BOM).decode()
    except UnicodeDecodeError as error:
        reason = f"is not UTF-8 (byte {error.start}); it is left as it is, save it as UTF-8"
        return Skipped(path, reason, is_fault=True)
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
