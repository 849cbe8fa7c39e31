"""What a wiki page is made of, before it is written and after it is read back."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import date

from tesserae.model.ids import NodeId
from tesserae.model.ontology import KIND_OF_TYPE, Kind, NodeType


def content_hash(body: str) -> str:
    """Return the `content_hash` of a page body: `sha256-` and 64 hex digits."""
    return f"sha256-{hashlib.sha256(body.encode('utf-8', 'surrogatepass')).hexdigest()}"


@dataclass(frozen=True, slots=True)
class WikiPage:
    """One page of the wiki as the projector sees it."""

    id: NodeId
    type: NodeType
    path: str
    """Posix path relative to the wiki folder, `concepts/nerf.md`."""
    title: str
    body: str
    """Markdown without front matter; LF, ends with one newline; links relative to `path`."""
    aliases: tuple[str, ...] = ()
    description: str = ""
    sources: tuple[str, ...] = ()
    """Paths of the sources it was projected from, sorted."""
    updated: date | None = None

    @property
    def kind(self) -> Kind:
        """The folder that the page stands in."""
        return KIND_OF_TYPE[self.type]
