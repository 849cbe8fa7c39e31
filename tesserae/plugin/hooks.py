"""The hooks, each a thin skin: it asks the build and hands the result to MkDocs."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils.templates import TemplateContext

from tesserae.config import Settings
from tesserae.engine.pipeline import Compiled, Pipeline
from tesserae.errors import TesseraeError
from tesserae.plugin.build import Build
from tesserae.plugin.opening import open_build
from tesserae.plugin.options import TesseraeOptions, build_settings
from tesserae.plugin.search import hide_from_search, show_again
from tesserae.plugin.serving import ServerType, offer_questions
from tesserae.plugin.theme import prepare_config
from tesserae.plugin.watching import Watching
from tesserae.workspace import workspace_error

logger = logging.getLogger("mkdocs.plugins.tesserae")


class TesseraePlugin(BasePlugin[TesseraeOptions]):
    """Compiles the project and mounts its wiki into the site."""

    def __init__(self) -> None:
        super().__init__()
        self._command = "build"
        self._settings: Settings | None = None
        self._build: Build | None = None
        self._watching: Watching | None = None
        self._sources: tuple[str, ...] = ()

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Remember the command; everything but `serve` is a publication."""
        self._command = command

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Start a new build: settings, theme folder, slugs of headings."""
        self._build = None
        with _plain_errors():
            self._settings = build_settings(self.config, config)
            prepare_config(config)
        if not config.site_url:
            logger.info("site_url is not set: no feed, and addresses in exports are relative")
        return config

    @event_priority(-50)
    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Compile, then mount what came of it; late, so that other plugins' files are known."""
        settings = self._known_settings
        with _plain_errors():
            with self._watching.paused() if self._watching else nullcontext():
                compiled = Pipeline(settings).run()
            self._sources = tuple(compiled.manifest.sources)
            if self._watching:
                self._watching.update(self._sources)
            names = None if self._command == "serve" else settings.publish
            self._build = open_build(compiled, files, config, names=names)
        _report(compiled)
        return files

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Complete the navigation."""
        return self._current.navigation(nav)

    def on_pre_page(self, page: Page, *, config: MkDocsConfig, files: Files) -> Page:
        """Let the build see a page before it is read."""
        self._current.prepare(page)
        return page

    def on_page_markdown(
        self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files
    ) -> str:
        """Prepare the text and the front matter of a page."""
        return self._current.markdown(markdown, page)

    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> Environment:
        """Hand the templates to the build."""
        with _plain_errors():
            self._current.use_templates(env)
        return env

    def on_template_context(
        self, context: TemplateContext, *, template_name: str, config: MkDocsConfig
    ) -> TemplateContext:
        """Complete the context of a template that is no page."""
        self._current.template_context(context)
        return context

    def on_post_template(
        self, output_content: str, *, template_name: str, config: MkDocsConfig
    ) -> str:
        """Return what is written for a template."""
        return self._current.template_output(output_content, template_name)

    @event_priority(100)
    def _before_search(
        self, context: TemplateContext, *, page: Page, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext:
        hide_from_search(page)
        return context

    @event_priority(-50)
    def _after_search(
        self, context: TemplateContext, *, page: Page, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext:
        show_again(page)
        self._current.page_context(page, context)
        return context

    # Late, so that search indexes the text without the panels.
    on_page_context = CombinedEvent(_before_search, _after_search)

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Return what is written for a page."""
        return self._current.page_output(output, page)

    @event_priority(100)
    def _before_index(self, *, config: MkDocsConfig) -> None:
        self._current.before_search()

    @event_priority(-100)
    def _last_of_all(self, *, config: MkDocsConfig) -> None:
        with _plain_errors():
            self._current.finish()

    on_post_build = CombinedEvent(_before_index, _last_of_all)

    def on_serve(
        self, server: ServerType, *, config: MkDocsConfig, builder: Callable[..., None]
    ) -> ServerType:
        """Watch the sources that are no documents, and the wiki; answer questions."""
        offer_questions(server, self._known_settings)
        self._watching = Watching(server, self._known_settings)
        self._watching.update(self._sources)
        return server

    def on_build_error(self, *, error: Exception) -> None:
        """Say in one line what stopped a write; MkDocs would print a traceback."""
        if self._build is not None:
            self._build.abandon()
        if isinstance(error, OSError) and error.filename:
            raise PluginError(str(workspace_error(error, str(error.filename)))) from error

    @property
    def _current(self) -> Build:
        if self._build is None:
            raise PluginError("the plugin tesserae did not see the start of this build")
        return self._build

    @property
    def _known_settings(self) -> Settings:
        if self._settings is None:
            raise PluginError("the plugin tesserae was not configured")
        return self._settings


@contextmanager
def _plain_errors() -> Iterator[None]:
    """Let MkDocs print our errors as one line."""
    try:
        yield
    except TesseraeError as error:
        raise PluginError(str(error)) from error


def _report(compiled: Compiled) -> None:
    """Name every input that costs the user something, each once."""
    warnings = {*compiled.settings.notes, compiled.inputs.history.note}
    for note in compiled.notes:
        logger.log(logging.WARNING if note in warnings else logging.INFO, note)
    for fault in compiled.faults:
        logger.warning("%s: %s", fault.path, fault.reason)
