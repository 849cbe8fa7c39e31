"""A finished graph with the indexes that its readers need; built once, never changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from tesserae.model.graph import Edge, Evidence, Graph, Node
from tesserae.model.ids import NodeId
from tesserae.model.ontology import EdgeType, NodeType


class GraphView:
    """Adjacency and look-ups over a graph.

    Every sequence it returns keeps the graph's own order (nodes by id, edges by source, type and
    target), so a reader that does not sort is still deterministic.
    """

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self._out: dict[NodeId, list[Edge]] = defaultdict(list)
        self._in: dict[NodeId, list[Edge]] = defaultdict(list)
        self._of_type: dict[NodeType, list[Node]] = defaultdict(list)
        for node in graph.nodes.values():
            self._of_type[node.type].append(node)
        for edge in graph.edges:
            self._out[edge.source].append(edge)
            self._in[edge.target].append(edge)

    def __contains__(self, node_id: object) -> bool:
        return node_id in self.graph.nodes

    def node(self, node_id: NodeId) -> Node:
        """Return a node that is known to exist."""
        return self.graph.nodes[node_id]

    def nodes(self, *types: NodeType) -> Iterator[Node]:
        """Yield the nodes of the given types, type by type; all nodes where none is given."""
        if not types:
            yield from self.graph.nodes.values()
        for type_ in types:
            yield from self._of_type.get(type_, ())

    def out_edges(self, node_id: NodeId, *types: EdgeType) -> list[Edge]:
        """Return the edges that leave a node, of the given types or of all."""
        return _of_types(self._out.get(node_id, ()), types)

    def in_edges(self, node_id: NodeId, *types: EdgeType) -> list[Edge]:
        """Return the edges that reach a node, of the given types or of all."""
        return _of_types(self._in.get(node_id, ()), types)

    def neighbours(self, node_id: NodeId) -> set[NodeId]:
        """Return the ids one edge away, whichever way the edge points, without the node itself."""
        around = {edge.target for edge in self._out.get(node_id, ())}
        around.update(edge.source for edge in self._in.get(node_id, ()))
        around.discard(node_id)
        return around

    def places(self, node_id: NodeId) -> list[Evidence]:
        """Return where a node is stated: where a source introduces it, then its own evidence."""
        introduced = [
            found
            for edge in self.in_edges(node_id, EdgeType.INTRODUCES, EdgeType.DOCUMENTS)
            for found in edge.evidence
        ]
        return list(dict.fromkeys((*introduced, *self.node(node_id).evidence)))

    def degree(self, node_id: NodeId) -> int:
        """Count the edges at a node."""
        return len(self._out.get(node_id, ())) + len(self._in.get(node_id, ()))


def _of_types(edges: Iterable[Edge], types: tuple[EdgeType, ...]) -> list[Edge]:
    if not types:
        return list(edges)
    return [edge for edge in edges if edge.type in types]
