"""What a node, an edge and the whole graph carry.

Every node and edge that is not itself a source has evidence: a source, a line span, an excerpt.
The graph is a value; `graph.view` indexes it for the stages that walk it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from tesserae.model.ids import NodeId
from tesserae.model.ontology import EdgeType, NodeType

JsonValue: TypeAlias = "bool | int | float | str | list[JsonValue] | dict[str, JsonValue] | None"
"""Data as it stands in graph.json; mapping keys are strings."""

MAX_EXCERPT = 240
"""Characters of source text that an excerpt quotes at the most."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where a statement was read."""

    source_id: NodeId
    """The SourceDocument, SourceFile or Session that says it."""
    path: str
    """Posix path relative to the project root."""
    start_line: int
    """First line of the passage, 1-based, counted in the whole file."""
    end_line: int
    """Last line of the passage, inclusive."""
    excerpt: str = ""
    """The words themselves, on one line, at most `MAX_EXCERPT` characters."""

    @property
    def span(self) -> str:
        """The place as a person writes it: `docs/a.md:12` or `docs/a.md:12-14`."""
        if self.end_line <= self.start_line:
            return f"{self.path}:{self.start_line}"
        return f"{self.path}:{self.start_line}-{self.end_line}"


@dataclass(frozen=True, slots=True)
class Node:
    """A thing that a reader would look up, a document, or a piece of code."""

    id: NodeId
    type: NodeType
    name: str
    aliases: tuple[str, ...] = ()
    """Other surface forms, sorted, without the name."""
    description: str = ""
    """One or two plain-text sentences, the corpus' own words where there are any."""
    metadata: Mapping[str, JsonValue] = field(default_factory=dict)
    evidence: tuple[Evidence, ...] = ()
    """Best first; empty only for sources."""


@dataclass(frozen=True, slots=True)
class Edge:
    """One statement that links two nodes; (source, type, target) is unique in a graph."""

    source: NodeId
    type: EdgeType
    target: NodeId
    weight: float = 1.0
    """How often the corpus says so; at least 1."""
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Graph:
    """All nodes, by id in id order, and all edges, in (source, type, target) order."""

    nodes: Mapping[NodeId, Node]
    edges: tuple[Edge, ...]
