"""Material's page around ours, rendered once for a folder and filled in for each page of it.

All that Material prints on a page of ours that the navigation does not list is the same for the
whole folder, but for the title, the description, the address, the contents list and the content.
So the theme's own template is rendered once with marks in these places, and the marks are replaced.
It is done only where nothing else can have a say in the page: no folder of overrides, no plugin
that we do not know. The result is the same to the byte as rendering every page; a test compares.
"""

from __future__ import annotations

import copy
import posixpath
import re
from typing import Any

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents
from mkdocs.utils.templates import TemplateContext

from tesserae.plugin.material import MaterialSidebars, folder_of, squeeze
from tesserae.plugin.theme import is_material

SHELL_TEMPLATE = "tesserae/shell.html"
FULL_TEMPLATE = "tesserae/material.html"
KNOWN_PLUGINS = frozenset({"search", "material/search", "tesserae"})
"""Plugins that do not touch the page around its content."""

# Private use characters: no text of a theme holds them, and every escape leaves them alone.
_OPEN, _CLOSE = "\ue0f0", "\ue0f1"
_MARK = re.compile(f"{_OPEN}(\\w+)(?:<h1)?{_CLOSE}")


def unlisted_template(config: MkDocsConfig) -> str | None:
    """Return the template of pages that the navigation does not list; None for the theme's own."""
    if not is_material(config):
        return None
    return SHELL_TEMPLATE if _is_plain(config) else FULL_TEMPLATE


def _is_plain(config: MkDocsConfig) -> bool:
    """Say whether pages depend on nothing but the theme as it is shipped and plugins we know."""
    has_overrides = not posixpath.dirname(config.theme.dirs[0]).endswith("material")
    return not has_overrides and KNOWN_PLUGINS.issuperset(config.plugins) and not config.hooks


def _mark(name: str) -> str:
    return f"{_OPEN}{name}{_CLOSE}"


class Shells:
    """The shells of one build."""

    def __init__(self, env: Environment, sidebars: MaterialSidebars) -> None:
        self._env = env
        self._sidebars = sidebars
        self._shells: dict[tuple[str | bool, ...], list[str]] = {}

    def render(self, page: Page, nav: Navigation, context: TemplateContext) -> str:
        """Return the whole HTML of a page.

        Args:
            page: A page that `nav` does not list, its content finished.
            nav: What its primary sidebar shows.
            context: Its template context.
        """
        key = (
            folder_of(page),
            ",".join(sorted(page.meta)),
            bool(page.edit_url),
            bool(page.canonical_url),
            bool(len(page.toc)),
            "<h1" in (page.content or ""),
        )
        shell = self._shells.get(key)
        if shell is None:
            shell = self._shells[key] = self._make(page, nav, context)
        first = next(iter(page.toc), None)
        values = {
            "title": str(page.meta.get("title", "")),
            "description": str(page.meta.get("description", "")),
            "canonical": page.canonical_url or "",
            "edit": page.edit_url or "",
            "skip": first.url if first else "",
            "sidebars": self._sidebars.render(page, nav, context),
            "content": page.content or "",
        }
        parts = list(shell)
        for index in range(1, len(parts), 2):
            parts[index] = values[parts[index]]
        return "".join(parts)

    def _make(self, page: Page, nav: Navigation, context: TemplateContext) -> list[str]:
        stand_in = copy.copy(page)
        stand_in.meta = {
            **page.meta,
            **{name: _mark(name) for name in ("title", "description") if name in page.meta},
        }
        stand_in.canonical_url = page.canonical_url and _mark("canonical")
        stand_in.edit_url = page.edit_url and _mark("edit")
        if len(page.toc):
            skip = AnchorLink("", "", 1)
            skip.id = _mark("skip")
            stand_in.toc = TableOfContents([skip])
        has_title = "<h1" in (page.content or "")
        stand_in.content = f"{_OPEN}content{'<h1' if has_title else ''}{_CLOSE}"
        values: dict[str, Any] = {
            **context,
            "page": stand_in,
            "nav": nav,
            "tesserae_sidebars": _mark("sidebars"),
        }
        markup = squeeze(self._env.get_template(FULL_TEMPLATE).render(values))
        return _MARK.split(markup.replace(f"#{_OPEN}skip", f"{_OPEN}skip"))
