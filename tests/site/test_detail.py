from __future__ import annotations

from builders import a_graph

from tesserae.graph.view import GraphView
from tesserae.model.graph import Edge, Graph, Node
from tesserae.model.ids import node_id
from tesserae.model.ontology import EdgeType, NodeType
from tesserae.site.detail import MAX_LINKS, document_detail, links_of
from tesserae.site.links import LinkedText
from tesserae.site.pages import Document
from tesserae.site.places import Place, Places
from tesserae.site.routes import Routes

TIDE = node_id("Concept", "tide", "tide")
DOCUMENT = node_id("SourceDocument", "tides.md", "Tides")


def places_of(graph: Graph) -> Places:
    return Places(
        Place(node.id, node.type, node.name, f"{node.name}.md", f"{node.name}/", "", None, 1)
        for node in graph.nodes.values()
    )


def test_links_carry_their_edge_type_and_which_way_it_points():
    graph = a_graph()
    links = links_of(TIDE, GraphView(graph), places_of(graph))

    assert [(link.rel, link.title) for link in links.shown] == [
        ("^is_a", "spring tide"),
        ("^mentions", "Tides"),
    ]
    assert links.more == 0


def test_a_hub_shows_a_bounded_number_of_links():
    nodes = {TIDE: a_graph().nodes[TIDE]}
    edges = []
    for number in range(100):
        name = f"d{number:03}"
        id_ = node_id("SourceDocument", name, name)
        nodes[id_] = Node(id_, NodeType.SOURCE_DOCUMENT, name)
        edges.append(Edge(id_, EdgeType.MENTIONS, TIDE, float(number)))
    graph = Graph(dict(sorted(nodes.items())), tuple(sorted(edges, key=lambda edge: edge.source)))

    links = links_of(TIDE, GraphView(graph), places_of(graph))

    assert len(links.shown) == MAX_LINKS
    assert links.more == 100 - MAX_LINKS
    assert links.shown[0].title == "d099"


def test_a_document_shows_the_things_it_speaks_of():
    graph = a_graph()
    document = Document("tides.md", "tides/", "tides.md", "Tides", LinkedText(""), id=DOCUMENT)

    detail = document_detail(
        document, GraphView(graph), places_of(graph), Routes("", {}), directory_urls=True
    )

    assert detail.is_document
    assert {link.title for link in detail.mentions} == {"spring tide", "tide"}
    assert detail.text_url == "tides.txt"


def test_a_page_that_is_no_source_has_empty_panels():
    document = Document("x.md", "x/", "x.md", "X", LinkedText(""))
    view = GraphView(a_graph())

    detail = document_detail(document, view, Places([]), Routes("", {}), directory_urls=True)

    assert (detail.mentions, detail.related, detail.backlinks, detail.more) == ((), (), (), 0)
