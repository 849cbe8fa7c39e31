"""The values that templates show, and the names under which they get them.

Every template in `theme/tesserae/` is a fragment: the plugin renders it into the content of the
page, so that it works with any theme. All of them get

    page   MkDocs' page (never print `page.title`: it is HTML)
    config MkDocs' configuration
    root   the way to the site's root from this page, `../../` or `./`; put it before every `url`
    body   the page's own HTML, safe to print as it is
    site   `SiteView`: name, kinds with counts, where timeline, digests, graph and about stand
    view   the values of this page, by template:

    page.html      `DetailView`    a page of the wiki, or a document of the user's
    index.html     `IndexView`     one page of the index of a kind
    home.html      `HomeView`      our home page
    pulse.html     `HomeView`      the panel on a home page of the user's
    timeline.html  `TimelineView`  the days, newest first
    day.html       `DayView`       one day or one week
    digests.html   `TimelineView`  the weeks, newest first
    sessions.html  `SessionsView`  one page of the index of sessions (`site/session_pages.py`)
    session.html   `SessionView`   200 turns of a session (`site/session_pages.py`)
    graph.html     `MapView`       the map of the graph
    about.html     `AboutView`     the ontology with counts, and the versions

Autoescape is off in MkDocs: write `|e` after every value but `body`. Titles, descriptions and
names come from the user's files and may hold anything.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tesserae.site.heatmap import Heatmap
from tesserae.site.local_graph import LocalGraph
from tesserae.site.pages import PageLink
from tesserae.site.picture import GraphPicture


@dataclass(frozen=True, slots=True)
class KindView:
    """A kind of page, as navigation and home show it."""

    name: str
    title: str
    url: str
    count: int


@dataclass(frozen=True, slots=True)
class SiteView:
    """What is the same on every page."""

    name: str
    kinds: tuple[KindView, ...]
    """Kinds that have a page, in the order of the ontology."""
    sources_url: str
    timeline_url: str
    digests_url: str
    graph_url: str
    about_url: str
    """Empty where there is no such page."""


@dataclass(frozen=True, slots=True)
class DetailView:
    """What stands around the body of a wiki page, or below a document of the user's."""

    kind: str
    kind_title: str
    kind_url: str
    type: str
    type_label: str
    is_document: bool
    description: str
    aliases: tuple[str, ...]
    updated: str
    """ISO date, or empty."""
    text_url: str
    json_url: str
    mentions: tuple[PageLink, ...] = ()
    """Documents only: the things that it speaks of, most connected first."""
    related: tuple[PageLink, ...] = ()
    """Documents only; a wiki page has its own section."""
    backlinks: tuple[PageLink, ...] = ()
    """Documents only; a wiki page has its own section."""
    more: int = 0
    """How many links the three lists leave out; the JSON sibling has all."""
    around: LocalGraph | None = None
    """Its neighbourhood, for `around.html`; None where it has no links."""


@dataclass(frozen=True, slots=True)
class ItemView:
    """One line of an index."""

    url: str
    title: str
    description: str
    type: str
    count: int
    """Documents that speak of it."""
    updated: str


@dataclass(frozen=True, slots=True)
class GroupView:
    """The items of one type in an index."""

    type: str
    label: str
    anchor: str
    total: int
    """On all pages of the index."""
    items: tuple[ItemView, ...]


@dataclass(frozen=True, slots=True)
class FacetView:
    """A type with its count, and where its first item stands."""

    type: str
    label: str
    url: str
    count: int


@dataclass(frozen=True, slots=True)
class IndexView:
    """One page of the index of a kind."""

    kind: str
    title: str
    total: int
    facets: tuple[FacetView, ...]
    """Empty where the kind has a single type."""
    groups: tuple[GroupView, ...]
    number: int
    """1-based."""
    pages: tuple[PageLink, ...]
    """All pages of this index; one entry where there is no second page."""


@dataclass(frozen=True, slots=True)
class DayLink:
    """A day or a week in a list."""

    url: str
    key: str
    """`2026-04-10`, or `2026-W17`."""
    title: str
    description: str

    @property
    def month(self) -> str:
        """The month that a list is divided by: `2026-04`."""
        return self.key[:7]


@dataclass(frozen=True, slots=True)
class TimelineView:
    """Days or weeks, newest first."""

    title: str
    total: int
    entries: tuple[DayLink, ...]
    number: int
    pages: tuple[PageLink, ...]
    heat: Heatmap | None = None
    """The first page only."""


@dataclass(frozen=True, slots=True)
class DayView:
    """What stands around a day or a week."""

    key: str
    previous: PageLink | None
    next: PageLink | None
    text_url: str
    json_url: str


@dataclass(frozen=True, slots=True)
class HomeView:
    """The pulse and the ways into the wiki."""

    title: str
    pulse: str
    """HTML, safe to print as it is; empty where there is none."""
    pulse_url: str
    recent: tuple[DayLink, ...] = ()
    """The last days with a page."""
    newest: tuple[ItemView, ...] = ()
    """The documents that changed last."""
    heat: Heatmap | None = None
    picture: GraphPicture | None = None
    """The best linked pages of the map."""


@dataclass(frozen=True, slots=True)
class MapView:
    """What the page of the map needs; positions and edges lie in files beside it."""

    nodes: int
    edges: int
    data_url: str
    """The script that holds the whole picture."""
    picture: GraphPicture
    """Its best linked pages, for readers without scripts."""
    central: tuple[PageLink, ...] = ()
    """The most connected pages: the map for who cannot see it."""


@dataclass(frozen=True, slots=True)
class TypeCount:
    """A node or edge type of the ontology with its count in this graph."""

    name: str
    label: str
    folder: str
    count: int


@dataclass(frozen=True, slots=True)
class AboutView:
    """The ontology with counts, and what built the site."""

    node_types: tuple[TypeCount, ...]
    edge_types: tuple[TypeCount, ...]
    versions: tuple[tuple[str, str], ...]
    exports: tuple[PageLink, ...] = field(default=())
