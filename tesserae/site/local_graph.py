"""The neighbourhood of one page as a small picture: two columns of links, and lines between them.

Neighbours stand to the left or right and above or below as they do on the whole map, but evenly
spaced, so that each carries its name. Names are HTML beside the drawing, not text inside it: they
can be read at every width, and Material's instant navigation breaks on a link within SVG.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tesserae.graph.view import GraphView
from tesserae.model.ids import NodeId
from tesserae.site.pages import PageLink
from tesserae.site.places import Place, Places

NEIGHBOURS = 12
MAX_CHORDS = 24
ROW = 10
"""Height of a row in units of the drawing."""
WIDTH = 100
"""Width of the drawing in its units."""

_Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class LocalGraph:
    """What `tesserae/around.html` draws."""

    kind: str
    left: tuple[PageLink, ...]
    right: tuple[PageLink, ...]
    spokes: tuple[_Point, ...]
    """Where each neighbour stands: 0 or `WIDTH`, and the middle of its row."""
    chords: tuple[tuple[_Point, _Point], ...]
    """Neighbours that are linked with each other."""
    left_out: int
    """Neighbours that are not drawn."""

    @property
    def rows(self) -> int:
        """Return how many rows the longer column has."""
        return max(len(self.left), len(self.right))

    @property
    def spoke_path(self) -> str:
        """Return the path data of straight lines from the middle to every neighbour."""
        middle = f"M{WIDTH // 2} {ROW * self.rows // 2}L"
        return "".join(f"{middle}{x} {y}" for x, y in self.spokes)

    @property
    def chord_path(self) -> str:
        """Return the path data of bows between linked neighbours."""
        return "".join(
            f"M{x1} {y1}Q{WIDTH // 2} {(y1 + y2) // 2} {x2} {y2}"
            for (x1, y1), (x2, y2) in self.chords
        )

    @property
    def size(self) -> tuple[int, int]:
        """Return width and height of the drawing."""
        return WIDTH, ROW * self.rows


class Neighbourhoods:
    """All neighbourhoods of a site; made once, asked once for each page."""

    def __init__(
        self, view: GraphView, places: Places, positions: Mapping[NodeId, tuple[int, int]]
    ) -> None:
        self._places = places
        self._positions = positions
        self._weights: dict[NodeId, dict[NodeId, float]] = defaultdict(dict)
        drawn = {node_id for node_id in positions if node_id in places}
        for edge in view.graph.edges:
            source, target = edge.source, edge.target
            if source in drawn and target in drawn and source != target:
                weight = self._weights[source].get(target, 0.0) + edge.weight
                self._weights[source][target] = self._weights[target][source] = weight

    def around(self, node_id: NodeId) -> LocalGraph | None:
        """Draw the neighbourhood of a page; None where it has none."""
        weights = self._weights.get(node_id)
        place = self._places.find(node_id)
        if not weights or place is None:
            return None
        # What the corpus links most often, and of that the more specific: a page that everything
        # links to says little about this one.
        ranked = sorted(weights, key=lambda other: (-weights[other], self._degree(other), other))
        chosen = sorted(ranked[:NEIGHBOURS], key=lambda other: (self._positions[other], other))
        half = (len(chosen) + 1) // 2
        left, right = self._by_height(chosen[:half]), self._by_height(chosen[half:])
        points = _points(left, rows=half, x=0) | _points(right, rows=half, x=WIDTH)
        chords = (
            (points[one], points[other])
            for one, other in combinations((*left, *right), 2)
            if other in self._weights[one]
        )
        return LocalGraph(
            kind=place.kind,
            left=tuple(place.link("around") for place in self._placed(left)),
            right=tuple(place.link("around") for place in self._placed(right)),
            spokes=tuple(points.values()),
            chords=tuple(chords)[:MAX_CHORDS],
            left_out=len(ranked) - len(chosen),
        )

    def _degree(self, node_id: NodeId) -> int:
        return len(self._weights[node_id])

    def _by_height(self, ids: Sequence[NodeId]) -> list[NodeId]:
        return sorted(ids, key=lambda node_id: (self._positions[node_id][1], node_id))

    def _placed(self, ids: Sequence[NodeId]) -> list[Place]:
        found = (self._places.find(node_id) for node_id in ids)
        return [place for place in found if place is not None]


def _points(column: Sequence[NodeId], *, rows: int, x: int) -> dict[NodeId, _Point]:
    """Return the middle of each row of a column, which is centred beside a longer one."""
    top = ROW * (rows - len(column)) // 2
    return {node_id: (x, top + ROW * number + ROW // 2) for number, node_id in enumerate(column)}
