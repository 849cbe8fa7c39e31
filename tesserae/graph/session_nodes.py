"""Sessions beside the graph of the project: they join it last and change nothing that is in it.

A session adds its own node, one for each finding, and edges from the documents and the code that it
touched or named. Scores, communities, pages and the map are made before, so they are the same with
and without logs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from tesserae.extract.session import Mention, SessionExtraction
from tesserae.graph.builder import excerpt
from tesserae.graph.validate import validate
from tesserae.model.finding import Finding
from tesserae.model.graph import Edge, Evidence, Graph, JsonValue, Node
from tesserae.model.ids import NodeId, node_id
from tesserae.model.ontology import CODE_TYPES, SESSION_TYPES, EdgeType, NodeType
from tesserae.model.session import format_instant

_MAX_NAME = 120
_MIN_CODE_NAME = 5


def with_sessions(graph: Graph, sessions: Sequence[SessionExtraction]) -> Graph:
    """Return the graph with sessions, their findings, and what they were about."""
    if not sessions:
        return graph
    known = _Known(graph)
    nodes = dict(graph.nodes)
    edges = list(graph.edges)
    for session in sessions:
        node = _session_node(session)
        nodes[node.id] = node
        for finding, line in session.findings:
            made = _finding_node(session, node.id, finding, line)
            nodes[made.id] = made
            edges.append(Edge(made.id, EdgeType.PART_OF, node.id, 1.0, made.evidence))
        edges += _discussed(session, node.id, known)
    edges.sort(key=lambda edge: (edge.source, edge.type, edge.target))
    return validate(Graph({id_: nodes[id_] for id_ in sorted(nodes)}, tuple(edges)))


def without_sessions(graph: Graph) -> Graph:
    """Return the graph as it is without any session."""
    if not any(node.type in SESSION_TYPES for node in graph.nodes.values()):
        return graph
    nodes = {id_: node for id_, node in graph.nodes.items() if node.type not in SESSION_TYPES}
    kept = (edge for edge in graph.edges if edge.source in nodes and edge.target in nodes)
    return Graph(nodes, tuple(kept))


def session_node_id(host: str, session_id: str, title: str) -> NodeId:
    """Return the id of a session's node."""
    return node_id(NodeType.SESSION.value, f"{host}:{session_id}", _name(title, session_id))


def finding_node_id(host: str, session_id: str, finding: Finding) -> NodeId:
    """Return the id of a finding's node; what a session says once is one finding."""
    key = f"{host}:{session_id}\n{finding.text}"
    return node_id(finding.kind.node_type.value, key, finding.text[:_MAX_NAME])


def _session_node(session: SessionExtraction) -> Node:
    metadata: dict[str, JsonValue] = {
        "host": session.host,
        "session": session.id,
        "project": session.project,
        "record": session.record,
        "human_turns": session.human_turns,
        "turns": session.turns,
        "subagents": session.subagents,
        "undone_turns": session.undone_turns,
    }
    if session.first:
        metadata["first"] = session.first
    if session.last:
        metadata["last"] = session.last
    return Node(
        session_node_id(session.host, session.id, session.title),
        NodeType.SESSION,
        _name(session.title, session.id),
        metadata=metadata,
    )


def _finding_node(session: SessionExtraction, owner: NodeId, finding: Finding, line: int) -> Node:
    metadata: dict[str, JsonValue] = {
        "session": session.id,
        "host": session.host,
        "turn_ids": list(finding.turn_ids),
        "resolved": finding.is_resolved,
    }
    at = format_instant(finding.at)
    if at:
        metadata["at"] = at
    if finding.answer:
        metadata["answer"] = finding.answer
    place = Evidence(owner, session.record, line, line, excerpt(finding.text))
    return Node(
        finding_node_id(session.host, session.id, finding),
        finding.kind.node_type,
        finding.text[:_MAX_NAME],
        description=finding.text,
        metadata=metadata,
        evidence=(place,),
    )


def _name(title: str, session_id: str) -> str:
    return title[:_MAX_NAME].strip() or f"Session {session_id[:8]}"


class _Known:
    """Which documents and code a path or a name of code stands for."""

    def __init__(self, graph: Graph) -> None:
        self.by_path: dict[str, list[NodeId]] = defaultdict(list)
        self.by_name: dict[str, list[NodeId]] = defaultdict(list)
        for node in graph.nodes.values():
            path = node.metadata.get("path")
            if isinstance(path, str) and node.type in _FILES:
                self.by_path[path].append(node.id)
            elif node.type in CODE_TYPES and len(node.name) >= _MIN_CODE_NAME:
                for name in {node.name, *node.aliases}:
                    self.by_name[name].append(node.id)

    def find(self, mention: Mention) -> Sequence[NodeId]:
        """Return the nodes of a mention; a name that several pieces of code bear is nobody's."""
        if mention.is_path:
            return self.by_path.get(mention.name, ())
        found = self.by_name.get(mention.name, ())
        return found if len(found) == 1 else ()


_FILES = frozenset({NodeType.SOURCE_DOCUMENT, NodeType.SOURCE_FILE})


def _discussed(session: SessionExtraction, owner: NodeId, known: _Known) -> Iterator[Edge]:
    counts: dict[NodeId, int] = defaultdict(int)
    places: dict[NodeId, list[Evidence]] = defaultdict(list)
    for mention in session.mentions:
        for target in known.find(mention):
            counts[target] += mention.count
            place = Evidence(
                owner, session.record, mention.line, mention.line, excerpt(mention.excerpt)
            )
            places[target].append(place)
    for target, count in counts.items():
        yield Edge(target, EdgeType.DISCUSSED_IN, owner, float(count), tuple(places[target][:3]))
