"""Addresses of files, lines and commits on the host that holds the project's repository."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, urlsplit


@dataclass(frozen=True, slots=True)
class CodeHost:
    """A repository in the web; `HEAD` stands for its default branch on every known host."""

    blob: str
    """Prefix of the address of a file."""
    commit: str
    """Prefix of the address of a commit."""
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
        host = quote(parts.netloc, safe=":@-._~")
        base = f"{parts.scheme}://{host}{quote(parts.path, safe='/%-._~')}"
        if "bitbucket" in host:
            line, lines = "#lines-{start}", "#lines-{start}:{end}"
            return cls(f"{base}/src/HEAD/", f"{base}/commits/", line, lines)
        if "gitlab" in host:
            return cls(f"{base}/-/blob/HEAD/", f"{base}/-/commit/", lines="#L{start}-{end}")
        if any(name in host for name in ("codeberg", "gitea", "forgejo")):
            return cls(f"{base}/src/branch/HEAD/", f"{base}/commit/")
        return cls(f"{base}/blob/HEAD/", f"{base}/commit/")

    def file_url(self, path: str) -> str:
        """Return the address of a file of the project."""
        return self.blob + quote(path, safe="/-._~", errors="replace")

    def line_url(self, path: str, start: int, end: int = 0) -> str:
        """Return the address of a line, or of several lines."""
        pattern = self.lines if end > start else self.line
        return self.file_url(path) + pattern.format(start=start, end=end)

    def commit_url(self, sha: str) -> str:
        """Return the address of a commit."""
        return self.commit + quote(sha)
