"""Types, edges and scores in a reader's words."""

from __future__ import annotations

import re

from tesserae.model.ontology import EdgeType, NodeType
from tesserae.wiki.pages.inputs import PageMap
from tesserae.wiki.reads import Face, ReadView
from tesserae.wiki.relevance import RelatedPage
from tesserae.wiki.text import count, escape_inside, listing

_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")

FORWARD: dict[EdgeType, str] = {
    EdgeType.REFERENCES: "links to it",
    EdgeType.MENTIONS: "mentions it",
    EdgeType.DOCUMENTS: "documents it",
    EdgeType.DISCUSSES: "discusses it",
    EdgeType.DERIVED_FROM: "derives from it",
    EdgeType.PART_OF: "is part of it",
    EdgeType.SUBFIELD_OF: "is a field of it",
    EdgeType.IS_A: "is one",
    EdgeType.USES: "uses it",
    EdgeType.USES_DATASET: "uses it as data",
    EdgeType.USES_METRIC: "is measured by it",
    EdgeType.INTRODUCES: "introduces it",
    EdgeType.EXTENDS: "extends it",
    EdgeType.IMPROVES_ON: "improves on it",
    EdgeType.IMPLEMENTS: "implements it",
    EdgeType.IMPLEMENTED_IN: "is implemented in it",
    EdgeType.EVALUATED_ON: "is evaluated on it",
    EdgeType.REPORTS_RESULT: "reports it",
    EdgeType.ACHIEVES_SCORE: "achieves it",
    EdgeType.COMPARES_AGAINST: "is compared with it",
    EdgeType.ADDRESSES: "addresses it",
    EdgeType.BELONGS_TO_APPROACH_FAMILY: "belongs to it",
    EdgeType.AUTHORED_BY: "is written by them",
    EdgeType.RELEASED_BY: "is released by them",
    EdgeType.CONTAINS: "contains it",
    EdgeType.DEPENDS_ON: "depends on it",
    EdgeType.SUPERSEDES: "supersedes it",
    EdgeType.RESOLVED_BY: "is resolved by it",
    EdgeType.SHARES_CONCEPT_WITH: "shares a concept with it",
    EdgeType.RISING_IN: "is rising in it",
    EdgeType.DECLINING_IN: "is declining in it",
}
"""What the source of an edge does to its target, "it" being this page."""

BACKWARD: dict[EdgeType, str] = {
    EdgeType.REFERENCES: "linked from here",
    EdgeType.MENTIONS: "mentioned here",
    EdgeType.DOCUMENTS: "documented here",
    EdgeType.DISCUSSES: "discussed here",
    EdgeType.DERIVED_FROM: "what this derives from",
    EdgeType.PART_OF: "what this is part of",
    EdgeType.SUBFIELD_OF: "the field above this",
    EdgeType.IS_A: "what this is",
    EdgeType.USES: "used here",
    EdgeType.USES_DATASET: "data used here",
    EdgeType.USES_METRIC: "measured here",
    EdgeType.INTRODUCES: "introduced here",
    EdgeType.EXTENDS: "extended here",
    EdgeType.IMPROVES_ON: "what this improves on",
    EdgeType.IMPLEMENTS: "implemented here",
    EdgeType.IMPLEMENTED_IN: "where this is implemented",
    EdgeType.EVALUATED_ON: "what this is evaluated on",
    EdgeType.REPORTS_RESULT: "reported here",
    EdgeType.ACHIEVES_SCORE: "achieved here",
    EdgeType.COMPARES_AGAINST: "what this is compared with",
    EdgeType.ADDRESSES: "what this addresses",
    EdgeType.BELONGS_TO_APPROACH_FAMILY: "the approach this belongs to",
    EdgeType.AUTHORED_BY: "author",
    EdgeType.RELEASED_BY: "released this",
    EdgeType.CONTAINS: "contained here",
    EdgeType.DEPENDS_ON: "what this depends on",
    EdgeType.SUPERSEDES: "superseded by this",
    EdgeType.RESOLVED_BY: "what resolved this",
    EdgeType.SHARES_CONCEPT_WITH: "shares a concept with this",
    EdgeType.RISING_IN: "where this is rising",
    EdgeType.DECLINING_IN: "where this is declining",
}
"""What the target of an edge is to this page, its source."""


def type_words(type_: NodeType) -> str:
    """Return "mathematical concept" for `MathematicalConcept`."""
    return _CAPITAL.sub(" ", type_.value).lower()


def why_related(found: RelatedPage, node: Face, other: Face, pages: PageMap) -> str:
    """Say in words why a page is related: what the graph says, and what both share."""
    view = pages.view
    reasons: list[str] = []
    for edge in found.edges:
        words = BACKWARD if edge.source == node.id else FORWARD
        if edge.type in words and words[edge.type] not in reasons:
            reasons.append(words[edge.type])
    documents = {NodeType.SOURCE_DOCUMENT, NodeType.PAPER}
    both_documents = node.type in documents and other.type in documents
    if both_documents and found.shared_things:
        reasons.append(_both_speak_of(found, view))
    elif found.source is not None:
        one = found.shared_sources == 1
        what = escape_inside(pages.label_of(view.face(found.source))) if one else ""
        what = what or count(found.shared_sources, "document")
        # A document is not named in another: it links to it, or shares its author, say.
        how = "through" if documents & {node.type, other.type} else "both in"
        reasons.append(f"{how} {what}")
    return "; ".join(reasons[:3]) or f"also a {type_words(other.type)}"


def _both_speak_of(found: RelatedPage, view: ReadView) -> str:
    """Name the rarest things that two documents both speak of."""
    names = [escape_inside(view.face(each).name) for each in found.shared_things]
    more = found.shared_count - len(names)
    if more > 0:
        names.append(f"{more:,} more")
    return f"both speak of {listing(names)}"
