"""The hooks, each a thin skin: it asks a function of this folder and hands the result to MkDocs."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import nullcontext
from datetime import UTC, datetime, time
from pathlib import Path
from typing import TypeVar

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils.templates import TemplateContext

from tesserae.config import Settings
from tesserae.engine.pipeline import Compiled, Pipeline
from tesserae.errors import TesseraeError
from tesserae.plugin.content_cache import ContentCache
from tesserae.plugin.dressing import Dresser, Theme
from tesserae.plugin.inert import make_inert
from tesserae.plugin.mounting import MountedSite, mount_project
from tesserae.plugin.navigation import NavigationView, title_pages_of_ours, wiki_section
from tesserae.plugin.options import TesseraeOptions, build_settings
from tesserae.plugin.pages import MountedPage
from tesserae.plugin.shells import can_use_shell, listed_template, unlisted_template
from tesserae.plugin.theme import prepare_config
from tesserae.plugin.watching import ServerType, Watching
from tesserae.site.manifest import MANIFEST, write_manifest
from tesserae.site.wikilinks import mark_blocks, resolve_wikilinks
from tesserae.workspace import workspace_error

logger = logging.getLogger("mkdocs.plugins.tesserae")

T = TypeVar("T")


class Undated(str):
    """A date for MkDocs' sitemap that has none: false, so no `lastmod`, yet a date for gzip."""

    __slots__ = ()

    def __bool__(self) -> bool:
        """Hide the date from the sitemap's template."""
        return False


UNDATED = Undated("1970-01-01")


class TesseraePlugin(BasePlugin[TesseraeOptions]):
    """Compiles the project and mounts its wiki into the site."""

    def __init__(self) -> None:
        super().__init__()
        self._command = "build"
        self._settings: Settings | None = None
        self._mounted: MountedSite | None = None
        self._navigation: NavigationView | None = None
        self._dresser: Dresser | None = None
        self._cache: ContentCache | None = None
        self._template: str | None = None
        self._listed_template: str | None = None
        self._has_manifest = False
        self._watching: Watching | None = None
        self._sources: tuple[str, ...] = ()

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Remember the command; everything but `serve` is a publication."""
        self._command = command

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Start a new build: settings, theme folder, slugs of headings."""
        self._mounted = None
        self._navigation = None
        self._dresser = None
        try:
            self._settings = build_settings(self.config, config)
            prepare_config(config)
            self._template = unlisted_template(config)
            self._listed_template = None
        except TesseraeError as error:
            raise PluginError(str(error)) from error
        if not config.site_url:
            logger.info("site_url is not set: no feed, and addresses in exports are relative")
        return config

    @event_priority(-50)
    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Compile, then mount what came of it; late, so that other plugins' files are known."""
        settings = self._require(self._settings)
        self._has_manifest = any(file.dest_uri == MANIFEST for file in files)
        try:
            with self._watching.paused() if self._watching else nullcontext():
                compiled = Pipeline(settings).run()
            self._sources = tuple(compiled.manifest.sources)
            if self._watching:
                self._watching.update(self._sources)
            names = None if self._command == "serve" else settings.publish
            self._mounted = mount_project(compiled, files, config, settings, names=names)
        except TesseraeError as error:
            raise PluginError(str(error)) from error
        self._cache = ContentCache.open(compiled.workspace, config)
        _report(compiled)
        return files

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Give the titles of `nav:` to pages of ours, and add the indexes where it lists none."""
        site = self._require(self._mounted).site
        is_listed = title_pages_of_ours(config, files)
        section = None if is_listed else wiki_section(site, files.src_uris)
        if section is not None:
            nav.items.append(section)
        self._navigation = NavigationView(nav, section, all_url=site.chrome.sources_url)
        if self._navigation.is_long:
            self._listed_template = listed_template(config)
        return nav

    def on_pre_page(self, page: Page, *, config: MkDocsConfig, files: Files) -> Page:
        """Let the user's documents ask the cache before they are rendered."""
        if self._cache is not None and not isinstance(page, MountedPage):
            self._cache.attach(page)
        return page

    def on_page_markdown(
        self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files
    ) -> str:
        """Resolve wikilinks, make front matter inert, date the page by its content."""
        mounted = self._require(self._mounted)
        uri = page.file.src_uri
        page.update_date = mounted.dates.get(uri, UNDATED)
        if isinstance(page, MountedPage):
            if self._template and page.parent is None and not page.is_homepage:
                page.meta["template"] = self._template
            return markdown
        make_inert(page.meta)
        if self._listed_template and can_use_shell(page) and not page.is_homepage:
            page.meta["template"] = self._listed_template
        path = mounted.paths.get(uri)
        if path is None:
            return markdown
        return mark_blocks(
            resolve_wikilinks(
                markdown, path=path, src_uri=uri, targets=mounted.targets, pages=files.src_uris
            ),
            mounted.blocks,
        )

    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> Environment:
        """Keep the template environment for the panels."""
        if self._cache is not None:
            self._cache.save()
        mounted, navigation = self._require(self._mounted), self._require(self._navigation)
        self._dresser = Dresser(mounted, navigation, Theme(env, files, config))
        return env

    def on_template_context(
        self, context: TemplateContext, *, template_name: str, config: MkDocsConfig
    ) -> TemplateContext:
        """Take the build date from the content, and keep the navigation short."""
        context["nav"] = self._require(self._navigation).for_template()
        context["build_date_utc"] = self._build_date  # type: ignore[typeddict-item]  # may be empty
        return context

    @event_priority(-50)
    def on_page_context(
        self, context: TemplateContext, *, page: Page, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext:
        """Dress the page; late, so that search indexes the text without the panels."""
        self._require(self._dresser).dress(page, context)
        context["build_date_utc"] = self._build_date  # type: ignore[typeddict-item]  # may be empty
        return context

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Drop the white space that the theme's templates leave around the content."""
        return self._require(self._dresser).press(output, page)

    @event_priority(-100)
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write the list of all files, last of all; a user's file of that name stays."""
        if not self._has_manifest:
            write_manifest(Path(config.site_dir), self._require(self._mounted).statics.digests)

    def on_serve(
        self, server: ServerType, *, config: MkDocsConfig, builder: Callable[..., None]
    ) -> ServerType:
        """Watch the sources that are no documents, and the wiki."""
        self._watching = Watching(server, self._require(self._settings))
        self._watching.update(self._sources)
        return server

    def on_build_error(self, *, error: Exception) -> None:
        """Say in one line what stopped a write; MkDocs would print a traceback."""
        if isinstance(error, OSError) and error.filename:
            raise PluginError(str(workspace_error(error, str(error.filename)))) from error

    @property
    def _build_date(self) -> datetime | str:
        now = self._require(self._mounted).now
        return datetime.combine(now, time(), UTC) if now else ""

    def _require(self, value: T | None) -> T:
        if value is None:
            raise PluginError("the plugin tesserae did not see the start of this build")
        return value


def _report(compiled: Compiled) -> None:
    """Name every input that costs the user something, each once."""
    warnings = {*compiled.settings.notes, compiled.inputs.history.note}
    for note in compiled.notes:
        logger.log(logging.WARNING if note in warnings else logging.INFO, note)
    for fault in compiled.faults:
        logger.warning("%s: %s", fault.path, fault.reason)
