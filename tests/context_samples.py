"""A library of three documents and the graph over them."""

from builders import a_graph

from tesserae.context.library import Library
from tesserae.graph.view import GraphView
from tesserae.model.graph import Edge, Evidence, Graph, Node
from tesserae.model.ids import node_id
from tesserae.model.ontology import EdgeType, NodeType
from tesserae.retrieval.index import build_index
from tesserae.retrieval.search import Retriever
from tesserae.retrieval.units import project_collection

SOURCES = {
    "tides.md": "# Tides\n\nA spring tide is a tide of the largest range. It follows new moon.\n",
    "machines.md": (
        "# Machines\n\nIntroduction to machines.\n\n## Thomson\n\n"
        "William Thomson built the machine that predicts every tide. It has ten components.\n\n"
        "## Doodson\n\nArthur Doodson built a larger machine, in Liverpool.\n"
    ),
    "far.md": "# Far\n\nNothing of this has to do with the rest.\n",
}


def a_document(path, title, sections):
    return Node(
        node_id("SourceDocument", path, title),
        NodeType.SOURCE_DOCUMENT,
        title,
        metadata={"path": path, "sections": sections},
    )


def make_view():
    graph = a_graph()
    nodes = dict(graph.nodes)
    for document in (
        a_document(
            "machines.md",
            "Machines",
            [["Machines", 1, "m", 1, 4], ["Thomson", 2, "t", 5, 8], ["Doodson", 2, "d", 9, 11]],
        ),
        a_document("far.md", "Far", [["Far", 1, "far", 1, 3]]),
    ):
        nodes[document.id] = document
    tide = node_id("Concept", "tide", "tide")
    machines = node_id("SourceDocument", "machines.md", "Machines")
    evidence = (Evidence(machines, "machines.md", 7, 7, "predicts every tide"),)
    edges = [*graph.edges, Edge(machines, EdgeType.MENTIONS, tide, 1.0, evidence)]
    return GraphView(
        Graph(
            {key: nodes[key] for key in sorted(nodes)},
            tuple(sorted(edges, key=lambda edge: (edge.source, edge.type, edge.target))),
        )
    )


def make_library(sources=SOURCES, pages=None):
    view = make_view()
    index = build_index(project_collection(view, sources.get))
    return Library(view, Retriever(index), (pages or {}).get)


TIDE = node_id("Concept", "tide", "tide")
SPRING = node_id("Concept", "spring tide", "spring tide")
FAR = node_id("SourceDocument", "far.md", "Far")
