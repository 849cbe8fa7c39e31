from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from builders import HandMade, tide_library

from tesserae.graph.view import GraphView
from tesserae.model.graph import Graph
from tesserae.model.ontology import EDGE_ENDS, EdgeType, NodeType
from tesserae.model.page import content_hash
from tesserae.model.source import Commit
from tesserae.wiki.paths import assign_paths
from tesserae.wiki.syntheses import SynthesisInputs, build_syntheses, with_syntheses

CASES = Path(__file__).parents[2] / "cases" / "wiki" / "syntheses"
COMMITS = (
    Commit("0123456789ab", "Kelvin", "1868-03-02T09:00:00+00:00", "Sum `it` | up", ("log/a.md",)),
    Commit("ba9876543210", "Kelvin", "1868-03-05T09:00:00+00:00", "Mend a wheel", ()),
)


def in_one_community(graph):
    """Return the graph with all its nodes in the community of one of them."""
    centre = next(id_ for id_ in graph.nodes if id_.startswith("Algorithm:"))
    nodes = {
        id_: replace(node, metadata={**node.metadata, "community": centre})
        for id_, node in graph.nodes.items()
    }
    return Graph(nodes, graph.edges)


def syntheses_of(graph, **options):
    """Build the syntheses of a graph, by path."""
    inputs = SynthesisInputs(GraphView(graph), assign_paths(graph.nodes.values()), **options)
    return {draft.page.path: draft for draft in build_syntheses(inputs)}


@pytest.fixture(scope="module")
def library():
    return syntheses_of(
        in_one_community(tide_library().graph()),
        commits=COMMITS,
        now=date(1868, 3, 5),
        repo_url="https://github.com/kelvin/tides",
        project_name="Tides",
    )


@pytest.mark.parametrize("path", sorted(CASES.glob("*.md")), ids=lambda path: path.stem)
def test_a_synthesis_reads_as_written_down(path, library):
    assert library[f"syntheses/{path.name}"].page.body == path.read_text(encoding="utf-8")


def test_every_kind_is_written_where_there_is_something_to_say(library):
    assert sorted(library) == [f"syntheses/{path.name}" for path in sorted(CASES.glob("*.md"))]
    kinds = {draft.node.metadata["synthesis_kind"] for draft in library.values()}
    assert kinds == {"pulse", "daily_digest", "weekly", "topic", "comparison"}


def test_every_synthesis_is_a_node_that_names_its_body_and_its_evidence(library):
    for draft in library.values():
        assert draft.node.metadata["content_hash"] == content_hash(draft.page.body)
        assert draft.node.evidence or draft.page.path.endswith("1868-03-05.md")
        assert draft.node.description


def test_its_edges_are_allowed_and_stand_in_the_graph(library):
    graph = with_syntheses(in_one_community(tide_library().graph()), library.values())
    added = [edge for edge in graph.edges if graph.nodes[edge.source].type is NodeType.SYNTHESIS]
    assert {edge.type for edge in added} == {EdgeType.SUMMARIZES, EdgeType.SYNTHESIZES}
    for edge in added:
        assert graph.nodes[edge.target].type in EDGE_ENDS[edge.type][1]
    assert list(graph.nodes) == sorted(graph.nodes)
    assert list(graph.edges) == sorted(
        graph.edges, key=lambda edge: (edge.source, edge.type, edge.target)
    )


def test_a_project_without_documents_has_no_synthesis():
    assert syntheses_of(Graph({}, ())) == {}


def test_documents_without_dates_make_no_days_but_a_pulse():
    made = HandMade()
    made.document("a.md", "# A\n")
    assert list(syntheses_of(made.graph())) == ["syntheses/pulse.md"]


def test_a_day_with_many_documents_is_continued_on_further_pages():
    made = HandMade()
    for number in range(60):
        made.document(f"docs/{number:02}.md", f"# Note {number}\n", "1868-03-02")
    draft = syntheses_of(made.graph())["syntheses/daily-1868-03-02.md"]
    assert [page.path for page in draft.rest] == ["syntheses/daily-1868-03-02/documents-2.md"]
    assert "[10 documents more](daily-1868-03-02/documents-2.md)" in draft.page.body


def test_sessions_play_no_part():
    made = tide_library()
    before = syntheses_of(made.graph())
    session = made.thing("a session", NodeType.SESSION)
    finding = made.thing("a finding", NodeType.SESSION_INSIGHT)
    concept = next(node for node in made.graph().nodes.values() if node.name == "harmonic method")
    made.edge(concept, EdgeType.DISCUSSED_IN, session)
    made.edge(finding, EdgeType.PART_OF, session)
    after = syntheses_of(made.graph())
    assert {path: draft.page for path, draft in after.items()} == {
        path: draft.page for path, draft in before.items()
    }
