from __future__ import annotations

from tesserae.graph.view import GraphView
from tesserae.model.graph import Edge, Graph, Node
from tesserae.model.ids import node_id
from tesserae.model.ontology import EdgeType, NodeType
from tesserae.site.local_graph import NEIGHBOURS, Neighbourhoods, fit
from tesserae.site.places import Place, Places


def an_id(name):
    return node_id(NodeType.CONCEPT, name, name)


def neighbourhoods(links, *, without=()):
    names = sorted({end for pair in links for end in pair})
    nodes = {an_id(name): Node(an_id(name), NodeType.CONCEPT, name) for name in names}
    edges = tuple(
        Edge(an_id(a), EdgeType.USES, an_id(b), weight) for (a, b), weight in sorted(links.items())
    )
    places = Places(
        Place(key, NodeType.CONCEPT, node.name, "c.md", f"c/{node.name}/", "", None, 0)
        for key, node in nodes.items()
        if node.name not in without
    )
    positions = {key: (number, -number) for number, key in enumerate(nodes)}
    return Neighbourhoods(GraphView(Graph(nodes, edges)), places, positions)


def test_neighbours_of_either_direction_stand_around_the_page():
    graph = neighbourhoods({("a", "b"): 1, ("c", "a"): 1}).around(an_id("a"))

    assert graph.title == "a"
    assert {dot.title for dot in graph.dots} == {"b", "c"}


def test_no_two_dots_share_a_place_and_all_lie_within_the_picture():
    graph = neighbourhoods({("a", f"n{n}"): 1 for n in range(40)}).around(an_id("a"))
    points = {(dot.x, dot.y) for dot in graph.dots}

    assert len(points) == NEIGHBOURS == len(graph.dots)
    assert all(0 < x < graph.width and 0 < y < graph.height for x, y in points)
    assert graph.left_out == 40 - NEIGHBOURS


def test_the_most_often_linked_are_drawn_first():
    links = {("a", f"n{n}"): 1 for n in range(40)} | {("a", "often"): 9}

    assert "often" in {dot.title for dot in neighbourhoods(links).around(an_id("a")).dots}


def test_sides_and_heights_are_those_of_the_map():
    graph = neighbourhoods({("m", name): 1 for name in "abyz"}).around(an_id("m"))
    left = [dot.title for dot in graph.dots if dot.is_left]
    right = [dot.title for dot in graph.dots if not dot.is_left]

    assert (left, right) == (["b", "a"], ["z", "y"])


def test_links_between_neighbours_are_chords():
    graph = neighbourhoods({("a", "b"): 1, ("a", "c"): 1, ("b", "c"): 1}).around(an_id("a"))
    points = {dot.title: (dot.x, dot.y) for dot in graph.dots}

    assert set(graph.chords[0]) == {points["b"], points["c"]}


def test_a_page_without_links_and_a_node_without_a_page_have_no_picture():
    some = neighbourhoods({("a", "b"): 1, ("c", "c"): 1}, without=("b",))

    assert [some.around(an_id(name)) for name in ("a", "b", "c", "nowhere")] == [None] * 4


def test_a_label_is_cut_at_a_space_and_wide_letters_count_twice():
    assert fit("Neural Radiance Fields for View Synthesis", 30) == "Neural Radiance Fields for…"
    assert fit("神经辐射场与三维重建的综述", 20) == "神经辐射场与三维重…"
    assert fit("short", 30) == "short"
