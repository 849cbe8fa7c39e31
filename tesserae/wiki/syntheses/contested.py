"""Where documents contradict each other, and what nobody has answered yet."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from tesserae.model.graph import Node
from tesserae.model.ids import NodeId
from tesserae.model.ontology import CLAIM_TYPES, EdgeType, NodeType
from tesserae.wiki.pages.claims import ClaimItem, as_items, render_claim
from tesserae.wiki.pages.inputs import PageMap


def contested_claims(pages: PageMap, *, among: Collection[NodeId] | None = None) -> list[ClaimItem]:
    """Return the pairs of claims that contradict each other, newest evidence first.

    Args:
        pages: The graph.
        among: Only claims that stand in these documents; all where None.
    """
    found: dict[NodeId, Node] = {}
    for edge in pages.view.graph.edges:
        if edge.type is EdgeType.CONTRADICTS_CLAIM:
            for end in (edge.source, edge.target):
                node = pages.view.node(end)
                if node.type in CLAIM_TYPES and _stands_in(node, among):
                    found[end] = node
    items = [item for item in as_items(found.values(), pages) if item.against]
    return sorted(items, key=lambda item: (_newest(item, pages), item.claim.id), reverse=True)


def _stands_in(claim: Node, documents: Collection[NodeId] | None) -> bool:
    return documents is None or any(each.source_id in documents for each in claim.evidence)


def _newest(item: ClaimItem, pages: PageMap) -> str:
    days = []
    for claim in (item.claim, *item.against):
        for evidence in claim.evidence:
            document = pages.by_source.get(evidence.path)
            if document is not None and document.date is not None:
                days.append(document.date.isoformat())
    return max(days, default="")


def contested_lines(items: Iterable[ClaimItem], origin: str, pages: PageMap) -> str:
    """Return contested claims as a list, both sides with their places."""
    return "\n".join(render_claim(item, origin, pages) for item in items)


def open_questions(pages: PageMap, among: Iterable[Node] | None = None) -> list[Node]:
    """Return the questions without an answer: those with a state of their own first."""
    nodes = pages.view.nodes(NodeType.OPEN_QUESTION) if among is None else among
    found = [node for node in nodes if not _is_settled(node, pages)]
    return sorted(
        found,
        key=lambda node: (
            "status" not in node.metadata,
            -pages.view.degree(node.id),
            node.id,
        ),
    )


def _is_settled(node: Node, pages: PageMap) -> bool:
    if pages.view.out_edges(node.id, EdgeType.RESOLVED_BY):
        return True
    status = str(node.metadata.get("status") or "").casefold()
    return status in {"resolved", "answered", "closed", "done", "settled", "已解决"}
