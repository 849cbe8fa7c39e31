"""The graph against the ontology; the first fault is named with the edge or node that has it."""

from __future__ import annotations

from itertools import pairwise

from tesserae.errors import GraphError
from tesserae.model.graph import Edge, Graph, Node
from tesserae.model.ontology import EDGE_ENDS, NodeType

_SOURCES = frozenset({NodeType.SOURCE_DOCUMENT, NodeType.SOURCE_FILE, NodeType.SESSION})


def validate(graph: Graph) -> Graph:
    """Return the graph if it is sound.

    Raises:
        GraphError: A node or edge breaks the ontology, lacks evidence or stands out of order.
    """
    for key, node in graph.nodes.items():
        _check_node(key, node)
    for left, right in pairwise(graph.nodes):
        if left >= right:
            raise GraphError(f"nodes are out of order: {right} stands behind {left}")
    types = {id_: node.type for id_, node in graph.nodes.items()}
    before: tuple[str, str, str] = ("", "", "")
    for edge in graph.edges:
        # The common case in one expression: a graph has ten times more edges than nodes.
        source, target = types.get(edge.source), types.get(edge.target)
        ends = EDGE_ENDS[edge.type]
        if source not in ends[0] or target not in ends[1] or not edge.evidence or edge.weight < 1:
            _check_edge(edge, graph)
        place = (edge.source, edge.type, edge.target)
        if place <= before:
            raise GraphError(f"edges are out of order or double: {describe(edge)}")
        before = place
    return graph


def describe(edge: Edge) -> str:
    """Return an edge as a person would write it."""
    return f"{edge.source} -[{edge.type.value}]-> {edge.target}"


def _check_node(key: str, node: Node) -> None:
    if key != node.id:
        raise GraphError(f"node {node.id} is filed under {key}")
    if not node.id.startswith(f"{node.type.value}:"):
        raise GraphError(f"node {node.id} does not carry its type {node.type.value}")
    if not node.name.strip():
        raise GraphError(f"node {node.id} has no name")
    if not node.evidence and node.type not in _SOURCES:
        raise GraphError(f"node {node.id} has no evidence")


def _check_edge(edge: Edge, graph: Graph) -> None:
    source, target = graph.nodes.get(edge.source), graph.nodes.get(edge.target)
    if source is None or target is None:
        missing = edge.source if source is None else edge.target
        raise GraphError(f"edge {describe(edge)} ends at {missing}, which is no node")
    sources, targets = EDGE_ENDS[edge.type]
    if source.type not in sources or target.type not in targets:
        raise GraphError(
            f"edge {describe(edge)} may not lead from {source.type.value} to {target.type.value}"
        )
    if not edge.evidence:
        raise GraphError(f"edge {describe(edge)} has no evidence")
    if edge.weight < 1:
        raise GraphError(f"edge {describe(edge)} weighs {edge.weight}, less than 1")
