"""Material's sidebars without Material's templates, which spend half of a page's time on them.

For a page that the navigation does not list the primary sidebar is the same in a whole folder, up
to the way back to the root: it is rendered once. For a document in a long navigation its few
entries are written here. The markup is that of Material 9's own partials.
"""

from __future__ import annotations

import html
import posixpath
import re
from collections.abc import Iterable

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure import StructureItem
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink
from mkdocs.utils import get_relative_url, normalize_url
from mkdocs.utils.templates import TemplateContext

from tesserae.site.urls import is_external

NAVIGATION_FEATURES = frozenset(
    {
        "navigation.expand",
        "navigation.footer",
        "navigation.indexes",
        "navigation.path",
        "navigation.prune",
        "navigation.sections",
        "navigation.tabs",
        "toc.integrate",
    }
)
"""Features that change the navigation; where one is on, the theme renders it itself."""
_ICON = '<span class="md-nav__icon md-icon"></span>'
_BLANK = re.compile(r"\s*\n\s*")


class MaterialSidebars:
    """Renders the two sidebars of pages that the navigation does not list."""

    def __init__(self, env: Environment, config: MkDocsConfig) -> None:
        self._env = env
        self._config = config
        self._navs: dict[str, str] = {}
        self._frames: dict[str, tuple[str, str]] = {}
        self._toc_title: str | None = None

    def render(self, page: Page, nav: Navigation, context: TemplateContext) -> str:
        """Return the sidebars of a page.

        Args:
            page: The page.
            nav: What the primary sidebar shows.
            context: The page's template context.
        """
        toc = self._toc(page, context)
        if page.parent is None and all(item is not page for item in nav.items):
            primary = self._unlisted(page, nav, context)
        else:
            before, after = self._frame(page, context)
            entries = (
                _entry(item, page, toc, place) for place, item in enumerate(nav.items, start=1)
            )
            primary = before + "".join(entries) + after
        return _sidebar("primary", "navigation", primary) + _sidebar("secondary", "toc", toc)

    def _unlisted(self, page: Page, nav: Navigation, context: TemplateContext) -> str:
        folder = folder_of(page)
        if folder not in self._navs:
            template = self._env.get_template("tesserae/material_nav.html")
            self._navs[folder] = squeeze(template.render({**context, "nav": nav, "page": page}))
        return self._navs[folder]

    def _frame(self, page: Page, context: TemplateContext) -> tuple[str, str]:
        """Return what stands before and after the entries of the primary sidebar."""
        folder = folder_of(page)
        if folder not in self._frames:
            nav = Navigation([], [])
            nav.homepage = context["nav"].homepage
            template = self._env.get_template("tesserae/material_nav.html")
            markup = squeeze(template.render({**context, "nav": nav, "page": page}))
            before, _, after = markup.rpartition("</ul>")
            self._frames[folder] = (before, f"</ul>{after}")
        return self._frames[folder]

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


def _entry(item: StructureItem, page: Page, toc: str, path: int | str) -> str:
    """Return one entry of the primary sidebar; the way to the page stands open."""
    if isinstance(item, Section):
        return _open_section(item, page, toc, f"__nav_{path}")
    title = f'<span class="md-ellipsis">{item.title}</span>'
    if item is not page:
        href = _relative(getattr(item, "url", None) or ".", page.url)
        link = f'<a href="{href}" class="md-nav__link">{title}</a>'
        return f'<li class="md-nav__item">{link}</li>'
    label = f'<label class="md-nav__link md-nav__link--active" for="__toc">{title}{_ICON}</label>'
    return (
        '<li class="md-nav__item md-nav__item--active">'
        '<input class="md-nav__toggle md-toggle" type="checkbox" id="__toc">'
        f"{label if '<li' in toc else ''}"
        f'<a href="./" class="md-nav__link md-nav__link--active">{title}</a>'
        f"{toc if '<li' in toc else ''}</li>"
    )


def _open_section(section: Section, page: Page, toc: str, name: str) -> str:
    level = name.count("_") - 2
    entries = "".join(
        _entry(child, page, toc, f"{name.removeprefix('__nav_')}_{place}")
        for place, child in enumerate(section.children, start=1)
    )
    return (
        '<li class="md-nav__item md-nav__item--active md-nav__item--nested">'
        f'<input class="md-nav__toggle md-toggle" type="checkbox" id="{name}" checked>'
        f'<label class="md-nav__link" for="{name}" id="{name}_label" tabindex="0">'
        f'<span class="md-ellipsis">{section.title}</span>{_ICON}</label>'
        f'<nav class="md-nav" data-md-level="{level}" aria-labelledby="{name}_label" '
        f'aria-expanded="true"><label class="md-nav__title" for="{name}">{_ICON}'
        f'{section.title}</label><ul class="md-nav__list" data-md-scrollfix>{entries}</ul>'
        "</nav></li>"
    )


def _relative(url: str, here: str) -> str:
    return html.escape(normalize_url(url) if is_external(url) else get_relative_url(url, here))
