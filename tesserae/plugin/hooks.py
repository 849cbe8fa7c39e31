"""The hooks, each a thin skin: it asks a function of this folder and hands the result to MkDocs."""

from __future__ import annotations

import logging
from typing import Any

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from tesserae.errors import TesseraeError
from tesserae.plugin.build import SiteBuild
from tesserae.plugin.options import TesseraeOptions, build_settings
from tesserae.plugin.theme import prepare_config

logger = logging.getLogger("mkdocs.plugins.tesserae")


class TesseraePlugin(BasePlugin[TesseraeOptions]):
    """Compiles the project and mounts its wiki into the site."""

    def __init__(self) -> None:
        super().__init__()
        self._command = "build"
        self._build: SiteBuild | None = None
        self._server: LiveReloadServer | None = None

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Remember the command; everything but `serve` is a publication."""
        self._command = command

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Start a new build: settings, theme folder, slugs of headings."""
        try:
            settings = build_settings(self.config, config)
            prepare_config(config)
        except TesseraeError as error:
            raise PluginError(str(error)) from error
        for note in settings.notes:
            logger.warning(note)
        self._build = SiteBuild(settings, config, is_publication=self._command != "serve")
        return config

    @event_priority(-50)
    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Compile, then mount what came of it; late, so that other plugins' files are known."""
        try:
            return self._current.mount(files)
        except TesseraeError as error:
            raise PluginError(str(error)) from error

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Give the titles of `nav:` to pages of ours, and add the indexes where it lists none."""
        return self._current.navigation(nav, files)

    def on_page_markdown(
        self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files
    ) -> str:
        """Resolve wikilinks, make the title inert, date the page by its content."""
        return self._current.page_markdown(markdown, page)

    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> Environment:
        """Keep the template environment for the panels."""
        self._current.use_templates(env)
        return env

    def on_template_context(
        self, context: dict[str, Any], *, template_name: str, config: MkDocsConfig
    ) -> dict[str, Any]:
        """Take the build date from the content."""
        context["build_date_utc"] = self._current.build_date
        return context

    @event_priority(-50)
    def on_page_context(
        self, context: dict[str, Any], *, page: Page, config: MkDocsConfig, nav: Navigation
    ) -> dict[str, Any]:
        """Dress the page; late, so that search indexes the text without the panels."""
        context["build_date_utc"] = self._current.build_date
        self._current.dress(page)
        return context

    @event_priority(-100)
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write the list of all files, last of all."""
        self._current.finish()

    @property
    def _current(self) -> SiteBuild:
        if self._build is None:
            raise PluginError("the plugin tesserae was not configured: on_config did not run")
        return self._build
