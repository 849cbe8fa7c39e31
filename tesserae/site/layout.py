"""Where each page stands on the map of the wiki: a pure function of the graph.

Four stages, each continuous in the graph, so that a small edit moves little. *Start*: every node
begins at a place hashed from its id and is drawn towards its neighbours a fixed number of times;
what is tightly linked ends up in one place, communities before their members. *Settle*: linked
nodes attract, all nodes repel, in the model whose rest state has the shortest links for its
spread. *Spread*: close nodes are pushed apart, each held near the place it settled at. *Frame*:
the picture is scaled into a fixed box and rounded.

Syntheses follow: they are made of what the rest of the graph says, change with every edit of it,
and would drag it about. Each stands amid the pages it is made of and moves none of them.

The arithmetic is +, -, *, / and square roots of 64-bit floats in a fixed order, which IEEE 754
rounds the same on every machine: no Fourier transform, no BLAS, no eigenvectors, no random
numbers, no earlier layout.

Source: Noack, "Energy models for graph clustering", JGAA 2007 (the attraction of `_settle`).
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tesserae.graph.view import GraphView
from tesserae.model.ids import NodeId
from tesserae.model.ontology import PAGE_TYPES, SESSION_TYPES, TYPES_OF_KIND, Kind
from tesserae.site.picture import BOX

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]
Booleans = npt.NDArray[np.bool_]

MAPPED_TYPES = PAGE_TYPES - SESSION_TYPES
"""Sessions stay off the map, so that it is the same with and without logs."""
FOLLOWING_TYPES = TYPES_OF_KIND[Kind.SYNTHESES]

# Settings of the stages, tuned together on document graphs and on community graphs of 650 to
# 50,000 nodes; lengths are in half-widths of the plane, which reaches from -1 to 1.
_DRAWS = 30
_PULL = 0.9
_START_RADIUS = 0.6
_SETTLE_STEPS = 50
_SETTLE_REACH = 0.05
_SETTLE_COOLING = 0.95
_REPULSION = 0.6
_GRAVITY = 0.02
_HOLD = 0.1
_SPREAD_STEPS = 18
_SPREAD_REACH = 0.01
_SPREAD_COOLING = 0.91
_PRESSURE = 2.4
_ANCHOR = 0.1
_NEAR_LEVELS = 3
# A node's distance from the centre is bent below this many root mean squares: one far node
# neither leaves the box nor shrinks the rest of the picture.
_RIM = 1.5

_COARSEST = 4


@dataclass(frozen=True, slots=True)
class _Links:
    """The pairs of linked nodes, each once, with how strongly they hold together."""

    count: int
    """Number of nodes."""
    left: Indices
    right: Indices
    weight: Floats
    """1 / sqrt(degree * degree): a link to a hub says less than one between two small nodes."""

    def sums(self, values: Floats) -> Floats:
        """Add up, at each node, a value given for each pair."""
        return self._at(self.left, values) + self._at(self.right, values)

    def balance(self, values: Floats) -> Floats:
        """Add up a value at the left end of each pair and take it off at the right end."""
        return self._at(self.left, values) - self._at(self.right, values)

    def across(self, values: Floats) -> Floats:
        """Return how much larger a value is at the right end of each pair."""
        # From a copy: the columns of a table lie apart, and looking each up would cost twice.
        column = np.ascontiguousarray(values)
        return np.asarray(column[self.right] - column[self.left], dtype=np.float64)

    def means(self, values: Floats) -> Floats:
        """Return the weighted mean of each node's neighbours; 0 where there are none."""
        total = self._at(self.left, self.weight * values[self.right])
        total += self._at(self.right, self.weight * values[self.left])
        return total / np.maximum(self.sums(self.weight), 1e-12)

    def _at(self, ends: Indices, values: Floats) -> Floats:
        return np.bincount(ends, values, self.count).astype(np.float64, copy=False)


def layout_graph(view: GraphView) -> dict[NodeId, tuple[int, int]]:
    """Place every page of the graph.

    Returns:
        For each node of `MAPPED_TYPES`, in id order, its (x, y) in 0 to `BOX`, y downwards.
    """
    ids = [node_id for node_id, node in view.graph.nodes.items() if node.type in MAPPED_TYPES]
    index = {node_id: number for number, node_id in enumerate(ids)}
    pairs = [
        (index[edge.source], index[edge.target])
        for edge in view.graph.edges
        if edge.source in index and edge.target in index
    ]
    followers = {index[node_id] for node_id in ids if view.node(node_id).type in FOLLOWING_TYPES}
    places = place(ids, pairs, followers=followers)
    return dict(zip(ids, places, strict=True))


def place(
    ids: Sequence[str],
    pairs: Iterable[tuple[int, int]],
    *,
    followers: AbstractSet[int] = frozenset(),
) -> list[tuple[int, int]]:
    """Place nodes from their ids and the pairs of them that are linked.

    Args:
        ids: Unique names; sorted, so that sums run in the same order on every call.
        pairs: Indices into `ids`; direction, repetition and order do not matter.
        followers: Nodes that stand amid their neighbours and move none of them.
    """
    if not ids:
        return []
    ends = np.array(list(pairs), dtype=np.int64).reshape(-1, 2)
    leads = np.array([number not in followers for number in range(len(ids))])
    hashed = _hash_places(ids)
    leading = _place_leaders(leads, ends, hashed)
    frame = _frame_of(leading[leads] if leads.any() else leading)
    following = _place_followers(leads, ends, hashed, leading)
    return _round(frame.fit(following))


def _place_leaders(leads: Booleans, ends: Indices, hashed: Floats) -> Floats:
    """Lay out the leading nodes as if there were no others; the rest keep their hashed places."""
    places = _START_RADIUS * hashed
    count = int(leads.sum())
    if count:
        number = np.cumsum(leads) - 1
        inner = number[ends[leads[ends].all(axis=1)]]
        links = _build_links(count, inner)
        settled = _settle(links, _start(links, hashed[leads]))
        # Nodes with the same neighbours settle on one point; the hash says which way each goes.
        apart = settled + hashed[leads] * (0.5 * _spacing(count))
        places[leads] = _spread(apart, np.ones(count, dtype=np.bool_))
    return places


def _place_followers(leads: Booleans, ends: Indices, hashed: Floats, places: Floats) -> Floats:
    """Set the following nodes amid the leading ones they are linked with, and push them clear."""
    if leads.all():
        return places
    outer = ends[leads[ends[:, 0]] != leads[ends[:, 1]]]
    leader = np.where(leads[outer[:, 0]], outer[:, 0], outer[:, 1])
    follower = np.where(leads[outer[:, 0]], outer[:, 1], outer[:, 0])
    degree = np.bincount(follower, minlength=len(places))
    amid = places.copy()
    for axis in (0, 1):
        total = np.bincount(follower, places[leader, axis], len(places))
        amid[:, axis] = np.where(degree > 0, total / np.maximum(degree, 1), places[:, axis])
    amid[~leads] += hashed[~leads] * (0.5 * _spacing(len(places)))
    return _spread(amid, ~leads)


def _build_links(count: int, ends: Indices) -> _Links:
    low, high = ends.min(axis=1), ends.max(axis=1)
    keys = np.unique((low * count + high)[low != high])
    left, right = keys // count, keys % count
    degree = np.bincount(left, minlength=count) + np.bincount(right, minlength=count)
    weight = 1.0 / np.sqrt((degree[left] * degree[right]).astype(np.float64))
    return _Links(count, left, right, weight)


def _hash_places(ids: Sequence[str]) -> Floats:
    """Return a place in the square from -1 to 1 for each id, evenly spread."""
    digests = b"".join(
        hashlib.sha256(name.encode("utf-8", "surrogatepass")).digest()[:8] for name in ids
    )
    words = np.frombuffer(digests, dtype=">u4").astype(np.float64).reshape(-1, 2)
    return words / 2.0**31 - 1.0


def _spacing(count: int) -> float:
    """Return the side of the square that one node has to itself."""
    return 1.0 / math.sqrt(count)


def _start(links: _Links, hashed: Floats) -> Floats:
    """Draw hashed places together along links, then fill a disc evenly with what results."""
    linked = links.sums(links.weight) > 0
    drawn = hashed.copy()
    for _ in range(_DRAWS):
        for axis in (0, 1):
            pulled = (1.0 - _PULL) * hashed[:, axis] + _PULL * links.means(drawn[:, axis])
            drawn[:, axis] = np.where(linked, pulled, hashed[:, axis])
    x, y = _even(drawn[:, 0]), _even(drawn[:, 1])
    # From the square to the disc (the elliptical map), so that no corner stands out.
    disc = np.stack([x * np.sqrt(1.0 - y * y / 2.0), y * np.sqrt(1.0 - x * x / 2.0)], axis=1)
    return _START_RADIUS * disc


def _even(values: Floats) -> Floats:
    """Replace values by their ranks, from -1 to 1; equal values keep the order of the ids."""
    ranks = np.empty(len(values))
    ranks[np.argsort(values, kind="stable")] = np.arange(len(values)) + 0.5
    return ranks * (2.0 / len(values)) - 1.0


def _settle(links: _Links, start: Floats) -> Floats:
    """Let links pull with even force while all nodes push each other away.

    A weak spring holds each node at its start. A sparse graph has many states that are almost at
    rest; without the spring one edit more or less would tip it from one into another.
    """
    total = links.sums(links.weight)
    # A node pushes as hard as it is held: otherwise hubs are flung out of the picture.
    mass = total + 0.1 * (math.fsum(total) / links.count) + 1e-9
    mass *= links.count / math.fsum(mass)
    softness = _spacing(links.count)
    grid = _grid_size(links.count, per_spacing=1)
    places, reach = start, _SETTLE_REACH
    for _ in range(_SETTLE_STEPS):
        across = [links.across(places[:, axis]) for axis in (0, 1)]
        stiffness = links.weight / (np.sqrt(across[0] ** 2 + across[1] ** 2) + softness)
        force = _REPULSION * _repulsion(places, mass, grid)
        force += mass[:, None] * (_HOLD * (start - places) - _GRAVITY * places)
        for axis in (0, 1):
            force[:, axis] += links.balance(stiffness * across[axis])
        held = links.sums(stiffness) + (_GRAVITY + _HOLD + _REPULSION) * mass
        places = _step(places, force / held[:, None], reach)
        reach *= _SETTLE_COOLING
    return places


def _spread(settled: Floats, moving: Booleans) -> Floats:
    """Push close nodes apart, each on a spring to the place where it settled.

    Args:
        settled: Of all nodes; those that do not move push all the same.
        moving: Which nodes move.
    """
    count = len(settled)
    mass = np.ones(count)
    grid = _grid_size(count, per_spacing=4)
    anchor = _ANCHOR / _spacing(count)
    places, reach = settled, _SPREAD_REACH
    for _ in range(_SPREAD_STEPS):
        force = _PRESSURE * _repulsion(places, mass, grid, levels=_NEAR_LEVELS)
        force += anchor * (settled - places)
        moved = _step(places, force / (_PRESSURE + anchor), reach)
        places = np.where(moving[:, None], moved, places)
        reach *= _SPREAD_COOLING
    return places


def _step(places: Floats, moves: Floats, reach: float) -> Floats:
    """Move the nodes, none farther than `reach` and none off the plane."""
    short = np.minimum(1.0, reach / np.maximum(_lengths(moves), 1e-12))
    return np.clip(places + moves * short[:, None], -1.0, 1.0)


def _lengths(vectors: Floats) -> Floats:
    x, y = vectors[:, 0], vectors[:, 1]
    return np.asarray(np.sqrt(x * x + y * y), dtype=np.float64)


def _grid_size(count: int, *, per_spacing: int) -> int:
    """Return the cells along one side: a power of two, `per_spacing` of them for each node."""
    return max(32, 1 << (per_spacing * (math.isqrt(count - 1) + 1) - 1).bit_length())


def _repulsion(places: Floats, mass: Floats, grid: int, levels: int | None = None) -> Floats:
    """Return the push that each node gets from all others, falling off as 1 / distance.

    Mass is shared out over the cells of a grid, the potential is summed over ever coarser grids,
    and its slope is read off at the nodes: the cost grows with nodes plus cells.

    Args:
        places: Within -1 to 1.
        mass: Of each node; on average 1.
        grid: Cells along one side, a power of two.
        levels: Use only that many of the finest grids, for a push that ends close by.
    """
    scaled = np.clip((places + 1.0) * (grid / 2.0) - 0.5, 0.0, grid - 1.001)
    cell = scaled.astype(np.int64)
    part = scaled - cell
    first = cell[:, 0] * grid + cell[:, 1]
    near, far = 1.0 - part, part
    corners = (
        (first, near[:, 0] * near[:, 1]),
        (first + 1, near[:, 0] * far[:, 1]),
        (first + grid, far[:, 0] * near[:, 1]),
        (first + grid + 1, far[:, 0] * far[:, 1]),
    )
    density = np.zeros(grid * grid)
    for cells, share in corners:
        density += np.bincount(cells, share * mass, grid * grid)
    potential = _potential(density.reshape(grid, grid), levels)
    slopes = _slopes(potential * (grid / 2.0 / len(places)))
    force = np.zeros_like(places)
    for cells, share in corners:
        for axis in (0, 1):
            force[:, axis] -= share * slopes[axis][cells]
    return force * mass[:, None]


def _potential(density: Floats, levels: int | None) -> Floats:
    """Sum the density, blurred, over a pyramid of grids, each half as fine as the one before.

    Equal shares of every scale add up to a logarithm of the distance, softened at one cell.
    """
    pyramid = [density]
    while len(pyramid[-1]) > _COARSEST and len(pyramid) != levels:
        fine = pyramid[-1]
        rows = fine[0::2] + fine[1::2]
        pyramid.append(rows[:, 0::2] + rows[:, 1::2])
    total = _blurred(pyramid.pop())
    while pyramid:
        total = _doubled(_doubled(total).T).T + _blurred(pyramid.pop())
    return total


def _blurred(cells: Floats) -> Floats:
    rows = 2.0 * cells
    rows[1:] += cells[:-1]
    rows[:-1] += cells[1:]
    blurred = 2.0 * rows
    blurred[:, 1:] += rows[:, :-1]
    blurred[:, :-1] += rows[:, 1:]
    blurred /= 16.0
    return blurred


def _doubled(cells: Floats) -> Floats:
    """Interpolate to twice as many rows."""
    rows = np.empty((2 * len(cells), cells.shape[1]))
    near = 0.75 * cells
    far = 0.25 * cells
    rows[2::2] = near[1:] + far[:-1]
    rows[1:-1:2] = near[:-1] + far[1:]
    rows[0], rows[-1] = cells[0], cells[-1]
    return rows


def _slopes(potential: Floats) -> tuple[Floats, Floats]:
    """Return the slope along each axis, flattened; 0 at the rim."""
    down, right = np.zeros_like(potential), np.zeros_like(potential)
    down[1:-1] = (potential[2:] - potential[:-2]) / 2.0
    right[:, 1:-1] = (potential[:, 2:] - potential[:, :-2]) / 2.0
    return down.ravel(), right.ravel()


@dataclass(frozen=True, slots=True)
class _Frame:
    """The part of the plane that fills the box."""

    centre: Floats
    rim: float
    """What lies far beyond this distance from the centre is drawn near the edge of the box."""

    def fit(self, places: Floats) -> Floats:
        centred = places - self.centre
        bent = centred / np.sqrt(1.0 + (_lengths(centred) / self.rim) ** 2)[:, None]
        return np.asarray((bent / self.rim + 1.0) * (BOX / 2.0), dtype=np.float64)


def _frame_of(places: Floats) -> _Frame:
    """Centre the frame on the nodes and size it by their spread."""
    count = len(places)
    centre = np.array([math.fsum(places[:, axis]) / count for axis in (0, 1)])
    lengths = _lengths(places - centre)
    spread = math.sqrt(math.fsum(lengths * lengths) / count) or 1.0
    return _Frame(centre, _RIM * spread)


def _round(places: Floats) -> list[tuple[int, int]]:
    return [(x, y) for x, y in np.rint(places).astype(np.int64).tolist()]
