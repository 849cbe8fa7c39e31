from __future__ import annotations

from dataclasses import replace

from builders import a_graph

from tesserae.model.graph import Edge, Evidence, Graph, Node
from tesserae.model.ids import node_id
from tesserae.model.ontology import EdgeType, NodeType
from tesserae.model.page import WikiPage
from tesserae.site.published import publish

SESSION = node_id("Session", "s", "A session")
TIDE = node_id("Concept", "tide", "tide")
DAY = node_id("Synthesis", "daily-2026-03-01", "1 March")


def graph_with_a_session() -> Graph:
    graph = a_graph()
    said = Evidence(SESSION, "harness_sessions/s.json", 1, 1, "a secret word")
    nodes = {
        **graph.nodes,
        SESSION: Node(SESSION, NodeType.SESSION, "A session"),
        DAY: Node(DAY, NodeType.SYNTHESIS, "1 March", metadata={"synthesis_kind": "daily_digest"}),
        TIDE: replace(graph.nodes[TIDE], evidence=(*graph.nodes[TIDE].evidence, said)),
    }
    edges = [
        *(
            replace(edge, evidence=(*edge.evidence, said)) if edge.target == TIDE else edge
            for edge in graph.edges
        ),
        Edge(TIDE, EdgeType.DISCUSSED_IN, SESSION, 1.0, (said,)),
        Edge(TIDE, EdgeType.DEPENDS_ON, TIDE, 1.0, (said,)),
    ]
    return Graph(dict(sorted(nodes.items())), tuple(edges))


PAGES = (
    WikiPage(
        TIDE,
        NodeType.CONCEPT,
        "concepts/tide.md",
        "tide",
        "# tide\n\nSee [1 March](../syntheses/daily-2026-03-01.md) and [tide](tide.md).\n",
    ),
    WikiPage(DAY, NodeType.SYNTHESIS, "syntheses/daily-2026-03-01.md", "1 March", "# 1 March\n"),
    WikiPage(SESSION, NodeType.SESSION, "sessions/s.md", "A session", "# A session\n"),
)


def test_everything_is_shown_where_nothing_is_published():
    shown = publish(graph_with_a_session(), PAGES, None)

    assert shown.is_whole
    assert shown.pages == PAGES


def test_sessions_leave_no_trace_unless_they_are_named():
    shown = publish(graph_with_a_session(), PAGES, ("wiki", "digests"))

    assert SESSION not in shown.graph.nodes
    assert "secret" not in repr(shown)
    assert "sessions/" not in repr(shown)


def test_an_edge_that_only_a_session_supports_goes_with_it():
    shown = publish(graph_with_a_session(), PAGES, ("wiki", "digests"))

    assert EdgeType.DEPENDS_ON not in {edge.type for edge in shown.graph.edges}
    assert EdgeType.IS_A in {edge.type for edge in shown.graph.edges}


def test_a_link_to_a_page_that_is_not_shown_becomes_its_words():
    shown = publish(graph_with_a_session(), PAGES, ("wiki",))

    assert [page.path for page in shown.pages] == ["concepts/tide.md"]
    assert "See 1 March and [tide](tide.md)." in shown.pages[0].body


def test_digests_alone_show_no_page_of_the_wiki():
    shown = publish(graph_with_a_session(), PAGES, ("digests",))

    assert [page.path for page in shown.pages] == ["syntheses/daily-2026-03-01.md"]
    assert TIDE not in shown.graph.nodes
