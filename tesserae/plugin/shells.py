"""Material's page around the content, rendered once for a folder and filled in for each page of it.

All that Material prints on a page is the same for the whole folder, but for the title, a few lines
of meta data, the sidebars and the content. So the theme's own template is rendered once with marks
in these places, and the marks are replaced. It is done only where nothing else can have a say in
the page: no folder of overrides, no plugin that we do not know. For pages of ours the result is the
same to the byte as rendering every page; a test compares.
"""

from __future__ import annotations

import copy
import posixpath
import re
from types import SimpleNamespace
from typing import Any

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents
from mkdocs.utils import get_relative_url
from mkdocs.utils.templates import TemplateContext

from tesserae.plugin.material import NAVIGATION_FEATURES, MaterialSidebars, folder_of, squeeze
from tesserae.plugin.theme import is_material

SHELL_TEMPLATE = "tesserae/shell.html"
FULL_TEMPLATE = "tesserae/material.html"
KNOWN_PLUGINS = frozenset({"search", "material/search", "tesserae"})
"""Plugins that do not touch the page around its content."""

# Private use characters: no text of a theme holds them, and every escape leaves them alone.
_OPEN, _CLOSE = "\ue0f0", "\ue0f1"
_MARK = re.compile(f"{_OPEN}(\\w+)(?:<h1)?{_CLOSE}")
# What the theme's filters put before an address that is a mark.
_WAY_TO_MARK = re.compile(f"(?:(?:\\.\\./)*|#)(?={_OPEN}(?:previous|next|skip))")
_SPECIAL_META = frozenset({"hide", "icon", "status", "subtitle", "template"})


def unlisted_template(config: MkDocsConfig) -> str | None:
    """Return the template of pages that the navigation does not list; None for the theme's own."""
    if not is_material(config):
        return None
    return SHELL_TEMPLATE if is_plain(config) else FULL_TEMPLATE


def listed_template(config: MkDocsConfig) -> str | None:
    """Return the template of documents in a long navigation; None for the theme's own."""
    features = NAVIGATION_FEATURES.intersection(config.theme.get("features") or ())
    return SHELL_TEMPLATE if is_material(config) and is_plain(config) and not features else None


def can_use_shell(page: Page) -> bool:
    """Say whether a document of the user's asks nothing of the theme that a shell does not have."""
    title = str(page.meta.get("title", ""))
    names = {str(name) for name in page.meta}
    return (
        bool(title)
        and not names & _SPECIAL_META
        and not any(name.startswith(("git_", "revision_")) for name in names)
    )


def is_plain(config: MkDocsConfig) -> bool:
    """Say whether pages depend on nothing but the theme as it is shipped and plugins we know."""
    has_overrides = not posixpath.dirname(config.theme.dirs[0]).endswith("material")
    knows_plugins = KNOWN_PLUGINS.issuperset(config.plugins) and not config.hooks
    return not has_overrides and knows_plugins and "analytics" not in config.extra


def _mark(name: str) -> str:
    return f"{_OPEN}{name}{_CLOSE}"


class Shells:
    """The shells of one build."""

    def __init__(self, env: Environment, sidebars: MaterialSidebars) -> None:
        self._env = env
        self._sidebars = sidebars
        self._shells: dict[tuple[object, ...], list[str]] = {}

    def render(self, page: Page, nav: Navigation, context: TemplateContext) -> str:
        """Return the whole HTML of a page.

        Args:
            page: A page with its content finished.
            nav: What its primary sidebar shows.
            context: Its template context.
        """
        values = _values(page)
        key = (folder_of(page), *(bool(value) for value in values.values()))
        shell = self._shells.get(key)
        if shell is None:
            shell = self._shells[key] = self._make(page, nav, context)
        values["sidebars"] = self._sidebars.render(page, nav, context)
        values["content"] = page.content or ""
        parts = list(shell)
        for index in range(1, len(parts), 2):
            parts[index] = values[parts[index]]
        return "".join(parts)

    def _make(self, page: Page, nav: Navigation, context: TemplateContext) -> list[str]:
        """Render a page whose varying parts are marks, and cut it at the marks."""
        stand_in = copy.copy(page)
        stand_in.meta = {
            name: _mark(name) for name in ("title", "description", "author") if page.meta.get(name)
        }
        stand_in.canonical_url = page.canonical_url and _mark("canonical")
        stand_in.edit_url = page.edit_url and _mark("edit")
        stand_in.previous_page = _neighbour(page.previous_page, "previous")
        stand_in.next_page = _neighbour(page.next_page, "next")
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
        return _MARK.split(_WAY_TO_MARK.sub("", markup))


def _values(page: Page) -> dict[str, str]:
    """Return what fills the marks, but for sidebars and content."""
    first = next(iter(page.toc), None)
    here = page.url
    before, after = page.previous_page, page.next_page
    return {
        "title": str(page.meta.get("title", "")),
        "description": str(page.meta.get("description") or ""),
        "author": str(page.meta.get("author") or ""),
        "canonical": page.canonical_url or "",
        "edit": page.edit_url or "",
        "previous": get_relative_url(before.url or ".", here) if before else "",
        "next": get_relative_url(after.url or ".", here) if after else "",
        "skip": first.url if first else "",
        "heading": "yes" if "<h1" in (page.content or "") else "",
    }


def _neighbour(page: Page | None, name: str) -> Any:  # noqa: ANN401 - a page with an address only
    return None if page is None else SimpleNamespace(url=_mark(name), title="")
