"""Two things that documents compare: both sides' words, and their numbers side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from tesserae.graph.view import GraphView
from tesserae.model.graph import Edge, Evidence, Node
from tesserae.model.ids import NodeId
from tesserae.model.ontology import EdgeType, NodeType
from tesserae.wiki.pages.claims import ClaimItem, claims_of, render_claim, results_of
from tesserae.wiki.pages.documents import Document
from tesserae.wiki.pages.inputs import PageMap, SynthesisDraft
from tesserae.wiki.pages.mentions import best_evidence, cite
from tesserae.wiki.pages.topic import newest_first
from tesserae.wiki.syntheses.chronicle import THING_TYPES, Chronicle
from tesserae.wiki.syntheses.inputs import SynthesisPage
from tesserae.wiki.syntheses.prose import as_title, names, number, paragraph
from tesserae.wiki.text import escape, quoted

MAX_COMPARISONS = 24
MIN_PASSAGES = 2
"""Passages that compare two things before a page is made of it, unless numbers do."""
MAX_QUOTES = 8
MAX_CLAIMS = 3
MAX_DOCUMENTS = 10

_COMPARING = (EdgeType.COMPARES_AGAINST, EdgeType.IMPROVES_ON)


@dataclass(slots=True)
class Comparison:
    """Two things with the passages that compare them."""

    left: Node
    right: Node
    passages: dict[tuple[str, int], Evidence] = field(default_factory=dict)

    def add(self, evidence: Evidence) -> None:
        """Add a passage, once."""
        self.passages.setdefault((evidence.path, evidence.start_line), evidence)


def find_comparisons(pages: PageMap) -> list[Comparison]:
    """Return the pairs that documents compare most, by number of passages."""
    found: dict[tuple[NodeId, NodeId], Comparison] = {}
    for left, right, evidence in _passages(pages):
        pair = (min(left, right), max(left, right))
        comparison = found.get(pair)
        if comparison is None:
            nodes = [pages.view.node(each) for each in pair]
            comparison = found[pair] = Comparison(nodes[0], nodes[1])
        comparison.add(evidence)
    kept = [each for each in found.values() if _is_worth_a_page(each, pages)]
    kept.sort(key=lambda each: (-len(each.passages), each.left.id, each.right.id))
    return kept[:MAX_COMPARISONS]


def _passages(pages: PageMap) -> Iterator[tuple[NodeId, NodeId, Evidence]]:
    """Yield two things and a passage that compares them."""
    view = pages.inputs.view
    for edge in view.graph.edges:
        if edge.type in _COMPARING and _are_things(edge, view):
            for evidence in edge.evidence:
                yield edge.source, edge.target, evidence
    for claim in view.nodes(NodeType.COMPARISON_CLAIM):
        subjects = [
            edge.source
            for edge in view.in_edges(claim.id, EdgeType.SUPPORTS_CLAIM)
            if view.node(edge.source).type in THING_TYPES
        ]
        for left, right in combinations(sorted(set(subjects)), 2):
            for evidence in claim.evidence:
                yield left, right, evidence


def _are_things(edge: Edge, view: GraphView) -> bool:
    return all(view.node(end).type in THING_TYPES for end in (edge.source, edge.target))


def _is_worth_a_page(comparison: Comparison, pages: PageMap) -> bool:
    if len(comparison.passages) >= MIN_PASSAGES:
        return True
    return bool(_shared_metrics(comparison, pages))


def comparison_page(comparison: Comparison, chronicle: Chronicle, pages: PageMap) -> SynthesisDraft:
    """Return the synthesis of one comparison."""
    left, right = comparison.left, comparison.right
    (_, left_slug, left_hash), (_, right_slug, right_hash) = (
        left.id.split(":"),
        right.id.split(":"),
    )
    name = f"comparison-{left_slug[:40]}-{right_slug[:40]}-{left_hash[:3]}{right_hash[:3]}"
    title = f"{as_title(left.name)} and {right.name} compared"
    page = SynthesisPage.begin("comparison", f"{left.id} {right.id}", name, title, pages)
    builder, origin = page.builder, page.path
    both = _documents_on_both(comparison, chronicle)
    builder.add("", _opening(comparison, both, origin, pages))
    builder.add("", "\n".join(_side(node, origin, pages) for node in (left, right)))
    quotes = [each for _, each in sorted(comparison.passages.items()) if each.excerpt]
    said = "\n".join(_quote(each, origin, pages) for each in quotes[:MAX_QUOTES])
    builder.add("What documents say", said)
    builder.add("Numbers", _numbers(comparison, pages))
    for node in (left, right):
        builder.add(f"Claimed of {escape(node.name)}", _claims(node, origin, pages))
    builder.add(
        "Documents on both",
        "\n".join(f"- {pages.link_document(origin, each)}" for each in both[:MAX_DOCUMENTS]),
    )
    return page.finish(
        f"{left.name} and {right.name}: what {number(len(comparison.passages), 'passage')} "
        "of the documents say of one against the other.",
        both,
        [left, right],
        updated=max((each.date for each in both if each.date), default=None),
    )


def _quote(evidence: Evidence, origin: str, pages: PageMap) -> str:
    place = cite(evidence, origin, pages, dated=True)
    return f"- {quoted(evidence.excerpt)} ({place})"


def _documents_on_both(comparison: Comparison, chronicle: Chronicle) -> list[Document]:
    left = {each.path: each for each in chronicle.spoken.get(comparison.left.id, ())}
    right = {each.path for each in chronicle.spoken.get(comparison.right.id, ())}
    return newest_first(each for path, each in left.items() if path in right)


def _opening(comparison: Comparison, both: Sequence[Document], origin: str, pages: PageMap) -> str:
    pair = names([comparison.left, comparison.right], origin, pages, limit=2)
    passages = number(len(comparison.passages), "passage")
    verb = "sets" if len(comparison.passages) == 1 else "set"
    said = f"{passages} {verb} {pair} against each other"
    spoken = f"{number(len(both), 'document')} speak of both" if len(both) > 1 else ""
    return paragraph(said, spoken)


def _side(node: Node, origin: str, pages: PageMap) -> str:
    evidence = best_evidence(node)
    if not node.description:
        return f"- {pages.link(origin, node)}"
    place = f" ({cite(evidence, origin, pages)})" if evidence else ""
    return f"- {pages.link(origin, node)}: {escape(node.description)}{place}"


def _claims(node: Node, origin: str, pages: PageMap) -> str:
    own = [
        item
        for item in claims_of([node.id], pages)
        if item.against or item.claim.type is not NodeType.COMPARISON_CLAIM
    ]
    return "\n".join(render_claim(item, origin, pages) for item in _best(own))


def _best(items: Sequence[ClaimItem]) -> Sequence[ClaimItem]:
    return items[:MAX_CLAIMS]


def _scores(node: Node, pages: PageMap) -> dict[str, str]:
    """Return the values of a thing by metric; of several the first one by name."""
    scores: dict[str, str] = {}
    for result in results_of(node, pages):
        metric, _, value = result.name.removeprefix(f"{node.name}: ").rpartition(" ")
        if metric:
            scores.setdefault(metric, value)
    return scores


def _shared_metrics(comparison: Comparison, pages: PageMap) -> list[tuple[str, str, str]]:
    left, right = _scores(comparison.left, pages), _scores(comparison.right, pages)
    return [(metric, left[metric], right[metric]) for metric in sorted(left) if metric in right]


def _numbers(comparison: Comparison, pages: PageMap) -> str:
    rows = _shared_metrics(comparison, pages)
    if not rows:
        return ""
    head = f"| Metric | {escape(comparison.left.name)} | {escape(comparison.right.name)} |"
    lines = [f"| {escape(metric)} | {escape(one)} | {escape(two)} |" for metric, one, two in rows]
    return "\n".join([head, "|---|---|---|", *lines])
