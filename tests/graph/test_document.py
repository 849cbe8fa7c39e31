from __future__ import annotations

import json
from dataclasses import replace

import pytest
from builders import a_graph
from hypothesis import given
from hypothesis import strategies as st

from tesserae.errors import GraphError
from tesserae.graph.document import generation_of, parse_graph, render_graph, split_graph
from tesserae.model.graph import Edge, Evidence, Graph, Node
from tesserae.model.ids import NodeId
from tesserae.model.ontology import EdgeType, NodeType

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
evidence = st.builds(
    Evidence, st.text(), st.text(), st.integers(1, 9), st.integers(1, 9), st.text()
)


@st.composite
def graphs(draw):
    ids = sorted(draw(st.sets(st.text(min_size=1), max_size=5)))
    nodes = {
        NodeId(node_id): Node(
            NodeId(node_id),
            draw(st.sampled_from(NodeType)),
            draw(st.text()),
            tuple(draw(st.lists(st.text(), max_size=2))),
            draw(st.text()),
            draw(st.dictionaries(st.text(), json_values, max_size=3)),
            tuple(draw(st.lists(evidence, max_size=2))),
        )
        for node_id in ids
    }
    if not ids:
        return Graph({}, ())
    ends = st.tuples(st.sampled_from(ids), st.sampled_from(EdgeType), st.sampled_from(ids))
    edges = sorted(draw(st.sets(ends, max_size=6)))
    return Graph(nodes, tuple(Edge(source, type_, target, 2.5) for source, type_, target in edges))


@given(graphs())
def test_reading_gives_back_what_was_rendered(graph):
    assert parse_graph(render_graph(graph).text) == graph


@given(graphs())
def test_the_text_is_json_with_one_line_for_each_node_and_edge(graph):
    document = render_graph(graph)
    rows = json.loads(document.text)
    assert [row["id"] for row in rows["nodes"]] == list(graph.nodes)
    assert document.text.count("\n") >= len(graph.nodes) + len(graph.edges)
    assert split_graph(document.text) == document


def test_one_changed_node_changes_one_line():
    graph = a_graph()
    first = next(iter(graph.nodes.values()))
    changed = Graph({**graph.nodes, first.id: replace(first, name="Other")}, graph.edges)
    before, after = render_graph(graph), render_graph(changed)
    assert sum(old != new for old, new in zip(before.nodes, after.nodes, strict=True)) == 1
    assert before.edges == after.edges
    assert generation_of(before.data) != generation_of(after.data)


def test_the_order_of_metadata_does_not_show():
    node = Node(NodeId("a"), NodeType.CONCEPT, "A", metadata={"b": 1, "a": 2})
    other = replace(node, metadata={"a": 2, "b": 1})
    assert render_graph(Graph({node.id: node}, ())) == render_graph(Graph({node.id: other}, ()))


@pytest.mark.parametrize("keep", [0, 1, 40, -1, -40])
def test_a_truncated_file_is_an_error_that_says_what_to_do(keep):
    text = render_graph(a_graph()).text
    for read in (parse_graph, split_graph):
        with pytest.raises(GraphError, match="tesserae compile"):
            read(text[:keep])


@pytest.mark.parametrize("text", ["[]", "{}", "null", "\x00", '{"nodes":[],"edges":[]}'])
def test_another_file_is_an_error(text):
    with pytest.raises(GraphError):
        parse_graph(text)
