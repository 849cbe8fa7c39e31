"""Material's sidebars for wiki pages, made once for a folder instead of once for a page.

Material spends half of a page's time on the navigation, which is the same for every page that is
not in it, up to the way back to the root. The markup is that of Material 9's own partials.
"""

from __future__ import annotations

import html
import posixpath
import re
from collections.abc import Iterable

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink
from mkdocs.utils.templates import TemplateContext

_BLANK = re.compile(r"\s*\n\s*")


class MaterialSidebars:
    """Renders the two sidebars of pages that the navigation does not list."""

    def __init__(self, env: Environment, config: MkDocsConfig) -> None:
        self._env = env
        self._config = config
        self._navs: dict[str, str] = {}
        self._toc_title: str | None = None

    def render(self, page: Page, nav: Navigation, context: TemplateContext) -> str:
        """Return the sidebars of a page.

        Args:
            page: A page that `nav` does not list.
            nav: What the primary sidebar shows.
            context: The page's template context.
        """
        folder = folder_of(page)
        primary = self._navs.get(folder)
        if primary is None:
            template = self._env.get_template("tesserae/material_nav.html")
            primary = squeeze(template.render({**context, "nav": nav, "page": page}))
            self._navs[folder] = primary
        toc = self._toc(page, context)
        return _sidebar("primary", "navigation", primary) + _sidebar("secondary", "toc", toc)

    def _toc(self, page: Page, context: TemplateContext) -> str:
        items: Iterable[AnchorLink] = page.toc
        first = next(iter(items), None)
        if first is not None and first.level == 1:
            items = first.children
        title = self._title(context)
        inner = "".join(map(_toc_item, items))
        if inner:
            inner = (
                '<label class="md-nav__title" for="__toc">'
                f'<span class="md-nav__icon md-icon"></span>{title}</label>'
                f'<ul class="md-nav__list" data-md-component="toc" data-md-scrollfix>{inner}</ul>'
            )
        label = html.escape(title)
        return f'<nav class="md-nav md-nav--secondary" aria-label="{label}">{inner}</nav>'

    def _title(self, context: TemplateContext) -> str:
        if self._toc_title is None:
            words = self._env.get_template("tesserae/material_words.html").render(context).strip()
            self._toc_title = str(self._config.mdx_configs.get("toc", {}).get("title") or words)
        return self._toc_title


def folder_of(page: Page) -> str:
    """Return what pages with the same way to everything else have in common."""
    return posixpath.dirname(page.url.rstrip("/")) + ("/" if page.url[-1:] == "/" else "")


def squeeze(markup: str) -> str:
    """Drop the indentation and the blank lines that templates leave behind."""
    return _BLANK.sub("\n", markup)


def _sidebar(name: str, kind: str, inner: str) -> str:
    return (
        f'<div class="md-sidebar md-sidebar--{name}" data-md-component="sidebar" '
        f'data-md-type="{kind}"><div class="md-sidebar__scrollwrap">'
        f'<div class="md-sidebar__inner">{inner}</div></div></div>'
    )


def _toc_item(link: AnchorLink) -> str:
    children = "".join(map(_toc_item, link.children))
    if children:
        label = html.escape(html.unescape(link.title))
        children = (
            f'<nav class="md-nav" aria-label="{label}">'
            f'<ul class="md-nav__list">{children}</ul></nav>'
        )
    return (
        f'<li class="md-nav__item"><a href="{html.escape(link.url)}" class="md-nav__link">'
        f'<span class="md-ellipsis">{link.title}</span></a>{children}</li>'
    )
