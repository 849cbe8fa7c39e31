"""What one stored session says: its findings, and which files and names it was about.

Like any extraction it is pure and looks at nothing else; whether a name is that of a document or of
a piece of code is decided where the graph is known.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tesserae.extract.findings import findings_of
from tesserae.model.finding import Finding, FindingKind
from tesserae.model.session import Session, Turn, format_instant
from tesserae.sessions.fields import instant_field
from tesserae.sessions.records import SessionRecord

MAX_MENTIONS = 2_000
"""Different files and names that are kept of one session."""
_MAX_READ = 40_000
_EXCERPT = 200

_PATH = re.compile(r"(?<![\w./~\\-])(?:\./)?((?:[\w.-]+/)*[\w-][\w.-]*\.[A-Za-z]\w{0,7})(?![\w/])")
_CODE = re.compile(r"`([A-Za-z_][\w.]{3,80})(?:\(\))?`")


@dataclass(frozen=True, slots=True)
class Mention:
    """A file that a session touched, or a file or a name that it named."""

    name: str
    """A path relative to the project where `is_path`, else a name of code."""
    is_path: bool
    count: int
    """In how many turns."""
    turn: int
    """The first of them."""
    line: int
    """Of the record."""
    excerpt: str


@dataclass(frozen=True, slots=True)
class SessionExtraction:
    """What a compile keeps of one record."""

    record: str
    """The record's path, relative to the project."""
    project: str
    host: str
    id: str
    title: str
    first: str | None
    last: str | None
    human_turns: int
    turns: int
    subagents: int
    undone_turns: int
    last_turn: int = -1
    """The highest index of a turn; -1 where there is none."""
    findings: tuple[tuple[Finding, int], ...] = ()
    """Each with the line of its first turn in the record."""
    mentions: tuple[Mention, ...] = ()
    """In order of first mention."""

    def to_json(self) -> str:
        """Return the extraction as JSON on one line."""
        data = {name: getattr(self, name) for name in _PLAIN}
        data["findings"] = [[finding.to_json(), line] for finding, line in self.findings]
        data["mentions"] = [
            [m.name, m.is_path, m.count, m.turn, m.line, m.excerpt] for m in self.mentions
        ]
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> SessionExtraction:
        """Read what `to_json` wrote.

        Raises:
            ValueError, KeyError, TypeError: It is damaged.
        """
        data = json.loads(text)
        return cls(
            **{name: data[name] for name in _PLAIN},
            findings=tuple((_finding(entry), line) for entry, line in data["findings"]),
            mentions=tuple(Mention(*entry) for entry in data["mentions"]),
        )


_PLAIN = (
    "record",
    "project",
    "host",
    "id",
    "title",
    "first",
    "last",
    "human_turns",
    "turns",
    "subagents",
    "undone_turns",
    "last_turn",
)


def extract_session(record: SessionRecord, text: str, path: str) -> SessionExtraction:
    """Extract what a record says.

    Args:
        record: The record.
        text: The text that it was read from, for its lines.
        path: The record's path, relative to the project.
    """
    session = record.session
    lines = turn_lines(text)
    return SessionExtraction(
        record=path,
        project=record.project,
        host=session.host.value,
        id=session.id,
        title=" ".join(session.title.split()),
        first=format_instant(session.first),
        last=format_instant(session.last),
        human_turns=session.human_turns,
        turns=len(session.turns),
        subagents=len(session.subagents),
        undone_turns=session.undone_turns,
        last_turn=max((turn.index for turn in session.turns), default=-1),
        findings=tuple((f, lines.get(f.turn_ids[0], 1)) for f in findings_of(session)),
        mentions=tuple(_mentions(session, lines)),
    )


def turn_lines(text: str) -> dict[int, int]:
    """Return the line of each of a session's own turns in its record, by the turn's index."""
    rows = text.split("\n")
    start = next((n for n, row in enumerate(rows) if row.startswith('"turns": [')), len(rows))
    lines = {}
    for number, row in enumerate(rows[start + 1 :], start=start + 2):
        match = _INDEX.match(row)
        if match:
            lines[int(match[1])] = number
    return lines


_INDEX = re.compile(r'\{"index":(\d{1,12}),')


def _mentions(session: Session, lines: Mapping[int, int]) -> Iterator[Mention]:
    found: dict[tuple[str, bool], list[Any]] = {}
    for turn in session.turns:
        if turn.is_undone:
            continue
        for key, excerpt in dict(_named_in(turn)).items():
            if key in found:
                found[key][0] += 1
            elif len(found) < MAX_MENTIONS:
                found[key] = [1, turn.index, lines.get(turn.index, 1), excerpt]
    for (name, is_path), (count, turn_id, line, excerpt) in found.items():
        yield Mention(name, is_path, count, turn_id, line, excerpt)


def _named_in(turn: Turn) -> Iterator[tuple[tuple[str, bool], str]]:
    tool = turn.tool
    if tool is not None:
        for path in (*tool.writes, *tool.reads):
            if not path.startswith(("/", "~")):
                yield (path, True), f"{tool.name} {path}"[:_EXCERPT]
        return
    text = turn.text[:_MAX_READ]
    for pattern, is_path in ((_PATH, True), (_CODE, False)):
        for match in pattern.finditer(text):
            around = text[max(0, match.start() - 60) : match.end() + 100]
            yield (match[1], is_path), " ".join(around.split())[:_EXCERPT]


def _finding(data: Mapping[str, Any]) -> Finding:
    return Finding(
        kind=FindingKind(data["kind"]),
        text=data["text"],
        turn_ids=tuple(data["turn_ids"]),
        at=instant_field(data, "at"),
        answer=data.get("answer", ""),
        is_resolved=data.get("resolved", False),
    )
