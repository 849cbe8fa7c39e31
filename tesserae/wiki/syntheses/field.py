"""The field at a glance: its approaches and topics, where the corpus is dense, where it is thin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from tesserae.model.graph import Node
from tesserae.model.ids import NodeId
from tesserae.model.ontology import TYPES_OF_KIND, Kind, NodeType
from tesserae.wiki.pages.documents import Document
from tesserae.wiki.pages.inputs import PageMap, SynthesisDraft
from tesserae.wiki.pages.topic import newest_first
from tesserae.wiki.syntheses.chronicle import Chronicle
from tesserae.wiki.syntheses.communities import MEASURES, Community
from tesserae.wiki.syntheses.inputs import SynthesisPage
from tesserae.wiki.syntheses.prose import long_date, names, number, paragraph, plain_names
from tesserae.wiki.text import count, link

MIN_ROWS = 3
MAX_ROWS = 30
MAX_THIN = 8
DENSE = 1.5
"""Times the fair share of documents from which an approach counts as dense."""
THIN_SHARE = 0.25
"""Part of the fair share up to which it counts as thin,"""
THIN = 2
"""and the number of documents up to which it does in any case."""
QUIET_DAYS = 365
SAMPLE = 100
"""Newest documents of a line that say with what it goes together."""


@dataclass(frozen=True, slots=True)
class _Row:
    node: Node
    documents: Sequence[Document]
    days: Sequence[date]
    """The dates of the documents, in order."""

    @classmethod
    def of(cls, node: Node, documents: Sequence[Document]) -> _Row:
        return cls(node, documents, sorted(each.date for each in documents if each.date))


def field_overview(
    chronicle: Chronicle,
    communities: Sequence[Community],
    file_names: Mapping[NodeId, str],
    pages: PageMap,
) -> SynthesisDraft | None:
    """Return the overview; None where there are too few approaches or topics to survey."""
    rows = _rows(chronicle, communities, pages)
    if len(rows) < MIN_ROWS:
        return None
    page = SynthesisPage.begin(
        "field_overview", "", "field-overview", "The field at a glance", pages
    )
    builder, origin = page.builder, page.path
    builder.add("", _opening(rows, origin, pages))
    builder.add("Approaches and topics", _table(rows, chronicle, origin, pages))
    builder.add("Dense", _dense(rows, chronicle, origin, pages))
    builder.add("Thin", _thin(rows, chronicle, origin, pages))
    builder.add("Quiet", _quiet(rows, origin, pages))
    builder.add("Topics in depth", _topics(communities, file_names, pages))
    documents = [document for row in rows for document in row.documents]
    unique = list({document.path: document for document in documents}.values())
    return page.finish(
        f"Where the documents are many and where they are few: "
        f"{plain_names([row.node for row in rows], limit=4)}.",
        unique,
        [row.node for row in rows],
        updated=max((row.days[-1] for row in rows if row.days), default=None),
    )


def _rows(chronicle: Chronicle, communities: Sequence[Community], pages: PageMap) -> list[_Row]:
    """Take the approaches and topics that documents name; else the centres of the communities."""
    named = [
        _Row.of(node, chronicle.spoken.get(node.id, ()))
        for node in pages.view.nodes(*sorted(TYPES_OF_KIND[Kind.TOPICS]))
    ]
    rows = [row for row in named if row.documents]
    if len(rows) < MIN_ROWS:
        rows = [
            _Row.of(each.centre, [document for document, _ in each.documents])
            for each in communities
        ]
    rows.sort(key=lambda row: (-len(row.documents), row.node.id))
    return rows[:MAX_ROWS]


def _opening(rows: Sequence[_Row], origin: str, pages: PageMap) -> str:
    total = len({document.path for row in rows for document in row.documents})
    leaders = names([row.node for row in rows[:2]], origin, pages, limit=2)
    said = f"{number(len(rows), 'line')} of work in {number(total, 'document')}"
    recent = [row for row in rows if row.days]
    newest = ""
    if recent:
        latest = max(recent, key=lambda row: (row.days[-1], row.node.id))
        newest = f"the latest document is on {pages.link(origin, latest.node)}"
        newest += f" ({latest.days[-1].isoformat()})"
    return paragraph(said, f"most is written on {leaders}", newest)


def _table(rows: Sequence[_Row], chronicle: Chronicle, origin: str, pages: PageMap) -> str:
    lines = ["| | Documents | First | Latest | Often with |", "|---|---:|---|---|---|"]
    for row in rows:
        days = row.days
        first, last = (days[0].isoformat(), days[-1].isoformat()) if days else ("", "")
        sample = newest_first(row.documents)[:SAMPLE]
        company = [node for node, _ in chronicle.distinctive(sample) if node.id != row.node.id]
        often = names(company[:3], origin, pages, limit=3) if company else ""
        lines.append(
            f"| {pages.link(origin, row.node)} | {len(row.documents):,} | {first} | {last} "
            f"| {often} |"
        )
    return "\n".join(lines)


def _dense(rows: Sequence[_Row], chronicle: Chronicle, origin: str, pages: PageMap) -> str:
    """Name what has much more than its share, and what it is measured with."""
    lines = []
    for row in rows[:4]:
        if len(row.documents) <= DENSE * _fair_share(rows):
            break
        said = f"- {pages.link(origin, row.node)}: {count(len(row.documents), 'document')}"
        measures = [node for node, _ in chronicle.most_spoken(row.documents, types=MEASURES)]
        if measures:
            said += f", measured with {names(measures, origin, pages, limit=3)}"
        lines.append(said)
    return "\n".join(lines)


def _fair_share(rows: Sequence[_Row]) -> float:
    return sum(len(row.documents) for row in rows) / len(rows)


def _thin(rows: Sequence[_Row], chronicle: Chronicle, origin: str, pages: PageMap) -> str:
    """Name what has few documents, and the data that only one document speaks of."""
    limit = max(THIN, THIN_SHARE * _fair_share(rows))
    few = [row for row in rows if len(row.documents) <= limit]
    lines = [
        f"- {pages.link(origin, row.node)}: {count(len(row.documents), 'document')}, "
        f"such as {pages.link_document(origin, row.documents[0])}"
        for row in few[:MAX_THIN]
    ]
    once = [
        node
        for node in pages.view.nodes(NodeType.DATASET, NodeType.BENCHMARK)
        if len(chronicle.spoken.get(node.id, ())) == 1
    ]
    if once:
        listed = names(once, origin, pages, limit=MAX_THIN)
        lines.append(f"- Data that one document alone speaks of: {listed}")
    return "\n".join(lines)


def _quiet(rows: Sequence[_Row], origin: str, pages: PageMap) -> str:
    """Name what nothing was written on for a year, while other lines went on."""
    dated = [row for row in rows if row.days]
    newest = max((row.days[-1] for row in dated), default=date.min)
    quiet = [row for row in dated if (newest - row.days[-1]).days > QUIET_DAYS]
    return "\n".join(
        f"- {pages.link(origin, row.node)}: nothing since {long_date(row.days[-1])}"
        for row in sorted(quiet, key=lambda row: (row.days[-1], row.node.id))[:MAX_THIN]
    )


def _topics(
    communities: Sequence[Community], file_names: Mapping[NodeId, str], pages: PageMap
) -> str:
    return "\n".join(
        f"- {link(each.centre.name, pages.synthesis_file(file_names[each.centre.id]))}: "
        f"{count(len(each.documents), 'document')}"
        for each in communities[:MAX_ROWS]
    )
