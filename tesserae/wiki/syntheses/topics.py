"""What a topic is about: its key documents, its central members, how it grew, what is open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date

from tesserae.model.ids import NodeId
from tesserae.model.ontology import TYPES_OF_KIND, Kind, NodeType
from tesserae.wiki.pages.claims import ClaimItem
from tesserae.wiki.pages.documents import Document
from tesserae.wiki.pages.facts import node_item
from tesserae.wiki.pages.inputs import PageMap, SynthesisDraft
from tesserae.wiki.pages.mentions import best_evidence, cite
from tesserae.wiki.syntheses.communities import MEASURES, Community
from tesserae.wiki.syntheses.contested import among, contested_lines, open_questions
from tesserae.wiki.syntheses.inputs import SynthesisPage
from tesserae.wiki.syntheses.prose import (
    as_title,
    names,
    number,
    paragraph,
    plain_names,
    span_of_years,
)
from tesserae.wiki.text import escape, link

MAX_MEMBERS = 10
MAX_DOCUMENTS = 8
MAX_QUESTIONS = 8
MAX_CONTESTED = 5
MAX_YEARS = 12


def topic_names(communities: Sequence[Community]) -> dict[NodeId, str]:
    """Return the file name of each topic; of namesakes all but the first carry four hex."""
    taken: set[str] = set()
    found: dict[NodeId, str] = {}
    for community in sorted(communities, key=lambda each: each.centre.id):
        _, slug, digest = community.centre.id.split(":")
        name = f"topic-{slug}"
        if name in taken:
            name = f"{name}-{digest[:4]}"
        taken.add(name)
        found[community.centre.id] = name
    return found


def topic_page(
    community: Community,
    file_names: Mapping[NodeId, str],
    beside: Sequence[Community],
    contested: Sequence[ClaimItem],
    pages: PageMap,
) -> SynthesisDraft:
    """Return the synthesis of one topic.

    Args:
        community: The topic.
        file_names: Of all topics.
        beside: The topics that have most in common with this one.
        contested: All claims that are contested.
        pages: Finds the other pages.
    """
    centre = community.centre
    title = f"{as_title(centre.name)}: an overview"
    page = SynthesisPage.begin("topic", centre.id, file_names[centre.id], title, pages)
    builder, origin = page.builder, page.path
    documents = [document for document, _ in community.documents]
    builder.add("", _opening(community, origin, pages))
    builder.add("", _setting(community, documents, origin, pages))
    builder.add("Central to it", _members(community, origin, pages))
    builder.add("Read first", _key_documents(community, origin, pages))
    disputed = among(contested, {document.node.id for document in documents})
    builder.add("Contested", contested_lines(disputed[:MAX_CONTESTED], origin, pages))
    questions = open_questions(pages, community.questions)[:MAX_QUESTIONS]
    builder.add("Open", "\n".join(node_item(node, origin, pages) for node in questions))
    builder.add("How it grew", _growth(documents, origin, pages))
    builder.add("Beside it", _beside(beside, file_names, pages))
    members = list(community.members)
    return page.finish(
        f"{centre.name} with {plain_names(members[1:], limit=3)}; "
        f"{number(len(documents), 'document')} {span_of_years(_days(documents))}".strip()
        + ".",
        documents,
        members,
        updated=max(_days(documents), default=None),
    )


def _opening(community: Community, origin: str, pages: PageMap) -> str:
    centre = community.centre
    if not centre.description:
        return ""
    evidence = best_evidence(centre)
    place = f" ({cite(evidence, origin, pages)})" if evidence else ""
    return f"{escape(centre.description)}{place}"


def _setting(
    community: Community, documents: Sequence[Document], origin: str, pages: PageMap
) -> str:
    """Say how wide the topic is, and what it is measured with."""
    ideas = [node for node in community.members if node.type not in MEASURES]
    measures = [node for node in community.members if node.type in MEASURES]
    when = span_of_years(_days(documents))
    width = f"{number(len(documents), 'document')} {when} speak of it".replace("  ", " ")
    if len(ideas) > 1:
        width += f", together with {number(len(ideas) - 1, 'related thing')}"
    measured = ""
    if measures:
        measured = f"it is measured with {names(measures, origin, pages, limit=6)}"
    return paragraph(width, measured)


def _members(community: Community, origin: str, pages: PageMap) -> str:
    ideas = TYPES_OF_KIND[Kind.CONCEPTS] | TYPES_OF_KIND[Kind.TOPICS] | {NodeType.MODEL}
    central = [node for node in community.members if node.type in ideas][:MAX_MEMBERS]
    return "\n".join(node_item(node, origin, pages) for node in central)


def _key_documents(community: Community, origin: str, pages: PageMap) -> str:
    """List the documents that speak of most of the topic; of one paper only one document."""
    lines: list[str] = []
    works: set[NodeId] = set()
    for document, spoken in community.documents:
        work = pages.work_of(document)
        if work in works or len(lines) == MAX_DOCUMENTS:
            continue
        works.add(work)
        day = f" \u00b7 {document.date.isoformat()}" if document.date else ""
        item = f"- {pages.link_document(origin, document)}{day}"
        said = escape(document.node.description)
        lines.append(f"{item}: {said}" if said else f"{item}, on {number(spoken, 'thing')} of it")
    return "\n".join(lines)


def _growth(documents: Sequence[Document], origin: str, pages: PageMap) -> str:
    """Tell year by year how many documents there are, and name the first of each year."""
    years: dict[int, list[Document]] = {}
    for document in documents:
        if document.date is not None:
            years.setdefault(document.date.year, []).append(document)
    if len(years) < 2:
        return ""
    lines = []
    for year in sorted(years)[-MAX_YEARS:]:
        written = sorted(years[year], key=lambda each: (each.date or date.min, each.path))
        works = list(dict.fromkeys(pages.work_of(document) for document in written))
        lines.append(
            f"- {year}: {names([pages.view.node(each) for each in works], origin, pages, limit=2)}"
        )
    return "\n".join(lines)


def _beside(beside: Sequence[Community], file_names: Mapping[NodeId, str], pages: PageMap) -> str:
    return "\n".join(
        f"- {link(each.centre.name, pages.synthesis_file(file_names[each.centre.id]))}"
        for each in beside
    )


def _days(documents: Sequence[Document]) -> list[date]:
    return [document.date for document in documents if document.date]


def neighbours(communities: Sequence[Community], *, limit: int) -> dict[NodeId, list[Community]]:
    """Return, for each topic, the others that share most of their documents with it."""
    by_document: dict[str, list[int]] = {}
    for index, community in enumerate(communities):
        for document, _ in community.documents:
            by_document.setdefault(document.path, []).append(index)
    shared: list[Counter[int]] = [Counter() for _ in communities]
    for indices in by_document.values():
        for index in indices:
            shared[index].update(other for other in indices if other != index)
    found: dict[NodeId, list[Community]] = {}
    for index, community in enumerate(communities):
        order = sorted(shared[index], key=lambda other: (-shared[index][other], other))
        found[community.centre.id] = [communities[other] for other in order[:limit]]
    return found
