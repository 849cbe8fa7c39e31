"""A page's panels, put around its content by a template just before the theme prints it.

The fragment becomes part of the content, so it works in every theme. It comes after the search
plugins have read the page (they run first), and what it adds is not in their index.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from jinja2 import Environment, Template
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents
from mkdocs.utils.templates import TemplateContext

from tesserae.plugin.material import MaterialSidebars, squeeze
from tesserae.plugin.mounting import MountedSite
from tesserae.plugin.navigation import NavigationView
from tesserae.plugin.pages import LinkCache, MountedPage, PageLinks
from tesserae.plugin.shells import FULL_TEMPLATE, SHELL_TEMPLATE, Shells
from tesserae.plugin.theme import is_material
from tesserae.site.build import View
from tesserae.site.home import without_title
from tesserae.site.markdown import render_markdown
from tesserae.site.pages import PageRole
from tesserae.site.panels import HomeView
from tesserae.site.urls import to_root

PULSE_TEMPLATE = "pulse"
_KEEP_THE_BODY = frozenset({PULSE_TEMPLATE, PageRole.DETAIL.value, PageRole.DAY.value})


@dataclass(frozen=True, slots=True)
class Theme:
    """What MkDocs renders pages with."""

    env: Environment
    files: Files
    config: MkDocsConfig


class Dresser:
    """Renders the fragment of each page of one build."""

    def __init__(self, mounted: MountedSite, navigation: NavigationView, theme: Theme) -> None:
        self._mounted = mounted
        self._navigation = navigation
        self._theme = theme
        self._is_material = is_material(theme.config)
        self._sidebars = MaterialSidebars(theme.env, theme.config)
        self._shells = Shells(theme.env, self._sidebars)
        self._fragments: dict[str, Template] = {}

    def dress(self, page: Page, context: TemplateContext) -> None:
        """Put the panels around a page's content and its part of the navigation into the context.

        A page that we know nothing of keeps its content.
        """
        nav = self._navigation.for_page(page)
        context["nav"] = nav
        name, view = self._template_of(page)
        if view is not None:
            page.content = self._fragment(name).render(
                page=page,
                config=self._theme.config,
                root=to_root(page.url),
                body=page.content or "",
                site=self._mounted.site.chrome,
                view=view,
            )
            if name not in _KEEP_THE_BODY:
                # These templates show values instead of the body, so its headings may be gone.
                page.toc = TableOfContents(_present(page.toc.items, page.content))
        template = page.meta.get("template")
        if template == SHELL_TEMPLATE:
            shell = self._shells.render(page, nav, context)
            context["tesserae_page"] = shell  # type: ignore[typeddict-unknown-key]  # ours
        elif template == FULL_TEMPLATE:
            sidebars = self._sidebars.render(page, nav, context)
            context["tesserae_sidebars"] = sidebars  # type: ignore[typeddict-unknown-key]  # ours

    def press(self, output: str, page: Page) -> str:
        """Drop blank lines and indentation around the content, which itself stays as it is.

        Only on Material's pages, which would be half as large again with them.
        """
        is_done = page.meta.get("template") == SHELL_TEMPLATE
        if is_done or not self._is_material or not page.content:
            return output
        before, content, after = output.partition(page.content)
        return squeeze(before) + content + squeeze(after) if content else output

    def _fragment(self, name: str) -> Template:
        if name not in self._fragments:
            self._fragments[name] = self._theme.env.get_template(f"tesserae/{name}.html")
        return self._fragments[name]

    def _template_of(self, page: Page) -> tuple[str, View | None]:
        site = self._mounted.site
        view = site.views.get(page.file.src_uri)
        if isinstance(page, MountedPage):
            return page.site_page.role.value, view
        if page.file.dest_uri == "index.html":
            return PULSE_TEMPLATE, self._pulse(page)
        return PageRole.DETAIL.value, view

    def _pulse(self, page: Page) -> HomeView:
        """Return the panel on a home page of the user's."""
        pulse = self._mounted.site.pulse
        if pulse is None:
            return self._mounted.site.home
        links = PageLinks(page.file, LinkCache(self._theme.files, self._theme.config))
        body = render_markdown(without_title(pulse.markdown), link=links.rewrite).html
        return replace(self._mounted.site.home, pulse=body)


def _present(links: list[AnchorLink], content: str) -> list[AnchorLink]:
    """Return the entries of a contents list whose headings are there."""
    kept = []
    for link in links:
        link.children = _present(link.children, content)
        if f'id="{link.id}"' in content:
            kept.append(link)
        else:
            kept += link.children
    return kept
