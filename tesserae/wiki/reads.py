"""What the building of a page looked at, so that it is built again only when that changed.

A read is a key: one letter for what was asked, then of what. `aspects.Aspects` gives every key the
digest of its answer in a graph; a page whose keys all have the digests they had is the page that
would be built. What a page looks at without a key here must be part of the settings on which a
whole memory of pages rests.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from tesserae.graph.view import GraphView
from tesserae.model.graph import Edge, Graph, Node
from tesserae.model.ids import NodeId
from tesserae.model.ontology import EdgeType, NodeType

NODE = "n"
"""All that is known of a node, but for its edges."""
FACE = "f"
"""What others show of a node: its name, label and path; of a document its outline and dates."""
EDGES = "e"
"""All edges at a node."""
OUT = "o"
"""The edges of some types that leave a node: types, `|`, node."""
IN = "i"
"""The edges of some types that reach a node, likewise."""
DEGREE = "g"
"""The number of edges at a node."""
TEXT = "x"
"""The text of a source, by its path."""
COMMITS = "c"
"""The commits that touched a source, by its path."""
SOURCE = "d"
"""Which document a path belongs to."""
LINK = "r"
"""Where a link of a source leads: path, newline, target."""
WIKILINK = "w"
"""Where a wikilink of a source leads, likewise."""
THING = "t"
"""Which thing has a name."""
ASSET = "l"
"""Whether a path is a file of the project that is no source."""
ASSETS_NAMED = "m"
"""Which such files have a name."""
ORDER = "s"
"""The nodes next to one in the order in which relevance weighs them, and how rare each is."""
FIRST = "p"
"""The first of those, as far as another page asks for them."""
AROUND = "a"
"""The set of those."""
PAPERS = "h"
"""Whether there is any paper."""
EVERYTHING = "*"
"""The whole graph: a page that reads it is always built."""


class Face(Protocol):
    """A node as others show it: by its name."""

    @property
    def id(self) -> NodeId:
        """Its id."""

    @property
    def type(self) -> NodeType:
        """Its type, which its id says as well."""

    @property
    def name(self) -> str:
        """Its name."""


class Reads:
    """The keys that the page being built has read."""

    def __init__(self) -> None:
        self.keys: set[str] = set()
        self.owner = NodeId("")
        """The node whose page it is; its own node and edges are read by every page."""

    def begin(self, owner: NodeId) -> None:
        """Begin a page."""
        self.owner = owner
        self.keys = {NODE + owner, FACE + owner, EDGES + owner}

    def add(self, kind: str, of: str) -> None:
        """Note one read."""
        self.keys.add(kind + of)


class ReadView:
    """A view of a graph that notes what is asked of it."""

    def __init__(self, view: GraphView, reads: Reads) -> None:
        self._view = view
        self._reads = reads
        self._nodes = view.graph.nodes

    @property
    def graph(self) -> Graph:
        """The graph itself; who walks it reads everything."""
        self._reads.keys.add(EVERYTHING)
        return self._view.graph

    def nodes(self, *types: NodeType) -> Iterator[Node]:
        """Yield the nodes of the given types, type by type; all nodes where none is given."""
        self._reads.keys.add(EVERYTHING)
        return self._view.nodes(*types)

    def node(self, node_id: NodeId) -> Node:
        """Return a node, any part of which may be read."""
        self._reads.keys.add(NODE + node_id)
        return self._nodes[node_id]

    def face(self, node_id: NodeId) -> Face:
        """Return a node that is only to be named."""
        self._reads.keys.add(FACE + node_id)
        return self._nodes[node_id]

    def type_of(self, node_id: NodeId) -> NodeType:
        """Return the type of a node: its id holds it, so this is no read."""
        return self._nodes[node_id].type

    def out_edges(self, node_id: NodeId, *types: EdgeType) -> list[Edge]:
        """Return the edges that leave a node, of the given types or of all."""
        if node_id != self._reads.owner:
            self._reads.keys.add(f"{OUT}{','.join(types)}|{node_id}")
        return self._view.out_edges(node_id, *types)

    def in_edges(self, node_id: NodeId, *types: EdgeType) -> list[Edge]:
        """Return the edges that reach a node, of the given types or of all."""
        if node_id != self._reads.owner:
            self._reads.keys.add(f"{IN}{','.join(types)}|{node_id}")
        return self._view.in_edges(node_id, *types)

    def degree(self, node_id: NodeId) -> int:
        """Count the edges at a node."""
        self._reads.keys.add(DEGREE + node_id)
        return self._view.degree(node_id)
