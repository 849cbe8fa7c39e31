"""The pages of sessions: an index by project and host, and each session 200 turns to a page.

What a page shows of the turns is made when the page is rendered and not before: a project may have
thousands of sessions with thousands of turns each.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

from tesserae.extract.session import SessionExtraction
from tesserae.graph.session_nodes import session_node_id
from tesserae.model.finding import Finding, FindingKind
from tesserae.model.ids import heading_anchor, short_hash, slugify
from tesserae.model.ontology import Kind, NodeType
from tesserae.model.session import Aggregates, Session, aggregate
from tesserae.site.indexes import PER_PAGE, index_uri
from tesserae.site.links import LinkedText
from tesserae.site.pages import KIND_TITLES, PageLink, PageLinks, PageRole, SitePage
from tesserae.site.routes import Routes
from tesserae.site.session_turns import AgentView, TurnView, turn_views
from tesserae.site.urls import page_url, sibling_uri
from tesserae.wiki.paths import relative_href
from tesserae.wiki.text import escape, link

TURNS_PER_PAGE = 200
HOST_NAMES = {"claude-code": "Claude Code", "codex": "Codex", "dsh": "DSH"}
_KIND_WORDS = {
    FindingKind.DECISION: "Decisions",
    FindingKind.INSIGHT: "Insights",
    FindingKind.QUESTION: "Questions",
    FindingKind.TODO: "Tasks",
    FindingKind.HYPOTHESIS: "Hypotheses",
    FindingKind.TAKEAWAY: "Takeaways",
}
_MAX_TITLE = 100

Loader = Callable[[SessionExtraction], Session | None]
"""Reads the session of a record; None where it went since the compile."""


@dataclass(frozen=True, slots=True)
class FindingView:
    """A finding with the way to its turn."""

    text: str
    answer: str
    state: str
    """`open`, `done` or empty."""
    url: str
    turn: int


@dataclass(frozen=True, slots=True)
class SessionRowView:
    """A session in the index."""

    url: str
    title: str
    host: str
    day: str
    requests: int
    turns: int


@dataclass(frozen=True, slots=True)
class SessionGroup:
    """The sessions of one project and one agent."""

    label: str
    anchor: str
    url: str
    """Where the group begins."""
    total: int
    rows: tuple[SessionRowView, ...]
    """Those on this page of the index."""


@dataclass(frozen=True, slots=True)
class SessionsView:
    """One page of the index."""

    total: int
    facets: tuple[SessionGroup, ...]
    groups: tuple[SessionGroup, ...]
    number: int
    pages: tuple[PageLink, ...]


@dataclass(frozen=True, slots=True)
class SessionView:
    """One page of a session."""

    host: str
    project: str
    index_url: str
    facts: tuple[tuple[str, str], ...]
    findings: tuple[tuple[str, tuple[FindingView, ...]], ...]
    """By kind, on the first page."""
    number: int
    pages: tuple[PageLink, ...]
    text_url: str
    json_url: str
    _load: Callable[[], Session | None] = field(repr=False, compare=False)
    _zone: ZoneInfo = field(repr=False, compare=False)

    def sums(self) -> Aggregates:
        """Return what the whole session amounts to, its sub-agents included."""
        session = self._load()
        return aggregate(session.every_turn()) if session else Aggregates()

    def turns(self) -> tuple[tuple[TurnView, ...], tuple[AgentView, ...]]:
        """Return the turns of this page and the sub-agents that belong to no turn."""
        session = self._load()
        if session is None:
            return (), ()
        first = (self.number - 1) * TURNS_PER_PAGE
        return turn_views(session, first, first + TURNS_PER_PAGE, self._zone)


@dataclass(frozen=True, slots=True)
class SessionPlaces:
    """Where each session stands."""

    uris: dict[tuple[str, str], str]
    """By host and id: the source path of its first page."""

    def page(self, host: str, session_id: str, turn: int = 0) -> str:
        """Return the source path of the page that holds a turn; empty for an unknown session."""
        first = self.uris.get((host, session_id), "")
        return _nth(first, turn // TURNS_PER_PAGE + 1) if first else ""


def plan_sessions(sessions: Sequence[SessionExtraction], routes: Routes) -> SessionPlaces:
    """Decide where each session stands; an id that two agents share is told apart by its hash."""
    folder = routes.place(Kind.SESSIONS.value).removesuffix("index.md")
    uris: dict[tuple[str, str], str] = {}
    taken: set[str] = set()
    for session in sessions:
        uri = f"{folder}{slugify(session.project or 'unknown')}/{slugify(session.id)}.md"
        if uri in taken:
            digest = short_hash(f"{session.host}:{session.id}", length=6)
            uri = f"{uri.removesuffix('.md')}-{digest}.md"
        taken.add(uri)
        uris[session.host, session.id] = uri
    return SessionPlaces(uris)


def build_sessions(
    sessions: Sequence[SessionExtraction],
    places: SessionPlaces,
    routes: Routes,
    *,
    load: Loader,
    zone: ZoneInfo,
    directory_urls: bool,
) -> Iterator[tuple[SitePage, SessionView | SessionsView]]:
    """Yield the pages of the index, then those of each session."""

    def url_of(uri: str) -> str:
        return page_url(uri, directory_urls=directory_urls)

    # Pages are rendered in this order, so one session at a time is enough.
    loaded = lru_cache(maxsize=1)(load)
    yield from _index(sessions, places, routes, url_of, zone)
    for session in sessions:
        yield from _details(session, places, routes, url_of, loaded, zone)


def _index(
    sessions: Sequence[SessionExtraction],
    places: SessionPlaces,
    routes: Routes,
    url_of: Callable[[str], str],
    zone: ZoneInfo,
) -> Iterator[tuple[SitePage, SessionsView]]:
    newest = sorted(sessions, key=lambda session: session.last or "", reverse=True)
    newest.sort(key=lambda session: (session.project, session.host))
    chunks = [newest[start : start + PER_PAGE] for start in range(0, len(newest), PER_PAGE)]
    uris = [index_uri(routes, Kind.SESSIONS.value, n) for n in range(1, len(chunks) + 1)]
    totals = Counter(_group_of(session) for session in newest)
    begins: dict[str, str] = {}
    for chunk, uri in zip(chunks, uris, strict=True):
        for session in chunk:
            begins.setdefault(_group_of(session), uri)

    def group(label: str, rows: Sequence[SessionExtraction]) -> SessionGroup:
        anchor = heading_anchor(label)
        shown = tuple(_row(session, places, url_of, zone) for session in rows)
        return SessionGroup(
            label, anchor, f"{url_of(begins[label])}#{anchor}", totals[label], shown
        )

    facets = tuple(group(label, ()) for label in totals) if len(totals) > 1 else ()
    pages = tuple(PageLink(url_of(uri), str(n), "item") for n, uri in enumerate(uris, start=1))
    for number, (chunk, uri) in enumerate(zip(chunks, uris, strict=True), start=1):
        by_group: dict[str, list[SessionExtraction]] = defaultdict(list)
        for session in chunk:
            by_group[_group_of(session)].append(session)
        groups = tuple(group(label, rows) for label, rows in by_group.items())
        title = KIND_TITLES[Kind.SESSIONS]
        lines = [f"# {title}"]
        for label, rows in by_group.items():
            lines += ["", f"## {escape(label)}", ""]
            for session in rows:
                target = relative_href(uri, places.page(session.host, session.id))
                lines.append(f"- {link(_title(session), target)}")
        yield (
            SitePage(
                src_uri=uri,
                url=url_of(uri),
                role=PageRole.SESSIONS,
                kind=Kind.SESSIONS.value,
                title=title if number == 1 else f"{title}, page {number}",
                body=LinkedText("\n".join(lines) + "\n"),
                description=f"{len(newest)} sessions.",
                updated=max((day for s in chunk if (day := _day(s, zone))), default=None),
                links=PageLinks(
                    tuple(
                        PageLink(url_of(places.page(s.host, s.id)), _title(s), "item")
                        for s in chunk
                    )
                ),
            ),
            SessionsView(len(newest), facets, groups, number, pages),
        )


def _row(
    session: SessionExtraction,
    places: SessionPlaces,
    url_of: Callable[[str], str],
    zone: ZoneInfo,
) -> SessionRowView:
    day = _day(session, zone)
    return SessionRowView(
        url=url_of(places.page(session.host, session.id)),
        title=_title(session),
        host=HOST_NAMES.get(session.host, session.host),
        day=day.isoformat() if day else "",
        requests=session.human_turns,
        turns=session.turns,
    )


def _details(
    session: SessionExtraction,
    places: SessionPlaces,
    routes: Routes,
    url_of: Callable[[str], str],
    load: Loader,
    zone: ZoneInfo,
) -> Iterator[tuple[SitePage, SessionView]]:
    first = places.page(session.host, session.id)
    count = max(1, session.last_turn // TURNS_PER_PAGE + 1)
    uris = [_nth(first, number) for number in range(1, count + 1)]
    pages = tuple(PageLink(url_of(uri), str(n), "item") for n, uri in enumerate(uris, start=1))
    facts = tuple(_facts(session, zone))
    title = _title(session)

    def session_of() -> Session | None:
        return load(session)

    for number, uri in enumerate(uris, start=1):
        is_first = number == 1
        yield (
            SitePage(
                src_uri=uri,
                url=url_of(uri),
                role=PageRole.SESSION,
                kind=Kind.SESSIONS.value,
                title=title if is_first else f"{title}, page {number}",
                body=LinkedText(_body(session, facts) if is_first else f"# {escape(title)}\n"),
                id=session_node_id(session.host, session.id, session.title) if is_first else None,
                type=NodeType.SESSION.value,
                description=f"{HOST_NAMES.get(session.host, session.host)}, {session.project}",
                updated=_day(session, zone),
                anchors=frozenset(
                    f"turn-{turn}"
                    for turn in range((number - 1) * TURNS_PER_PAGE, number * TURNS_PER_PAGE)
                ),
            ),
            SessionView(
                host=HOST_NAMES.get(session.host, session.host),
                project=session.project,
                index_url=url_of(routes.place(Kind.SESSIONS.value)),
                facts=facts,
                findings=_findings(session, places, url_of) if is_first else (),
                number=number,
                pages=pages,
                text_url=sibling_uri(uri, ".txt"),
                json_url=sibling_uri(uri, ".json"),
                _load=session_of,
                _zone=zone,
            ),
        )


def _facts(session: SessionExtraction, zone: ZoneInfo) -> Iterator[tuple[str, str]]:
    yield "Agent", HOST_NAMES.get(session.host, session.host)
    yield "Project", session.project
    for name, instant in (("Began", session.first), ("Ended", session.last)):
        if instant:
            yield name, _local(instant, zone).strftime("%Y-%m-%d %H:%M")
    yield "Requests", f"{session.human_turns:,}"
    yield "Turns", f"{session.turns:,}"
    if session.subagents:
        yield "Sub-agents", f"{session.subagents:,}"
    if session.undone_turns:
        yield "Undone turns", f"{session.undone_turns:,}"


def _findings(
    session: SessionExtraction, places: SessionPlaces, url_of: Callable[[str], str]
) -> tuple[tuple[str, tuple[FindingView, ...]], ...]:
    by_kind: dict[FindingKind, list[FindingView]] = defaultdict(list)
    for finding, _ in session.findings:
        turn = finding.turn_ids[0]
        url = f"{url_of(places.page(session.host, session.id, turn))}#turn-{turn}"
        by_kind[finding.kind].append(
            FindingView(finding.text, finding.answer, _state(finding), url, turn)
        )
    return tuple((_KIND_WORDS[kind], tuple(by_kind[kind])) for kind in _KIND_WORDS if by_kind[kind])


def _state(finding: Finding) -> str:
    if finding.is_open:
        return "open"
    return "done" if finding.kind is FindingKind.TODO else ""


def _body(session: SessionExtraction, facts: Sequence[tuple[str, str]]) -> str:
    """Return the page as text: what a machine reads, and what the search knows of it."""
    lines = [f"# {escape(_title(session))}", ""]
    lines += [f"- {name}: {escape(value)}" for name, value in facts]
    for kind, words in _KIND_WORDS.items():
        found = [finding for finding, _ in session.findings if finding.kind is kind]
        if found:
            lines += ["", f"## {words}", ""]
        for finding in found:
            state = f" ({_state(finding)})" if _state(finding) else ""
            answer = f" — {escape(finding.answer)}" if finding.answer else ""
            lines.append(f"- {escape(finding.text)}{answer}{state}, turn {finding.turn_ids[0]}")
    return "\n".join(lines) + "\n"


def _nth(first: str, number: int) -> str:
    return first if number == 1 else f"{first.removesuffix('.md')}/page_{number}.md"


def _group_of(session: SessionExtraction) -> str:
    return f"{session.project} — {HOST_NAMES.get(session.host, session.host)}"


def _title(session: SessionExtraction) -> str:
    title = session.title or f"Session {session.id[:8]}"
    return title if len(title) <= _MAX_TITLE else f"{title[: _MAX_TITLE - 1]}…"


def _day(session: SessionExtraction, zone: ZoneInfo) -> date | None:
    instant = session.last or session.first
    return _local(instant, zone).date() if instant else None


def _local(instant: str, zone: ZoneInfo) -> datetime:
    return datetime.fromisoformat(instant).astimezone(zone)
