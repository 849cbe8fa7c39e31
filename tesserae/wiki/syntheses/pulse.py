"""The pulse: where the project stands now, what is new, contested and open, where to begin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tesserae.model.graph import Node
from tesserae.model.ids import NodeId
from tesserae.model.ontology import TYPES_OF_KIND, Kind, NodeType
from tesserae.model.source import Commit
from tesserae.wiki.pages.claims import ClaimItem
from tesserae.wiki.pages.document import commit_link
from tesserae.wiki.pages.documents import Document
from tesserae.wiki.pages.facts import node_item, unique
from tesserae.wiki.pages.inputs import PageMap, SynthesisDraft
from tesserae.wiki.pages.topic import newest_first
from tesserae.wiki.syntheses.chronicle import (
    Chronicle,
    Day,
    commits_in,
    window_of,
)
from tesserae.wiki.syntheses.communities import Community
from tesserae.wiki.syntheses.contested import contested_lines, open_questions
from tesserae.wiki.syntheses.days import work_items, works_of
from tesserae.wiki.syntheses.inputs import SynthesisInputs, SynthesisPage
from tesserae.wiki.syntheses.prose import long_date, names, number, paragraph, sentence
from tesserae.wiki.text import count, escape, link, listing

WINDOW_DAYS = 14
MAX_DOCUMENTS = 10
MAX_SPOKEN = 8
MAX_QUESTIONS = 10
MAX_CONTESTED = 5
MAX_TOPICS = 8
MAX_DAYS = 5
MAX_COMMITS = 5


def pulse(
    inputs: SynthesisInputs,
    chronicle: Chronicle,
    communities: Sequence[Community],
    file_names: Mapping[NodeId, str],
    contested: Sequence[ClaimItem],
    pages: PageMap,
) -> SynthesisDraft | None:
    """Return the pulse; None for a project without documents."""
    documents = newest_first(pages.documents.values())
    if not documents:
        return None
    title = f"{inputs.project_name}: the pulse" if inputs.project_name else "The pulse"
    page = SynthesisPage.begin("pulse", "", "pulse", title, pages)
    builder, origin = page.builder, page.path
    recent = chronicle.since(window_of(inputs.now, days=WINDOW_DAYS)) if inputs.now else []
    fresh = newest_first({each.path: each for day in recent for each in day.documents}.values())
    builder.add("", _opening(inputs, documents, origin, pages))
    builder.add("", _news(recent, fresh, origin, pages))
    _add_new(page, recent, fresh, documents, pages)
    builder.add("Most spoken of", _spoken(fresh, documents, chronicle, origin, pages))
    builder.add("Contested", contested_lines(contested[:MAX_CONTESTED], origin, pages))
    questions = open_questions(pages)
    builder.add("Open questions", _questions(questions, origin, pages))
    builder.add("Where to begin", _topics(communities, file_names, pages))
    builder.add("Commits", _commits(commits_in(recent), pages))
    builder.add("Days", _days(chronicle.days, pages))
    return page.finish(
        _plain(inputs, documents),
        fresh[:MAX_DOCUMENTS] or documents[:MAX_DOCUMENTS],
        questions[:MAX_QUESTIONS],
        updated=inputs.now,
        metadata={"date": inputs.now.isoformat()} if inputs.now else None,
    )


def _counts(documents: Sequence[Document], pages: PageMap) -> list[str]:
    """Return what the wiki holds, kind by kind, without what there is none of."""
    view = pages.view
    people = sum(1 for _ in view.nodes(NodeType.PERSON))
    entities = TYPES_OF_KIND[Kind.ENTITIES] - {NodeType.PERSON, NodeType.RESULT}
    numbers = (
        (len(documents), "document", ""),
        (_number(TYPES_OF_KIND[Kind.PAPERS], pages), "paper", ""),
        (_number(TYPES_OF_KIND[Kind.CONCEPTS], pages), "concept", ""),
        (_number(entities, pages), "named thing", ""),
        (people, "person", "people"),
    )
    return [count(amount, one, many) for amount, one, many in numbers if amount]


def _number(types: frozenset[NodeType], pages: PageMap) -> int:
    return sum(1 for _ in pages.view.nodes(*sorted(types)))


def _opening(
    inputs: SynthesisInputs, documents: Sequence[Document], origin: str, pages: PageMap
) -> str:
    name = f"**{escape(inputs.project_name)}**" if inputs.project_name else "This project"
    holds = f"{name} holds {listing(_counts(documents, pages))}"
    latest = documents[0]
    newest = ""
    if latest.date is not None:
        newest = f"the newest document is {pages.link_document(origin, latest)}"
        newest += f", of {long_date(latest.date)}"
    return paragraph(holds, newest)


def _plain(inputs: SynthesisInputs, documents: Sequence[Document]) -> str:
    name = inputs.project_name or "The project"
    when = f" on {long_date(inputs.now)}" if inputs.now else ""
    return f"Where {name} stands{when}: {number(len(documents), 'document')}, what is new and open."


def _news(recent: Sequence[Day], fresh: Sequence[Document], origin: str, pages: PageMap) -> str:
    """Say what the last two weeks brought."""
    if not recent:
        return ""
    since = f"in the two weeks to {long_date(recent[-1].date)}"
    done = [number(len(fresh), "document")] if fresh else []
    commits = commits_in(recent)
    done += [number(len(commits), "commit")] if commits else []
    new = unique(node for day in recent for node in day.new)
    first = ""
    if new:
        verb = "is" if len(new) == 1 else "are"
        first = f"new here {verb} {names(new, origin, pages, limit=6)}"
    return paragraph(f"{since}: {listing(done)}" if done else "", first)


def _add_new(
    page: SynthesisPage,
    recent: Sequence[Day],
    fresh: Sequence[Document],
    documents: Sequence[Document],
    pages: PageMap,
) -> None:
    shown = works_of(fresh or documents, pages)[:MAX_DOCUMENTS]
    render = work_items(pages)
    heading = "New and changed" if recent and fresh else "Newest documents"
    page.builder.add(heading, "\n".join(render(each, page.path) for each in shown))


def _spoken(
    fresh: Sequence[Document],
    documents: Sequence[Document],
    chronicle: Chronicle,
    origin: str,
    pages: PageMap,
) -> str:
    """List what the recent documents speak of most; where those are few, what all of them do."""
    group = fresh if len(fresh) >= 3 else documents
    lines = []
    for node, times in chronicle.most_spoken(group)[:MAX_SPOKEN]:
        if times > 1:
            lines.append(f"- {pages.link(origin, node)}, in {count(times, 'document')}")
    if not lines:
        return ""
    which = "the new and changed documents" if group is fresh else "all documents"
    return f"Counted over {which}.\n\n" + "\n".join(lines)


def _questions(questions: Sequence[Node], origin: str, pages: PageMap) -> str:
    lines = [node_item(node, origin, pages) for node in questions[:MAX_QUESTIONS]]
    more = len(questions) - len(lines)
    if more > 0:
        lines.append(f"- {sentence(number(more, 'more', 'more'))[:-1]}")
    return "\n".join(lines)


def _topics(
    communities: Sequence[Community], file_names: Mapping[NodeId, str], pages: PageMap
) -> str:
    return "\n".join(
        f"- {link(each.centre.name, pages.synthesis_file(file_names[each.centre.id]))}: "
        f"{count(len(each.documents), 'document')}"
        for each in communities[:MAX_TOPICS]
    )


def _commits(commits: Sequence[Commit], pages: PageMap) -> str:
    """List the last commits of the window."""
    return "\n".join(
        f"- {commit.at[:10]}: {escape(commit.subject)} ({commit_link(commit, pages.host)})"
        for commit in reversed(commits[-MAX_COMMITS:])
    )


def _days(days: Sequence[Day], pages: PageMap) -> str:
    """Link the last days that have a digest."""
    lines = []
    for day in reversed(days[-MAX_DAYS:]):
        parts = [count(len(day.documents), "document")] if day.documents else []
        parts += [count(len(day.commits), "commit")] if day.commits else []
        file = pages.synthesis_file(f"daily-{day.date.isoformat()}")
        lines.append(f"- {link(long_date(day.date), file)}: {listing(parts)}")
    return "\n".join(lines)
