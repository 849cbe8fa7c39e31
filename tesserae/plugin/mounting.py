"""From a compiled project to files of the site: the work of `on_files`."""

from __future__ import annotations

import logging
import posixpath
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property, partial
from importlib.metadata import version

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from pymdownx.slugs import slugify

from tesserae.activity.digest import PullRequestItem
from tesserae.activity.places import Places, turn_anchor
from tesserae.config import Settings
from tesserae.engine.day_digests import Digests, asked_requests, load_digests
from tesserae.engine.pipeline import Compiled
from tesserae.engine.stages import STORED_SESSION, STORED_SESSIONS, load_named
from tesserae.extract.session import SessionExtraction
from tesserae.graph.document import GraphDocument, render_graph, split_graph
from tesserae.graph.session_nodes import without_sessions
from tesserae.graph.view import GraphView
from tesserae.model.graph import Graph
from tesserae.model.ontology import Kind
from tesserae.model.page import WikiPage
from tesserae.model.session import Host
from tesserae.plugin.documents import (
    Text,
    build_document,
    drop_unreadable,
    find_documents,
    read_text,
    sources_by_path,
    taken_paths,
    title_of,
)
from tesserae.plugin.page_files import PageFiles
from tesserae.plugin.positions import load_positions
from tesserae.plugin.static import StaticFiles
from tesserae.site.assets import Assets
from tesserae.site.build import Site, SiteInputs, build_site
from tesserae.site.digests import AddedSections, with_sections
from tesserae.site.graph_page import picture_uri
from tesserae.site.mount import Mounter
from tesserae.site.pages import Document, PageLink, SitePage
from tesserae.site.published import DIGESTS, SESSIONS, WIKI, Published, publish
from tesserae.site.redirects import redirect_pages
from tesserae.site.root_files import EXPORTS, RootInputs, root_files
from tesserae.site.routes import AUTO, Claims, Routes, folded, plan_routes
from tesserae.site.session_pages import (
    SessionsView,
    SessionView,
    build_sessions,
    plan_sessions,
)
from tesserae.site.siblings import Siblings
from tesserae.site.wikilinks import Labelled, Names, Resolver, WikilinkTargets, block_references
from tesserae.sources.git import local_day
from tesserae.wiki.code_host import CodeHost
from tesserae.wiki.paths import is_part, relative_href
from tesserae.wiki.redirects import parse_redirects

RESOLVER = "tesserae.extract.links:LinkResolver"
logger = logging.getLogger("mkdocs.plugins.tesserae")

MAX_SEARCHED = 500
"""Wiki pages that `search: auto` leaves in the theme's search."""


@dataclass(frozen=True, slots=True)
class MountedSite:
    """What the later hooks need to know."""

    site: Site
    now: date | None
    """The newest date among the inputs."""
    targets: WikilinkTargets
    paths: Mapping[str, str]
    """From the source path of a page that a person wrote to its path in the project."""
    blocks: frozenset[str]
    """Ids of blocks that some link names."""
    dates: Mapping[str, str]
    """From a source path to the day on which its content changed last."""
    statics: StaticFiles
    """The generated files that are no pages."""


def mount_project(
    compiled: Compiled,
    files: Files,
    config: MkDocsConfig,
    settings: Settings,
    *,
    names: Collection[str] | None,
) -> MountedSite:
    """Add the pages, siblings and exports of a project to the files of the site.

    Args:
        compiled: What the pipeline made.
        files: The site's files; ours are added, and none of another's is replaced.
        config: MkDocs' configuration.
        settings: Ours.
        names: What may be shown; None shows everything.

    Raises:
        ConfigError: The user chose a mount whose routes are taken.
    """
    mounting = _Mounting(compiled, files, config, settings, names)
    return mounting.mount()


class _Mounting:
    """The steps of one mounting, over what they all read."""

    def __init__(
        self,
        compiled: Compiled,
        files: Files,
        config: MkDocsConfig,
        settings: Settings,
        names: Collection[str] | None,
    ) -> None:
        self._compiled = compiled
        self._files = files
        self._config = config
        self._settings = settings
        self._names = names
        self._pages = compiled.pages()
        self._wiki_in_docs = _prefix_in_docs(settings)
        self._places = {folded(file.dest_uri) for file in files}
        self._statics = StaticFiles(config)

    def mount(self) -> MountedSite:
        """Carry the steps out in order."""
        drop_unreadable(
            self._files,
            named={skipped.path for skipped in self._compiled.skipped},
            docs_dir=self._settings.docs_dir,
        )
        whole = self._compiled.graph()
        published = publish(without_sessions(whole), self._pages, self._names)
        digests = self._digests(published)
        published = replace(published, pages=tuple(with_sections(published.pages, digests)))
        self._clear_wiki_in_docs()
        view = GraphView(published.graph)
        documents = find_documents(self._files, self._config, self._settings, view)
        own = self._own_texts()
        routes = plan_routes(
            Claims(
                pages=published.pages,
                own={self._own_path(path): path for path in own},
                documents={document.path: document.src_uri for document in documents},
                taken=list(taken_paths(self._files)),
            ),
            mount=self._mount_option(),
        )
        assets = Assets(self._settings.root, self._settings.wiki_dir, routes)
        redirects = self._redirects()
        own_documents = self._own_documents(own, view, routes, assets)
        site = build_site(
            SiteInputs(
                name=self._settings.site_name,
                view=view,
                pages=published.pages,
                documents=[*documents, *own_documents],
                routes=routes,
                directory_urls=self._config.use_directory_urls,
                has_home=self._has_home(),
                asset=assets.find,
                redirects=redirects,
                edit_paths=self._edit_paths(published),
                versions=_versions(),
                exports=[PageLink(path, purpose, "item") for path, purpose in EXPORTS],
                positions=load_positions(self._compiled, view, is_whole=published.is_whole),
                now=self._compiled.now,
                sessions=self._sessions(routes),
                event_days=self._commit_days() + _session_days(digests),
            )
        )
        # Before ours are appended: what stands here now is the user's.
        statics = [file.src_uri for file in self._files if not file.is_documentation_page()]
        self._append_pages(site, own_documents, own)
        self._append_static(self._texts(site, view, self._graph_lines(whole, published), redirects))
        for uri, path in assets.mounted.items():
            self._append(File.generated(self._config, uri, abs_src_path=str(path)))
        return self._mounted(site, view, [*statics, *assets.mounted])

    def _mounted(self, site: Site, view: GraphView, statics: Iterable[str]) -> MountedSite:
        return MountedSite(
            site=site,
            now=self._compiled.now,
            targets=WikilinkTargets(
                self._link_names(site, view, statics),
                _make_resolver,
                slugify=_slugify(self._config),
            ),
            paths={document.src_uri: document.path for document in site.documents},
            blocks=frozenset[str]().union(
                *(block_references(str(document.body)) for document in site.documents)
            ),
            statics=self._statics,
            dates={
                page.src_uri: page.updated.isoformat() for page in site.all_pages if page.updated
            },
        )

    def _digests(self, published: Published) -> list[AddedSections]:
        """Return what sessions and kept digests add to the pages of days and weeks."""
        if self._names is not None and DIGESTS not in self._names:
            return []
        pages = {page.sources[0]: page.path for page in published.pages if _shows_a_source(page)}
        host = CodeHost.of(self._settings.repo_url)
        # As if they were pages of the wiki, whose routes are not planned yet.
        sessions = plan_sessions(self._stored_sessions, Routes("", {}))

        def places(origin: str) -> Places:
            def link_to(path: str) -> str:
                if path in pages:
                    return relative_href(origin, pages[path])
                return host.file_url(path) if host else ""

            def link_to_session(host: Host, session_id: str, turn: int | None) -> str:
                page = sessions.page(host.value, session_id, turn or 0)
                return f"{relative_href(origin, page)}{turn_anchor(turn)}" if page else ""

            return Places(link_to, host, link_to_session)

        found = load_digests(
            self._settings,
            self._compiled.workspace,
            places,
            records=self._compiled.inputs.records,
            commits=self._compiled.history().commits,
            requests=self._pull_requests(),
            with_sessions=self._shows_sessions,
        )
        return [*_of_days(found), *_of_weeks(found)]

    def _pull_requests(self) -> list[PullRequestItem]:
        """Return what the code host tells, where it may be asked."""
        if not self._settings.activity.pull_requests:
            return []
        asked = asked_requests(self._settings)
        if asked.problem:
            logger.warning("activity.pull_requests: %s", asked.problem)
        return [item for items in asked.by_day.values() for item in items]

    @cached_property
    def _stored_sessions(self) -> list[SessionExtraction]:
        """Return what is known of the stored sessions, where they may be shown."""
        if not self._shows_sessions or not self._compiled.inputs.records:
            return []
        sessions: list[SessionExtraction] = load_named(STORED_SESSIONS)(self._compiled)
        return sessions

    def _sessions(self, routes: Routes) -> list[tuple[SitePage, SessionView | SessionsView]]:
        """Return the pages of the stored sessions, where they may be shown."""
        sessions = self._stored_sessions
        if not sessions:
            return []
        return list(
            build_sessions(
                sessions,
                plan_sessions(sessions, routes),
                routes,
                load=partial(load_named(STORED_SESSION), self._compiled),
                zone=self._settings.zone,
                directory_urls=self._config.use_directory_urls,
            )
        )

    # --- what a person wrote --------------------------------------------------------------------

    def _own_texts(self) -> dict[str, Text]:
        """Return a person's own pages in the wiki folder, by path in it.

        Where that folder lies in `docs_dir` they are documents already.
        """
        if self._wiki_in_docs or (self._names is not None and WIKI not in self._names):
            return {}
        projected = {page.path for page in self._pages}
        if projected >= self._compiled.manifest.wiki.keys():
            return {}  # which saves reading the folder
        return {path: read_text(text) for path, text in self._compiled.own_pages().items()}

    def _own_path(self, path: str) -> str:
        return posixpath.join(self._settings.wiki_dir, path)

    def _own_documents(
        self, own: Mapping[str, Text], view: GraphView, routes: Routes, assets: Assets
    ) -> list[Document]:
        sources = sources_by_path(view)
        mounter = Mounter(
            routes, moved={}, asset=assets.find, directory_urls=self._config.use_directory_urls
        )
        return [
            build_document(
                routes.of_page[path],
                self._own_path(path),
                mounter.rebase(text.body, path, routes.of_page[path]),
                title=title_of(text, posixpath.basename(path).removesuffix(".md")),
                node=sources.get(self._own_path(path)),
                directory_urls=self._config.use_directory_urls,
            )
            for path, text in own.items()
        ]

    def _link_names(self, site: Site, view: GraphView, statics: Iterable[str]) -> Names:
        """Return what a wikilink may name: sources by path, other pages by wiki path."""
        places = {document.path: document.src_uri for document in site.documents}
        titles: dict[str, tuple[str, ...]] = {
            document.path: (document.title,) for document in site.documents
        }
        for path, node in sources_by_path(view).items():
            titles[path] = (node.name, *node.aliases)
        wiki_places: dict[str, str] = {}
        wiki_titles: dict[str, tuple[str, ...]] = {}
        for page in site.pages:
            if page.id is None or is_part(page.id):
                continue
            if page.kind == Kind.SOURCES.value and len(page.sources) == 1:
                places.setdefault(page.sources[0], page.src_uri)
                continue
            path = self._own_path(page.src_uri.removeprefix(site.routes.mount))
            wiki_places[path] = page.src_uri
            wiki_titles[path] = (page.title, *page.aliases)
        return Names(Labelled(places, titles), Labelled(wiki_places, wiki_titles), statics)

    # --- where things stand ---------------------------------------------------------------------

    def _mount_option(self) -> str:
        mount = self._settings.mount
        return self._wiki_in_docs if mount == AUTO and self._wiki_in_docs else mount

    def _clear_wiki_in_docs(self) -> None:
        """Take pages of ours that MkDocs found on the disk out of its files; we mount them."""
        if not self._wiki_in_docs:
            return
        for page in self._pages:
            file = self._files.get_file_from_path(f"{self._wiki_in_docs}/{page.path}")
            if file is not None:
                self._files.remove(file)
        self._places = {folded(file.dest_uri) for file in self._files}

    def _has_home(self) -> bool:
        return any(folded(file.dest_uri) == "index.html" for file in self._files)

    def _commit_days(self) -> Counter[date]:
        instants = (commit.at for commit in self._compiled.history().commits)
        days = (local_day(instant, self._settings.zone) for instant in instants)
        return Counter(day for day in days if day is not None)

    def _redirects(self) -> dict[str, str]:
        path = self._compiled.workspace.redirects_path
        try:
            return parse_redirects(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            # None yet; what is wrong in it is for `tesserae wiki status` to say.
            return {}

    def _edit_paths(self, published: Published) -> dict[str, str]:
        """Lead the reader of a source's page to the source."""
        return {
            page.path: page.sources[0]
            for page in published.pages
            if page.kind is Kind.SOURCES and len(page.sources) == 1
        }

    # --- files ----------------------------------------------------------------------------------

    def _append_pages(
        self, site: Site, own_documents: Iterable[Document], own: Mapping[str, Text]
    ) -> None:
        page_files = PageFiles(
            self._config,
            self._settings,
            self._files,
            is_searched=self._is_searched(len(site.places)),
        )
        for page in site.pages:
            self._append(page_files.mounted(page))
        texts = {self._own_path(path): text for path, text in own.items()}
        for document in own_documents:
            self._append(page_files.own(document, texts[document.path].data))

    def _is_searched(self, count: int) -> bool:
        if self._settings.search == "auto":
            return count <= MAX_SEARCHED
        return self._settings.search == "on"

    def _texts(
        self,
        site: Site,
        view: GraphView,
        graph: GraphDocument | None,
        redirects: Mapping[str, str],
    ) -> Iterator[tuple[str, str]]:
        siblings = Siblings(frozenset(page.src_uri for page in site.all_pages))
        for page in site.all_pages:
            yield from siblings.of(page)
        if site.picture.dots:
            yield picture_uri(site.routes), site.picture.to_script()
        yield from redirect_pages(
            redirects,
            site.routes,
            base=self._config.site_url,
            directory_urls=self._config.use_directory_urls,
        )
        yield from root_files(
            site,
            RootInputs(
                view=view,
                description=self._config.site_description or "",
                base=self._config.site_url or None,
                now=self._compiled.now,
                graph=graph,
            ),
        )

    def _graph_lines(self, whole: Graph, published: Published) -> GraphDocument | None:
        """Return the graph that a reader may have; None where it is that of the pages.

        As the compile wrote it, if nothing of it is left out, which saves rendering it again.
        """
        has_sessions = without_sessions(whole) is not whole
        if published.is_whole and (not has_sessions or self._shows_sessions):
            return split_graph(self._compiled.workspace.graph_path.read_text(encoding="utf-8"))
        if has_sessions and self._shows_sessions:
            return render_graph(publish(whole, self._pages, self._names).graph)
        return None

    @property
    def _shows_sessions(self) -> bool:
        return self._names is None or SESSIONS in self._names

    def _append_static(self, texts: Iterable[tuple[str, str]]) -> None:
        for uri, text in texts:
            self._append(self._statics.make(uri, text))

    def _append(self, file: File) -> None:
        """Add a file unless the user has one of that name or at that place."""
        if file.src_uri in self._files.src_uris or folded(file.dest_uri) in self._places:
            return
        self._places.add(folded(file.dest_uri))
        self._files.append(file)


def _shows_a_source(page: WikiPage) -> bool:
    return page.kind is Kind.SOURCES and len(page.sources) == 1 and not is_part(page.id)


def _of_days(found: Digests) -> Iterator[AddedSections]:
    for day, sections in found.days.items():
        yield AddedSections(day.isoformat(), sections.text, day, sections.sessions, sections.others)


def _of_weeks(found: Digests) -> Iterator[AddedSections]:
    for label, sections in found.weeks.items():
        year, week = int(label[:4]), int(label[-2:])
        sunday = date.fromisocalendar(year, week, 7)
        days = [day for day in found.days if day.isocalendar()[:2] == (year, week)]
        last = max(days, default=sunday)
        yield AddedSections(label, sections.text, last, sections.sessions, sections.others)


def _session_days(added: Iterable[AddedSections]) -> Counter[date]:
    return Counter(
        {each.updated: each.sessions for each in added if each.sessions and not each.is_week}
    )


def _prefix_in_docs(settings: Settings) -> str:
    """Return the wiki folder relative to `docs_dir`, empty where it lies outside."""
    docs = settings.docs_dir.strip("/")
    wiki = settings.wiki_dir.strip("/")
    return wiki.removeprefix(f"{docs}/") if wiki.startswith(f"{docs}/") else ""


def _make_resolver(places: Mapping[str, str], titles: Mapping[str, tuple[str, ...]]) -> Resolver:
    resolver: Resolver = load_named(RESOLVER)(places, titles)
    return resolver


def _versions() -> dict[str, str]:
    return {name: version(name) for name in ("mkdocs", "mkdocs-tesserae")}


def _slugify(config: MkDocsConfig) -> Callable[[str], str]:
    chosen = config.mdx_configs.get("toc", {}).get("slugify") or slugify(case="lower")
    return lambda heading: chosen(heading, "-")
