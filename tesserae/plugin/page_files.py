"""Pages as MkDocs' files: their meta data, whether they are searched, where they are edited."""

from __future__ import annotations

import html
import os
from collections.abc import Mapping
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel

from tesserae.config import Settings
from tesserae.plugin.pages import LinkCache, MountedPage, OwnPage
from tesserae.plugin.theme import is_material
from tesserae.site.highlight import highlight_code
from tesserae.site.pages import Document, PageRole, SitePage


class PageFile(File):
    """The file of a page of ours; its text is written only if some other plugin asks for it."""

    def __init__(self, page: SitePage, config: MkDocsConfig, inclusion: InclusionLevel) -> None:
        super().__init__(
            page.src_uri,
            src_dir=None,
            dest_dir=config.site_dir,
            use_directory_urls=config.use_directory_urls,
            inclusion=inclusion,
        )
        self.generated_by = "tesserae"
        self._site_page = page
        self._replaced: str | bytes | None = None

    @property
    def _content(self) -> str | bytes | None:
        return self._site_page.markdown if self._replaced is None else self._replaced

    @_content.setter
    def _content(self, content: str | bytes | None) -> None:
        self._replaced = content


class PageFiles:
    """Makes one file for each page of ours."""

    def __init__(
        self, config: MkDocsConfig, settings: Settings, files: Files, *, is_searched: bool
    ) -> None:
        self._config = config
        self._links = LinkCache(files, config)
        self._docs_dir = settings.docs_dir
        self._can_edit = _names_docs_dir(config, settings.docs_dir)
        self._is_searched = is_searched
        self._highlight = highlight_code if is_material(config) else None

    def mounted(self, page: SitePage) -> File:
        """Return the file of a page that is generated."""
        # Only our home page may enter a navigation that MkDocs makes up.
        in_nav = page.role is PageRole.HOME and self._config.nav is None
        level = InclusionLevel.INCLUDED if in_nav else InclusionLevel.NOT_IN_NAV
        file = PageFile(page, self._config, level)
        self._let_edit(file, page.edit_path)
        meta: dict[str, Any] = {"title": html.escape(page.title)}
        if page.description:
            meta["description"] = html.escape(page.description)
        if not self._is_searched:
            meta["search"] = {"exclude": True}
        MountedPage(
            page, file, self._config, meta=meta, links=self._links, highlight=self._highlight
        )
        return file

    def own(self, document: Document, data: Mapping[str, Any]) -> File:
        """Return the file of a page that a person wrote in the wiki folder."""
        file = File.generated(
            self._config,
            document.src_uri,
            content=str(document.body),
            inclusion=InclusionLevel.NOT_IN_NAV,
        )
        self._let_edit(file, document.path)
        OwnPage(document, file, self._config, meta={"title": document.title, **data})
        return file

    def _let_edit(self, file: File, path: str | None) -> None:
        """Lead the theme's edit button to the file behind a page; it must precede the page."""
        if path is not None and self._can_edit:
            file.edit_uri = os.path.relpath(path, self._docs_dir).replace(os.sep, "/")


def _names_docs_dir(config: MkDocsConfig, docs_dir: str) -> bool:
    """Say whether edit addresses begin with the documents' folder, so that `../` leads above it."""
    if config.edit_uri_template:
        return f"{docs_dir}/{{path}}" in config.edit_uri_template
    return bool(config.edit_uri) and str(config.edit_uri).endswith(f"/{docs_dir}/")
