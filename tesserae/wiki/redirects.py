"""`redirects.yml`: where pages went whose path changed, one line each, old path to new.

A person may edit it; so it is read with YAML, and what makes no sense in it is passed over.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import yaml

from tesserae.wiki.front_matter import scalar
from tesserae.wiki.paths import path_key

_HEAD = "# Pages that moved: old path: new path, both relative to the wiki folder.\n"


def parse_redirects(text: str) -> dict[str, str]:
    """Read redirects; empty where the text is no mapping of paths."""
    try:
        data = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}
    if not isinstance(data, dict):
        return {}
    return {
        old: new
        for old, new in data.items()
        if isinstance(old, str) and isinstance(new, str) and _is_page(old) and _is_page(new)
    }


def _is_page(path: str) -> bool:
    parts = path.split("/")
    return path.endswith(".md") and not path.startswith("/") and ".." not in parts


def render_redirects(redirects: Mapping[str, str]) -> str:
    """Return the text of the file, sorted by old path; empty where nothing moved."""
    if not redirects:
        return ""
    lines = [f"{scalar(old)}: {scalar(new)}\n" for old, new in sorted(redirects.items())]
    return _HEAD + "".join(lines)


def update_redirects(
    redirects: Mapping[str, str], moved: Mapping[str, str], pages: Collection[str]
) -> dict[str, str]:
    """Add moves, follow chains to their end, and drop what is no longer true.

    Args:
        redirects: As they stand in the file.
        moved: Old path to new path of the pages that moved in this compile.
        pages: Every path that holds a page now: none of them can be redirected, and only to one
            of them can a redirect lead.
    """
    known = {**redirects, **moved}
    live = {path_key(path) for path in pages}
    updated: dict[str, str] = {}
    for old in sorted(known):
        new = follow(known, old)
        if path_key(old) not in live and path_key(new) in live:
            updated[old] = new
    return updated


def follow(redirects: Mapping[str, str], path: str) -> str:
    """Return where a path leads in the end; a circle leads nowhere, so to the path itself."""
    seen = {path}
    current = path
    while current in redirects:
        current = redirects[current]
        if current in seen:
            return path
        seen.add(current)
    return current
