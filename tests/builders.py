"""Small values that several tests begin with."""

from __future__ import annotations

from tesserae.model.graph import Edge, Evidence, Graph, Node
from tesserae.model.ids import NodeId, node_id
from tesserae.model.ontology import EdgeType, NodeType


def a_graph() -> Graph:
    """Return one document that mentions two concepts, one of which is a kind of the other."""
    document = node_id("SourceDocument", "tides.md", "Tides")
    evidence = (Evidence(document, "tides.md", 3, 4, "A spring tide is a tide."),)
    nodes = [
        Node(document, NodeType.SOURCE_DOCUMENT, "Tides", metadata={"path": "tides.md"}),
        *(
            Node(
                node_id("Concept", name, name),
                NodeType.CONCEPT,
                name,
                description=f"What a {name} is.",
                evidence=evidence,
            )
            for name in ("spring tide", "tide")
        ),
    ]
    spring, tide = (node_id("Concept", name, name) for name in ("spring tide", "tide"))
    edges = [
        Edge(NodeId(document), EdgeType.MENTIONS, tide, 2.0, evidence),
        Edge(NodeId(document), EdgeType.MENTIONS, spring, 1.0, evidence),
        Edge(spring, EdgeType.IS_A, tide, 1.0, evidence),
    ]
    return Graph(
        {node.id: node for node in sorted(nodes, key=lambda node: node.id)},
        tuple(sorted(edges, key=lambda edge: (edge.source, edge.type, edge.target))),
    )
