"""Communities of the wiki's nodes by Leiden, each named by its most central member.

The native library raises on a graph without edges and reads nodes in the order of the edges, so
both are settled here: no edges, no communities; edges in id order, a fixed seed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from graspologic_native import leiden

from tesserae.model.ids import NodeId

SEED = 20_260_101
RESOLUTION = 1.0
MIN_MEMBERS = 3


def find_communities(edges: Iterable[tuple[NodeId, NodeId, float]]) -> dict[NodeId, NodeId]:
    """Return, for each node of a community, the id of the community's most central member.

    Args:
        edges: Undirected, in any order; parallel ones add up. Nodes without edges have no
            community, nor have the members of a community of less than `MIN_MEMBERS`.

    Source: Traag, Waltman and van Eck, Scientific Reports 2019.
    """
    between = [edge for edge in edges if edge[0] != edge[1]]
    if not between:
        return {}
    ids = sorted({end for left, right, _ in between for end in (left, right)})
    size, number = len(ids), {id_: at for at, id_ in enumerate(ids)}
    # A pair of nodes as one number: pairs are added up and sorted by the ten thousand.
    weights: dict[int, float] = defaultdict(float)
    for one, other, weight in between:
        left, right = number[one], number[other]
        weights[left * size + right if left < right else right * size + left] += weight
    rows = [(*divmod(pair, size), weights[pair]) for pair in sorted(weights)]
    # Short names that sort as the ids do: the library copies them at every step.
    short = [f"{at:07d}" for at in range(size)]
    coded = [(short[left], short[right], weight) for left, right, weight in rows]
    _, found = leiden(coded, None, RESOLUTION, 0.001, 1, True, SEED, 1)
    return _named(ids, [found[name] for name in short], rows)


def _named(
    ids: Sequence[NodeId], labels: Sequence[int], rows: Iterable[tuple[int, int, float]]
) -> dict[NodeId, NodeId]:
    inside = [0.0] * len(ids)
    members: dict[int, list[int]] = defaultdict(list)
    for node, label in enumerate(labels):
        members[label].append(node)
    for left, right, weight in rows:
        if labels[left] == labels[right]:
            inside[left] += weight
            inside[right] += weight
    named: dict[NodeId, NodeId] = {}
    for some in members.values():
        if len(some) >= MIN_MEMBERS:
            centre = ids[min(some, key=lambda node: (-inside[node], node))]
            named.update((ids[node], centre) for node in some)
    return named
