"""The map as the site carries it: which pages are drawn, where, and how they are linked.

Pages stand in order of their links, best linked first, so that every prefix of a picture is a
picture: the browser draws fewer of them when it is zoomed out, the static map shows the first few.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tesserae.graph.view import GraphView
from tesserae.model.graph import JsonValue
from tesserae.model.ids import NodeId
from tesserae.model.ontology import KIND_OF_TYPE, Kind

BOX = 10_000
"""Width and height of the picture; coordinates are integers from 0 to `BOX`."""
MAX_DRAWN = 50_000
"""Pages that one picture holds; beyond it the least linked are left out."""
MAX_LINKS = 200_000
"""Links that one picture holds; those between well linked pages come first."""

_MARGIN = 500
_LABEL_COLUMNS = 24
# Of a letter's height, on average over sans-serif faces.
_COLUMN_WIDTH = 0.56
_KINDS: tuple[Kind, ...] = tuple(kind for kind in Kind if kind is not Kind.SESSIONS)


@dataclass(frozen=True, slots=True)
class Dot:
    """One page on the map."""

    id: NodeId
    kind: Kind
    title: str
    url: str
    """Relative to the site's root."""
    x: int
    y: int
    degree: int
    """Links to other pages on the whole map."""


@dataclass(frozen=True, slots=True)
class GraphPicture:
    """What the graph page draws."""

    dots: tuple[Dot, ...]
    """Most links first, then by id."""
    links: tuple[tuple[int, int], ...]
    """Pairs (later, earlier) of indices into `dots`, each once, sorted."""
    total: int
    """Pages on the whole map, drawn or not."""

    @property
    def kinds(self) -> dict[Kind, int]:
        """Count the drawn pages of each kind, in the order of the ontology, without empty ones."""
        counts = dict.fromkeys(_KINDS, 0)
        for dot in self.dots:
            counts[dot.kind] += 1
        return {kind: count for kind, count in counts.items() if count}

    @property
    def frame(self) -> tuple[int, int, int, int]:
        """Return left, top, width and height of the drawn part, with a margin around it."""
        xs, ys = [dot.x for dot in self.dots], [dot.y for dot in self.dots]
        left, top = min(xs, default=0) - _MARGIN, min(ys, default=0) - _MARGIN
        right, bottom = max(xs, default=BOX) + _MARGIN, max(ys, default=BOX) + _MARGIN
        return left, top, right - left, bottom - top

    def labels(self, count: int, *, size: int) -> list[tuple[int, int, str]]:
        """Choose the best linked pages whose names fit on the picture without covering each other.

        Args:
            count: Names at the most.
            size: Height of a letter, in units of the picture.

        Returns:
            The middle of each name's lower edge, and the name.
        """
        left, _, width, _ = self.frame
        taken: list[tuple[float, int, float]] = []
        chosen: list[tuple[int, int, str]] = []
        for dot in self.dots:
            if len(chosen) == count:
                break
            text = _cut(dot.title, _LABEL_COLUMNS)
            half = _columns(text) * size * _COLUMN_WIDTH / 2
            x = round(min(max(dot.x, left + half), left + width - half))
            y = dot.y - size
            if any(abs(x - a) < half + b and abs(y - c) < 1.3 * size for a, c, b in taken):
                continue
            taken.append((x, y, half))
            chosen.append((x, y, text))
        return chosen

    def first(self, count: int, *, links: int = MAX_LINKS) -> GraphPicture:
        """Return the picture of the `count` best linked pages."""
        if count >= len(self.dots) and links >= len(self.links):
            return self
        kept = tuple(pair for pair in self.links if pair[0] < count)
        return GraphPicture(self.dots[:count], kept[:links], self.total)

    def to_json(self) -> str:
        """Write the picture for `graph.js`, column by column.

        Returns:
            One line of ASCII JSON. `links` holds for each page, in order, how many earlier pages
            it links to and then their indices.
        """
        number = {kind: index for index, kind in enumerate(_KINDS)}
        data: dict[str, JsonValue] = {
            "box": BOX,
            "total": self.total,
            "kinds": [kind.value for kind in _KINDS],
            "kind": [number[dot.kind] for dot in self.dots],
            "x": [dot.x for dot in self.dots],
            "y": [dot.y for dot in self.dots],
            "title": [dot.title for dot in self.dots],
            "url": [dot.url for dot in self.dots],
            "links": list(self._packed_links()),
        }
        return json.dumps(data, separators=(",", ":"))

    def to_script(self) -> str:
        """Write the picture as a classic script, since a page opened as a file cannot fetch."""
        # "<" only ever stands in titles; escaped, the text is safe inside a <script> too.
        return f"window.tesseraeGraph={self.to_json().replace('<', chr(92) + 'u003c')};\n"

    def _packed_links(self) -> Iterator[int]:
        earlier: list[list[int]] = [[] for _ in self.dots]
        for later, before in self.links:
            earlier[later].append(before)
        for indices in earlier:
            yield len(indices)
            yield from indices


def build_picture(
    view: GraphView,
    places: Mapping[NodeId, tuple[int, int]],
    urls: Mapping[NodeId, str],
    *,
    limit: int = MAX_DRAWN,
) -> GraphPicture:
    """Choose what is drawn.

    Args:
        view: The graph.
        places: From `layout_graph`.
        urls: The page of each node, relative to the site's root; a node without one is left out.
        limit: How many pages are drawn at the most.
    """
    shown = {node_id for node_id in places if node_id in urls}
    pairs = {
        (min(edge.source, edge.target), max(edge.source, edge.target))
        for edge in view.graph.edges
        if edge.source in shown and edge.target in shown and edge.source != edge.target
    }
    degree = dict.fromkeys(shown, 0)
    for pair in pairs:
        for end in pair:
            degree[end] += 1
    ranked = sorted(shown, key=lambda node_id: (-degree[node_id], node_id))[:limit]
    index = {node_id: number for number, node_id in enumerate(ranked)}
    numbered = ((index[a], index[b]) for a, b in pairs if a in index and b in index)
    links = sorted((max(pair), min(pair)) for pair in numbered)[:MAX_LINKS]
    dots = tuple(
        Dot(
            id=node_id,
            kind=KIND_OF_TYPE[view.node(node_id).type],
            title=view.node(node_id).name,
            url=urls[node_id],
            x=places[node_id][0],
            y=places[node_id][1],
            degree=degree[node_id],
        )
        for node_id in ranked
    )
    return GraphPicture(dots, tuple(links), len(shown))


def _columns(text: str) -> int:
    """Count the columns that a text takes where a wide character takes two."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def _cut(text: str, columns: int) -> str:
    """Cut a text to a number of columns, at a space where there is one near."""
    room = columns
    for index, char in enumerate(text):
        room -= _columns(char)
        if room < 0:
            head = text[: max(1, index - 1)]
            space = head.rfind(" ")
            return (head[:space] if space > len(head) // 2 else head).rstrip() + "…"
    return text
