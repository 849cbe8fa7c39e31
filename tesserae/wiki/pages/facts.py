"""What the graph knows of a thing beyond sentences: its relations, in words, as links."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TypeVar

from tesserae.model.graph import Node
from tesserae.model.ids import NodeId
from tesserae.model.ontology import CLAIM_TYPES, CODE_TYPES, EdgeType, NodeType
from tesserae.wiki.pages.inputs import PageMap
from tesserae.wiki.pages.lists import PageBuilder
from tesserae.wiki.reads import Face
from tesserae.wiki.text import escape, listing

_Named = TypeVar("_Named", bound=Face)

INLINE = 8
"""So many names stand in a line; more make a list of their own."""

OUT_LABELS: dict[EdgeType, str] = {
    EdgeType.IS_A: "Kind of",
    EdgeType.PART_OF: "Part of",
    EdgeType.SUBFIELD_OF: "Field of",
    EdgeType.BELONGS_TO_APPROACH_FAMILY: "Approach",
    EdgeType.ADDRESSES: "Addresses",
    EdgeType.EXTENDS: "Extends",
    EdgeType.IMPROVES_ON: "Improves on",
    EdgeType.SUPERSEDES: "Supersedes",
    EdgeType.DERIVED_FROM: "Derived from",
    EdgeType.USES: "Uses",
    EdgeType.USES_DATASET: "Data",
    EdgeType.USES_METRIC: "Measured by",
    EdgeType.EVALUATED_ON: "Evaluated on",
    EdgeType.COMPARES_AGAINST: "Compared with",
    EdgeType.IMPLEMENTS: "Implements",
    EdgeType.IMPLEMENTED_IN: "Code",
    EdgeType.RELEASED_BY: "Released by",
    EdgeType.DEPENDS_ON: "Depends on",
    EdgeType.CONTAINS: "Contains",
    EdgeType.RESOLVED_BY: "Resolved by",
    EdgeType.RISING_IN: "Rising in",
    EdgeType.DECLINING_IN: "Declining in",
}
IN_LABELS: dict[EdgeType, str] = {
    EdgeType.IS_A: "Kinds",
    EdgeType.PART_OF: "Parts",
    EdgeType.SUBFIELD_OF: "Fields",
    EdgeType.BELONGS_TO_APPROACH_FAMILY: "Members",
    EdgeType.ADDRESSES: "Addressed by",
    EdgeType.EXTENDS: "Extended by",
    EdgeType.IMPROVES_ON: "Improved on by",
    EdgeType.SUPERSEDES: "Superseded by",
    EdgeType.DERIVED_FROM: "Basis of",
    EdgeType.USES: "Used by",
    EdgeType.USES_DATASET: "Used by",
    EdgeType.USES_METRIC: "Measures",
    EdgeType.EVALUATED_ON: "Used to evaluate",
    EdgeType.COMPARES_AGAINST: "Compared with",
    EdgeType.IMPLEMENTS: "Implemented by",
    EdgeType.IMPLEMENTED_IN: "Implements",
    EdgeType.RELEASED_BY: "Released",
    EdgeType.DEPENDS_ON: "Needed by",
    EdgeType.CONTAINS: "Contained in",
    EdgeType.RESOLVED_BY: "Resolves",
    EdgeType.RISING_IN: "Rising here",
    EdgeType.DECLINING_IN: "Declining here",
}
_ELSEWHERE = CLAIM_TYPES | {NodeType.SOURCE_DOCUMENT, NodeType.SYNTHESIS, NodeType.RESULT}
"""Ends of edges that other sections show."""


def add_facts(builder: PageBuilder, pages: PageMap) -> set[NodeId]:
    """Add the relations of a thing to other things; return those things.

    Few things of one relation stand in a line, many in a list of their own.
    """
    groups = _relations(builder.node, pages)
    lines: list[str] = []
    shown: set[NodeId] = set()
    for label, nodes in groups.items():
        shown.update(node.id for node in nodes)
        if len(nodes) <= INLINE:
            names = [_name(node, builder.path, pages) for node in nodes]
            lines.append(f"- {label}: {listing(names)}")
    builder.add("", "\n".join(lines))
    for label, nodes in groups.items():
        if len(nodes) > INLINE:
            add_node_list(builder, label, nodes, pages)
    return shown


def _relations(node: Node, pages: PageMap) -> dict[str, list[Face]]:
    view = pages.view
    groups: dict[str, dict[NodeId, Face]] = {}
    for labels, edges, far in (
        (OUT_LABELS, view.out_edges(node.id), "target"),
        (IN_LABELS, view.in_edges(node.id), "source"),
    ):
        by_label: dict[str, dict[NodeId, Face]] = {}
        for edge in edges:
            label = labels.get(edge.type)
            other: NodeId = getattr(edge, far)
            if label is not None and view.type_of(other) not in _ELSEWHERE and other != node.id:
                by_label.setdefault(label, {})[other] = view.face(other)
        for label in dict.fromkeys(labels.values()):
            groups.setdefault(label, {}).update(by_label.get(label, {}))
    return {
        label: sorted(nodes.values(), key=lambda other: by_degree(other, pages))
        for label, nodes in groups.items()
        if nodes
    }


def by_degree(node: Face, pages: PageMap) -> tuple[int, str, NodeId]:
    """Sort key: the best-connected first, then by name."""
    return (-pages.view.degree(node.id), node.name.casefold(), node.id)


def _name(node: Face, origin: str, pages: PageMap) -> str:
    if node.type in CODE_TYPES:
        return pages.link_code(pages.view.node(node.id))
    return pages.link(origin, node)


def add_node_list(
    builder: PageBuilder, heading: str, nodes: Sequence[Face], pages: PageMap, *, noun: str = "page"
) -> None:
    """Add a section that lists nodes, each with its description."""
    builder.add_list(
        heading,
        nodes,
        lambda node, origin: node_item(node, origin, pages),
        noun=noun,
    )


def node_item(node: Face, origin: str, pages: PageMap) -> str:
    """Return a list item that links to a node and says what it is."""
    item = f"- {_name(node, origin, pages)}"
    said = pages.view.node(node.id).description
    return f"{item}: {escape(said)}" if said else item


def linked(nodes: Iterable[Face], origin: str, pages: PageMap) -> str:
    """Return the names of nodes as prose, each a link."""
    return listing([_name(node, origin, pages) for node in nodes])


def unique(nodes: Iterable[_Named], *, without: Collection[NodeId] = ()) -> list[_Named]:
    """Return nodes once each, in their first order."""
    found = {node.id: node for node in nodes}
    return [node for node in found.values() if node.id not in without]
