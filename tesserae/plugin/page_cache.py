"""Whole pages as they were printed, for a build in which nothing changed (`page_cache: true`).

The cache is used only where everything that reaches a page is known: the compile's manifest, every
file of the documents, the configuration, the versions of what renders; no plugin but search, no
overrides. Then the last build is repeated file by file. A build that warned is not kept, since its
repetition would be silent. Pages are still pages of MkDocs, so the sitemap comes out the same.
"""

from __future__ import annotations

import functools
import hashlib
import json
import logging
import platform
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils.templates import TemplateContext

import tesserae
from tesserae.engine.day_digests import digests_stamp
from tesserae.engine.pipeline import Compiled
from tesserae.plugin.build import UNDATED, SiteBuild
from tesserae.plugin.content_cache import described
from tesserae.plugin.mounting import MountedSite
from tesserae.plugin.shells import SHELL_TEMPLATE, is_plain
from tesserae.plugin.static import StaticFile, StaticFiles
from tesserae.plugin.theme import is_material
from tesserae.site.manifest import MANIFEST, write_manifest
from tesserae.site.siblings import to_json
from tesserae.site.theme import theme_dir
from tesserae.workspace import Writer

FILE_NAME = "pages.jsonl"
GENERATED_BY = "tesserae"
_MKDOCS_LOG = logging.getLogger("mkdocs")
_UNNAMED = frozenset(
    (
        *("config_file_path", "docs_dir", "site_dir", "watch"),  # places on this machine
        *("plugins", "theme", "validation"),  # named by the file, or apart
        *("draft_docs", "exclude_docs", "not_in_nav"),
    )
)
_PARTS = ("markdown", "mkdocs", "mkdocs-material", "pymdown-extensions", "pygments", "comrak")


@dataclass(frozen=True, slots=True)
class Printed:
    """A page as the last build wrote it."""

    html: str
    title: str
    date: str
    is_ours: bool
    is_in_nav: bool


@dataclass(slots=True)
class Pages:
    """Everything that the last build wrote."""

    pages: dict[str, Printed] = field(default_factory=dict)
    """By source path, in the order of the files."""
    statics: list[tuple[str, str]] = field(default_factory=list)
    attachments: dict[str, str] = field(default_factory=dict)
    """From the source path to the path in the project."""
    templates: dict[str, str] = field(default_factory=dict)
    search: list[Any] = field(default_factory=list)


class PageCache:
    """The pages of the last build, and where those of this one are to be kept."""

    def __init__(self, compiled: Compiled, key: str) -> None:
        self.root = compiled.root
        self._workspace = compiled.workspace
        self._path = compiled.workspace.cache_dir / FILE_NAME
        self._key = key
        self.pages = _load(self._path, key)
        """None where the last build is not to be repeated."""

    @classmethod
    def open(
        cls,
        compiled: Compiled,
        files: Files,
        config: MkDocsConfig,
        *,
        names: Collection[str] | None,
    ) -> PageCache | None:
        """Return the cache; None where pages may depend on more than we can know."""
        if not (is_material(config) and is_plain(config)):
            return None
        try:
            return cls(compiled, _key(compiled, files, config, names))
        except (TypeError, OSError, ValueError):
            return None  # an option that has no name, or a file that cannot be read

    def save(self, pages: Pages) -> None:
        """Keep what was printed."""
        rows: list[tuple[object, ...]] = [
            *(("page", uri, *_row(page)) for uri, page in pages.pages.items()),
            *(("static", uri, text) for uri, text in pages.statics),
            *(("attachment", uri, path) for uri, path in pages.attachments.items()),
            *(("template", name, text) for name, text in pages.templates.items()),
            # As text: the order of keys in an entry is the order in which search writes them.
            ("search", "", json.dumps(pages.search, ensure_ascii=False)),
        ]
        lines = [self._key, *map(to_json, rows)]
        Writer(self._workspace).write(self._path, "\n".join(lines) + "\n")


class Warnings(logging.Handler):
    """Remembers whether anything was to be said that a repeated build would not say."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.were_given = False
        _MKDOCS_LOG.addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """See a warning."""
        self.were_given = True

    def stop(self) -> None:
        """Listen no more."""
        _MKDOCS_LOG.removeHandler(self)


class RecordedBuild(SiteBuild):
    """A build that renders every page and keeps what it printed."""

    def __init__(
        self,
        mounted: MountedSite,
        files: Files,
        config: MkDocsConfig,
        *,
        cache: PageCache,
        warnings: Warnings,
    ) -> None:
        super().__init__(mounted, files, config, None)
        self._page_cache = cache
        self._warnings = warnings
        self._pages = Pages()

    def template_output(self, output: str, name: str) -> str:
        """Keep a template."""
        self._pages.templates[name] = output
        return output

    def page_output(self, output: str, page: Page) -> str:
        """Keep a page."""
        html = super().page_output(output, page)
        self._pages.pages[page.file.src_uri] = Printed(
            html=html,
            title=str(page.title or ""),
            date=page.update_date if page.update_date else "",
            is_ours=page.file.generated_by == GENERATED_BY,
            is_in_nav=page.file.inclusion.is_in_nav(),
        )
        return html

    def before_search(self) -> None:
        """Keep what the search knows of the pages."""
        self._pages.search = list(_search_entries(self._config))

    def finish(self) -> None:
        """Finish the site, and keep it unless something was to be said about it."""
        super().finish()
        self._warnings.stop()
        if self._warnings.were_given:
            return
        for file in self._files:
            if isinstance(file, StaticFile):
                self._pages.statics.append((file.dest_uri, file.content_string))
            elif file.generated_by == GENERATED_BY and not file.is_documentation_page():
                path = Path(str(file.abs_src_path)).relative_to(self._page_cache.root)
                self._pages.attachments[file.src_uri] = path.as_posix()
        self._page_cache.save(self._pages)

    def abandon(self) -> None:
        """Keep nothing of a build that failed."""
        self._warnings.stop()


class RepeatedBuild:
    """A build that writes what the last one printed."""

    def __init__(self, pages: Pages, files: Files, config: MkDocsConfig, root: Path) -> None:
        self._pages = pages
        self._config = config
        self._has_manifest = any(file.dest_uri == MANIFEST for file in files)
        self._statics = StaticFiles(config)
        for uri, printed in pages.pages.items():
            if printed.is_ours:
                files.append(_page_file(uri, printed, config))
        for uri, text in pages.statics:
            files.append(self._statics.make(uri, text))
        for uri, path in pages.attachments.items():
            files.append(File.generated(config, uri, abs_src_path=str(root / path)))

    def navigation(self, nav: Navigation) -> Navigation:
        """Leave it: nothing that shows it is rendered."""
        return nav

    def prepare(self, page: Page) -> None:
        """Let a page skip its rendering."""
        if page.file.src_uri in self._pages.pages:
            render = functools.partial(_render_nothing, page)
            page.render = render  # type: ignore[method-assign]  # of this one

    def markdown(self, text: str, page: Page) -> str:
        """Date the page, and have it printed as it was."""
        printed = self._pages.pages.get(page.file.src_uri)
        if printed is not None:
            page.update_date = printed.date or UNDATED
            page.meta = {"template": SHELL_TEMPLATE, "search": {"exclude": True}}
        return text

    def use_templates(self, env: Environment) -> None:
        """Need none."""

    def template_context(self, context: TemplateContext) -> None:
        """Leave it: the output is known."""

    def page_context(self, page: Page, context: TemplateContext) -> None:
        """Give the page what was printed."""
        printed = self._pages.pages.get(page.file.src_uri)
        if printed is not None:
            context["tesserae_page"] = printed.html  # type: ignore[typeddict-unknown-key]  # ours

    def template_output(self, output: str, name: str) -> str:
        """Return what was printed."""
        return self._pages.templates.get(name, output)

    def page_output(self, output: str, page: Page) -> str:
        """Leave it."""
        return output

    def before_search(self) -> None:
        """Give the search what it knew of the pages."""
        _search_entries(self._config)[:] = self._pages.search

    def finish(self) -> None:
        """Write the list of all files."""
        if not self._has_manifest:
            write_manifest(Path(self._config.site_dir), self._statics.digests)

    def abandon(self) -> None:
        """Hold nothing."""


def _page_file(uri: str, printed: Printed, config: MkDocsConfig) -> File:
    level = InclusionLevel.INCLUDED if printed.is_in_nav else InclusionLevel.NOT_IN_NAV
    file = File.generated(config, uri, content="", inclusion=level)
    Page(printed.title, file, config)
    return file


def _render_nothing(page: Page, _config: MkDocsConfig, _files: Files) -> None:
    page.content = ""


def _search_entries(config: MkDocsConfig) -> list[Any]:
    """Return the list that Material's search fills, an empty one where there is none."""
    plugin = config.plugins.get("material/search")
    return plugin.search_index.entries if plugin is not None else []


def _row(page: Printed) -> list[object]:
    return [page.html, page.title, page.date, page.is_ours, page.is_in_nav]


def _load(path: Path, key: str) -> Pages | None:
    try:
        with path.open(encoding="utf-8") as lines:
            if next(lines, "") != f"{key}\n":
                return None
            return _parse(lines)
    except (OSError, ValueError, TypeError):
        return None


def _parse(lines: Iterable[str]) -> Pages | None:
    pages = Pages()
    is_whole = False
    for line in lines:
        sort, name, *values = json.loads(line)
        if sort == "page":
            pages.pages[name] = Printed(*values)
        elif sort == "static":
            pages.statics.append((name, values[0]))
        elif sort == "attachment":
            pages.attachments[name] = values[0]
        elif sort == "template":
            pages.templates[name] = values[0]
        else:
            pages.search = json.loads(values[0])
            is_whole = True
    return pages if is_whole else None


def _key(
    compiled: Compiled, files: Files, config: MkDocsConfig, names: Collection[str] | None
) -> str:
    """Name everything that reaches a page.

    Raises:
        TypeError: An option is an object that only its address tells apart.
    """
    options = {name: described(value) for name, value in config.items() if name not in _UNNAMED}
    theme = {name: value for name, value in config.theme.items() if name != "locale"}
    facts = [
        hashlib.sha256(compiled.workspace.manifest_path.read_bytes()).hexdigest(),
        digests_stamp(compiled.workspace),
        sorted(names) if names is not None else None,
        [[file.src_uri, _content_of(file)] for file in files],
        options,
        [config.theme.name, str(config.theme.locale), described(theme)],
        _content(Path(config.config_file_path)) if config.config_file_path else "",
        [version(part) for part in _PARTS],
        [platform.python_version(), tesserae.__version__, _own_code()],
    ]
    return hashlib.sha256(to_json(facts).encode()).hexdigest()


def _content_of(file: File) -> str:
    return _content(file) if file.is_documentation_page() else ""


def _content(file: File | Path) -> str:
    data = file.read_bytes() if isinstance(file, Path) else file.content_bytes
    return hashlib.sha256(data).hexdigest()


def _own_code() -> str:
    """Name the code and the templates that make a site."""
    package = Path(tesserae.__file__).parent
    folders = (*(package / name for name in ("plugin", "site", "activity", "engine")), theme_dir())
    digest = hashlib.sha256()
    for path in sorted(path for folder in folders for path in folder.rglob("*.*")):
        if path.suffix in (".py", ".html", ".css", ".js"):
            digest.update(path.read_bytes())
    return digest.hexdigest()
