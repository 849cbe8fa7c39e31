"""Where a link of a document leads: another source of the project, outside, or nowhere safe.

Paths are compared as the project spells them, then without regard to case and Unicode form, so
that a link written on one system still resolves on another.
"""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote

REMEMBERED = 50_000
"""Links and titles whose folded form is remembered: most are met several times."""
SUFFIXES = ("", ".md", ".markdown", ".txt", ".mdx")
CODE_SUFFIXES = (".py", ".pyi")
INDEX_NAMES = ("readme", "index")
_SCHEME = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*:")
_SAFE_SCHEMES = frozenset({"http", "https", "mailto", "ftp", "tel"})
_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")


class Target(NamedTuple):
    """A source of the project and the place in it."""

    path: str
    anchor: str = ""


@lru_cache(maxsize=REMEMBERED)
def is_external(href: str) -> bool:
    """Tell whether a link leaves the project: it names a scheme or a host."""
    text = href.strip()
    return bool(_SCHEME.match(text)) or text.startswith("//")


@lru_cache(maxsize=REMEMBERED)
def is_unsafe(href: str) -> bool:
    """Tell whether a browser could run a link, as it would `javascript:`."""
    text = _CONTROL.sub("", href).strip()
    match = _SCHEME.match(text)
    return match is not None and match.group()[:-1].lower() not in _SAFE_SCHEMES


def fold_path(path: str) -> str:
    """Return the form under which two spellings of a path or title are the same."""
    if path.isascii():
        return path.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKC", path).casefold())


@lru_cache(maxsize=REMEMBERED)
def fold_title(title: str) -> str:
    """Return the form under which two spellings of a title are the same."""
    return " ".join(fold_path(title).replace("_", " ").replace("-", " ").split())


class LinkResolver:
    """Resolves links and wikilinks against the sources of a project."""

    def __init__(self, paths: Iterable[str], titles: Mapping[str, tuple[str, ...]]) -> None:
        """Index the sources.

        Args:
            paths: Posix paths relative to the project root.
            titles: For a path, its title, its aliases and other labels.
        """
        self._paths = sorted(set(paths))
        self._exact = frozenset(self._paths)
        self._folded: dict[str, str] = {}
        self._stems: dict[str, list[str]] = defaultdict(list)
        self._titles: dict[str, list[str]] = defaultdict(list)
        self._folders: dict[str, list[str]] = defaultdict(list)
        for path in self._paths:
            self._index(path, titles.get(path, ()))

    @property
    def paths(self) -> Sequence[str]:
        """The sources, sorted."""
        return self._paths

    def _index(self, path: str, titles: Iterable[str]) -> None:
        self._folded.setdefault(fold_path(path), path)
        folder, name = posixpath.split(path)
        stem = fold_title(posixpath.splitext(name)[0])
        self._folders[fold_path(folder)].append(path)
        if name.endswith(CODE_SUFFIXES):
            # A wikilink names a note; code is linked by its path.
            return
        if stem in INDEX_NAMES:
            self._stems[fold_title(posixpath.basename(folder))].append(path)
        self._stems[stem].append(path)
        for title in titles:
            if key := fold_title(title):
                self._titles[key].append(path)

    def resolve(self, from_path: str, href: str) -> Target | None:
        """Return the source that a link points to, or None.

        Relative and root-absolute links, percent-encoding, a missing `.md`, a trailing slash, a
        folder (its README or index) and site-style links (`../other/` from a page) resolve.
        """
        if is_external(href) or _CONTROL.search(href):
            return None
        target, _, anchor = href.strip().strip("<>").partition("#")
        anchor = unquote(anchor)
        target = unquote(target.partition("?")[0]).replace("\\", "/")
        if not target:
            return Target(from_path, anchor) if anchor else None
        folder = posixpath.dirname(from_path)
        bases = ["", *_ancestors(folder)] if target.startswith("/") else [folder]
        if target.endswith("/") or "." not in posixpath.basename(target):
            # A page `a/b.md` is served as `a/b/`, so its links may count one folder more.
            bases.append(posixpath.splitext(from_path)[0])
        for base in bases:
            if path := self._find(posixpath.join(base, target.lstrip("/"))):
                return Target(path, anchor)
        return None

    def _find(self, joined: str) -> str | None:
        path = posixpath.normpath(joined)
        if path.startswith(("../", "/")) or path == "..":
            return None
        if path in self._exact:
            return path
        for suffix in SUFFIXES:
            if found := self._folded.get(fold_path(path + suffix)):
                return found
        if path.endswith((".html", ".htm")):
            return self._find(posixpath.splitext(path)[0] + ".md")
        return self._index_of("" if path == "." else path)

    def _index_of(self, folder: str) -> str | None:
        """Return a folder's README or index, else the only document in it."""
        inside = self._folders.get(fold_path(folder), [])
        for name in INDEX_NAMES:
            for path in inside:
                if posixpath.splitext(posixpath.basename(path))[0].lower() == name:
                    return path
        return None

    def resolve_wikilink(self, from_path: str, target: str) -> Target | None:
        """Return the source that `[[target]]` names by path, stem, title or alias, or None.

        Of several the nearest one wins (the most folders in common, then the fewest on the way),
        then the first path.
        """
        name, _, anchor = target.partition("#")
        name = name.strip().replace("\\", "/")
        if not name:
            return Target(from_path, anchor.strip()) if anchor else None
        if _CONTROL.search(name) or is_external(name):
            return None
        if found := self.resolve_label(from_path, name):
            return Target(found, anchor.strip())
        return None

    def resolve_label(self, from_path: str, name: str) -> str | None:
        """Return the path of the source that a label names, or None."""
        if "/" in name or "." in name:
            folder = posixpath.dirname(from_path)
            for base in (folder, "", *_ancestors(folder)):
                if found := self._find(posixpath.join(base, name.lstrip("/"))):
                    return found
            if found := self._by_suffix(name):
                return found
        key = fold_title(posixpath.splitext(name)[0] if name.endswith(".md") else name)
        found_paths = self._stems.get(key) or self._titles.get(key)
        if not found_paths:
            return None
        return found_paths[0] if len(found_paths) == 1 else _nearest(from_path, found_paths)

    def _by_suffix(self, name: str) -> str | None:
        """Find `folder/note` anywhere in the project."""
        folded = fold_path(posixpath.normpath(name))
        stem = fold_title(posixpath.splitext(posixpath.basename(name))[0])
        for path in self._stems.get(stem, ()):
            without = fold_path(posixpath.splitext(path)[0])
            if f"/{without}".endswith(f"/{posixpath.splitext(folded)[0]}"):
                return path
        return None

    def has_label(self, name: str) -> list[str]:
        """Return every source with this stem or title, by path."""
        key = fold_title(name)
        return sorted({*self._stems.get(key, ()), *self._titles.get(key, ())})


def _ancestors(folder: str) -> list[str]:
    """Return a folder and the folders around it, innermost first, without the root."""
    parts = folder.split("/") if folder else []
    return ["/".join(parts[:count]) for count in range(len(parts), 0, -1)]


def _nearest(from_path: str, paths: Iterable[str]) -> str:
    here = posixpath.dirname(from_path).split("/")

    def distance(path: str) -> tuple[int, int, str]:
        there = posixpath.dirname(path).split("/")
        shared = 0
        for left, right in zip(here, there, strict=False):
            if left != right:
                break
            shared += 1
        return -shared, len(there) - shared, path

    return min(paths, key=distance)
