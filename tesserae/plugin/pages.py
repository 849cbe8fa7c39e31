"""A wiki page as MkDocs' page: rendered by comrak, with everything MkDocs' own renderer sets.

`MountedPage` fills the same fields as `Page.render` does (content, toc, the anchors it offers and
the anchors it links to) and rewrites links by the same rules, so that validation, search and
`--strict` see no difference.
"""

from __future__ import annotations

import html
import posixpath
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page, _RelativePathTreeprocessor
from mkdocs.structure.toc import AnchorLink, TableOfContents

from tesserae.plugin.python_markdown import needs_python_markdown, safe_config
from tesserae.site.markdown import Heading, Highlighter, render_markdown
from tesserae.site.pages import Document, SitePage
from tesserae.site.urls import is_external, joined_path, relative_url

Highlight = Highlighter | None


class MountedPage(Page):
    """A page of ours in MkDocs' navigation and build."""

    def __init__(
        self,
        site_page: SitePage,
        file: File,
        config: MkDocsConfig,
        *,
        meta: dict[str, Any],
        links: LinkCache | None = None,
        highlight: Highlight = None,
    ) -> None:
        self.site_page = site_page
        self._meta = meta
        self._links = links
        self._highlight = highlight
        self.hidden_content: str | None = None
        """The content, while a search plugin is not to see it."""
        super().__init__(None, file, config)

    def read_source(self, config: MkDocsConfig) -> None:
        """Take the text and the front matter from values; there is no file to read."""
        self.markdown = self.site_page.markdown
        self.meta = dict(self._meta)

    def render(self, config: MkDocsConfig, files: Files) -> None:
        """Render by comrak, or by the project's Python-Markdown where the text needs it."""
        text = self.markdown or ""
        if needs_python_markdown(text, config):
            super().render(safe_config(config), files)
            return
        links = PageLinks(self.file, self._links or LinkCache(files, config))
        rendered = render_markdown(text, link=links.rewrite, highlight=self._highlight)
        self.content = rendered.html
        self.toc = table_of_contents(rendered.headings)
        self._title_from_render = html.escape(rendered.title) if rendered.title else None
        self.present_anchor_ids = {*rendered.anchors, *self.site_page.anchors}
        self.links_to_anchors = links.to_anchors


class OwnPage(Page):
    """A page that a person wrote in the wiki folder: rendered as their documents are."""

    def __init__(
        self, document: Document, file: File, config: MkDocsConfig, *, meta: dict[str, Any]
    ) -> None:
        self._document = document
        self._meta = meta
        super().__init__(None, file, config)

    def read_source(self, config: MkDocsConfig) -> None:
        """Take text and front matter as we read them: MkDocs would eat a first line `Note: …`."""
        self.markdown = str(self._document.body)
        self.meta = dict(self._meta)


@dataclass(frozen=True, slots=True)
class _Resolved:
    """Where a link of some folder leads."""

    url: str
    target: File
    anchor: str


class LinkCache:
    """What links lead to, found out once for all pages of a folder.

    It holds for one build, whose files are all known.
    """

    def __init__(self, files: Files, config: MkDocsConfig) -> None:
        self.files = files
        self.config = config
        self._known: dict[tuple[str, str], dict[str, _Resolved | str]] = {}

    def of(self, file: File) -> dict[str, _Resolved | str]:
        """Return what is known for pages beside a file, by link: the address where that is all."""
        place = (posixpath.dirname(file.src_uri), posixpath.dirname(file.url.rstrip("/")))
        if file.name == "index":
            # An index stands one level above its neighbours, so its links differ from theirs.
            place = (file.src_uri, "")
        return self._known.setdefault(place, {})


class PageLinks:
    """Rewrites the links of one page as MkDocs does, and remembers the anchors they name."""

    def __init__(self, file: File, cache: LinkCache) -> None:
        self._file = file
        self._files = cache.files
        self._folder = posixpath.dirname(file.src_uri)
        self._known = cache.of(file)
        # The slow way, for what is not a plain link to a file that exists: it words the warnings.
        self._by_mkdocs = _RelativePathTreeprocessor(file, cache.files, cache.config)

    @property
    def to_anchors(self) -> dict[File, dict[str, str]]:
        """The anchors that the page links to, by file, as MkDocs keeps them."""
        return self._by_mkdocs.links_to_anchors

    def rewrite(self, href: str) -> str:
        """Return the address for a link target as it stands in the text."""
        known = self._known.get(href)
        if isinstance(known, str):
            return known
        if known is None:
            known = self._resolve(href)
            if known is None:
                path, mark, anchor = href.partition("#")
                return self._by_mkdocs.path_to_url(path + mark + unquote(anchor))
            # From elsewhere the way to this page is another one.
            if known.target is not self._file:
                self._known[href] = known if known.anchor else known.url
            if not known.anchor:
                return known.url
        page = known.target.page
        offered = page.present_anchor_ids if page is not None else None
        if offered is not None and page is not self._file.page and known.anchor not in offered:
            # A document of the user's may form its anchors in another way; the page is still right.
            return known.url
        self.to_anchors.setdefault(known.target, {}).setdefault(known.anchor, href)
        return f"{known.url}#{known.anchor}"

    def _resolve(self, href: str) -> _Resolved | None:
        path, _, anchor = href.partition("#")
        if not path or "?" in path or path[0] == "/" or is_external(href):
            return None
        target = self._files.src_uris.get(joined_path(self._folder, path))
        if target is None or target.inclusion.is_excluded():
            return None
        url = relative_url(_plain_url(target.url), _plain_url(self._file.url))
        return _Resolved(url, target, unquote(anchor))


def table_of_contents(headings: tuple[Heading, ...]) -> TableOfContents:
    """Nest headings by level as MkDocs' table of contents does."""
    top: list[AnchorLink] = []
    open_links: list[AnchorLink] = []
    for heading in headings:
        link = AnchorLink(html.escape(heading.text, quote=False), heading.anchor, heading.level)
        while open_links and open_links[-1].level >= heading.level:
            open_links.pop()
        (open_links[-1].children if open_links else top).append(link)
        open_links.append(link)
    if top:
        top[0].active = True  # type: ignore[attr-defined]  # MkDocs' own mark on the first entry
    return TableOfContents(top)


def _plain_url(url: str) -> str:
    return "" if url in (".", "./") else url
