"""One build: the compiled project, the site that came of it, and what each hook needs of them."""

from __future__ import annotations

import html
import logging
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, time
from pathlib import Path
from typing import Any

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from tesserae.config import Settings
from tesserae.engine.pipeline import Compiled, Pipeline
from tesserae.graph.view import GraphView
from tesserae.plugin.documents import find_documents, taken_paths
from tesserae.plugin.navigation import title_pages_of_ours, with_wiki_section
from tesserae.plugin.pages import MountedPage
from tesserae.plugin.theme import is_material
from tesserae.site.build import Site, SiteInputs, build_site
from tesserae.site.highlight import highlight_code
from tesserae.site.home import without_title
from tesserae.site.manifest import write_manifest
from tesserae.site.markdown import render_markdown
from tesserae.site.pages import PageRole, SitePage
from tesserae.site.panels import HomeView
from tesserae.site.routes import folded, plan_routes
from tesserae.site.siblings import page_siblings
from tesserae.site.urls import to_root

logger = logging.getLogger("mkdocs.plugins.tesserae")

MAX_SEARCHED = 500
"""Wiki pages that `search: auto` leaves in the theme's search."""


class Undated(str):
    """A date for MkDocs' sitemap that has none: falsy, so no `lastmod`, yet a date for gzip."""

    __slots__ = ()

    def __bool__(self) -> bool:
        """Hide the date from the sitemap's template."""
        return False


UNDATED = Undated("1970-01-01")


class SiteBuild:
    """The state of one build; a new one is made in each `on_config`."""

    def __init__(self, settings: Settings, config: MkDocsConfig, *, is_publication: bool) -> None:
        self.settings = settings
        self._config = config
        self._is_publication = is_publication
        self._env: Environment | None = None
        self._site: Site | None = None
        self._dates: dict[str, str] = {}
        self.build_date: datetime | str = ""

    @property
    def site(self) -> Site:
        """The site, once `mount` has built it."""
        assert self._site is not None, "mount() comes before every other hook"
        return self._site

    def mount(self, files: Files) -> Files:
        """Compile the project and add its pages, siblings and exports to the files of the site."""
        compiled = Pipeline(self.settings).run()
        self._site = self._build_site(compiled, files)
        self.build_date = _midnight(compiled)
        self._date_pages()
        searched = self._is_searched(len(self.site.places))
        for page in self.site.pages:
            files.append(self._page_file(page, is_searched=searched))
        for uri, content in self._static_files():
            if uri not in files.src_uris:
                file = File.generated(
                    self._config, uri, content=content, inclusion=InclusionLevel.INCLUDED
                )
                files.append(file)
        return files

    def navigation(self, nav: Navigation, files: Files) -> Navigation:
        """Return the navigation with our pages titled and our indexes reachable."""
        if title_pages_of_ours(self._config, files):
            return nav
        return with_wiki_section(nav, self.site, files.src_uris)

    def page_markdown(self, markdown: str, page: Page) -> str:
        """Prepare a page's text and its front matter."""
        page.update_date = self._dates.get(page.file.src_uri, UNDATED)
        if not isinstance(page, MountedPage):
            make_inert(page.meta)
        return markdown

    def use_templates(self, env: Environment) -> None:
        """Take the templates from this environment."""
        self._env = env

    def dress(self, page: Page) -> None:
        """Put the panels around a page's content."""
        uri = page.file.src_uri
        is_home = page.file.dest_uri == "index.html"
        if isinstance(page, MountedPage):
            name, view = page.site_page.role.value, self.site.views.get(uri)
        elif is_home:
            name, view = "pulse", self._home_view(page)
        else:
            name, view = PageRole.DETAIL.value, self.site.views.get(uri)
        if view is None or self._env is None:
            return
        template = self._env.get_template(f"tesserae/{name}.html")
        page.content = template.render(
            page=page,
            config=self._config,
            root=to_root(page.url),
            body=page.content or "",
            site=self.site.chrome,
            view=view,
        )

    def finish(self) -> None:
        """Write the manifest of everything that the build wrote."""
        write_manifest(Path(self._config.site_dir))

    def _build_site(self, compiled: Compiled, files: Files) -> Site:
        graph = compiled.graph()
        view = GraphView(graph)
        pages = list(compiled.pages())
        documents = find_documents(files, self._config, self.settings, view)
        routes = plan_routes(
            pages,
            mount=self.settings.mount,
            documents={document.path: document.src_uri for document in documents},
            taken=taken_paths(files),
        )
        home = folded("index.html")
        return build_site(
            SiteInputs(
                name=self.settings.site_name,
                view=view,
                pages=pages,
                documents=documents,
                routes=routes,
                directory_urls=self._config.use_directory_urls,
                has_home=any(folded(file.dest_uri) == home for file in files),
                asset=lambda _path, _href: None,
            )
        )

    def _date_pages(self) -> None:
        for page in (*self.site.pages, *self.site.documents):
            if page.updated is not None:
                self._dates[page.src_uri] = page.updated.isoformat()

    def _is_searched(self, count: int) -> bool:
        if self.settings.search == "auto":
            return count <= MAX_SEARCHED
        return self.settings.search == "on"

    def _page_file(self, page: SitePage, *, is_searched: bool) -> File:
        in_nav = page.role is PageRole.HOME and self._config.nav is None
        file = File.generated(
            self._config,
            page.src_uri,
            content=page.markdown,
            inclusion=InclusionLevel.INCLUDED if in_nav else InclusionLevel.NOT_IN_NAV,
        )
        meta: dict[str, Any] = {
            "title": html.escape(page.title),
            "description": html.escape(page.description),
        }
        if not is_searched:
            meta["search"] = {"exclude": True}
        MountedPage(
            page,
            file,
            self._config,
            meta=meta,
            highlight=highlight_code if is_material(self._config) else None,
        )
        return file

    def _static_files(self) -> Iterator[tuple[str, str]]:
        for page in (*self.site.pages, *self.site.documents):
            yield from page_siblings(page)

    def _home_view(self, page: Page) -> HomeView | None:
        pulse = self.site.pulse
        if pulse is None:
            return None
        origin = page.file

        def address(href: str) -> str:
            return href

        body = render_markdown(without_title(pulse.markdown), link=address).html
        return replace(self.site.home, pulse=body)


def _midnight(compiled: Compiled) -> datetime | str:
    """Return the newest date among the inputs as themes print a build date."""
    if compiled.now is None:
        return ""
    return datetime.combine(compiled.now, time(), UTC)


def make_inert(meta: dict[str, Any]) -> None:
    """Escape what themes print raw: the title, the description and the author of a document."""
    for name in ("title", "description", "author"):
        if name not in meta:
            continue
        text = str(meta[name])
        if any(char in text for char in '<>"'):
            text = html.escape(html.unescape(text))
        meta[name] = text
