"""What is retrieved: units, whether cut from a source or standing for a node of the graph.

The retriever knows nothing else of a project, so a plain collection of documents is searched by
the same code: each document is one unit.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tesserae.graph.view import GraphView
from tesserae.model.graph import Node
from tesserae.model.ontology import NodeType
from tesserae.model.source import Section, Source

FRAGMENT = "Fragment"
"""The type of a unit that is a passage; every other unit has the type of its node."""
MAX_FRAGMENT = 2400
"""Characters after which a section is cut into several fragments, at a blank line."""
MAX_NODE_EXCERPTS = 3

SOURCE_TYPES = frozenset({NodeType.SOURCE_DOCUMENT, NodeType.SOURCE_FILE})
"""Nodes whose text is cut into fragments; as text they are the nodes of nothing else."""

# A node stands close to the passages that state it; a document to its parts; parts to each other.
_EVIDENCE_WEIGHT = 2.0
_PART_WEIGHT = 1.0
_NEXT_WEIGHT = 0.5
_MAX_EDGE_WEIGHT = 4.0


@dataclass(frozen=True, slots=True)
class Unit:
    """One thing that a search can return."""

    key: str
    """Unique; a node's id, or for a fragment the id of its source and its heading path."""
    title: str
    """What a person calls it; for a fragment the document's title and the headings."""
    text: str
    names: tuple[str, ...] = ()
    """What it may be called by, for exact matches and for links from texts that name it."""
    type: str = FRAGMENT
    node_id: str = ""
    """The node it is, or the source it was cut from."""
    path: str = ""
    """Posix path relative to the project root; empty where no file stands behind it."""
    start_line: int = 0
    end_line: int = 0

    @property
    def content(self) -> str:
        """The title and the text, the title once where the text opens with it."""
        return self.text if self.text.startswith(self.title) else f"{self.title}\n{self.text}"

    @property
    def content_hash(self) -> bytes:
        """What the analysis of this unit depends on, as 16 bytes."""
        parts = "\0".join((self.title, self.text, self.path, *self.names))
        return hashlib.sha256(parts.encode("utf-8", "surrogatepass")).digest()[:16]


@dataclass(frozen=True, slots=True)
class Link:
    """A link between two units, walked both ways."""

    source: str
    target: str
    weight: float


@dataclass(frozen=True, slots=True)
class Collection:
    """Everything that one index covers."""

    units: tuple[Unit, ...]
    """In the order of their keys, which are unique."""
    links: tuple[Link, ...] = ()
    """In order; both ends are keys of units."""


def make_collection(units: Iterable[Unit], links: Iterable[Link] = ()) -> Collection:
    """Sort units and links, and drop what is given twice or leads nowhere.

    Of two units with one key the first stays. A link to a unit that is not there is dropped: a
    seed or a node that was deleted costs its links and nothing else.
    """
    by_key: dict[str, Unit] = {}
    for unit in units:
        by_key.setdefault(unit.key, unit)
    kept = {
        (link.source, link.target): link
        for link in links
        if link.source in by_key and link.target in by_key and link.source != link.target
    }
    return Collection(
        units=tuple(by_key[key] for key in sorted(by_key)),
        links=tuple(kept[ends] for ends in sorted(kept)),
    )


def fragments(source: Source, sections: Sequence[Section], *, title: str) -> Iterator[Unit]:
    """Yield the passages of a source, in the order of its lines.

    Args:
        source: The source; its text is cut by lines.
        sections: Its heading sections; none for a text without headings.
        title: What the source is called.
    """
    lines = source.text.split("\n")
    spans = sections or (
        Section(heading="", level=0, anchor="", start_line=source.body_start, end_line=len(lines)),
    )
    seen: dict[str, int] = defaultdict(int)
    for section in spans:
        headings = section.path or ((section.heading,) if section.heading else ())
        shown = " \u203a ".join(dict.fromkeys((title, *headings)))
        for start, end in _pieces(lines, section):
            key = "#".join((source.id, *headings))
            seen[key] += 1
            yield Unit(
                key=key if seen[key] == 1 else f"{key}~{seen[key]}",
                title=shown,
                text="\n".join(lines[start - 1 : end]).strip("\n"),
                names=(section.heading or title,) if seen[key] == 1 else (),
                node_id=source.id,
                path=source.path,
                start_line=start,
                end_line=end,
            )


def node_units(view: GraphView) -> Iterator[Unit]:
    """Yield one unit for each node, in id order."""
    for node in view.nodes():
        path, start, end = _place(node)
        yield Unit(
            key=node.id,
            title=node.name,
            text=_node_text(node),
            names=tuple(dict.fromkeys((node.name, *node.aliases))),
            type=node.type,
            node_id=node.id,
            path=path,
            start_line=start,
            end_line=end,
        )


def project_collection(view: GraphView, passages: Iterable[Unit]) -> Collection:
    """Join a project's graph and its passages: both are units, and linked.

    Args:
        view: The graph.
        passages: The fragments of all its sources.
    """
    parts = list(passages)
    return make_collection(
        [*node_units(view), *parts], [*_graph_links(view), *_passage_links(view, parts)]
    )


def _pieces(lines: Sequence[str], section: Section) -> Iterator[tuple[int, int]]:
    """Yield the (first, last) lines of a section's fragments; blank ends are left out."""
    start, size = section.start_line, 0
    last = min(section.end_line, len(lines))
    for number in range(section.start_line, last + 1):
        line = lines[number - 1]
        if size + len(line) > MAX_FRAGMENT and size and (not line.strip() or size > MAX_FRAGMENT):
            yield from _trimmed(lines, start, number - 1)
            start, size = number, 0
        size += len(line) + 1
    yield from _trimmed(lines, start, last)


def _trimmed(lines: Sequence[str], start: int, end: int) -> Iterator[tuple[int, int]]:
    while start <= end and not lines[start - 1].strip():
        start += 1
    while end >= start and not lines[end - 1].strip():
        end -= 1
    if start <= end:
        yield start, end


def _place(node: Node) -> tuple[str, int, int]:
    if node.evidence:
        first = node.evidence[0]
        return first.path, first.start_line, first.end_line
    path = node.metadata.get("path")
    return (path, 1, 1) if isinstance(path, str) else ("", 0, 0)


def _node_text(node: Node) -> str:
    excerpts = [evidence.excerpt for evidence in node.evidence[:MAX_NODE_EXCERPTS]]
    parts = [node.description, ", ".join(node.aliases), *excerpts]
    return "\n".join(dict.fromkeys(part for part in parts if part))


def _graph_links(view: GraphView) -> Iterator[Link]:
    weights: dict[tuple[str, str], float] = defaultdict(float)
    for edge in view.graph.edges:
        weights[edge.source, edge.target] += min(edge.weight, _MAX_EDGE_WEIGHT)
    for (source, target), weight in weights.items():
        yield Link(source, target, weight)


def _passage_links(view: GraphView, parts: Sequence[Unit]) -> Iterator[Link]:
    of_source: dict[str, list[Unit]] = defaultdict(list)
    for part in parts:
        of_source[part.path].append(part)
        yield Link(part.node_id, part.key, _PART_WEIGHT)
    for siblings in of_source.values():
        for first, second in pairwise(siblings):
            yield Link(first.key, second.key, _NEXT_WEIGHT)
    for node in view.nodes():
        for evidence in node.evidence:
            for part in of_source.get(evidence.path, ()):
                if part.start_line <= evidence.end_line and evidence.start_line <= part.end_line:
                    yield Link(node.id, part.key, _EVIDENCE_WEIGHT)
