"""One thing, whole: a node with its page and its links, a passage, or a document.

What is read comes from the last compile and never from the disk, so no path leads out of it.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping

from tesserae.context.library import Library, citation_line, code
from tesserae.errors import QueryError
from tesserae.model.citation import display_name, escaped
from tesserae.model.graph import Edge
from tesserae.model.ids import NodeId
from tesserae.model.ontology import EdgeType
from tesserae.retrieval.index import Index
from tesserae.retrieval.units import FRAGMENT, SOURCE_TYPES, Unit

MAX_LINKS = 30
_WIKI_PREFIXES = (".tesserae/wiki/", "wiki/")
# Every document says so of everything in it; what is left says something.
_WEAK = frozenset({EdgeType.MENTIONS, EdgeType.CONTAINS})


def read_entry(library: Library, name: str, pages: Mapping[str, NodeId]) -> str:
    """Return a node, a passage, a wiki page or a source as markdown.

    Args:
        library: The project.
        name: An id, the path of a source or of a wiki page, or a title.
        pages: The wiki's pages by path.

    Raises:
        QueryError: Nothing is called so.
    """
    unit = find_unit(library, name, pages)
    parts = [f"# {escaped(library.name_of(unit))}", f"{unit.type} {code(unit.key)}"]
    parts.append(_body(library, unit))
    parts += _links(library, unit)
    cited = library.citations_of(unit)
    parts += ["## Citations", "\n".join(citation_line(item, 1) for item in cited)]
    return "\n\n".join(part for part in parts if part) + "\n"


def find_unit(library: Library, name: str, pages: Mapping[str, NodeId]) -> Unit:
    """Return what an id, a path or a title stands for.

    Raises:
        QueryError: Nothing is called so.
    """
    text = name.strip()
    if not text:
        raise QueryError("the id is empty; take one from a search")
    index = library.retriever.index
    for key in (text, *_page_ids(text, pages)):
        number = index.units.keys.find(key)
        if number is not None:
            return index.units[number]
    named = _named(library, text)
    if named is None:
        raise QueryError(
            f"nothing is called {text[:120]!r}; take an id or a path from a search, paths are "
            "relative to the project"
        )
    return named


def _page_ids(text: str, pages: Mapping[str, NodeId]) -> Iterator[NodeId]:
    path = posixpath.normpath(text.replace("\\", "/"))
    for prefix in _WIKI_PREFIXES:
        path = path.removeprefix(prefix)
    for candidate in (path, f"{path}.md"):
        if candidate in pages:
            yield pages[candidate]


def _named(library: Library, text: str) -> Unit | None:
    path = posixpath.normpath(text.replace("\\", "/"))
    for query in dict.fromkeys((path, text)):
        for hit in library.retriever.search(query, limit=3, types=None):
            if hit.ranks.get("exact") == 1:
                return hit.unit
    return None


def _body(library: Library, unit: Unit) -> str:
    if unit.type in SOURCE_TYPES and library.page_of(NodeId(unit.key)) is None:
        passages = list(passages_of(library.retriever.index, unit.key))
        if passages:
            return "\n\n".join(passage.text for passage in passages)
    return library.body_of(unit)


def passages_of(index: Index, source_id: str) -> Iterator[Unit]:
    """Yield the passages of a source in the order of their lines."""
    number = index.units.keys.find(source_id)
    if number is None:
        return
    neighbours, _ = index.steps.row(number)
    count = len(index.units)
    found = [index.units[place] for place in neighbours.tolist() if place < count]
    passages = [unit for unit in found if unit.type == FRAGMENT and unit.node_id == source_id]
    yield from sorted(passages, key=lambda unit: unit.start_line)


def _links(library: Library, unit: Unit) -> list[str]:
    """List what a node is linked with, statements before mere mentions."""
    if unit.type == FRAGMENT or unit.key not in library.view:
        return []
    view, node_id = library.view, NodeId(unit.key)
    edges = [(edge, edge.target, "") for edge in view.out_edges(node_id)]
    edges += [(edge, edge.source, "^") for edge in view.in_edges(node_id)]
    edges.sort(key=_strength)
    lines = [
        f"- {mark}{edge.type} {escaped(display_name(other, view.node(other).name))} ({code(other)})"
        for edge, other, mark in edges[:MAX_LINKS]
    ]
    if len(edges) > MAX_LINKS:
        lines.append(f"- and {len(edges) - MAX_LINKS} more")
    return ["## Linked with", "\n".join(lines)] if lines else []


def _strength(item: tuple[Edge, NodeId, str]) -> tuple[bool, float, str, str]:
    edge, other, mark = item
    return edge.type in _WEAK, -edge.weight, mark, other
