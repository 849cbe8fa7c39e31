from __future__ import annotations

from tesserae.graph.communities import find_communities


def clique(prefix: str, size: int) -> list[tuple[str, str, float]]:
    names = [f"{prefix}{number}" for number in range(size)]
    edges = [(left, right, 1.0) for left in names for right in names if left < right]
    return [*edges, (names[0], names[1], 5.0)]


def test_a_graph_without_edges_has_no_communities():
    assert find_communities([]) == {}
    assert find_communities([("a", "a", 1.0)]) == {}


def test_dense_parts_are_communities_named_by_their_most_central_member():
    edges = [*clique("a", 5), *clique("b", 5), ("a4", "b4", 0.1)]
    found = find_communities(edges)
    assert {found[f"a{number}"] for number in range(5)} == {"a0"}
    assert {found[f"b{number}"] for number in range(5)} == {"b0"}


def test_the_order_of_the_edges_does_not_matter():
    edges = [*clique("a", 6), *clique("b", 4), ("a4", "b3", 0.5)]
    turned = [(right, left, weight) for left, right, weight in reversed(edges)]
    assert find_communities(edges) == find_communities(turned)


def test_a_pair_is_no_community():
    assert find_communities([("a", "b", 1.0)]) == {}
