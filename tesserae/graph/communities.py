"""Communities of the wiki's nodes by Leiden, each named by its most central member.

The native library raises on a graph without edges and reads nodes in the order of the edges, so
both are settled here: no edges, no communities; edges in id order, a fixed seed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

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
    weights: dict[tuple[NodeId, NodeId], float] = defaultdict(float)
    for left, right, weight in edges:
        if left != right:
            weights[(left, right) if left < right else (right, left)] += weight
    if not weights:
        return {}
    rows = [(left, right, weights[left, right]) for left, right in sorted(weights)]
    # Short names that sort as the ids do: the library copies them at every step.
    ids = sorted({id_ for left, right, _ in rows for id_ in (left, right)})
    short = {id_: f"{number:07d}" for number, id_ in enumerate(ids)}
    coded = [(short[left], short[right], weight) for left, right, weight in rows]
    _, labels = leiden(coded, None, RESOLUTION, 0.001, 1, True, SEED, 1)
    return _named({id_: labels[short[id_]] for id_ in ids}, rows)


def _named(
    labels: Mapping[NodeId, int], rows: Iterable[tuple[NodeId, NodeId, float]]
) -> dict[NodeId, NodeId]:
    inside: dict[NodeId, float] = defaultdict(float)
    members: dict[int, list[NodeId]] = defaultdict(list)
    for node, label in labels.items():
        members[label].append(node)
    for left, right, weight in rows:
        if labels[left] == labels[right]:
            inside[left] += weight
            inside[right] += weight
    named: dict[NodeId, NodeId] = {}
    for some in members.values():
        if len(some) >= MIN_MEMBERS:
            centre = min(some, key=lambda node: (-inside[node], node))
            named.update(dict.fromkeys(some, centre))
    return named
