"""Addresses of files and lines on the host that holds the project's repository."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, urlsplit


@dataclass(frozen=True, slots=True)
class CodeHost:
    """A repository in the web; `HEAD` stands for its default branch on every known host."""

    blob: str
    """Prefix of the address of a file."""
    line: str = "#L{start}"
    lines: str = "#L{start}-L{end}"

    @classmethod
    def of(cls, repo_url: str | None) -> CodeHost | None:
        """Return the host of a repository's address; None where it is no web address."""
        address = (repo_url or "").strip().rstrip("/").removesuffix(".git")
        try:
            parts = urlsplit(address)
        except ValueError:
            return None
        if parts.scheme not in {"http", "https"} or not parts.netloc or len(parts.path) < 2:
            return None
        base = f"{parts.scheme}://{parts.netloc}{quote(parts.path, safe='/%-._~')}"
        if "bitbucket" in parts.netloc:
            return cls(f"{base}/src/HEAD/", "#lines-{start}", "#lines-{start}:{end}")
        if "gitlab" in parts.netloc:
            return cls(f"{base}/-/blob/HEAD/", lines="#L{start}-{end}")
        if "codeberg" in parts.netloc or "gitea" in parts.netloc or "forgejo" in parts.netloc:
            return cls(f"{base}/src/branch/HEAD/")
        return cls(f"{base}/blob/HEAD/")

    def file_url(self, path: str) -> str:
        """Return the address of a file of the project."""
        return self.blob + quote(path, safe="/-._~", errors="replace")

    def line_url(self, path: str, start: int, end: int = 0) -> str:
        """Return the address of a line, or of several lines."""
        pattern = self.lines if end > start else self.line
        return self.file_url(path) + pattern.format(start=start, end=end)
