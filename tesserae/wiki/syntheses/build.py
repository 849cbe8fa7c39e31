"""All syntheses of one graph, and the graph with their nodes in it."""

from __future__ import annotations

from collections.abc import Iterable

from tesserae.model.graph import Graph
from tesserae.wiki.pages.inputs import SynthesisDraft
from tesserae.wiki.syntheses.chronicle import Chronicle
from tesserae.wiki.syntheses.communities import find_communities
from tesserae.wiki.syntheses.comparisons import comparison_page, find_comparisons
from tesserae.wiki.syntheses.contested import contested_claims
from tesserae.wiki.syntheses.days import daily_digests, weekly_digests
from tesserae.wiki.syntheses.field import field_overview
from tesserae.wiki.syntheses.inputs import SynthesisInputs
from tesserae.wiki.syntheses.pulse import pulse
from tesserae.wiki.syntheses.topics import neighbours, topic_names, topic_page
from tesserae.wiki.user_links import with_edges

MAX_BESIDE = 4


def build_syntheses(inputs: SynthesisInputs) -> list[SynthesisDraft]:
    """Return every synthesis that has something to say, in path order; pure."""
    pages = inputs.page_map()
    chronicle = Chronicle(pages, inputs.commits)
    communities = find_communities(pages, chronicle)
    file_names = topic_names(communities)
    contested = contested_claims(pages)
    beside = neighbours(communities, limit=MAX_BESIDE)
    drafts = [*daily_digests(chronicle, pages), *weekly_digests(chronicle, pages)]
    drafts += [
        topic_page(each, file_names, beside[each.centre.id], contested, pages)
        for each in communities
    ]
    drafts += [comparison_page(each, chronicle, pages) for each in find_comparisons(pages)]
    for draft in (
        field_overview(chronicle, communities, file_names, pages),
        pulse(inputs, chronicle, communities, file_names, contested, pages),
    ):
        if draft is not None:
            drafts.append(draft)
    return sorted(drafts, key=lambda draft: draft.page.path)


def with_syntheses(graph: Graph, drafts: Iterable[SynthesisDraft]) -> Graph:
    """Return the graph with the nodes and edges of the syntheses."""
    drafts = list(drafts)
    nodes = {**graph.nodes, **{draft.node.id: draft.node for draft in drafts}}
    ordered = {node_id: nodes[node_id] for node_id in sorted(nodes)}
    edges = [edge for draft in drafts for edge in draft.edges]
    return with_edges(Graph(ordered, graph.edges), edges)
