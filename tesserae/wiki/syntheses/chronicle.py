"""What happened on which day: documents, commits, things named for the first time, questions.

A day is a calendar day of the documents' own dates; a commit belongs to the day in the project's
time zone on which its author wrote it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from math import log

from tesserae.model.graph import Node
from tesserae.model.ids import NodeId
from tesserae.model.ontology import TYPES_OF_KIND, EdgeType, Kind, NodeType
from tesserae.model.source import Commit
from tesserae.wiki.pages.documents import Document
from tesserae.wiki.pages.inputs import PageMap

THING_TYPES = (
    TYPES_OF_KIND[Kind.CONCEPTS] | TYPES_OF_KIND[Kind.ENTITIES] | TYPES_OF_KIND[Kind.TOPICS]
) - {NodeType.PERSON, NodeType.ORGANIZATION, NodeType.RESULT}
"""What a reader calls a concept: ideas, named things and topics, but not people."""

_NOT_SPEAKING = frozenset({EdgeType.AUTHORED_BY})


@dataclass(slots=True)
class Day:
    """What one day brought."""

    date: date
    written: list[Document] = field(default_factory=list)
    """Documents of that date, by path."""
    changed: list[Document] = field(default_factory=list)
    """Older documents whose last change is of that date."""
    commits: list[Commit] = field(default_factory=list)
    """In the order of their instants."""
    new: list[Node] = field(default_factory=list)
    """Things that no earlier document names, the best-connected first."""
    questions: list[Node] = field(default_factory=list)
    """Asked for the first time."""

    @property
    def documents(self) -> list[Document]:
        """What was written or changed."""
        return [*self.written, *self.changed]

    @property
    def week(self) -> str:
        """The ISO week, `2026-W15`."""
        year, number, _ = self.date.isocalendar()
        return f"{year}-W{number:02d}"


class Chronicle:
    """The days that have something to tell, oldest first."""

    def __init__(self, pages: PageMap, commits: Sequence[Commit]) -> None:
        self._pages = pages
        self._view = pages.inputs.view
        self._days: dict[date, Day] = {}
        self.spoken: dict[NodeId, list[Document]] = {}
        """The documents that speak of a thing."""
        self.first: dict[NodeId, date] = {}
        """The earliest date on which a document names a thing or asks a question."""
        self._emphasis: dict[str, dict[NodeId, float]] = {}
        """How much a document, by its path, speaks of a thing."""
        self._rarity: dict[NodeId, float] = {}
        self._add_documents()
        self._add_commits(commits)
        self._add_things()
        self.days = [self._days[day] for day in sorted(self._days)]

    def since(self, first: date) -> list[Day]:
        """Return the days from a date on."""
        return [day for day in self.days if day.date >= first]

    def most_spoken(
        self, documents: Iterable[Document], *, types: frozenset[NodeType] = THING_TYPES
    ) -> list[tuple[Node, int]]:
        """Return the things that most of some documents speak of, with how many do."""
        times: Counter[NodeId] = Counter()
        for document in documents:
            times.update(self._emphasis.get(document.path, {}).keys())
        nodes, degree = self._view.graph.nodes, self._view.degree
        kept = [each for each in times if nodes[each].type in types]
        order = sorted(kept, key=lambda each: (-times[each], -degree(each), each))
        return [(nodes[each], times[each]) for each in order]

    def distinctive(self, documents: Iterable[Document]) -> list[tuple[Node, int]]:
        """Return the things that some documents speak of more than the others do.

        What every document names tells nothing of these: a thing weighs by how much they speak of
        it, squared, times the logarithm of how rare it is in the whole corpus.
        """
        times: Counter[NodeId] = Counter()
        amounts: dict[NodeId, float] = {}
        for document in documents:
            emphasis = self._emphasis.get(document.path, {})
            times.update(emphasis.keys())
            for each, amount in emphasis.items():
                amounts[each] = amounts.get(each, 0.0) + amount
        rarity, nodes = self._rarity, self._view.graph.nodes
        scored = [
            (-round(amount * amount * rarity[each], 6), each) for each, amount in amounts.items()
        ]
        scored.sort()
        return [(nodes[each], times[each]) for _, each in scored]

    def _day(self, day: date) -> Day:
        return self._days.setdefault(day, Day(day))

    def _add_documents(self) -> None:
        for document in sorted(self._pages.documents.values(), key=lambda each: each.path):
            if document.date is not None:
                self._day(document.date).written.append(document)
            if document.updated is not None and document.updated != document.date:
                self._day(document.updated).changed.append(document)

    def _add_commits(self, commits: Sequence[Commit]) -> None:
        for commit in sorted(commits, key=lambda each: (each.at, each.sha)):
            try:
                day = date.fromisoformat(commit.at[:10])
            except ValueError:
                continue
            self._day(day).commits.append(commit)

    def _add_things(self) -> None:
        for node in self._view.nodes():
            if node.type in THING_TYPES or node.type is NodeType.OPEN_QUESTION:
                self._add_thing(node)
        total = len(self._pages.documents) + 1
        self._rarity = {
            each: log(total / max(len(speakers), 1)) for each, speakers in self.spoken.items()
        }
        for day in self._days.values():
            day.new.sort(key=self._by_degree)
            day.questions.sort(key=self._by_degree)

    def _add_thing(self, node: Node) -> None:
        documents, emphasis = self._pages.documents, self._emphasis
        speakers: dict[str, Document] = {}
        for edge in self._view.in_edges(node.id):
            document = documents.get(edge.source)
            if document is None or edge.type in _NOT_SPEAKING:
                continue
            speakers[document.path] = document
            if node.type in THING_TYPES:
                said = emphasis.setdefault(document.path, {})
                said[node.id] = max(said.get(node.id, 0.0), 1 + log(max(edge.weight, 1.0)))
        self.spoken[node.id] = [speakers[path] for path in sorted(speakers)]
        days = [document.date for document in speakers.values() if document.date]
        if days:
            first = self.first[node.id] = min(days)
            day = self._day(first)
            (day.questions if node.type is NodeType.OPEN_QUESTION else day.new).append(node)

    def _by_degree(self, node: Node) -> tuple[int, NodeId]:
        return (-self._view.degree(node.id), node.id)


def window_of(now: date, *, days: int) -> date:
    """Return the first day of a window that ends with `now`."""
    return now - timedelta(days=days - 1)


def commits_in(days: Iterable[Day]) -> list[Commit]:
    """Return the commits of some days, in order."""
    return [commit for day in days for commit in day.commits]
