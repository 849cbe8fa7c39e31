"""All pages of a site as values, from the graph and the wiki: what the plugin then mounts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from tesserae.graph.view import GraphView
from tesserae.model.ontology import Kind
from tesserae.model.page import WikiPage
from tesserae.site.about import build_about
from tesserae.site.detail import document_detail, links_of, page_detail
from tesserae.site.graph_page import build_graph_page
from tesserae.site.home import HOME_URI, PULSE_PATH, build_home
from tesserae.site.indexes import build_index
from tesserae.site.mount import AssetFinder, mount_page, rebase
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
from tesserae.site.places import Place, Places, find_places
from tesserae.site.routes import Routes
from tesserae.site.timeline import (
    DIGESTS,
    TIMELINE,
    build_day_views,
    build_list,
    date_key,
    day_link,
)
from tesserae.wiki.paths import node_of_page

View = AboutView | DayView | DetailView | MapView | HomeView | IndexView | TimelineView
RECENT_DAYS = 7


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
    redirects: Mapping[str, str] = field(default_factory=dict)
    """From an old path of the wiki to the path that took its place."""
    edit_paths: Mapping[str, str] = field(default_factory=dict)
    """From a path of the wiki to the file that a reader may edit."""
    versions: Mapping[str, str] = field(default_factory=dict)
    exports: Sequence[PageLink] = ()


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
    mounted = _mounted_pages(inputs, places, links)
    views: dict[str, View] = {}
    lists = list(_lists(inputs, places, mounted))
    generated = [page for page, _ in lists]
    views.update((page.src_uri, view) for page, view in lists)
    days = [page for page in mounted if page.role is PageRole.DAY]
    for group in _by_folder(days):
        views.update(build_day_views(group))
    for page in mounted:
        if page.role is PageRole.DETAIL:
            views[page.src_uri] = page_detail(
                page, inputs.routes, directory_urls=inputs.directory_urls
            )
    documents = tuple(_with_links(document, inputs, places) for document in inputs.documents)
    for document in documents:
        views[document.src_uri] = document_detail(
            document, inputs.view, places, inputs.routes, directory_urls=inputs.directory_urls
        )
    chrome = _chrome(inputs, places, generated)
    pulse = _pulse(inputs, links)
    home = _home_view(inputs, pulse, days)
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
    )


def _mounted_pages(inputs: SiteInputs, places: Places, links: Mapping[str, str]) -> list[SitePage]:
    documents = {document.src_uri for document in inputs.documents}
    mounted = []
    for page in inputs.pages:
        if inputs.routes.of_page[page.path] in documents:
            continue
        site_page = mount_page(
            page,
            inputs.routes,
            links=links,
            asset=inputs.asset,
            edit_path=inputs.edit_paths.get(page.path),
            directory_urls=inputs.directory_urls,
        )
        node_id = node_of_page(page.id)
        mounted.append(replace(site_page, links=links_of(node_id, inputs.view, places)))
    return mounted


def _with_links(document: Document, inputs: SiteInputs, places: Places) -> Document:
    if document.id is None:
        return document
    return replace(document, links=links_of(document.id, inputs.view, places))


def _lists(
    inputs: SiteInputs, places: Places, mounted: Sequence[SitePage]
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
    if len(places):
        pages.append(
            build_graph_page(
                inputs.view, places, inputs.routes, directory_urls=inputs.directory_urls
            )
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

    def url_of(name: str) -> str:
        return urls.get(inputs.routes.place(name), "")

    return SiteView(
        name=inputs.name,
        kinds=tuple(
            KindView(kind.value, KIND_TITLES[kind], url_of(kind.value), counts[kind.value])
            for kind in Kind
            if counts[kind.value]
        ),
        timeline_url=url_of(TIMELINE),
        digests_url=url_of(DIGESTS),
        graph_url=url_of("graph"),
        about_url=url_of("about"),
    )


def _pulse(inputs: SiteInputs, links: Mapping[str, str]) -> SitePage | None:
    page = next((page for page in inputs.pages if page.path == PULSE_PATH), None)
    if page is None:
        return None
    mounted = mount_page(
        page,
        inputs.routes,
        links=links,
        asset=inputs.asset,
        edit_path=None,
        directory_urls=inputs.directory_urls,
    )
    body = rebase(page.body, page.path, HOME_URI, inputs.routes, links=links, asset=inputs.asset)
    return replace(mounted, body=body)


def _home_view(inputs: SiteInputs, pulse: SitePage | None, days: Sequence[SitePage]) -> HomeView:
    timeline = inputs.routes.place(TIMELINE).removesuffix("index.md")
    daily = [page for page in days if page.src_uri.startswith(timeline)]
    newest = sorted(daily, key=date_key, reverse=True)[:RECENT_DAYS]
    return HomeView(
        title=inputs.name,
        pulse="",
        pulse_url=pulse.url if pulse else "",
        recent=tuple(day_link(page) for page in newest),
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
