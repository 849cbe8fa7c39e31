from __future__ import annotations

from dataclasses import replace

import pytest
from builders import a_graph

from tesserae.errors import GraphError
from tesserae.graph.validate import validate
from tesserae.model.graph import Graph
from tesserae.model.ontology import EdgeType


def test_a_sound_graph_passes():
    graph = a_graph()
    assert validate(graph) is graph


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"type": EdgeType.AUTHORED_BY}, r"tides.*-\[authored_by\]-> Concept:.*may not lead from"),
        ({"target": "Concept:gone:000000000000"}, "which is no node"),
        ({"evidence": ()}, "has no evidence"),
        ({"weight": 0.5}, "less than 1"),
    ],
)
def test_an_unsound_edge_is_named(change, message):
    graph = a_graph()
    last = replace(graph.edges[-1], **change)
    with pytest.raises(GraphError, match=message):
        validate(Graph(graph.nodes, (*graph.edges[:-1], last)))


def test_edges_out_of_order_or_double_are_named():
    graph = a_graph()
    with pytest.raises(GraphError, match="out of order"):
        validate(Graph(graph.nodes, graph.edges[::-1]))
    with pytest.raises(GraphError, match="double"):
        validate(Graph(graph.nodes, (*graph.edges, graph.edges[-1])))


@pytest.mark.parametrize(
    ("change", "message"), [({"name": " "}, "no name"), ({"evidence": ()}, "no evidence")]
)
def test_an_unsound_node_is_named(change, message):
    graph = a_graph()
    key = min(graph.nodes)
    nodes = {**graph.nodes, key: replace(graph.nodes[key], **change)}
    with pytest.raises(GraphError, match=message):
        validate(Graph(nodes, graph.edges))
