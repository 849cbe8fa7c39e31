"""What is retrieved: units, whether cut from a source or standing for a node of the graph.

The retriever knows nothing else of a project, so a plain collection of documents is searched by
the same code: each document is one unit.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from tesserae.graph.view import GraphView
from tesserae.model.graph import JsonValue, Node
from tesserae.model.ontology import EdgeType, NodeType
from tesserae.model.source import Section

FRAGMENT = "Fragment"
"""The type of a unit that is a passage; every other unit has the type of its node."""
MAX_FRAGMENT = 2400
"""Characters after which a section is cut into several fragments, at a blank line."""
MIN_FRAGMENT = 300
"""Characters that a fragment has before the section is cut: a heading alone says nothing."""

SOURCE_TYPES = frozenset({NodeType.SOURCE_DOCUMENT, NodeType.SOURCE_FILE})
"""Nodes whose text is cut into fragments; as text they are the nodes of nothing else."""

# A node stands close to the passages that state it; a document to its parts; parts to each other.
_EVIDENCE_WEIGHT = 2.0
_PART_WEIGHT = 1.0
_NEXT_WEIGHT = 0.5
_MAX_EDGE_WEIGHT = 4.0
# Who introduces a thing says more about it than whoever mentions it.
_TELLING = {EdgeType.INTRODUCES: 4.0, EdgeType.DOCUMENTS: 3.0}


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
        """The title, the text and other names; the title once where the text opens with it."""
        head = () if self.text.startswith(self.title) else (self.title,)
        others = [name for name in self.names if name not in self.title]
        return "\n".join((*head, self.text, *others))

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
    is_whole: bool = True
    """Whether every text could be read; an index of less is used once and not kept."""


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


def fragments(
    source_id: str, path: str, lines: Sequence[str], sections: Iterable[Section], *, title: str
) -> Iterator[Unit]:
    """Yield the passages of a source, in the order of its sections.

    Args:
        source_id: The id of the source's node.
        path: Where the source lies.
        lines: Its text.
        sections: How it is cut.
        title: What the source is called.
    """
    seen: dict[str, int] = defaultdict(int)
    for section in sections:
        headings = section.path or ((section.heading,) if section.heading else ())
        shown = " \u203a ".join(dict.fromkeys((title, *headings)))
        for start, end in _pieces(lines, section):
            key = f"{source_id}#{'#'.join(headings)}"
            seen[key] += 1
            yield Unit(
                key=key if seen[key] == 1 else f"{key}~{seen[key]}",
                title=shown,
                text="\n".join(lines[start - 1 : end]),
                names=(section.heading or title,) if seen[key] == 1 else (),
                node_id=source_id,
                path=path,
                start_line=start,
                end_line=end,
            )


def node_units(view: GraphView) -> Iterator[Unit]:
    """Yield one unit for each node, in id order."""
    for node in view.nodes():
        path, start, end = _place(view, node)
        yield Unit(
            key=node.id,
            title=node.name,
            # Not its excerpts: those passages are units of their own, and linked with it.
            text=node.description,
            names=tuple(dict.fromkeys((node.name, *node.aliases))),
            type=node.type,
            node_id=node.id,
            path=path,
            start_line=start,
            end_line=end,
        )


def project_collection(view: GraphView, text_of: Callable[[str], str | None]) -> Collection:
    """Make units of a project's graph and of the passages of its sources, and link them.

    Args:
        view: The graph.
        text_of: The text of a source by its path, as it was when the graph was made; None where
            it cannot be read any more, which costs its passages only.
    """
    texts = _SourceTexts(view, text_of)
    collection = collection_of(view, list(_passages(view, texts)))
    return replace(collection, is_whole=not texts.missing)


def collection_of(view: GraphView, passages: Sequence[Unit]) -> Collection:
    """Join the nodes of a graph with passages of its sources."""
    return make_collection(
        [*node_units(view), *passages], [*_graph_links(view), *_passage_links(view, passages)]
    )


class _SourceTexts:
    """The texts of a graph's sources, and which of them could not be read."""

    def __init__(self, view: GraphView, text_of: Callable[[str], str | None]) -> None:
        self._text_of = text_of
        self.nodes = list(view.nodes(*sorted(SOURCE_TYPES)))
        self.missing: list[str] = []

    def __iter__(self) -> Iterator[tuple[Node, str, str]]:
        """Yield the node, the path and the text of each source that can be read."""
        for node in self.nodes:
            path = node.metadata.get("path")
            if isinstance(path, str):
                text = self._text_of(path)
                if text is None:
                    self.missing.append(path)
                else:
                    yield node, path, text


def _passages(view: GraphView, texts: _SourceTexts) -> Iterator[Unit]:
    symbols: dict[str, list[Node]] = defaultdict(list)
    for node in view.nodes(NodeType.CODE_CLASS, NodeType.CODE_FUNCTION):
        if node.evidence:
            symbols[node.evidence[0].path].append(node)
    for node, path, text in texts:
        lines = text.split("\n")
        if node.type is NodeType.SOURCE_DOCUMENT:
            sections = list(sections_of(node.metadata.get("sections")))
        else:
            sections = list(_code_sections(symbols[path], len(lines)))
        yield from fragments(
            node.id, path, lines, sections or [_whole(len(lines))], title=node.name
        )


def sections_of(value: JsonValue) -> Iterator[Section]:
    """Read the sections that a source's node keeps: heading, level, anchor, first and last line."""
    above: list[tuple[int, str]] = []
    for item in value if isinstance(value, list) else ():
        match item:
            case [str(heading), int(level), str(anchor), int(start), int(end)]:
                while above and above[-1][0] >= level:
                    above.pop()
                if heading:
                    above.append((level, heading))
                yield Section(heading, level, anchor, start, end, tuple(name for _, name in above))


def _code_sections(symbols: Iterable[Node], last: int) -> Iterator[Section]:
    """Cut a file of code at its outermost symbols; what stands between them is cut out as well."""
    at = 1
    places = ((node.evidence[0].start_line, -node.evidence[0].end_line, node) for node in symbols)
    for start, negative_end, node in sorted(places, key=lambda place: place[:2]):
        if start < at:
            continue
        if start > at:
            yield Section("", 0, "", at, start - 1)
        yield Section(node.name, 1, "", start, -negative_end, (node.name,))
        at = -negative_end + 1
    if 1 < at <= last:
        yield Section("", 0, "", at, last)


def _whole(last: int) -> Section:
    return Section("", 0, "", 1, last)


def _pieces(lines: Sequence[str], section: Section) -> Iterator[tuple[int, int]]:
    """Yield the (first, last) lines of a section's fragments; blank ends are left out."""
    start, size, gap = section.start_line, 0, 0
    last = min(section.end_line, len(lines))
    for number in range(section.start_line, last + 1):
        line = lines[number - 1]
        if not line.strip():
            gap = number
        if size + len(line) > MAX_FRAGMENT and size >= MIN_FRAGMENT:
            # A paragraph that is too long on its own is cut between two of its lines.
            cut = gap if gap > start else number
            yield from _trimmed(lines, start, cut - 1)
            start = cut
            size = sum(len(kept) + 1 for kept in lines[start - 1 : number - 1])
        size += len(line) + 1
    yield from _trimmed(lines, start, last)


def _trimmed(lines: Sequence[str], start: int, end: int) -> Iterator[tuple[int, int]]:
    while start <= end and not lines[start - 1].strip():
        start += 1
    while end >= start and not lines[end - 1].strip():
        end -= 1
    if start <= end:
        yield start, end


def _place(view: GraphView, node: Node) -> tuple[str, int, int]:
    for first in view.places(node.id):
        return first.path, first.start_line, first.end_line
    path = node.metadata.get("path")
    return (path, 1, 1) if isinstance(path, str) else ("", 0, 0)


def _graph_links(view: GraphView) -> Iterator[Link]:
    weights: dict[tuple[str, str], float] = defaultdict(float)
    for edge in view.graph.edges:
        told = _TELLING.get(edge.type, 1.0) * edge.weight
        weights[edge.source, edge.target] += min(told, _MAX_EDGE_WEIGHT)
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
