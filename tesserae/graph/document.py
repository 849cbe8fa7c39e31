"""`graph.json`: the whole graph as text, one node or edge a line, and back.

The text is a pure function of the graph: nodes by id, edges by source, type and target, keys in
one fixed order. A line changes only where its node or edge does, so a diff of two versions reads
as a list of what changed, and the store applies just those lines.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from json.encoder import encode_basestring
from typing import Any

from tesserae.errors import GraphError
from tesserae.graph.bulk import without_collection
from tesserae.model.graph import Edge, Evidence, Graph, Node
from tesserae.model.ids import NodeId
from tesserae.model.ontology import EdgeType, NodeType

GRAPH_FORMAT = 1
"""Raised when a reader of the last format would misread the next."""

_HEAD = f'{{"format":{GRAPH_FORMAT},"nodes":[\n'
_MIDDLE = '\n],"edges":[\n'
_TAIL = "\n]}\n"

_metadata_json = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
).encode
_str = str.__str__
"""The text of a type; its `value` is looked up each time by a property written in Python."""
_NODE_TYPES = {type_.value: type_ for type_ in NodeType}
_EDGE_TYPES = {type_.value: type_ for type_ in EdgeType}


@dataclass(frozen=True, slots=True)
class GraphDocument:
    """A graph as the lines of `graph.json`."""

    nodes: tuple[str, ...]
    edges: tuple[str, ...]

    @property
    def text(self) -> str:
        """The whole file."""
        return self.data.decode()

    @property
    def data(self) -> bytes:
        """The whole file as it is written."""
        # Line by line: one character beyond Latin-1 would double a text of the whole.
        nodes, edges = (
            b",\n".join([line.encode("utf-8", "replace") for line in lines])
            for lines in (self.nodes, self.edges)
        )
        return b"".join((_HEAD.encode(), nodes, _MIDDLE.encode(), edges, _TAIL.encode()))


def render_graph(graph: Graph) -> GraphDocument:
    """Render a graph, whose nodes and edges are in their order, to lines."""
    evidence = _EvidenceLines()
    quoted = {id_: encode_basestring(id_) for id_ in graph.nodes}
    return GraphDocument(
        nodes=tuple([_node_line(node, evidence) for node in graph.nodes.values()]),
        edges=tuple([_edge_line(edge, quoted, evidence) for edge in graph.edges]),
    )


def split_graph(text: str) -> GraphDocument:
    """Take the text of a `graph.json` apart into its lines, without parsing them.

    Raises:
        GraphError: It is not a whole file of this format.
    """
    head, middle, rest = text.partition(_MIDDLE)
    if not middle or not head.startswith(_HEAD) or not rest.endswith(_TAIL):
        raise GraphError("not a whole graph of this version; run `tesserae compile`")
    return GraphDocument(_lines(head[len(_HEAD) :]), _lines(rest[: -len(_TAIL)]))


def parse_graph(text: str) -> Graph:
    """Parse the text of a `graph.json`.

    Raises:
        GraphError: It is not a whole graph of this format.
    """
    if not text.endswith(_TAIL):
        raise GraphError("not a whole graph; run `tesserae compile` to make it anew")
    try:
        with without_collection():
            rows = json.loads(text)
            if rows["format"] != GRAPH_FORMAT:
                raise GraphError("made by another version; run `tesserae compile`")
            nodes = [_node(row) for row in rows["nodes"]]
            return Graph(
                {node.id: node for node in nodes}, tuple([_edge(row) for row in rows["edges"]])
            )
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise GraphError("not a graph; run `tesserae compile` to make it anew") from error


def graph_from_lines(nodes: Iterable[str], edges: Iterable[str]) -> Graph:
    """Parse nodes and edges from their lines, which are in order.

    Raises:
        GraphError: A line is not a node or an edge.
    """
    try:
        parsed = [_node(json.loads(line)) for line in nodes]
        return Graph(
            {node.id: node for node in parsed},
            tuple(_edge(json.loads(line)) for line in edges),
        )
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise GraphError("a line of the graph store is no node or edge") from error


def generation_of(data: bytes) -> str:
    """Name one state of the graph by the bytes of its `graph.json`."""
    return hashlib.sha256(data).hexdigest()


class _EvidenceLines:
    """Renders evidence; a passage that many edges rest on is rendered once."""

    def __init__(self) -> None:
        # By identity: the graph holds every piece of evidence alive, and hashing five fields of
        # each costs more than rendering those few that are equal but not the same object.
        self._known: dict[int, str] = {}
        self._heads: dict[tuple[str, str], str] = {}

    def render(self, items: tuple[Evidence, ...]) -> str:
        if len(items) == 1:
            return self._known.get(id(items[0])) or self._line(items[0])
        return ",".join([self._known.get(id(item)) or self._line(item) for item in items])

    def _line(self, item: Evidence) -> str:
        place = item.source_id, item.path
        head = self._heads.get(place)
        if head is None:
            source, path = map(encode_basestring, place)
            head = self._heads[place] = f'{{"source_id":{source},"path":{path},"start_line":'
        line = self._known[id(item)] = (
            f'{head}{item.start_line},"end_line":{item.end_line},'
            f'"excerpt":{encode_basestring(item.excerpt)}}}'
        )
        return line


def _node_line(node: Node, evidence: _EvidenceLines) -> str:
    aliases = ",".join([encode_basestring(alias) for alias in node.aliases])
    metadata = _metadata_json(node.metadata) if node.metadata else "{}"
    return (
        f'{{"id":{encode_basestring(node.id)},"type":"{node.type.value}",'
        f'"name":{encode_basestring(node.name)},"aliases":[{aliases}],'
        f'"description":{encode_basestring(node.description)},"metadata":{metadata},'
        f'"evidence":[{evidence.render(node.evidence)}]}}'
    )


def _edge_line(edge: Edge, quoted: Mapping[NodeId, str], evidence: _EvidenceLines) -> str:
    return (
        f'{{"source":{quoted[edge.source]},"type":"{_str(edge.type)}",'
        f'"target":{quoted[edge.target]},"weight":{float(edge.weight)!r},'
        f'"evidence":[{evidence.render(edge.evidence)}]}}'
    )


def _lines(text: str) -> tuple[str, ...]:
    return tuple(text.split(",\n")) if text else ()


def _node(row: dict[str, Any]) -> Node:
    return Node(
        id=NodeId(row["id"]),
        type=_NODE_TYPES[row["type"]],
        name=row["name"],
        aliases=tuple(row["aliases"]),
        description=row["description"],
        metadata=row["metadata"],
        evidence=tuple([_evidence(item) for item in row["evidence"]]),
    )


def _edge(row: dict[str, Any]) -> Edge:
    return Edge(
        source=NodeId(row["source"]),
        type=_EDGE_TYPES[row["type"]],
        target=NodeId(row["target"]),
        weight=row["weight"],
        evidence=tuple([_evidence(item) for item in row["evidence"]]),
    )


def _evidence(row: dict[str, Any]) -> Evidence:
    return Evidence(
        row["source_id"], row["path"], row["start_line"], row["end_line"], row["excerpt"]
    )
