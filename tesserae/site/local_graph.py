"""The neighbourhood of one page as a small picture: the page in the middle, its links around it.

Neighbours stand to the left or right and above or below as they do on the whole map, but evenly
spaced, so that every one of them can carry its name.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from tesserae.graph.view import GraphView
from tesserae.model.ids import NodeId
from tesserae.site.places import Place, Places

NEIGHBOURS = 24
MAX_CHORDS = 60
LABEL_COLUMNS = 30
"""Columns of a label; a wide character takes two."""

WIDTH = 600
_ROW = 24
_MARGIN = 16
_NEAREST = 40
_BULGE = 45
_Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class LocalDot:
    """One neighbour."""

    x: int
    y: int
    kind: str
    title: str
    label: str
    """The title, cut to fit beside the dot."""
    url: str
    """Relative to the site's root."""
    is_left: bool


@dataclass(frozen=True, slots=True)
class LocalGraph:
    """What `tesserae/around.html` draws."""

    height: int
    kind: str
    title: str
    dots: tuple[LocalDot, ...]
    chords: tuple[tuple[_Point, _Point], ...]
    """Links between neighbours."""
    left_out: int
    """Neighbours that are not drawn."""

    @property
    def width(self) -> int:
        """Return the width of the picture, which is the same for all."""
        return WIDTH

    @property
    def centre(self) -> _Point:
        """Return where the page itself stands."""
        return WIDTH // 2, self.height // 2


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
        sides = (self._by_height(chosen[:half]), self._by_height(chosen[half:]))
        height = max(2, half) * _ROW + 2 * _MARGIN
        points = _points(sides[0], height, -1) | _points(sides[1], height, 1)
        return LocalGraph(
            height=height,
            kind=place.kind,
            title=place.title,
            dots=tuple(
                self._dot(other, points[other], is_left=side is sides[0])
                for side in sides
                for other in side
            ),
            chords=tuple(self._chords(chosen, points)[:MAX_CHORDS]),
            left_out=len(ranked) - len(chosen),
        )

    def _degree(self, node_id: NodeId) -> int:
        return len(self._weights[node_id])

    def _by_height(self, ids: Sequence[NodeId]) -> list[NodeId]:
        return sorted(ids, key=lambda node_id: (self._positions[node_id][1], node_id))

    def _chords(
        self, chosen: Sequence[NodeId], points: Mapping[NodeId, _Point]
    ) -> list[tuple[_Point, _Point]]:
        return [
            (points[one], points[other])
            for number, one in enumerate(chosen)
            for other in chosen[number + 1 :]
            if other in self._weights[one]
        ]

    def _dot(self, node_id: NodeId, point: _Point, *, is_left: bool) -> LocalDot:
        place = self._placed(node_id)
        return LocalDot(
            x=point[0],
            y=point[1],
            kind=place.kind,
            title=place.title,
            label=fit(place.title, LABEL_COLUMNS),
            url=place.url,
            is_left=is_left,
        )

    def _placed(self, node_id: NodeId) -> Place:
        place = self._places.find(node_id)
        assert place is not None, node_id
        return place


def _points(side: Sequence[NodeId], height: int, direction: int) -> dict[NodeId, _Point]:
    """Set one side's dots on a bow, evenly from top to bottom."""
    middle = (len(side) - 1) / 2
    points: dict[NodeId, _Point] = {}
    for row, node_id in enumerate(side):
        lean = (row - middle) / (middle + 1)
        offset = _NEAREST + _BULGE * sqrt(1 - lean * lean)
        y = height / 2 + (row - middle) * _ROW
        points[node_id] = (round(WIDTH / 2 + direction * offset), round(y))
    return points


def fit(text: str, columns: int) -> str:
    """Cut a text to a number of columns, at a space where there is one near."""
    room = columns
    for index, char in enumerate(text):
        room -= 2 if unicodedata.east_asian_width(char) in "WF" else 1
        if room < 0:
            head = text[: max(1, index - 1)]
            space = head.rfind(" ")
            return (head[:space] if space > len(head) // 2 else head).rstrip() + "…"
    return text
