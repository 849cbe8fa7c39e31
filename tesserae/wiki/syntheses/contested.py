"""Where documents contradict each other, and what nobody has answered yet."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from tesserae.model.graph import Node
from tesserae.model.ids import NodeId
from tesserae.model.ontology import CLAIM_TYPES, EdgeType, NodeType
from tesserae.wiki.pages.claims import ClaimItem, as_items, render_claim
from tesserae.wiki.pages.inputs import PageMap


def contested_claims(pages: PageMap) -> list[ClaimItem]:
    """Return the pairs of claims that contradict each other, newest evidence first."""
    view = pages.view
    found = [
        claim
        for claim in view.nodes(*sorted(CLAIM_TYPES))
        if view.out_edges(claim.id, EdgeType.CONTRADICTS_CLAIM)
        or view.in_edges(claim.id, EdgeType.CONTRADICTS_CLAIM)
    ]
    items = [item for item in as_items(found, pages) if item.against]
    return sorted(items, key=lambda item: (_newest(item, pages), item.claim.id), reverse=True)


def among(items: Iterable[ClaimItem], documents: Collection[NodeId]) -> list[ClaimItem]:
    """Return the contested claims one side of which stands in some documents."""
    return [
        item
        for item in items
        if any(
            evidence.source_id in documents
            for claim in (item.claim, *item.against)
            for evidence in claim.evidence
        )
    ]


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


def open_questions(pages: PageMap, nodes: Iterable[Node] | None = None) -> list[Node]:
    """Return the questions without an answer: those with a state of their own first."""
    asked = pages.view.nodes(NodeType.OPEN_QUESTION) if nodes is None else nodes
    found = [node for node in asked if not _is_settled(node, pages)]
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
