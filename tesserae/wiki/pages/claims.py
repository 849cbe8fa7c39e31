"""What documents claim of a thing, where they contradict each other, which numbers they give."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tesserae.model.graph import Evidence, Node
from tesserae.model.ids import NodeId
from tesserae.model.ontology import CLAIM_TYPES, TYPE_RANK, EdgeType, NodeType
from tesserae.wiki.pages.inputs import PageMap
from tesserae.wiki.pages.lists import ON_PAGE, PageBuilder
from tesserae.wiki.pages.mentions import cite
from tesserae.wiki.text import escape, quoted

_CLAIMS_OF = (EdgeType.SUPPORTS_CLAIM, EdgeType.HAS_LIMITATION)
_LABELS = {
    NodeType.CLAIM: "Claim",
    NodeType.CONTRIBUTION_CLAIM: "Contribution",
    NodeType.PERFORMANCE_CLAIM: "Performance",
    NodeType.COMPARISON_CLAIM: "Comparison",
    NodeType.LIMITATION_CLAIM: "Limitation",
    NodeType.CAUSAL_CLAIM: "Cause",
}


@dataclass(frozen=True, slots=True)
class ClaimItem:
    """A claim with the claims that contradict it."""

    claim: Node
    against: tuple[Node, ...]


def claims_of(nodes: Iterable[NodeId], pages: PageMap) -> list[ClaimItem]:
    """Return the claims that some nodes make or are the subject of, contested ones first."""
    claims: dict[NodeId, Node] = {}
    for node_id in nodes:
        for edge in pages.view.out_edges(node_id, *_CLAIMS_OF):
            claims[edge.target] = pages.view.node(edge.target)
    return as_items(claims.values(), pages)


def as_items(claims: Iterable[Node], pages: PageMap) -> list[ClaimItem]:
    """Pair claims with those that contradict them; a pair is listed once."""
    items: list[ClaimItem] = []
    paired: set[NodeId] = set()
    ordered = sorted(claims, key=lambda node: (TYPE_RANK[node.type], node.name, node.id))
    for claim in ordered:
        against = tuple(node for node in contradicting(claim.id, pages) if node.id not in paired)
        if claim.id in paired and not against:
            continue
        if against:
            paired.update(node.id for node in against)
            paired.add(claim.id)
        items.append(ClaimItem(claim, against))
    items.sort(key=lambda item: not item.against)
    return items


def contradicting(claim_id: NodeId, pages: PageMap) -> list[Node]:
    """Return the claims that contradict one, either way."""
    view = pages.view
    found = {edge.target for edge in view.out_edges(claim_id, EdgeType.CONTRADICTS_CLAIM)}
    found |= {edge.source for edge in view.in_edges(claim_id, EdgeType.CONTRADICTS_CLAIM)}
    return [view.node(other) for other in sorted(found) if view.type_of(other) in CLAIM_TYPES]


def add_claims(
    builder: PageBuilder, items: Sequence[ClaimItem], results: Sequence[Node], pages: PageMap
) -> None:
    """Add the section of claims and results."""
    table = result_table(results, builder.path, pages)
    builder.add_list(
        "Claims and results",
        items,
        lambda item, origin: render_claim(item, origin, pages),
        intro=table,
        noun="claim",
    )
    if not items:
        builder.add("Claims and results", table)


def render_claim(item: ClaimItem, origin: str, pages: PageMap) -> str:
    """Return a list item; of a contested claim both sides with source, date and line."""
    if not item.against:
        return f"- {_LABELS[item.claim.type]}: {said(item.claim, origin, pages)}"
    lines = [f"- **Contested:** {said(item.claim, origin, pages, dated=True)}"]
    lines += [f"  - Against it: {said(other, origin, pages, dated=True)}" for other in item.against]
    return "\n".join(lines)


def said(claim: Node, origin: str, pages: PageMap, *, dated: bool = False) -> str:
    """Return a claim in its own words with the place where it stands."""
    words = quoted(words_of(claim))
    if not claim.evidence:
        return words
    return f"{words} ({cite(claim.evidence[0], origin, pages, dated=dated)})"


def words_of(claim: Node) -> str:
    """Return the words of a claim: its evidence, else its description."""
    return next((each.excerpt for each in claim.evidence if each.excerpt), claim.description)


# --- results ------------------------------------------------------------------------------------


def results_of(node: Node, pages: PageMap) -> list[Node]:
    """Return the results that a thing achieves or a document reports."""
    types = (EdgeType.ACHIEVES_SCORE, EdgeType.REPORTS_RESULT)
    found = {edge.target for edge in pages.view.out_edges(node.id, *types)}
    if node.type is NodeType.METRIC:
        found |= {edge.source for edge in pages.view.in_edges(node.id, EdgeType.USES_METRIC)}
    view = pages.view
    return [view.node(each) for each in sorted(found) if view.type_of(each) is NodeType.RESULT]


@dataclass(frozen=True, slots=True)
class _Row:
    system: str
    metric: str
    value: str
    evidence: Evidence | None


def result_table(results: Sequence[Node], origin: str, pages: PageMap) -> str:
    """Return a table of results: system, metric, value, where it is reported."""
    rows = sorted(
        (_row(result, pages) for result in results),
        key=lambda row: (row.metric.casefold(), row.system.casefold(), row.value),
    )[:ON_PAGE]
    if not rows:
        return ""
    lines = ["| System | Metric | Value | Reported in |", "|---|---|---|---|"]
    for row in rows:
        place = cite(row.evidence, origin, pages) if row.evidence else ""
        cells = (escape(row.system), escape(row.metric), escape(row.value), place)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _row(result: Node, pages: PageMap) -> _Row:
    """Take a result apart; its name reads "System: metric value"."""
    system, _, rest = result.name.partition(": ")
    for edge in pages.view.in_edges(result.id, EdgeType.ACHIEVES_SCORE):
        name = pages.view.face(edge.source).name
        if result.name.startswith(f"{name}: "):
            system, rest = name, result.name[len(name) + 2 :]
    metric, _, value = rest.rpartition(" ")
    return _Row(system, metric, value, result.evidence[0] if result.evidence else None)
