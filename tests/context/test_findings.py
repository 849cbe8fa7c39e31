from datetime import date

import pytest
from context_samples import SOURCES, make_view

from tesserae.context.findings import find_findings, render_finding
from tesserae.context.library import Library
from tesserae.errors import QueryError
from tesserae.graph.view import GraphView
from tesserae.model.graph import Edge, Evidence, Graph, Node
from tesserae.model.ids import node_id
from tesserae.model.ontology import EdgeType, NodeType
from tesserae.retrieval.index import build_index
from tesserae.retrieval.search import Retriever
from tesserae.retrieval.units import project_collection

SESSION = node_id("Session", "s", "Fit the gauge")
DECISION = node_id("SessionDecision", "d", "d")
QUESTION = node_id("SessionQuestion", "q", "q")
FAR = node_id("SourceDocument", "far.md", "Far")


@pytest.fixture(scope="module")
def library():
    graph = make_view().graph
    evidence = (Evidence(SESSION, "s.json", 2, 2, "said"),)
    made = [
        Node(SESSION, NodeType.SESSION, "Fit the gauge"),
        Node(
            DECISION,
            NodeType.SESSION_DECISION,
            "d",
            description="We fit nine constituents.",
            metadata={"at": "2026-03-02T10:00:00Z"},
            evidence=evidence,
        ),
        Node(
            QUESTION,
            NodeType.SESSION_QUESTION,
            "q",
            description="Which <b>epoch</b>?",
            metadata={"at": "2026-03-04T10:00:00Z", "answer": "J2000."},
            evidence=evidence,
        ),
    ]
    nodes = {**graph.nodes, **{node.id: node for node in made}}
    edges = [
        *graph.edges,
        Edge(DECISION, EdgeType.PART_OF, SESSION, 1.0, evidence),
        Edge(QUESTION, EdgeType.PART_OF, SESSION, 1.0, evidence),
        Edge(FAR, EdgeType.DISCUSSED_IN, SESSION, 1.0, evidence),
    ]
    edges.sort(key=lambda edge: (edge.source, edge.type, edge.target))
    view = GraphView(Graph({key: nodes[key] for key in sorted(nodes)}, tuple(edges)))
    return Library(view, Retriever(build_index(project_collection(view, SOURCES.get))))


def _ids(library, **wanted):
    return [node.id for node in find_findings(library, **wanted)]


def test_the_newest_finding_comes_first(library):
    assert _ids(library) == [QUESTION, DECISION]


def test_findings_are_narrowed_by_kind_day_words_and_node(library):
    assert _ids(library, kinds=["decisions"]) == [DECISION]
    assert _ids(library, since=date(2026, 3, 3)) == [QUESTION]
    assert _ids(library, query="nine constituents")[0] == DECISION
    assert _ids(library, node_id=FAR) == [QUESTION, DECISION]
    assert _ids(library, node_id=node_id("Concept", "tide", "tide")) == []


def test_a_finding_says_its_session_and_its_answer_and_is_no_markup(library):
    (question,) = find_findings(library, kinds=["question"])
    assert render_finding(library, question) == (
        "- **question** 2026-03-04: Which \\<b\\>epoch\\</b\\>? \u2192 J2000. "
        f"\u2014 Fit the gauge (`{QUESTION}`)"
    )


def test_a_node_and_words_at_once_are_refused(library):
    with pytest.raises(QueryError, match="not both"):
        find_findings(library, node_id=FAR, query="tide")
