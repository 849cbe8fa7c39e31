"""One build of a site, hook by hook: what was mounted, and what each page is dressed with."""

from __future__ import annotations

import functools
from datetime import UTC, datetime, time
from pathlib import Path
from typing import Protocol

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils.templates import TemplateContext

from tesserae.plugin.content_cache import ContentCache
from tesserae.plugin.dressing import Dresser, Theme
from tesserae.plugin.inert import make_inert
from tesserae.plugin.mounting import MountedSite
from tesserae.plugin.navigation import NavigationView, title_pages_of_ours, wiki_section
from tesserae.plugin.pages import MountedPage
from tesserae.plugin.shells import can_use_shell, listed_template, unlisted_template
from tesserae.site.manifest import MANIFEST, write_manifest
from tesserae.site.wikilinks import mark_blocks, resolve_wikilinks


class Undated(str):
    """A date for MkDocs' sitemap that has none: false, so no `lastmod`, yet a date for gzip."""

    __slots__ = ()

    def __bool__(self) -> bool:
        """Hide the date from the sitemap's template."""
        return False


UNDATED = Undated("1970-01-01")


class Build(Protocol):
    """What the hooks ask once the files of the site are known."""

    def navigation(self, nav: Navigation) -> Navigation:
        """Return the navigation of the site."""

    def prepare(self, page: Page) -> None:
        """See a page before it is read."""

    def markdown(self, text: str, page: Page) -> str:
        """Return the text that is rendered; the page's front matter is there."""

    def use_templates(self, env: Environment) -> None:
        """Take the theme's templates, when every page is rendered."""

    def template_context(self, context: TemplateContext) -> None:
        """Complete the context of a template that is no page."""

    def page_context(self, page: Page, context: TemplateContext) -> None:
        """Complete the context of a page, and its content."""

    def template_output(self, output: str, name: str) -> str:
        """Return what is written for a template."""

    def page_output(self, output: str, page: Page) -> str:
        """Return what is written for a page."""

    def before_search(self) -> None:
        """See the site before the search writes its index."""

    def finish(self) -> None:
        """See the finished site."""

    def abandon(self) -> None:
        """See the build fail."""


class SiteBuild:
    """A build that renders every page."""

    def __init__(
        self,
        mounted: MountedSite,
        files: Files,
        config: MkDocsConfig,
        cache: ContentCache | None,
    ) -> None:
        self._mounted = mounted
        self._files = files
        self._config = config
        self._cache = cache
        self._has_manifest = any(file.dest_uri == MANIFEST for file in files)
        self._unlisted_template = unlisted_template(config)
        self._listed_template: str | None = None
        self._navigation: NavigationView | None = None
        self._dresser: Dresser | None = None

    def navigation(self, nav: Navigation) -> Navigation:
        """Give pages of ours the titles that `nav:` has, and add the indexes if it lists none."""
        site = self._mounted.site
        is_listed = title_pages_of_ours(self._config, self._files)
        section = None if is_listed else wiki_section(site, self._files.src_uris)
        if section is not None:
            nav.items.append(section)
        self._navigation = NavigationView(nav, section, all_url=site.chrome.sources_url)
        if self._navigation.is_long:
            self._listed_template = listed_template(self._config)
        return nav

    def prepare(self, page: Page) -> None:
        """Let a document of the user's ask the cache before it is rendered."""
        if self._cache is not None and not isinstance(page, MountedPage):
            self._cache.attach(page, functools.partial(self._link, page.file.src_uri))

    def markdown(self, text: str, page: Page) -> str:
        """Resolve wikilinks, make front matter inert, date the page by its content."""
        uri = page.file.src_uri
        page.update_date = self._mounted.dates.get(uri, UNDATED)
        if isinstance(page, MountedPage):
            if self._unlisted_template and page.parent is None and not page.is_homepage:
                page.meta["template"] = self._unlisted_template
            return text
        make_inert(page.meta)
        if self._listed_template and can_use_shell(page) and not page.is_homepage:
            page.meta["template"] = self._listed_template
        # With a cache the links are resolved only if the page is rendered.
        return text if self._cache is not None else self._link(uri, text)

    def _link(self, uri: str, text: str) -> str:
        """Resolve the wikilinks of a page that a person wrote."""
        path = self._mounted.paths.get(uri)
        if path is None:
            return text
        linked = resolve_wikilinks(
            text,
            path=path,
            src_uri=uri,
            targets=self._mounted.targets,
            pages=self._files.src_uris,
        )
        return mark_blocks(linked, self._mounted.blocks)

    def use_templates(self, env: Environment) -> None:
        """Keep what was rendered, and the templates for the panels."""
        if self._cache is not None:
            self._cache.save()
        assert self._navigation is not None, "MkDocs makes the navigation before the templates"
        theme = Theme(env, self._files, self._config)
        self._dresser = Dresser(self._mounted, self._navigation, theme)

    def template_context(self, context: TemplateContext) -> None:
        """Take the build date from the content, and keep the navigation short."""
        if self._navigation is not None:
            context["nav"] = self._navigation.for_template()
        context["build_date_utc"] = self._build_date  # type: ignore[typeddict-item]  # may be empty

    def page_context(self, page: Page, context: TemplateContext) -> None:
        """Dress the page."""
        context["build_date_utc"] = self._build_date  # type: ignore[typeddict-item]  # may be empty
        if self._dresser is not None:
            self._dresser.dress(page, context)

    def template_output(self, output: str, name: str) -> str:
        """Leave templates as they are."""
        return output

    def page_output(self, output: str, page: Page) -> str:
        """Drop the white space that the theme's templates leave around the content."""
        return output if self._dresser is None else self._dresser.press(output, page)

    def before_search(self) -> None:
        """Do nothing."""

    def abandon(self) -> None:
        """Do nothing."""

    def finish(self) -> None:
        """Write the list of all files; a user's file of that name stays."""
        if not self._has_manifest:
            write_manifest(Path(self._config.site_dir), self._mounted.statics.digests)

    @property
    def _build_date(self) -> datetime | str:
        now = self._mounted.now
        return datetime.combine(now, time(), UTC) if now else ""
