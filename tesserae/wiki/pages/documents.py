"""A SourceDocument as the pages see it: its dates, its headings, and the parts of a long one."""

from __future__ import annotations

import datetime
import posixpath
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tesserae.model.graph import Node
from tesserae.model.ids import NodeId
from tesserae.model.source import MediaType

MAX_PAGE_BYTES = 100_000
"""A longer source is split into parts."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a source, from its node's metadata."""

    text: str
    level: int
    anchor: str
    """In the document itself."""
    line: int


@dataclass(frozen=True, slots=True)
class Document:
    """A SourceDocument, its metadata read once."""

    node: Node
    path: str
    media_type: str
    size: int
    """Bytes on the disk."""
    created: datetime.date | None
    updated: datetime.date | None
    date: datetime.date | None
    """The day it was written, as far as it is known."""
    headings: tuple[Heading, ...]
    """With the text before the first heading as level 0, where there is any."""
    body_line: int
    """The line on which its text begins, after the front matter."""

    @property
    def stem(self) -> str:
        """The file's name without its extension."""
        return posixpath.splitext(posixpath.basename(self.path))[0]


def read_document(node: Node) -> Document:
    """Read the metadata of a SourceDocument."""
    data = node.metadata
    created, updated = _date(data.get("created")), _date(data.get("updated"))
    sections = data.get("sections")
    headings = tuple(
        Heading(str(row[0]), int(str(row[1])), str(row[2]), int(str(row[3])))
        for row in (sections if isinstance(sections, list) else [])
        if isinstance(row, list) and len(row) >= 4
    )
    return Document(
        node=node,
        path=str(data.get("path", "")),
        media_type=str(data.get("media_type", MediaType.MARKDOWN)),
        size=size if isinstance(size := data.get("size"), int) else 0,
        created=created,
        updated=updated,
        date=created or updated,
        headings=headings,
        body_line=headings[0].line if headings else 1,
    )


def _date(value: object) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(value[:10]) if isinstance(value, str) else None
    except ValueError:
        return None


def title_heading(document: Document) -> Heading | None:
    """Return the heading that says the document's title, if the text opens with it."""
    for heading in document.headings[:2]:
        if heading.level == 1 and _same(heading.text, document.node.name):
            return heading
        if heading.level:
            return None
    return None


def _same(first: str, second: str) -> bool:
    return " ".join(first.split()).casefold() == " ".join(second.split()).casefold()


def plan_parts(document: Document, text: str) -> list[tuple[int, str]]:
    """Return the first line and the name of each part; empty where the text is short enough."""
    if len(text.encode("utf-8", "replace")) < MAX_PAGE_BYTES:
        return []
    lines = text.split("\n")
    starts = _part_starts(document, lines)
    width = len(str(len(starts)))
    return [(line, f"part-{number:0{width}}") for number, line in enumerate(starts, start=1)]


def _part_starts(document: Document, lines: Sequence[str]) -> list[int]:
    """Cut at top headings; where one is too long at the next lower ones, then at blank lines."""
    starts: list[int] = []
    size = 0
    levels = {heading.line: heading.level for heading in document.headings if heading.level}
    title = title_heading(document)
    if title is not None:
        levels.pop(title.line)
    top = min(levels.values(), default=1)
    for number, line in enumerate(lines, start=1):
        level = levels.get(number, 0)
        full = size > MAX_PAGE_BYTES // 2
        cut = level == top if not full else bool(level) or not line.strip()
        if number >= document.body_line and (
            (level == top and (not starts or size > MAX_PAGE_BYTES // 8)) or (full and cut)
        ):
            starts.append(number)
            size = 0
        size += len(line.encode("utf-8", "replace")) + 1
    return starts


def document_labels(documents: Iterable[Document]) -> dict[NodeId, str]:
    """Name each document by its title; namesakes get the part of the path that tells them apart."""
    by_title: dict[str, list[Document]] = {}
    for document in documents:
        by_title.setdefault(document.node.name.casefold(), []).append(document)
    labels: dict[NodeId, str] = {}
    for namesakes in by_title.values():
        stems = [each.stem for each in namesakes]
        folders = [posixpath.basename(posixpath.dirname(each.path)) for each in namesakes]
        for document, stem, folder in zip(namesakes, stems, folders, strict=True):
            label = document.node.name
            if len(namesakes) > 1:
                mark = document.path
                if stems.count(stem) == 1:
                    mark = stem
                elif folder and folders.count(folder) == 1:
                    mark = folder
                label = f"{label} ({mark})"
            labels[document.node.id] = label
    return labels
