"""Generated files that MkDocs copies: written in one call each, and remembered for the manifest."""

from __future__ import annotations

import hashlib
import os

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, InclusionLevel


class StaticFiles:
    """Makes files from text and knows what was written of them."""

    def __init__(self, config: MkDocsConfig) -> None:
        self._config = config
        self.folders: set[str] = set()
        """Folders that exist."""
        self.digests: dict[str, tuple[str, int]] = {}
        """sha256 and size of what was written, by path in the site."""

    def make(self, uri: str, text: str) -> File:
        """Return a file with this text."""
        # A markdown file at the root of the site would become a page; another suffix on its
        # source path makes it a plain file.
        src_uri = f"{uri}.src" if uri.endswith(".md") else uri
        return StaticFile(src_uri, uri, text.encode("utf-8", "replace"), self, self._config)


class StaticFile(File):
    """A generated file; two of them come with every page, so writing them must be cheap."""

    def __init__(
        self, src_uri: str, dest_uri: str, data: bytes, files: StaticFiles, config: MkDocsConfig
    ) -> None:
        super().__init__(
            src_uri,
            src_dir=None,
            dest_dir=config.site_dir,
            use_directory_urls=config.use_directory_urls,
            dest_uri=dest_uri,
            inclusion=InclusionLevel.NOT_IN_NAV,
        )
        self.generated_by = "tesserae"
        self.content_bytes = data
        self._files = files

    def copy_file(self, dirty: bool = False) -> None:
        """Write the file; its folder is made once."""
        data = self.content_bytes
        path = self.abs_dest_path
        folder = path.rpartition(os.sep)[0]
        if folder not in self._files.folders:
            os.makedirs(folder, exist_ok=True)  # noqa: PTH103 - a Path costs more than the call
            self._files.folders.add(folder)
        descriptor = os.open(path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY | _BINARY, 0o666)
        try:
            left = memoryview(data)
            while left:
                left = left[os.write(descriptor, left) :]
        finally:
            os.close(descriptor)
        self._files.digests[self.dest_uri] = (hashlib.sha256(data).hexdigest(), len(data))


_BINARY = getattr(os, "O_BINARY", 0)
