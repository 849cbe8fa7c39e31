"""Pages that sum up others: what is new, what is contested, what is open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from tesserae.graph.view import GraphView
from tesserae.model.graph import Graph
from tesserae.model.ids import NodeId
from tesserae.model.source import Commit
from tesserae.wiki.pages.inputs import SynthesisDraft
from tesserae.wiki.user_links import with_edges
from tesserae.workspace import DEFAULT_WIKI_DIR


@dataclass(frozen=True, slots=True)
class SynthesisInputs:
    """What the syntheses are made from."""

    view: GraphView
    """The graph with its user links, without syntheses."""
    paths: Mapping[NodeId, str]
    commits: Sequence[Commit] = ()
    now: date | None = None
    repo_url: str | None = None
    wiki_dir: str = DEFAULT_WIKI_DIR
    project_name: str = ""


def build_syntheses(inputs: SynthesisInputs) -> list[SynthesisDraft]:
    """Return every synthesis that has something to say, in path order."""
    return []


def with_syntheses(graph: Graph, drafts: Iterable[SynthesisDraft]) -> Graph:
    """Return the graph with the nodes and edges of the syntheses."""
    drafts = list(drafts)
    nodes = {**graph.nodes, **{draft.node.id: draft.node for draft in drafts}}
    ordered = {node_id: nodes[node_id] for node_id in sorted(nodes)}
    edges = [edge for draft in drafts for edge in draft.edges]
    return with_edges(Graph(ordered, graph.edges), edges)
