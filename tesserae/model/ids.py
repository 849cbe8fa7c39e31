"""Names of things: node ids, slugs, heading anchors.

All three are pure functions of the text they name, so two machines agree on them. A slug is for
paths and keeps Unicode letters; an anchor is for headings and follows `pymdownx.slugs` with
`case="lower"`, which the plugin also sets for MkDocs, so that both renderers agree.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from typing import NewType

NodeId = NewType("NodeId", str)
"""`Type:slug:hash`, for example `Algorithm:dijkstra-s-algorithm:0f3a9c1d2b4e`."""

HASH_LENGTH = 12
MAX_SLUG_BYTES = 80

# Windows refuses these as a file's stem, whatever its extension.
_RESERVED_STEMS = frozenset(
    ["con", "prn", "aux", "nul", "index", "readme", "templates"]
    + [f"{device}{number}" for device in ("com", "lpt") for number in range(10)]
)
_NOT_SLUG = re.compile(r"[\W_]+")
_NOT_ANCHOR = re.compile(r"[^\w\- ]", re.UNICODE)
_TAG = re.compile(r"</?[^>]*>")
# The names of these are read aloud, and "C++" and "C#" must not share the slug of "C".
_SPOKEN = str.maketrans({"+": " plus ", "#": " sharp "})


def short_hash(text: str, *, length: int = HASH_LENGTH) -> str:
    """Return the first `length` hex digits of the sha256 of `text`."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:length]


def slugify(name: str) -> str:
    """Turn a name into a path segment that is safe on every disk.

    Returns:
        Lower-case NFC letters, digits and single hyphens, at most `MAX_SLUG_BYTES` bytes of
        UTF-8, never empty, never a name that Windows or MkDocs reserves. Two names may share a
        slug: the page store tells them apart.
    """
    text = unicodedata.normalize("NFKC", name).translate(_SPOKEN).casefold()
    slug = unicodedata.normalize("NFC", _NOT_SLUG.sub("-", text).strip("-"))
    while len(slug.encode()) > MAX_SLUG_BYTES:
        cut = slug.rfind("-")
        slug = slug[:cut] if cut > MAX_SLUG_BYTES // 4 else slug[: len(slug) - 1]
    if not slug:
        return f"x{short_hash(name, length=6)}"
    return f"{slug}-page" if slug in _RESERVED_STEMS else slug


def node_id(type_name: str, key: str, name: str) -> NodeId:
    """Build the id of a node from its type, its canonical key and the name shown in the slug."""
    digest = short_hash(type_name + "\n" + key)
    return NodeId(f"{type_name}:{slugify(name)}:{digest}")


def heading_anchor(text: str) -> str:
    """Return the anchor of a heading before duplicates are told apart.

    Source: `pymdownx.slugs.slugify(case="lower")`; "_" stands for a heading without letters.
    """
    plain = _TAG.sub("", unicodedata.normalize("NFC", text))
    return _NOT_ANCHOR.sub("", plain).strip().lower().replace(" ", "-") or "_"


class AnchorCounter:
    """Hands out heading anchors that are unique within one page.

    Follows Python-Markdown's `toc.unique`: a taken anchor gets `_1`, and an anchor that already
    ends in `_<number>` counts on from there.
    """

    _SUFFIX = re.compile(r"^(.*)_([0-9]+)$")

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def unique(self, anchor: str) -> str:
        """Return `anchor`, or its first free successor, and take it."""
        while anchor in self._taken or not anchor:
            match = self._SUFFIX.match(anchor)
            anchor = f"{match.group(1)}_{int(match.group(2)) + 1}" if match else f"{anchor}_1"
        self._taken.add(anchor)
        return anchor
