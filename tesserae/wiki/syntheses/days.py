"""The digest of a day, and of a week: what was written, changed, committed, named and asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, timedelta
from itertools import groupby

from tesserae.model.graph import Node
from tesserae.model.ids import NodeId
from tesserae.model.source import Commit
from tesserae.wiki.code_host import CodeHost
from tesserae.wiki.pages.document import commit_link
from tesserae.wiki.pages.documents import Document
from tesserae.wiki.pages.facts import node_item, unique
from tesserae.wiki.pages.inputs import PageMap, SynthesisDraft
from tesserae.wiki.syntheses.chronicle import Chronicle, Day, commits_in
from tesserae.wiki.syntheses.inputs import SynthesisPage
from tesserae.wiki.syntheses.prose import (
    date_range,
    long_date,
    names,
    number,
    paragraph,
    plain_names,
    weekday,
)
from tesserae.wiki.text import count, escape, link, listing

MAX_NAMES = 6
MAX_ABOUT = 4
MIN_AGAIN = 3
MAX_AGAIN = 12
MAX_NEW = 20
"""New things that are listed with what they are; the others are only named."""


def daily_digests(chronicle: Chronicle, pages: PageMap) -> Iterator[SynthesisDraft]:
    """Yield the digest of every day that has something to tell."""
    days = chronicle.days
    stamps = [day.date.isoformat() for day in days]
    for before, day, after in zip([None, *stamps], days, [*stamps[1:], None], strict=False):
        yield _daily(day, before, after, chronicle, pages)


def _daily(
    day: Day, before: str | None, after: str | None, chronicle: Chronicle, pages: PageMap
) -> SynthesisDraft:
    stamp = day.date.isoformat()
    title = f"Daily digest, {long_date(day.date)}"
    page = SynthesisPage.begin("daily_digest", stamp, f"daily-{stamp}", title, pages)
    builder, origin = page.builder, page.path
    spoken = chronicle.distinctive(day.documents)[: MAX_ABOUT + MAX_AGAIN + len(day.new)]
    known = [node for node, _ in spoken if node not in day.new]
    about = known[:MAX_ABOUT]
    builder.add("", _day_in_words(day, about, origin, pages))
    builder.add_list("Documents", works_of(day.written, pages), work_items(pages), noun="document")
    builder.add_list("Changed", works_of(day.changed, pages), work_items(pages), noun="document")
    builder.add_list("Commits", day.commits, commit_items(pages.host), noun="commit")
    builder.add_list("New here", day.new[:MAX_NEW], node_items(pages))
    more = day.new[MAX_NEW:]
    if more:
        builder.add("", f"Also new: {names(more, origin, pages, limit=30)}.")
    again = known[MAX_ABOUT : MAX_ABOUT + MAX_AGAIN]
    if len(again) >= MIN_AGAIN:
        builder.add("Also spoken of", f"{names(again, origin, pages, limit=MAX_AGAIN)}.")
    builder.add_list("Questions asked", day.questions, node_items(pages), noun="question")
    builder.add("", _turns("daily", before, after, pages))
    return page.finish(
        _plain_summary(day),
        day.documents,
        [*day.new, *day.questions],
        updated=day.date,
        metadata={"date": stamp},
    )


def _day_in_words(day: Day, nodes: Sequence[Node], origin: str, pages: PageMap) -> str:
    """Say in a few sentences what the day brought."""
    opening = f"{weekday(day.date)}: {listing(_amounts(day))}"
    about = ""
    if nodes:
        which = "it is" if len(day.documents) == 1 else "they are"
        about = f"{which} about {names(nodes, origin, pages, limit=MAX_ABOUT)}"
    new = ""
    if day.new:
        verb = "is" if len(day.new) == 1 else "are"
        new = f"new here {verb} {names(day.new, origin, pages, limit=MAX_NAMES)}"
    asked = ""
    if day.questions:
        verb = "was" if len(day.questions) == 1 else "were"
        asked = f"{number(len(day.questions), 'question')} {verb} asked"
    own = [document for document in day.written if _is_digest_of(document, day.date)]
    written = ""
    if own:
        links = listing([pages.link_document(origin, document) for document in own[:3]])
        verb = "is itself a digest" if len(own) == 1 else "are themselves digests"
        written = f"{links} {verb} of the day"
    return paragraph(opening, about, new, asked, written)


def _amounts(day: Day) -> list[str]:
    amounts = []
    if day.written:
        amounts.append(f"{number(len(day.written), 'document')} written")
    if day.changed:
        amounts.append(f"{number(len(day.changed), 'document')} changed")
    if day.commits:
        amounts.append(number(len(day.commits), "commit"))
    if not amounts and day.questions:
        amounts.append(number(len(day.questions), "question"))
    return amounts


def _is_digest_of(document: Document, day: date) -> bool:
    """Say whether a document is itself a digest of a day: it is named by the day."""
    stamp = day.isoformat()
    return stamp in document.node.name or document.stem == stamp


def _plain_summary(day: Day) -> str:
    parts = _amounts(day)
    if day.new:
        parts.append(f"first mention of {plain_names(day.new, limit=4)}")
    return paragraph(listing(parts))


def _turns(kind: str, before: str | None, after: str | None, pages: PageMap) -> str:
    """Return the links to the digests before and after one."""
    links = []
    if before:
        links.append(link(f"\u2190 {before}", pages.synthesis_file(f"{kind}-{before}")))
    if after:
        links.append(link(f"{after} \u2192", pages.synthesis_file(f"{kind}-{after}")))
    return " \u00b7 ".join(links)


Work = tuple[Node, list[Document]]
"""A paper with the documents that are it or notes on it; of other documents, just the one."""


def works_of(documents: Iterable[Document], pages: PageMap) -> list[Work]:
    """Group documents by the paper they belong to, in their first order."""
    works: dict[NodeId, list[Document]] = {}
    for document in documents:
        works.setdefault(pages.work_of(document), []).append(document)
    return [(pages.view.node(work), found) for work, found in works.items()]


def work_items(pages: PageMap) -> Callable[[Work, str], str]:
    """Return a renderer of list items: a document, or a paper, with its first sentence."""

    def render(work: Work, origin: str) -> str:
        node, documents = work
        item = f"- {pages.link(origin, node)}"
        # Of several documents on one paper the last one in path order is seldom the bare abstract.
        said = next((each.node.description for each in reversed(documents)), "")
        if said:
            item += f": {escape(said)}"
        if node.id != documents[0].node.id:
            links = [
                f"[{escape(each.stem)}]({pages.href(origin, each.node.id)})" for each in documents
            ]
            item += f" ({listing(links)})"
        return item

    return render


def node_items(pages: PageMap) -> Callable[[Node, str], str]:
    """Return a renderer of list items: a thing with what it is."""
    return lambda node, origin: node_item(node, origin, pages)


def commit_items(host: CodeHost | None) -> Callable[[Commit, str], str]:
    """Return a renderer of list items: the subject of a commit, its name, how much it touched."""

    def render(commit: Commit, origin: str) -> str:
        files = f", {count(len(commit.paths), 'file')}" if commit.paths else ""
        return f"- {escape(commit.subject) or 'no subject'} ({commit_link(commit, host)}{files})"

    return render


# --- weeks --------------------------------------------------------------------------------------


def weekly_digests(chronicle: Chronicle, pages: PageMap) -> Iterator[SynthesisDraft]:
    """Yield the digest of every ISO week that has something to tell."""
    weeks = [list(days) for _, days in groupby(chronicle.days, lambda day: day.week)]
    stamps = [days[0].week for days in weeks]
    for before, days, after in zip([None, *stamps], weeks, [*stamps[1:], None], strict=False):
        yield _weekly(days, before, after, chronicle, pages)


def _weekly(
    days: Sequence[Day],
    before: str | None,
    after: str | None,
    chronicle: Chronicle,
    pages: PageMap,
) -> SynthesisDraft:
    week = days[0].week
    title = f"Week {int(week[-2:])} of {week[:4]}"
    page = SynthesisPage.begin("weekly", week, f"weekly-{week}", title, pages)
    builder, origin = page.builder, page.path
    new = unique(node for day in days for node in day.new)
    questions = unique(node for day in days for node in day.questions)
    documents = _documents_of(days)
    builder.add("", _week_in_words(days, chronicle, origin, pages))
    builder.add("Days", "\n".join(_day_item(day, origin, pages) for day in days))
    builder.add_list("New here", new[:MAX_NEW], node_items(pages))
    builder.add_list("Questions asked", questions, node_items(pages), noun="question")
    builder.add("", _turns("weekly", before, after, pages))
    return page.finish(
        _plain_week(documents, commits_in(days), new),
        documents,
        [*new, *questions],
        updated=days[-1].date,
        metadata={"week": week},
    )


def _documents_of(days: Sequence[Day]) -> list[Document]:
    found = {document.path: document for day in days for document in day.documents}
    return list(found.values())


def _week_in_words(days: Sequence[Day], chronicle: Chronicle, origin: str, pages: PageMap) -> str:
    """Tell the week in one paragraph: how much, about what, when most, what is new and open."""
    documents, commits = _documents_of(days), commits_in(days)
    monday = date.fromisocalendar(*days[0].date.isocalendar()[:2], 1)
    done = [number(len(documents), "document")] if documents else []
    done += [number(len(commits), "commit")] if commits else []
    when = f"on {_day_list(days)}" if len(days) < 4 else f"on {number(len(days), 'day')}"
    opening = f"{date_range(monday, monday + timedelta(days=6))}: {listing(done)} {when}"
    leaders = [pair for pair in chronicle.distinctive(documents) if pair[1] > 1][:4]
    peak = _fullest_day(days)
    led = [node for node, _ in leaders]
    fresh = unique(node for day in days for node in day.new if node not in led)
    first = ""
    if fresh:
        verb = "is" if len(fresh) == 1 else "are"
        first = f"new this week {verb} {names(fresh, origin, pages, limit=4)}"
    asked = unique(node for day in days for node in day.questions)
    still_open = f"what stays open: {names(asked, origin, pages, limit=2)}" if asked else ""
    about = _about(leaders, len(documents), origin, pages)
    return paragraph(opening, about, peak, first, still_open)


def _about(leaders: Sequence[tuple[Node, int]], documents: int, origin: str, pages: PageMap) -> str:
    if not leaders:
        return ""
    leader, times = leaders[0]
    others = [node for node, _ in leaders[1:]]
    if times * 2 < documents:
        nodes = [node for node, _ in leaders]
        return f"it turns on {names(nodes, origin, pages, limit=4)}"
    about = f"the thread through {_share(times, documents)} is {pages.link(origin, leader)}"
    return f"{about}, next to {names(others, origin, pages, limit=3)}" if others else about


def _fullest_day(days: Sequence[Day]) -> str:
    busiest = max(days, key=lambda day: (len(day.documents), day.date))
    if len(days) < 3 or len(busiest.documents) < 3:
        return ""
    amount = number(len(busiest.documents), "document")
    return f"the fullest day was {weekday(busiest.date)}, with {amount}"


def _share(times: int, total: int) -> str:
    if times == total:
        return "all of them" if total > 2 else "both of them"
    return f"{number(times, 'of them', 'of them')}"


def _day_list(days: Sequence[Day]) -> str:
    return listing([weekday(day.date) for day in days])


def _day_item(day: Day, origin: str, pages: PageMap) -> str:
    """Return a list item: the day, linked to its digest, and what it brought."""
    stamp = day.date.isoformat()
    name = f"{weekday(day.date)}, {long_date(day.date)}"
    item = f"- {link(name, pages.synthesis_file(f'daily-{stamp}'))}"
    parts = []
    works = [node for node, _ in works_of(day.documents, pages)]
    if works:
        parts.append(names(works, origin, pages, limit=3))
    if day.commits:
        parts.append(number(len(day.commits), "commit"))
    return f"{item}: {'; '.join(parts)}" if parts else item


def _plain_week(
    documents: Sequence[Document], commits: Sequence[Commit], new: Sequence[Node]
) -> str:
    parts = [number(len(documents), "document")] if documents else []
    parts += [number(len(commits), "commit")] if commits else []
    if new:
        parts.append(f"first mention of {plain_names(new, limit=4)}")
    return paragraph(listing(parts))
