"""Images and attachments of sources outside `docs_dir`, mounted beside the page that shows them.

Only plain files that really lie in the project are mounted: no hidden ones, nothing behind a link
that leaves the project, nothing over `MAX_BYTES`, nothing but the kinds that a page can show or
offer for reading.
"""

from __future__ import annotations

import posixpath
from pathlib import Path
from urllib.parse import unquote

from tesserae.model.ids import short_hash
from tesserae.site.routes import Routes

MAX_BYTES = 20 * 1024 * 1024
SUFFIXES = frozenset(
    (
        *(".apng", ".avif", ".bmp", ".gif", ".ico", ".jpeg", ".jpg", ".png", ".svg", ".webp"),
        *(".bib", ".csv", ".docx", ".epub", ".odt", ".pdf", ".pptx", ".tsv", ".xlsx"),
        *(".gz", ".tgz", ".zip"),
        *(".flac", ".mov", ".mp3", ".mp4", ".ogg", ".wav", ".webm"),
    )
)


class Assets:
    """Finds the files that pages show, and remembers where each is mounted."""

    def __init__(self, root: Path, wiki_dir: str, routes: Routes) -> None:
        self._root = root.resolve()
        self._wiki_dir = wiki_dir.strip("/")
        self._routes = routes
        self._mounted: dict[str, Path] = {}

    @property
    def mounted(self) -> dict[str, Path]:
        """The files to publish, by source path, in the order of those."""
        return dict(sorted(self._mounted.items()))

    def find(self, page_path: str, href_path: str) -> str | None:
        """Return the source path under which a linked file is mounted, if it may be.

        Args:
            page_path: Where the page lies in the wiki.
            href_path: The link as written, relative to it.
        """
        folder = posixpath.join(self._wiki_dir, posixpath.dirname(page_path))
        joined = posixpath.normpath(posixpath.join(folder, unquote(href_path)))
        if not self._may_publish(joined):
            return None
        place = self._routes.of_page.get(page_path, page_path).removesuffix(".md")
        name = posixpath.basename(joined)
        uri = f"{place}/{name}"
        file = self._root / joined
        if self._mounted.get(uri, file) != file:
            stem, suffix = posixpath.splitext(name)
            uri = f"{place}/{stem}-{short_hash(joined, length=6)}{suffix}"
        self._mounted[uri] = file
        return uri

    def _may_publish(self, path: str) -> bool:
        parts = path.split("/")
        if parts[0] == ".." or posixpath.isabs(path) or any(part[:1] == "." for part in parts):
            return False
        if posixpath.splitext(path)[1].lower() not in SUFFIXES:
            return False
        file = self._root / path
        try:
            real = file.resolve(strict=True)
            is_plain = real.is_file() and real.stat().st_size <= MAX_BYTES
        except (OSError, RuntimeError, ValueError):
            return False
        return is_plain and real.is_relative_to(self._root)
