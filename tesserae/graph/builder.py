"""Collects nodes and edges in any order and gives one sorted graph."""

from __future__ import annotations

from dataclasses import dataclass, field

from tesserae.model.graph import MAX_EXCERPT, Edge, Evidence, Graph, JsonValue, Node
from tesserae.model.ids import NodeId, node_id
from tesserae.model.ontology import EDGE_ENDS, EdgeType, NodeType

MAX_EDGE_EVIDENCE = 5
MAX_NODE_EVIDENCE = 8


@dataclass(slots=True)
class NodeDraft:
    """A node that can still gain evidence."""

    id: NodeId
    type: NodeType
    name: str
    description: str = ""
    aliases: set[str] = field(default_factory=set)
    metadata: dict[str, JsonValue] = field(default_factory=dict)
    evidence: list[Evidence] = field(default_factory=list)

    def add_evidence(self, evidence: Evidence) -> None:
        """Keep the first few places where the node is read."""
        if len(self.evidence) < MAX_NODE_EVIDENCE:
            self.evidence.append(evidence)


class GraphBuilder:
    """The nodes and edges so far; documents are added in path order, which fixes every order."""

    def __init__(self) -> None:
        self.nodes: dict[NodeId, NodeDraft] = {}
        # By source first: sorting many short lists is faster than one long one.
        self._edges: dict[NodeId, dict[tuple[EdgeType, NodeId], _EdgeDraft]] = {}

    def node(self, type_: NodeType, key: str, name: str) -> NodeDraft:
        """Return the node of a key, new or known."""
        return self.put(node_id(type_.value, key, name), type_, name)

    def put(self, id_: NodeId, type_: NodeType, name: str) -> NodeDraft:
        """Return the node with an id that somebody else has chosen."""
        draft = self.nodes.get(id_)
        if draft is None:
            draft = self.nodes[id_] = NodeDraft(id_, type_, name)
        return draft

    def edge(
        self,
        source: NodeId,
        type_: EdgeType,
        target: NodeId,
        evidence: Evidence,
        *,
        weight: float = 1.0,
    ) -> bool:
        """Add an edge, or more weight to a known one; False where its ends do not allow it."""
        edges = self._edges.get(source)
        if edges is None:
            edges = self._edges[source] = {}
        known = edges.get((type_, target))
        if known is not None:
            known.weight += weight
            if len(known.evidence) < MAX_EDGE_EVIDENCE:
                known.evidence.append(evidence)
            return True
        if source == target or not self._allows(source, type_, target):
            return False
        edges[type_, target] = _EdgeDraft(weight, [evidence])
        return True

    def _allows(self, source: NodeId, type_: EdgeType, target: NodeId) -> bool:
        left, right = self.nodes.get(source), self.nodes.get(target)
        if left is None or right is None:
            return False
        sources, targets = EDGE_ENDS[type_]
        return left.type in sources and right.type in targets

    def edges(self) -> tuple[Edge, ...]:
        """Return the edges so far, sorted."""
        found: list[Edge] = []
        for source in sorted(self._edges):
            some = self._edges[source]
            for key in sorted(some):
                draft = some[key]
                found.append(Edge(source, key[0], key[1], draft.weight, tuple(draft.evidence)))
        return tuple(found)

    def build(self, edges: tuple[Edge, ...]) -> Graph:
        """Return the graph of the nodes so far and of sorted edges between them."""
        nodes = {id_: _finished(self.nodes[id_]) for id_ in sorted(self.nodes)}
        return Graph(nodes, edges)


@dataclass(slots=True)
class _EdgeDraft:
    weight: float
    evidence: list[Evidence]


def _finished(draft: NodeDraft) -> Node:
    return Node(
        id=draft.id,
        type=draft.type,
        name=draft.name,
        aliases=tuple(sorted(draft.aliases - {draft.name, ""})),
        description=draft.description,
        metadata=draft.metadata,
        evidence=tuple(draft.evidence),
    )


def excerpt(text: str) -> str:
    """Return a text on one line, cut at a word, short enough to be quoted."""
    if len(text) <= MAX_EXCERPT:
        return text
    cut = text[: MAX_EXCERPT - 1]
    space = cut.rfind(" ")
    return (cut[:space] if space > MAX_EXCERPT // 2 else cut) + "…"
