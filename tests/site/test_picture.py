from __future__ import annotations

import json

from tesserae.graph.view import GraphView
from tesserae.model.graph import Edge, Graph, Node
from tesserae.model.ids import node_id
from tesserae.model.ontology import EdgeType, Kind, NodeType
from tesserae.site.picture import build_picture

TYPES = {"Hub": NodeType.CONCEPT, "a.md": NodeType.SOURCE_DOCUMENT, "Ann": NodeType.PERSON}


def a_graph(pairs, *, types=TYPES):
    ids = {name: node_id(type_, name, name) for name, type_ in types.items()}
    nodes = {ids[name]: Node(ids[name], types[name], name) for name in sorted(ids, key=ids.get)}
    edges = tuple(Edge(ids[a], EdgeType.USER_LINK, ids[b]) for a, b in sorted(pairs))
    return GraphView(Graph(nodes, edges)), ids


def pictured(pairs, *, without=(), limit=50, types=TYPES):
    view, ids = a_graph(pairs, types=types)
    places = {key: (number, 2 * number) for number, key in enumerate(sorted(ids.values()))}
    urls = {key: f"p/{name}/" for name, key in ids.items() if name not in without}
    return build_picture(view, places, urls, limit=limit)


def test_the_best_linked_page_comes_first():
    picture = pictured({("a.md", "Hub"), ("Hub", "Ann")})

    assert picture.dots[0].title == "Hub"
    assert [dot.degree for dot in picture.dots] == [2, 1, 1]


def test_a_pair_is_drawn_once_whichever_way_it_is_linked():
    picture = pictured({("a.md", "Hub"), ("Hub", "a.md"), ("Hub", "Hub")})

    assert picture.links == ((1, 0),)


def test_the_least_linked_pages_are_left_out_beyond_the_limit():
    picture = pictured({("a.md", "Hub"), ("Hub", "Ann"), ("Ann", "Hub")}, limit=2)

    assert (len(picture.dots), picture.total, len(picture.links)) == (2, 3, 1)


def test_a_node_without_a_page_leaves_no_trace():
    picture = pictured({("a.md", "Hub"), ("Ann", "Hub")}, without=("Ann",))

    assert "Ann" not in picture.to_json()
    assert picture.total == 2


def test_kinds_are_counted_in_the_order_of_the_ontology():
    assert pictured(set()).kinds == {Kind.SOURCES: 1, Kind.CONCEPTS: 1, Kind.ENTITIES: 1}


def test_columns_say_how_many_earlier_pages_each_page_links_to():
    data = json.loads(pictured({("a.md", "Hub"), ("Hub", "Ann"), ("Ann", "a.md")}).to_json())

    assert data["links"] == [0, 1, 0, 2, 0, 1]
    assert {len(data[column]) for column in ("kind", "x", "y", "title", "url")} == {3}


def test_a_prefix_is_a_picture_of_the_best_linked():
    picture = pictured({("a.md", "Hub"), ("Hub", "Ann"), ("Ann", "a.md")}).first(2)

    assert [dot.title for dot in picture.dots] == ["Hub", "Ann"]
    assert picture.links == ((1, 0),)


def test_a_title_cannot_end_the_script_it_stands_in():
    title = "</script><!--"
    picture = pictured(set(), types={title: NodeType.CONCEPT})

    assert "<" not in picture.to_script()
    assert json.loads(picture.to_json())["title"] == [title]


def test_the_frame_holds_every_dot_with_room_to_spare():
    picture = pictured({("a.md", "Hub"), ("Hub", "Ann")})
    left, top, width, height = picture.frame

    assert all(left < dot.x < left + width and top < dot.y < top + height for dot in picture.dots)


def test_names_do_not_cover_each_other():
    # The three pages of this graph stand one and two units apart.
    picture = pictured({("a.md", "Hub"), ("Hub", "Ann")})

    assert [name for _, _, name in picture.labels(3, size=100)] == ["Hub"]
    assert [len(picture.labels(count, size=1)) for count in (0, 2, 9)] == [0, 2, 3]


def test_a_long_name_is_cut_at_a_space_and_wide_letters_count_twice():
    def name_of(title):
        return pictured(set(), types={title: NodeType.CONCEPT}).labels(1, size=1)[0][2]

    assert name_of("Neural Radiance Fields for View Synthesis") == "Neural Radiance Fields…"
    assert name_of("神经辐射场与三维重建的一个综述") == "神经辐射场与三维重建的…"
    assert name_of("short") == "short"
