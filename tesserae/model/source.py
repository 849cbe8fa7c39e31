"""What a loader hands on: a source with its text, its front matter and its dates.

Text is always LF and without a byte order mark, whatever the file on disk has; line numbers count
from 1 in that text, front matter included.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from tesserae.model.graph import JsonValue
from tesserae.model.ids import NodeId


class MediaType(StrEnum):
    """How a source's text is to be read."""

    MARKDOWN = "markdown"
    TEXT = "text"
    PYTHON = "python"


@dataclass(frozen=True, slots=True)
class Source:
    """One input file, read and decoded."""

    id: NodeId
    """The id of the SourceDocument or SourceFile node it becomes."""
    path: str
    """Posix path relative to the project root."""
    media_type: MediaType
    text: str
    sha256: str
    """Of the bytes on disk."""
    size: int
    """Bytes on disk."""
    front_matter: Mapping[str, JsonValue] = field(default_factory=dict)
    body_start: int = 1
    """The line on which the body begins, after any front matter."""
    created: date | None = None
    """Front matter, else first commit, else the date in the path."""
    updated: date | None = None
    """Front matter, else last commit, else `created`."""

    @property
    def body(self) -> str:
        """The text without its front matter."""
        if self.body_start <= 1:
            return self.text
        # Not splitlines(): it also breaks at form feeds and other ends that no editor counts.
        parts = self.text.split("\n", self.body_start - 1)
        return parts[-1] if len(parts) == self.body_start else ""


@dataclass(frozen=True, slots=True)
class Skipped:
    """An input that was left out, and the reason in a form a user can act on."""

    path: str
    reason: str
    is_fault: bool = False
    """True where the user should act (not readable, not UTF-8, broken front matter)."""


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit of the project's history."""

    sha: str
    author: str
    at: str
    """The author's instant, ISO 8601, by the clocks of the project's time zone: its first ten
    characters are the day that it belongs to."""
    subject: str
    paths: tuple[str, ...]
    """Files it touched, posix, relative to the project root."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with the lines under it, up to the next heading of any level."""

    heading: str
    """Plain text; empty for the text before the first heading."""
    level: int
    """1 to 6; 0 before the first heading."""
    anchor: str
    """Unique in the page; empty before the first heading."""
    start_line: int
    end_line: int
    path: tuple[str, ...] = ()
    """Headings from the outermost to this one."""
