"""Where every page of the wiki lies, and how one page links to another.

A path is a pure function of the nodes and of the paths that people's own files hold, so two
machines agree on every link. Paths are told apart as the strictest disk would: in NFC and without
regard to case.
"""

from __future__ import annotations

import posixpath
import unicodedata
from collections.abc import Collection, Iterable
from functools import lru_cache

from tesserae.model.graph import Node
from tesserae.model.ids import NodeId
from tesserae.model.ontology import KIND_OF_TYPE, PAGE_TYPES, Kind, NodeType
from tesserae.wiki.text import safe_path
from tesserae.workspace import DEFAULT_WIKI_DIR

PART_MARK = "#"
"""Stands in the id of a page that continues another: `<node id>#mentions-2`."""

PROJECTED_TYPES = PAGE_TYPES - {NodeType.SESSION, NodeType.SYNTHESIS}
"""Types whose pages are projected from the graph; syntheses bring their own path and body."""


def path_key(path: str) -> str:
    """Return the form in which two paths are compared."""
    return unicodedata.normalize("NFC", path).casefold()


def assign_paths(
    nodes: Iterable[Node], taken: Collection[str] = (), *, wiki_dir: str = DEFAULT_WIKI_DIR
) -> dict[NodeId, str]:
    """Give each node with a page its path, in node order.

    Args:
        nodes: In id order: the smallest id keeps the bare slug.
        taken: Paths of the wiki folder that a person's own files hold; they keep them.
        wiki_dir: The wiki folder, relative to the project root. A document that lies in it is a
            person's own page, and that file is its page.
    """
    held = {path_key(path) for path in taken}
    paths: dict[NodeId, str] = {}
    for node in nodes:
        if node.type in PROJECTED_TYPES:
            own = own_path(node, wiki_dir)
            paths[node.id] = own or _free_path(node.id, KIND_OF_TYPE[node.type], held)
    return paths


def own_path(node: Node, wiki_dir: str) -> str | None:
    """Return the path in the wiki folder of a document that a person wrote there."""
    if node.type is not NodeType.SOURCE_DOCUMENT:
        return None
    path = node.metadata.get("path")
    if not isinstance(path, str) or not path.startswith(f"{wiki_dir}/"):
        return None
    return path[len(wiki_dir) + 1 :]


def _free_path(node_id: NodeId, kind: Kind, held: set[str]) -> str:
    _, slug, digest = node_id.split(":")
    path = f"{kind}/{slug}.md"
    length = 4
    while path_key(path) in held:
        # Twelve hex cannot run out unless a person holds the very name; then "x" makes it ours.
        suffix = digest[:length] if length <= len(digest) else digest + "x" * (length - 12)
        path = f"{kind}/{slug}-{suffix}.md"
        length += 2
    held.add(path_key(path))
    return path


def part_path(path: str, part: str) -> str:
    """Return the path of a page that continues another: `concepts/a.md` → `concepts/a/part.md`."""
    return f"{path.removesuffix('.md')}/{part}.md"


def part_id(node_id: NodeId, part: str) -> NodeId:
    """Return the id of a page that continues another."""
    return NodeId(f"{node_id}{PART_MARK}{part}")


def node_of_page(page_id: NodeId) -> NodeId:
    """Return the node that a page or a part of it shows."""
    return NodeId(page_id.split(PART_MARK)[0])


def is_part(page_id: NodeId) -> bool:
    """Say whether a page continues another one."""
    return PART_MARK in page_id


@lru_cache(maxsize=65536)
def relative_href(from_path: str, to_path: str) -> str:
    """Return the link from one page of the wiki to another, ready to stand in markdown."""
    origin, target = from_path.split("/")[:-1], to_path.split("/")
    shared = 0
    while shared < min(len(origin), len(target) - 1) and origin[shared] == target[shared]:
        shared += 1
    return "../" * (len(origin) - shared) + safe_path("/".join(target[shared:]))


def resolve_href(from_path: str, href_path: str) -> str | None:
    """Return the path of the wiki that a relative link leads to; None where it leaves the wiki."""
    joined = posixpath.normpath(posixpath.join(posixpath.dirname(from_path), href_path))
    return None if joined.startswith(("../", "/")) or joined in {"..", "."} else joined
