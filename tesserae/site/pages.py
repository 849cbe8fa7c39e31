"""What a page of the site is before it is rendered: where it stands, what it says, what it links.

A `SitePage` is one of ours, mounted as a generated file. A `Document` is a page that the user wrote
in `docs_dir`: it is never mounted a second time, but it gets panels and siblings like any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from tesserae.model.ids import NodeId
from tesserae.model.ontology import Kind
from tesserae.site.links import LinkedText


class PageRole(StrEnum):
    """Which template dresses a page of ours."""

    HOME = "home"
    INDEX = "index"
    DETAIL = "page"
    TIMELINE = "timeline"
    DAY = "day"
    DIGESTS = "digests"
    GRAPH = "graph"
    ABOUT = "about"
    SESSION = "session"
    SESSIONS = "sessions"


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link as the siblings, llms.txt and the panels carry it."""

    href: str
    """A URL relative to the site's root, or a whole external address."""
    title: str
    """Raw text; escape it where it is shown."""
    rel: str
    """The edge type that it stands for, or `item`, `next`, `previous`, `up`."""
    id: NodeId | None = None
    kind: str = ""
    """The kind of page it leads to, where it is one of the wiki."""


@dataclass(frozen=True, slots=True)
class PageLinks:
    """The links of a page's record."""

    shown: tuple[PageLink, ...] = ()
    more: int = 0
    """How many edges are left out."""


@dataclass(frozen=True, slots=True)
class SitePage:
    """One page that the plugin mounts."""

    src_uri: str
    url: str
    """Relative to the site's root, percent-encoded."""
    role: PageRole
    kind: str
    """A `Kind`, or the role for pages that belong to none."""
    title: str
    body: LinkedText
    """Links are relative to `src_uri` and name source paths, as MkDocs wants them."""
    id: NodeId | None = None
    type: str = ""
    description: str = ""
    updated: date | None = None
    aliases: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    links: PageLinks = PageLinks()
    edit_path: str | None = None
    """Path of the file behind it, relative to the project; None where there is none to edit."""
    anchors: frozenset[str] = frozenset()
    """Ids that its template adds to those of its headings."""

    @property
    def markdown(self) -> str:
        """The body as MkDocs gets it."""
        return str(self.body)


@dataclass(frozen=True, slots=True)
class Document:
    """A page of the user's own in `docs_dir`."""

    src_uri: str
    url: str
    path: str
    """Relative to the project root."""
    title: str
    body: LinkedText
    """Its text without front matter."""
    id: NodeId | None = None
    """The SourceDocument, where it is a source."""
    description: str = ""
    updated: date | None = None
    links: PageLinks = PageLinks()


AnyPage = SitePage | Document
"""A page of the site, whoever wrote it."""

KIND_TITLES: dict[Kind, str] = {
    Kind.SOURCES: "Sources",
    Kind.PAPERS: "Papers",
    Kind.REPOS: "Repositories",
    Kind.CONCEPTS: "Concepts",
    Kind.ENTITIES: "Entities",
    Kind.TOPICS: "Topics",
    Kind.QUESTIONS: "Open questions",
    Kind.SYNTHESES: "Syntheses",
    Kind.SESSIONS: "Sessions",
}
"""How a kind is called where a person reads it."""
