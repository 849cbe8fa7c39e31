"""Where an answer's statements come from, and how a source is named in its text.

A model cites `[Type:slug:hash]`; a reader sees the name, and the id stays in the list of sources.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tesserae.model.graph import JsonValue

# Not before "(" and ":": there the bracket is a link's text or a reference, and stays a bracket.
_MARKER = re.compile(r"\[([^\[\]\n]{3,600})\](?P<link>[(\[:])?")
_SEPARATOR = re.compile(r"\s*[,;]\s*")
_ID = re.compile(r"[A-Za-z]+:[^\s\[\],;]+")
_WORD_START = re.compile(r"(?<=[a-z])(?=[A-Z])")
_LIVE = re.compile(r"([\\`\[\]<>])")
_LINKS = re.compile(r"([\[\]<>])")
_SPACE = re.compile(r"\s+")
MAX_NAME = 160


@dataclass(frozen=True, slots=True)
class Citation:
    """One source of an answer."""

    node_id: str
    """A node, or for a passage the source it was cut from."""
    name: str
    path: str = ""
    """Posix path relative to the project root; empty where no file stands behind it."""
    start_line: int = 0
    end_line: int = 0

    @property
    def span(self) -> str:
        """The place as a person writes it: `docs/a.md:12` or `docs/a.md:12-14`."""
        if not self.path or not self.start_line:
            return self.path
        if self.end_line <= self.start_line:
            return f"{self.path}:{self.start_line}"
        return f"{self.path}:{self.start_line}-{self.end_line}"

    def to_json(self) -> dict[str, JsonValue]:
        """Return the citation as `--json` prints it."""
        return {
            "node_id": self.node_id,
            "name": self.name,
            "path": self.path,
            "lines": [self.start_line, self.end_line] if self.start_line else None,
        }


def rewrite_citations(body: str, id_to_name: Mapping[str, str]) -> str:
    """Replace `[node id]` markers with the names of the nodes.

    Args:
        body: Text that cites nodes by id, one or several in a bracket.
        id_to_name: What each node is called; an empty name, or the id itself, gives a label made
            from the id.

    Returns:
        The text with names instead of markers; an id that is not in the map stays as it was. A
        name cannot bring markup with it.
    """

    def named(match: re.Match[str]) -> str:
        ids = _SEPARATOR.split(match[1].strip())
        if not any(node_id in id_to_name for node_id in ids):
            return match[0]
        parts = [
            _shown(node_id, id_to_name[node_id]) if node_id in id_to_name else f"[{node_id}]"
            for node_id in ids
        ]
        link = match["link"]
        return (
            f"[{', '.join(parts)}]{link}" if link in {"(", "["} else ", ".join(parts) + (link or "")
        )

    return _MARKER.sub(named, body)


def display_name(node_id: str, name: str) -> str:
    """Return a node's name on one line, or a label made from its id where it has none."""
    text = _SPACE.sub(" ", name).strip()
    if not text or text == node_id:
        text = readable_label(node_id)
    return text if len(text) <= MAX_NAME else text[: MAX_NAME - 1].rstrip() + "\u2026"


def readable_label(node_id: str) -> str:
    """Return words that stand for a node without a name: its kind and its slug, without the hash.

    `SourceDocument:docs-notes-a:0f3a9c1d2b4e` gives `source document docs notes a`.
    """
    kind, _, rest = node_id.partition(":")
    if not _ID.fullmatch(node_id):
        return _SPACE.sub(" ", node_id).strip() or "untitled"
    slug = rest.rpartition(":")[0] or rest
    words = f"{_WORD_START.sub(' ', kind).lower()} {slug.replace('-', ' ').replace(':', ' ')}"
    return _SPACE.sub(" ", words).strip()


def escaped(text: str) -> str:
    """Take the life out of the signs with which markdown makes links, code and HTML."""
    return _LIVE.sub(r"\\\1", text)


def quoted(text: str) -> str:
    """Take the life out of links and HTML in words of a source; their emphasis and code stay."""
    return _LINKS.sub(r"\\\1", text)


def _shown(node_id: str, name: str) -> str:
    return escaped(display_name(node_id, name))
