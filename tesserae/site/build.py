"""All pages of a site as values, from the graph and the wiki: what the plugin then mounts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from tesserae.graph.view import GraphView
from tesserae.model.ids import NodeId
from tesserae.model.ontology import Kind, NodeType
from tesserae.model.page import WikiPage
from tesserae.site.about import build_about
from tesserae.site.detail import document_detail, links_of, page_detail
from tesserae.site.graph_page import build_graph_page
from tesserae.site.heatmap import Heatmap, build_heatmap
from tesserae.site.home import HOME_URI, PULSE_PATH, build_home
from tesserae.site.indexes import build_index, item_of
from tesserae.site.local_graph import Neighbourhoods
from tesserae.site.mount import AssetFinder, Mounter
from tesserae.site.pages import KIND_TITLES, AnyPage, Document, PageLink, PageRole, SitePage
from tesserae.site.panels import (
    AboutView,
    DayView,
    DetailView,
    HomeView,
    IndexView,
    KindView,
    MapView,
    SiteView,
    TimelineView,
)
from tesserae.site.picture import GraphPicture, build_picture
from tesserae.site.places import Place, Places, find_places, title_key
from tesserae.site.routes import Routes
from tesserae.site.session_pages import SessionsView, SessionView
from tesserae.site.timeline import (
    DIGESTS,
    TIMELINE,
    build_day_views,
    build_list,
    date_key,
    day_link,
)
from tesserae.wiki.paths import node_of_page

View = (
    AboutView
    | DayView
    | DetailView
    | MapView
    | HomeView
    | IndexView
    | SessionsView
    | SessionView
    | TimelineView
)
RECENT_DAYS = 7
MAX_PICTURED = 1000
"""Pages up to which each page carries a picture of its neighbourhood: 1.6 KB and a quarter of a
millisecond each."""
NEWEST_DOCUMENTS = 6
THUMBNAIL_DOTS = 160
THUMBNAIL_LINKS = 260


@dataclass(frozen=True, slots=True)
class SiteInputs:
    """What a site is made of."""

    name: str
    view: GraphView
    """Of the published graph."""
    pages: Sequence[WikiPage]
    """Published, in path order."""
    documents: Sequence[Document]
    routes: Routes
    directory_urls: bool
    has_home: bool
    """Whether the user has a home page."""
    asset: AssetFinder
    positions: Mapping[NodeId, tuple[int, int]] = field(default_factory=dict)
    """Where each page stands on the map."""
    redirects: Mapping[str, str] = field(default_factory=dict)
    """From an old path of the wiki to the path that took its place."""
    edit_paths: Mapping[str, str] = field(default_factory=dict)
    """From a path of the wiki to the file that a reader may edit."""
    versions: Mapping[str, str] = field(default_factory=dict)
    exports: Sequence[PageLink] = ()
    now: date | None = None
    """The newest date among the inputs; without one there is no heatmap."""
    sessions: Sequence[tuple[SitePage, SessionView | SessionsView]] = ()
    """The pages of sessions, where they may be shown."""
    event_days: Mapping[date, int] = field(default_factory=dict)
    """How many commits, and sessions that are shown, each day had."""


@dataclass(frozen=True, slots=True)
class Site:
    """All pages, with what their templates show."""

    name: str
    routes: Routes
    places: Places
    pages: tuple[SitePage, ...]
    documents: tuple[Document, ...]
    views: Mapping[str, View]
    """By source path."""
    chrome: SiteView
    home: HomeView
    pulse: SitePage | None
    """The pulse with its links relative to the home page."""
    picture: GraphPicture

    @property
    def all_pages(self) -> tuple[AnyPage, ...]:
        """Every page of the site: documents first, then ours."""
        return (*self.documents, *self.pages)


def build_site(inputs: SiteInputs) -> Site:
    """Build every page of ours and what stands around the user's documents."""
    places = find_places(
        inputs.pages,
        inputs.documents,
        inputs.view,
        inputs.routes,
        directory_urls=inputs.directory_urls,
    )
    links = {
        old: inputs.routes.of_page[new]
        for old, new in inputs.redirects.items()
        if new in inputs.routes.of_page
    }
    # Digests name the pages of sessions by the paths that they would have in the wiki.
    sessions = [page.src_uri for page, _ in inputs.sessions]
    links.update({uri.removeprefix(inputs.routes.mount): uri for uri in sessions})
    mounter = Mounter(
        inputs.routes, moved=links, asset=inputs.asset, directory_urls=inputs.directory_urls
    )
    mounted = _mounted_pages(inputs, places, mounter)
    views: dict[str, View] = {}
    urls = {place.id: place.url for place in places.all()}
    picture = build_picture(inputs.view, inputs.positions, urls)
    is_small = len(places) <= MAX_PICTURED
    neighbourhoods = Neighbourhoods(inputs.view, places, inputs.positions) if is_small else None
    days = [page for page in mounted if page.role is PageRole.DAY]
    heat = _heat(inputs, _days_of_timeline(inputs, days))
    lists = list(_lists(inputs, places, mounted, picture))
    made = [*lists, *inputs.sessions]
    generated = [page for page, _ in made]
    views.update((page.src_uri, view) for page, view in made)
    first_days = views.get(inputs.routes.place(TIMELINE))
    if isinstance(first_days, TimelineView):
        views[inputs.routes.place(TIMELINE)] = replace(first_days, heat=heat)
    for group in _by_folder(days):
        views.update(build_day_views(group))
    for page in mounted:
        if page.role is PageRole.DETAIL:
            detail = page_detail(page, inputs.routes, directory_urls=inputs.directory_urls)
            around = neighbourhoods.around(page.id) if neighbourhoods and page.id else None
            views[page.src_uri] = replace(detail, around=around)
    documents = tuple(_with_links(document, inputs, places) for document in inputs.documents)
    for document in documents:
        detail = document_detail(
            document, inputs.view, places, inputs.routes, directory_urls=inputs.directory_urls
        )
        around = neighbourhoods.around(document.id) if neighbourhoods and document.id else None
        views[document.src_uri] = replace(detail, around=around)
    chrome = _chrome(inputs, places, generated)
    pulse = _pulse(inputs, mounter)
    home = replace(
        _home_view(inputs, places, pulse, _days_of_timeline(inputs, days)),
        heat=heat,
        picture=picture.first(THUMBNAIL_DOTS, links=THUMBNAIL_LINKS),
    )
    if not inputs.has_home:
        page = _home_page(inputs, chrome, pulse, generated)
        generated.insert(0, page)
        views[page.src_uri] = home
    return Site(
        name=inputs.name,
        routes=inputs.routes,
        places=places,
        pages=(*generated, *mounted),
        documents=documents,
        views=views,
        chrome=chrome,
        home=home,
        pulse=pulse,
        picture=picture,
    )


def _mounted_pages(inputs: SiteInputs, places: Places, mounter: Mounter) -> list[SitePage]:
    documents = {document.src_uri for document in inputs.documents}
    mounted = []
    for page in inputs.pages:
        if inputs.routes.of_page[page.path] in documents:
            continue
        site_page = mounter.mount(page, edit_path=inputs.edit_paths.get(page.path))
        links = links_of(node_of_page(page.id), inputs.view, places)
        mounted.append(replace(site_page, links=links))
    return mounted


def _with_links(document: Document, inputs: SiteInputs, places: Places) -> Document:
    if document.id is None:
        return document
    return replace(document, links=links_of(document.id, inputs.view, places))


def _lists(
    inputs: SiteInputs, places: Places, mounted: Sequence[SitePage], picture: GraphPicture
) -> list[tuple[SitePage, View]]:
    by_kind: dict[str, list[Place]] = defaultdict(list)
    for place in places.all():
        by_kind[place.kind].append(place)
    pages: list[tuple[SitePage, View]] = []
    for kind in Kind:
        pages += build_index(
            kind, by_kind[kind.value], inputs.routes, directory_urls=inputs.directory_urls
        )
    for name in (TIMELINE, DIGESTS):
        folder = inputs.routes.place(name).removesuffix("index.md")
        digests = [page for page in mounted if page.src_uri.startswith(folder)]
        pages += build_list(name, digests, inputs.routes, directory_urls=inputs.directory_urls)
    if picture.dots:
        pages.append(
            build_graph_page(picture, places, inputs.routes, directory_urls=inputs.directory_urls)
        )
    pages.append(
        build_about(
            inputs.view,
            name=inputs.name,
            versions=inputs.versions,
            exports=inputs.exports,
            routes=inputs.routes,
            directory_urls=inputs.directory_urls,
        )
    )
    return pages


def _by_folder(days: Sequence[SitePage]) -> list[list[SitePage]]:
    folders: dict[str, list[SitePage]] = defaultdict(list)
    for page in days:
        folders[page.src_uri.rpartition("/")[0]].append(page)
    return [folders[folder] for folder in sorted(folders)]


def _chrome(inputs: SiteInputs, places: Places, generated: Sequence[SitePage]) -> SiteView:
    urls = {page.src_uri: page.url for page in generated}
    counts: dict[str, int] = defaultdict(int)
    for place in places.all():
        counts[place.kind] += 1
    counts[Kind.SESSIONS.value] = sum(
        isinstance(view, SessionView) and view.number == 1 for _, view in inputs.sessions
    )

    def url_of(name: str) -> str:
        return urls.get(inputs.routes.place(name), "")

    return SiteView(
        name=inputs.name,
        kinds=tuple(
            KindView(kind.value, KIND_TITLES[kind], url_of(kind.value), counts[kind.value])
            for kind in Kind
            if counts[kind.value]
        ),
        sources_url=url_of(Kind.SOURCES.value),
        timeline_url=url_of(TIMELINE),
        digests_url=url_of(DIGESTS),
        graph_url=url_of("graph"),
        about_url=url_of("about"),
    )


def _pulse(inputs: SiteInputs, mounter: Mounter) -> SitePage | None:
    page = next((page for page in inputs.pages if page.path == PULSE_PATH), None)
    if page is None:
        return None
    body = mounter.rebase(page.body, page.path, HOME_URI)
    return replace(mounter.mount(page, edit_path=None), body=body)


def _days_of_timeline(inputs: SiteInputs, days: Sequence[SitePage]) -> list[SitePage]:
    timeline = inputs.routes.place(TIMELINE).removesuffix("index.md")
    return [page for page in days if page.src_uri.startswith(timeline)]


def _heat(inputs: SiteInputs, days: Sequence[SitePage]) -> Heatmap | None:
    """Count commits, sessions, and documents by the days of their writing and last change."""
    if inputs.now is None:
        return None
    counts = Counter(inputs.event_days)
    for node in inputs.view.nodes(NodeType.SOURCE_DOCUMENT):
        dates = {str(node.metadata.get(key) or "") for key in ("created", "updated")} - {""}
        counts.update(date.fromisoformat(day) for day in sorted(dates))
    hrefs = {day: page.url for page in days if (day := _day_of(page)) is not None}
    return build_heatmap(counts, inputs.now, hrefs=hrefs)


def _day_of(page: SitePage) -> date | None:
    try:
        return date.fromisoformat(date_key(page))
    except ValueError:
        # A page may stand at a date that no calendar has; it is a page all the same.
        return None


def _home_view(
    inputs: SiteInputs, places: Places, pulse: SitePage | None, days: Sequence[SitePage]
) -> HomeView:
    newest = sorted(days, key=date_key, reverse=True)[:RECENT_DAYS]
    documents = [place for place in places.all() if place.kind == Kind.SOURCES and place.updated]
    documents.sort(key=title_key)
    documents.sort(key=lambda place: place.updated or date.min, reverse=True)
    return HomeView(
        title=inputs.name,
        pulse="",
        pulse_url=pulse.url if pulse else "",
        recent=tuple(day_link(page) for page in newest),
        newest=tuple(item_of(place) for place in documents[:NEWEST_DOCUMENTS]),
    )


def _home_page(
    inputs: SiteInputs,
    chrome: SiteView,
    pulse: SitePage | None,
    generated: Sequence[SitePage],
) -> SitePage:
    present = {page.src_uri for page in generated}
    lists = [
        (title, inputs.routes.place(name))
        for name, title in (
            (TIMELINE, "Timeline"),
            (DIGESTS, "Weekly digests"),
            ("graph", "Map"),
            ("about", "About this site"),
        )
        if inputs.routes.place(name) in present
    ]
    return build_home(
        inputs.name,
        pulse=pulse,
        kinds=[(kind, inputs.routes.place(kind.name)) for kind in chrome.kinds],
        lists=lists,
        directory_urls=inputs.directory_urls,
    )
