"""`graph.jsonld`: the nodes of wiki kinds and their links as a schema.org Dataset."""

from __future__ import annotations

from collections import defaultdict

from tesserae.graph.view import GraphView
from tesserae.model.graph import Node
from tesserae.model.ontology import KIND_OF_TYPE, EdgeType, Kind, NodeType
from tesserae.site.places import Places
from tesserae.site.siblings import to_json

_TYPE_NAMES: dict[NodeType, str] = {
    NodeType.DATASET: "Dataset",
    NodeType.ORGANIZATION: "Organization",
    NodeType.PERSON: "Person",
}
_KIND_NAMES: dict[Kind, str] = {
    Kind.SOURCES: "TechArticle",
    Kind.PAPERS: "ScholarlyArticle",
    Kind.REPOS: "SoftwareSourceCode",
    Kind.QUESTIONS: "Question",
    Kind.SYNTHESES: "Report",
    Kind.SESSIONS: "Conversation",
}
_PROPERTIES: dict[EdgeType, str] = {
    EdgeType.AUTHORED_BY: "author",
    EdgeType.REFERENCES: "citation",
    EdgeType.DISCUSSES: "about",
    EdgeType.INTRODUCES: "about",
    EdgeType.DOCUMENTS: "about",
    EdgeType.PART_OF: "isPartOf",
    EdgeType.SYNTHESIZES: "about",
    EdgeType.SUMMARIZES: "about",
}
RELATED = "isRelatedTo"
"""Stands for every other edge type."""


def graph_jsonld(name: str, view: GraphView, places: Places, *, base: str | None) -> str:
    """Describe every node that has a page, in id order.

    Args:
        name: The project's.
        view: The published graph.
        places: Where the nodes stand.
        base: The address of the site; without it every address is relative.
    """
    parts = [_part(node, view, places) for node in view.nodes() if node.id in places]
    context: object = "https://schema.org/"
    if base:
        context = ["https://schema.org/", {"@base": base}]
    return to_json(
        {
            "@context": context,
            "@type": "Dataset",
            "name": name,
            "description": f"What the documents of {name} speak of, and how it is linked.",
            "hasPart": parts,
        }
    )


def _part(node: Node, view: GraphView, places: Places) -> dict[str, object]:
    place = places.find(node.id)
    assert place is not None  # the caller asks for nodes with a page only
    part: dict[str, object] = {
        "@id": place.url or "./",
        "@type": _type_name(node.type),
        "identifier": node.id,
        "name": node.name,
    }
    if node.aliases:
        part["alternateName"] = list(node.aliases)
    if node.description:
        part["description"] = node.description
    if place.updated:
        part["dateModified"] = place.updated.isoformat()
    linked: dict[str, dict[str, None]] = defaultdict(dict)
    for edge in view.out_edges(node.id):
        if edge.type is EdgeType.MENTIONS:
            continue  # most edges are mere mentions; graph.json has them
        target = places.find(edge.target)
        if target is not None and target.id != node.id:
            linked[_PROPERTIES.get(edge.type, RELATED)][target.url or "./"] = None
    for property_name, urls in linked.items():
        part[property_name] = [{"@id": url} for url in urls]
    return part


def _type_name(type_: NodeType) -> str:
    return _TYPE_NAMES.get(type_) or _KIND_NAMES.get(KIND_OF_TYPE[type_], "DefinedTerm")
