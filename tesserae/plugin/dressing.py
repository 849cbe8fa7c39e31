"""A page's panels, put around its content by a template just before the theme prints it.

The fragment becomes part of the content, so it works in every theme. It comes after the search
plugins have read the page (they run first), and what it adds is not in their index.
"""

from __future__ import annotations

from dataclasses import replace

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from tesserae.plugin.mounting import MountedSite
from tesserae.plugin.pages import MountedPage, PageLinks
from tesserae.site.build import View
from tesserae.site.home import without_title
from tesserae.site.markdown import render_markdown
from tesserae.site.pages import PageRole
from tesserae.site.panels import HomeView
from tesserae.site.urls import to_root

PULSE_TEMPLATE = "pulse"


class Dresser:
    """Renders the fragment of each page of one build."""

    def __init__(
        self, mounted: MountedSite, env: Environment, files: Files, config: MkDocsConfig
    ) -> None:
        self._mounted = mounted
        self._env = env
        self._files = files
        self._config = config

    def dress(self, page: Page) -> None:
        """Put the panels around a page's content; a page that we know nothing of stays bare."""
        name, view = self._template_of(page)
        if view is None:
            return
        page.content = self._env.get_template(f"tesserae/{name}.html").render(
            page=page,
            config=self._config,
            root=to_root(_url(page)),
            body=page.content or "",
            site=self._mounted.site.chrome,
            view=view,
        )

    def _template_of(self, page: Page) -> tuple[str, View | None]:
        site = self._mounted.site
        view = site.views.get(page.file.src_uri)
        if isinstance(page, MountedPage):
            return page.site_page.role.value, view
        if page.file.dest_uri == "index.html":
            return PULSE_TEMPLATE, self._pulse(page)
        return PageRole.DETAIL.value, view

    def _pulse(self, page: Page) -> HomeView | None:
        """Return the panel on a home page of the user's."""
        pulse = self._mounted.site.pulse
        if pulse is None:
            return None
        links = PageLinks(page.file, self._files, self._config)
        body = render_markdown(without_title(pulse.markdown), link=links.rewrite).html
        return replace(self._mounted.site.home, pulse=body)


def _url(page: Page) -> str:
    return page.url
