"""Where each page stands on the map, computed once for a graph and kept in the cache.

The positions are a pure function of the graph, so a cache cannot change them; it only saves an
unchanged build the time of computing them and of loading what computes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

import tesserae.site.theme
from tesserae.engine.pipeline import Compiled
from tesserae.engine.stages import load_named
from tesserae.graph.view import GraphView
from tesserae.model.ids import NodeId
from tesserae.site.siblings import to_json
from tesserae.workspace import Writer

LAYOUT = "tesserae.site.layout:layout_graph"

Positions = Mapping[NodeId, tuple[int, int]]


def load_positions(compiled: Compiled, view: GraphView, *, is_whole: bool) -> Positions:
    """Return the position of every page on the map.

    Args:
        compiled: The project.
        view: The graph that the site shows.
        is_whole: Whether that is the whole graph of the project; a part of it is not cached.
    """
    if not is_whole:
        return _computed(view)
    path = compiled.workspace.cache_dir / "positions.json"
    key = f"{compiled.manifest.generation}-{_code()}"
    kept = _kept(path, key)
    if kept is not None:
        return kept
    positions = _computed(view)
    rows = [[node_id, x, y] for node_id, (x, y) in positions.items()]
    Writer(compiled.workspace).write(path, to_json({"key": key, "positions": rows}))
    return positions


def _computed(view: GraphView) -> Positions:
    positions: Positions = load_named(LAYOUT)(view)
    return positions


def _kept(path: Path, key: str) -> Positions | None:
    try:
        data = json.loads(path.read_bytes())
        if data["key"] != key:
            return None
        return {NodeId(node_id): (x, y) for node_id, x, y in data["positions"]}
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _code() -> str:
    """Name the code that would compute the positions."""
    source = Path(tesserae.site.theme.__file__).with_name("layout.py")
    return hashlib.sha256(source.read_bytes()).hexdigest()[:12]
