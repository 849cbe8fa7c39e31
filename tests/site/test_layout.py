from __future__ import annotations

import random
import subprocess
import sys
from statistics import fmean, median

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesserae.graph.view import GraphView
from tesserae.model.graph import Edge, Graph, Node
from tesserae.model.ids import node_id
from tesserae.model.ontology import EdgeType, NodeType
from tesserae.site.layout import BOX, layout_graph, place

Links = set[tuple[str, str]]


def a_library(documents, *, topics=8, seed=5):
    """Documents that link to terms of their topic, to a few of all topics, and to each other."""
    choose = random.Random(seed)
    links: Links = set()
    for number in range(documents):
        name, topic = f"doc-{number}", number % topics
        terms = [f"term-{topic}-{choose.randrange(documents // topics)}" for _ in range(5)]
        shared = [f"shared-{min(choose.randrange(12), choose.randrange(12))}"]
        cited = [f"doc-{choose.randrange(documents // topics) * topics + topic}"]
        links |= {(name, other) for other in terms + shared + cited if other != name}
    return links


def edited(links, document, *, seed=7):
    """The same library after one document has lost a third of its links and gained as many."""
    choose = random.Random(seed)
    own = sorted(pair for pair in links if pair[0] == document)
    gone = set(choose.sample(own, len(own) // 3))
    others = sorted({end for pair in links for end in pair} - {document})
    gained = {(document, choose.choice(others)) for _ in gone} | {(document, "a new term")}
    return (links - gone) | gained


def placed(links):
    ids = sorted({end for pair in links for end in pair})
    index = {name: number for number, name in enumerate(ids)}
    return dict(zip(ids, place(ids, [(index[a], index[b]) for a, b in links]), strict=True))


def distance(one, other):
    return ((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5


def linked_to_random(places, links):
    choose = random.Random(1)
    points = [places[name] for name in sorted(places)]
    anyhow = fmean(distance(*choose.sample(points, 2)) for _ in range(4000))
    return fmean(distance(places[a], places[b]) for a, b in links) / anyhow


def width(places):
    return max(x for x, _ in places.values()) - min(x for x, _ in places.values())


@pytest.mark.parametrize("documents", [60, 200, 700])
def test_linked_pages_lie_close_together(documents):
    links = a_library(documents)

    assert linked_to_random(placed(links), links) < 0.5


@pytest.mark.parametrize("document", ["doc-3", "doc-40", "doc-151"])
def test_an_edit_of_one_document_hardly_moves_the_median_page(document):
    links = a_library(200)
    before, after = placed(links), placed(edited(links, document))

    moves = [distance(before[name], after[name]) for name in before.keys() & after.keys()]

    assert median(moves) < 0.015 * width(before)


def test_a_larger_map_moves_less():
    links = a_library(1500)
    before, after = placed(links), placed(edited(links, "doc-77"))

    assert median(distance(before[name], after[name]) for name in before) < 0.005 * BOX


def test_pages_do_not_cover_each_other():
    places = list(placed(a_library(200)).values())
    nearest = [min(distance(a, b) for b in places if b is not a) for a in places]

    spacing = BOX * 0.6 / len(places) ** 0.5
    assert sorted(nearest)[len(nearest) // 20] > 0.15 * spacing


def test_the_leaves_of_one_page_are_spread_around_it():
    star = {("centre", f"leaf-{number}") for number in range(30)}

    assert len(set(placed(star).values())) == 31


def test_parts_that_are_not_linked_keep_apart():
    parts = [
        {(f"{part}-{a}", f"{part}-{b}") for a in range(8) for b in range(a)} for part in ("p", "q")
    ]
    places = placed(parts[0] | parts[1])
    within = fmean(distance(places[a], places[b]) for a, b in parts[0])
    between = fmean(distance(places[f"p-{n}"], places[f"q-{n}"]) for n in range(8))

    assert between > 1.5 * within


@given(
    st.lists(
        st.tuples(st.integers(0, 11), st.integers(0, 11)),
        max_size=30,
    ),
    st.randoms(use_true_random=False),
)
@settings(max_examples=10, deadline=None)
def test_order_direction_and_repetition_of_links_do_not_matter(pairs, shuffle):
    ids = [f"n{number:02}" for number in range(12)]
    again = [pair[::-1] for pair in pairs] + pairs
    shuffle.shuffle(again)

    assert place(ids, pairs) == place(ids, again)


@pytest.mark.parametrize(
    "pairs",
    [
        [],
        [(0, 0)],
        [(0, 1)],
        [(0, 1), (1, 2), (2, 3)],
        [(a, b) for a in range(9) for b in range(a)],
    ],
)
@pytest.mark.parametrize("count", [9, 40])
def test_every_page_lies_within_the_box(pairs, count):
    places = place([f"n{number:02}" for number in range(count)], pairs)

    assert len(places) == count
    assert all(0 <= value <= BOX for point in places for value in point)


def test_an_empty_graph_and_a_single_page_have_a_map():
    assert place([], []) == []
    assert place(["only"], []) == [(BOX // 2, BOX // 2)]


def test_the_hash_seed_has_no_part_in_it():
    script = "from tesserae.site.layout import place; print(place(list('abcdefg'), [(0,1),(5,2)]))"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }

    assert len(outputs) == 1


def test_the_picture_is_the_same_on_every_machine():
    # Written once; only + - * / and square roots may lie between the graph and these numbers.
    links = {("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "e"), ("e", "f"), ("f", "d")}

    assert placed(links) == {
        "a": (7728, 7242),
        "b": (7034, 4856),
        "c": (5488, 7168),
        "d": (3249, 4765),
        "e": (3894, 2743),
        "f": (2371, 3059),
    }


def test_a_follower_stands_amid_what_it_follows_and_moves_nothing():
    links = a_library(60)
    ids = sorted({end for pair in links for end in pair})
    index = {name: number for number, name in enumerate(ids)}
    pairs = [(index[a], index[b]) for a, b in links]
    followed = [index[f"doc-{number}"] for number in (0, 8, 16, 24)]

    alone = place(ids, pairs)
    together = place(
        [*ids, "z"], [*pairs, *((len(ids), other) for other in followed)], followers={len(ids)}
    )
    middle = [fmean(alone[number][axis] for number in followed) for axis in (0, 1)]

    assert together[:-1] == alone
    assert distance(together[-1], middle) < 0.06 * BOX


def test_followers_of_followers_and_of_nothing_have_a_place():
    places = place(["a", "b", "c"], [(0, 1)], followers={0, 1, 2})

    assert len(set(places)) == 3
    assert all(0 <= value <= BOX for point in places for value in point)


def test_syntheses_move_no_other_page():
    documents = [a_node(NodeType.SOURCE_DOCUMENT, f"{n}.md") for n in range(5)]
    synthesis = a_node(NodeType.SYNTHESIS, "Pulse")
    edges = [Edge(documents[n].id, EdgeType.REFERENCES, documents[n + 1].id) for n in range(4)]
    summary = [Edge(synthesis.id, EdgeType.SUMMARIZES, node.id) for node in documents]

    without = layout_graph(a_view(documents, edges))
    together = layout_graph(a_view([*documents, synthesis], [*edges, *summary]))

    assert {key: together[key] for key in without} == without


def a_view(nodes, edges):
    ordered = {node.id: node for node in sorted(nodes, key=lambda node: node.id)}
    return GraphView(Graph(ordered, tuple(sorted(edges, key=lambda edge: edge.source))))


def a_node(type_, name):
    return Node(node_id(type_, name, name), type_, name)


def test_only_pages_are_on_the_map_and_sessions_are_not():
    concept, session = a_node(NodeType.CONCEPT, "Idea"), a_node(NodeType.SESSION, "Monday")
    claim, document = a_node(NodeType.CLAIM, "It is"), a_node(NodeType.SOURCE_DOCUMENT, "a.md")
    nodes = {
        node.id: node
        for node in sorted((concept, session, claim, document), key=lambda node: node.id)
    }
    edges = (Edge(concept.id, EdgeType.DISCUSSED_IN, session.id),)

    assert set(layout_graph(GraphView(Graph(nodes, edges)))) == {concept.id, document.id}
