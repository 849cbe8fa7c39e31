"""The items of a day as lines of markdown: sessions, files, findings, commits, documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from tesserae.activity.digest import (
    CommitItem,
    DayDigest,
    DocumentItem,
    FindingItem,
    PullRequestItem,
    Said,
    SessionDay,
)
from tesserae.activity.places import Places
from tesserae.model.session import Host
from tesserae.wiki.text import count, escape, external_link, link, listing, quoted
from tesserae.wiki.wording import number

MAX_READ = 12
MAX_ASKED = 12
"""Requests of a session that are listed; its page has all."""
MAX_COMMIT_FILES = 3
HOST_NAMES = {Host.CLAUDE_CODE: "Claude Code", Host.CODEX: "Codex", Host.DSH: "DSH"}
KIND_TITLES = {
    "decision": "Decided",
    "insight": "Found out",
    "takeaway": "To remember",
    "hypothesis": "Assumed",
    "question": "Asked",
    "todo": "To do",
}
"""The kinds of findings in the order in which they are listed."""


def session_lines(day: DayDigest, places: Places, zone: ZoneInfo, *, level: int) -> str:
    """List what was asked of each agent; `level` is that of the agents' headings."""
    blocks = [f"Logs missing: {escape(text)}" for text in day.lost]
    for host in Host:
        of_host = [session for session in day.sessions if session.host is host]
        if of_host:
            items = "\n".join(_session(session, places, zone) for session in of_host)
            blocks.append(f"{'#' * level} {HOST_NAMES[host]}\n\n{items}")
    return "\n\n".join(blocks)


def _session(session: SessionDay, places: Places, zone: ZoneInfo) -> str:
    href = places.session(session.host, session.id)
    title = escape(session.title) or "Session without a title"
    name = f"**[{title}]({href})**" if href else f"**{title}**"
    first, last = clock(session.first, zone), clock(session.last, zone)
    when = first if first == last else f"{first} to {last}"
    amounts = [count(session.human_turns, "request"), count(session.turns, "turn")]
    if session.undone_turns:
        amounts.append(f"{session.undone_turns} of them undone")
    if session.failures:
        amounts.append(count(session.failures, "failed call"))
    lines = [f"- {name}, {when}: {', '.join(amounts)}"]
    lines += _asked(session, session.requests[:MAX_ASKED], "asked", places, zone)
    more = session.human_turns - len(session.undone) - MAX_ASKED
    if more > 0:
        lines.append(f"    - and {number(more, 'more request', 'more requests')}")
    lines += _asked(session, session.undone, "taken back", places, zone)
    if session.outcome is not None:
        lines += _asked(session, [session.outcome], "in the end", places, zone)
    if session.is_unanswered:
        lines.append("    - the last request has no answer yet")
    return "\n".join(lines)


def _asked(
    session: SessionDay, said: Sequence[Said], verb: str, places: Places, zone: ZoneInfo
) -> Iterator[str]:
    for each in said:
        reference = turn_link(session.host, session.id, each.turn, places)
        yield f"    - {clock(each.at, zone)} {verb}: {quoted(each.text)} ({reference})"


def turn_link(host: Host, session: str, turn: int, places: Places) -> str:
    """Name a turn, and link it where its session has a page."""
    href = places.turn(host, session, turn)
    label = f"turn {turn}"
    return link(label, href) if href else f"{label} of {escape(session[:8])}"


def file_lines(day: DayDigest, places: Places) -> str:
    """List the files that sessions changed, and in one line those that they only read."""
    written: dict[str, int] = {}
    read: set[str] = set()
    for session in day.sessions:
        for path in session.files_written:
            written[path] = written.get(path, 0) + 1
        read.update(session.files_read)
    committed: dict[str, list[str]] = {}
    for commit in day.commits:
        for path in commit.paths:
            committed.setdefault(path, []).append(commit.sha)
    lines = []
    for path in sorted(written):
        parts = [f"changed in {count(written[path], 'session')}"]
        if path in committed:
            shas = [commit_link(sha, places) for sha in committed[path][:MAX_COMMIT_FILES]]
            parts.append(f"committed as {listing(shas)}")
        lines.append(f"- {_file_link(path, places)}: {', '.join(parts)}")
    only_read = sorted(read - written.keys())
    if only_read:
        shown = [_file_link(path, places) for path in only_read[:MAX_READ]]
        if len(only_read) > MAX_READ:
            shown.append(number(len(only_read) - MAX_READ, "more", "more"))
        lines.append(f"- only read: {listing(shown)}")
    return "\n".join(lines)


def _file_link(path: str, places: Places) -> str:
    href = places.file(path)
    return link(path, href) if href else escape(path)


def finding_lines(day: DayDigest, places: Places, zone: ZoneInfo) -> str:
    """List what came out of the sessions, kind by kind."""
    blocks = []
    by_kind: dict[str, list[FindingItem]] = {}
    for item in day.findings:
        by_kind.setdefault(item.kind, []).append(item)
    order = [*KIND_TITLES, *sorted(by_kind.keys() - KIND_TITLES.keys())]
    for kind in order:
        items = [_finding(item, places, zone) for item in by_kind.get(kind, ())]
        if items:
            title = KIND_TITLES.get(kind, kind)
            blocks.append(f"**{escape(title)}**\n\n" + "\n".join(items))
    return "\n\n".join(blocks)


def _finding(item: FindingItem, places: Places, zone: ZoneInfo) -> str:
    reference = turn_link(item.host, item.session, item.turn, places)
    line = f"- {escape(opening(item.text))} ({clock(item.at, zone)}, {reference})"
    if item.resolution:
        line += f": {escape(item.resolution)}"
    if item.is_open:
        return f"{line}, still open"
    return f"{line}, done" if item.kind == "todo" and not item.resolution else line


def commit_lines(day: DayDigest, places: Places, zone: ZoneInfo) -> str:
    """List the commits; where all are one person's, that is said once."""
    authors = {commit.author for commit in day.commits}
    is_one = len(authors) == 1 and len(day.commits) > 1
    lines = [_commit(commit, places, zone, with_author=not is_one) for commit in day.commits]
    return "\n".join([*([f"By {escape(*authors)}.\n"] if is_one else []), *lines])


def pull_request_lines(day: DayDigest, zone: ZoneInfo) -> str:
    """List what became of pull requests."""
    return "\n".join(_pull_request(item, zone) for item in day.pull_requests)


def document_lines(day: DayDigest, places: Places) -> str:
    """List the documents."""
    return "\n".join(_document(item, places) for item in day.documents)


def _commit(commit: CommitItem, places: Places, zone: ZoneInfo, *, with_author: bool) -> str:
    subject = escape(commit.subject) or "no subject"
    details = [commit_link(commit.sha, places)]
    if with_author:
        details.append(escape(commit.author))
    if commit.paths:
        details.append(count(len(commit.paths), "file"))
    return f"- {clock(commit.at, zone)} {subject} ({', '.join(details)})"


def commit_link(sha: str, places: Places) -> str:
    """Name a commit, and link it where its place is known."""
    href = places.commit(sha)
    return f"[`{sha[:7]}`]({href})" if href else f"`{sha[:7]}`"


def _pull_request(item: PullRequestItem, zone: ZoneInfo) -> str:
    label = f"{item.repository}#{item.number}"
    name = external_link(label, item.url) if item.url else escape(label)
    title = f" {escape(item.title)}" if item.title else ""
    return f"- {clock(item.at, zone)} {item.event}: {name}{title}"


def _document(item: DocumentItem, places: Places) -> str:
    href = places.file(item.path)
    name = link(item.title, href) if href else escape(item.title)
    mark = " \u2248 by the file's own time" if item.is_approximate else ""
    path = "" if item.title == item.path else f", {escape(item.path)}"
    return f"- {item.change}: {name}{path}{mark}"


def opening(text: str) -> str:
    """Return a text as a line begins with it; a name that is spelled in lower case stays so."""
    word = text.split(" ", 1)[0]
    return f"{text[:1].upper()}{text[1:]}" if word.isalpha() and word.islower() else text


def clock(at: datetime, zone: ZoneInfo) -> str:
    """Return the local time of day."""
    return at.astimezone(zone).strftime("%H:%M")
