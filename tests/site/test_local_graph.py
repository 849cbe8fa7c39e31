from __future__ import annotations

from tesserae.graph.view import GraphView
from tesserae.model.graph import Edge, Graph, Node
from tesserae.model.ids import node_id
from tesserae.model.ontology import EdgeType, NodeType
from tesserae.site.local_graph import NEIGHBOURS, Neighbourhoods
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

    assert {link.title for link in (*graph.left, *graph.right)} == {"b", "c"}


def test_no_two_neighbours_share_a_place_and_all_lie_within_the_drawing():
    graph = neighbourhoods({("a", f"n{n}"): 1 for n in range(40)}).around(an_id("a"))
    width, height = graph.size

    assert len(set(graph.spokes)) == NEIGHBOURS == len(graph.spokes)
    assert all(x in (0, width) and 0 < y < height for x, y in graph.spokes)
    assert graph.left_out == 40 - NEIGHBOURS


def test_the_shorter_column_is_centred():
    graph = neighbourhoods({("a", name): 1 for name in "bcd"}).around(an_id("a"))

    assert graph.spokes == ((0, 5), (0, 15), (100, 10))


def test_the_most_often_linked_are_drawn_first():
    links = {("a", f"n{n}"): 1 for n in range(40)} | {("a", "often"): 9}
    graph = neighbourhoods(links).around(an_id("a"))

    assert "often" in {link.title for link in (*graph.left, *graph.right)}


def test_sides_and_heights_are_those_of_the_map():
    graph = neighbourhoods({("m", name): 1 for name in "abyz"}).around(an_id("m"))

    assert [link.title for link in graph.left] == ["b", "a"]
    assert [link.title for link in graph.right] == ["z", "y"]


def test_links_between_neighbours_are_chords():
    graph = neighbourhoods({("a", "b"): 1, ("a", "c"): 1, ("b", "c"): 1}).around(an_id("a"))

    assert set(graph.chords[0]) == set(graph.spokes)


def test_lines_lead_from_the_middle_to_each_neighbour():
    graph = neighbourhoods({("a", "b"): 1, ("a", "c"): 1, ("b", "c"): 1}).around(an_id("a"))

    assert graph.spoke_path == "M50 5L0 5M50 5L100 5"
    assert graph.chord_path == "M0 5Q50 5 100 5"


def test_a_page_without_links_and_a_node_without_a_page_have_no_picture():
    some = neighbourhoods({("a", "b"): 1, ("c", "c"): 1}, without=("b",))

    assert [some.around(an_id(name)) for name in ("a", "b", "c", "nowhere")] == [None] * 4
