"""What the log of a coding agent holds, whichever agent wrote it.

A `Session` is one conversation, a `Turn` one thing said or done in it. A turn's index is fixed by
the log alone: undoing, redaction, limits and the removal of copies leave gaps, never new numbers.
`Coverage` says what a reader could and could not see, so that "nothing" is told from "missing".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from tesserae.model.graph import JsonValue

MODEL_RUN_MARK = "<!-- tesserae: model run -->"
"""Every prompt that Tesserae sends to a model starts with this, so that the log which an agent's
command line leaves of it is not taken for somebody's work."""


class Host(StrEnum):
    """The agent that wrote a log; with the session's id it makes the session's identity."""

    CLAUDE_CODE = "claude-code"
    CODEX = "codex"
    DSH = "dsh"


class Role(StrEnum):
    """What a turn counts as."""

    CHAT = "chat"
    RESPONSE = "response"
    TOOLING = "tooling"


@dataclass(frozen=True, slots=True)
class Tokens:
    """Tokens that a model was paid for; the four counts are disjoint."""

    input: int = 0
    """Sent and not cached."""
    cache_read: int = 0
    cache_write: int = 0
    output: int = 0
    """Reasoning included."""

    @property
    def total(self) -> int:
        """All of them."""
        return self.input + self.cache_read + self.cache_write + self.output

    def __add__(self, other: Tokens) -> Tokens:
        return Tokens(
            self.input + other.input,
            self.cache_read + other.cache_read,
            self.cache_write + other.cache_write,
            self.output + other.output,
        )


NO_TOKENS = Tokens()


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One use of a tool, with its result where the log holds one."""

    name: str
    """As the model called it; a tool of an MCP server is `mcp__server__tool`."""
    call_id: str = ""
    arguments: JsonValue = None
    """Decoded; a text where the log holds no valid JSON. Long strings in it are cut."""
    output: str = ""
    """What the model saw, cut to the reader's limit."""
    output_size: int = 0
    """Characters of output in the log."""
    has_result: bool = False
    """False where the log ends, or the agent was stopped, before the tool answered."""
    is_error: bool = False
    result: JsonValue = None
    """The structured result, where the log holds one beside the text."""
    command: str = ""
    """The command line that was run."""
    reads: tuple[str, ...] = ()
    """Files it read, absolute where the log allows it, in the order of the arguments."""
    writes: tuple[str, ...] = ()
    """Files it made, changed or removed."""
    agent_id: str = ""
    """The sub-agent that it started."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A user record, an assistant's message, or a tool call with its result."""

    index: int
    """0-based position in the log; what `turn_ids` hold."""
    role: Role
    text: str
    """What was said, cut to the reader's limit; for a tool call the empty text."""
    at: datetime | None
    """UTC; None where nothing in the log says when."""
    is_human: bool = False
    """Whether a person wrote it, by its provenance and not by its looks."""
    is_undone: bool = False
    """Rolled back, rewound, or on a branch that was left."""
    is_error: bool = False
    """A failed tool call, or a message that stands for a failed request."""
    at_is_approximate: bool = False
    """The record has no usable time of its own; a neighbour's stands in."""
    tool: ToolCall | None = None
    tokens: Tokens = NO_TOKENS
    text_size: int = 0
    """Characters of text in the log."""
    model: str = ""
    line: int = 0
    """The 1-based line of its first record."""


@dataclass(frozen=True, slots=True)
class Subagent:
    """An agent that the session's agent started; its first prompt was not written by a person."""

    id: str
    kind: str = ""
    description: str = ""
    turns: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class PullRequestLink:
    """A pull request that the agent opened, as its log records it."""

    number: int
    url: str
    repository: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class Rejected:
    """A damaged record; the records around it are kept."""

    path: str
    line: int
    """1-based."""
    reason: str


@dataclass(frozen=True, slots=True)
class Session:
    """One conversation with an agent, its sub-agents folded in."""

    host: Host
    id: str
    cwd: str = ""
    """The folder that the agent started in, as the log spells it."""
    home_cwd: str = ""
    """The project's own folder, where the log says that `cwd` is a worktree of it."""
    title: str = ""
    turns: tuple[Turn, ...] = ()
    """In log order, without the turns that another session's log owns."""
    subagents: tuple[Subagent, ...] = ()
    """In order of their id."""
    branch: str = ""
    version: str = ""
    """Of the agent."""
    started: datetime | None = None
    """What the log's header says; a session with a header exists though nothing was said in it."""
    forked_from: str = ""
    """The session that this one continues a copy of."""
    pull_requests: tuple[PullRequestLink, ...] = ()
    records: int = 0
    """Records that were read, events that share a line counted one by one."""
    unknown_records: int = 0
    """Records of a kind that this reader does not know; passed over."""
    copied_turns: int = 0
    """Turns in its log that are copies from another session's."""
    rejected: tuple[Rejected, ...] = ()
    """The first damaged records, in log order."""
    rejected_count: int = 0
    notes: tuple[str, ...] = ()
    """What a reader of the session should know about its log."""

    @property
    def first(self) -> datetime | None:
        """The time of the earliest turn."""
        return min(self._times(), default=None)

    @property
    def last(self) -> datetime | None:
        """The time of the latest turn."""
        return max(self._times(), default=None)

    @property
    def human_turns(self) -> int:
        """How many turns a person wrote, undone ones included."""
        return sum(turn.is_human for turn in self.turns)

    @property
    def undone_turns(self) -> int:
        """How many turns were undone."""
        return sum(turn.is_undone for turn in self.turns)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show: no turn, no sub-agent, and no header."""
        return not self.turns and not self.subagents and self.started is None

    def every_turn(self) -> Iterator[Turn]:
        """Walk the session's turns, then those of each sub-agent."""
        yield from self.turns
        for agent in self.subagents:
            yield from agent.turns

    def find_turn(self, index: int) -> Turn | None:
        """Return the turn with this index; None where another session's log owns it."""
        return next((turn for turn in self.turns if turn.index == index), None)

    def between(self, start: datetime, end: datetime) -> Session:
        """Keep what happened in the half-open interval [start, end)."""
        agents = [replace(a, turns=_between(a.turns, start, end)) for a in self.subagents]
        return replace(
            self,
            turns=_between(self.turns, start, end),
            subagents=tuple(agent for agent in agents if agent.turns),
            pull_requests=tuple(
                link for link in self.pull_requests if link.at and start <= link.at < end
            ),
        )

    def _times(self) -> Iterator[datetime]:
        turns = self.turns or self.every_turn()
        return (turn.at for turn in turns if turn.at is not None)


def _between(turns: Iterable[Turn], start: datetime, end: datetime) -> tuple[Turn, ...]:
    return tuple(turn for turn in turns if turn.at is not None and start <= turn.at < end)


@dataclass(frozen=True, slots=True)
class Aggregates:
    """What a session, or a window of it, amounts to."""

    files_written: tuple[str, ...] = ()
    """Sorted."""
    files_read: tuple[str, ...] = ()
    """Sorted, without those that were written too."""
    tools: tuple[tuple[str, int], ...] = ()
    """Name and number of calls, most used first, ties by name."""
    commands: tuple[str, ...] = ()
    """Command lines in log order."""
    errors: int = 0
    tokens: Tokens = NO_TOKENS
    human_turns: int = 0
    responses: int = 0
    tool_calls: int = 0
    undone_turns: int = 0


def aggregate(turns: Iterable[Turn]) -> Aggregates:
    """Sum up turns; pass `session.every_turn()` to count its sub-agents' work too."""
    written: set[str] = set()
    read: set[str] = set()
    tools: Counter[str] = Counter()
    roles: Counter[Role] = Counter()
    commands: list[str] = []
    tokens = NO_TOKENS
    errors = human = undone = 0
    for turn in turns:
        roles[turn.role] += 1
        tokens += turn.tokens
        errors += turn.is_error
        human += turn.is_human
        undone += turn.is_undone
        if turn.tool is not None:
            tools[turn.tool.name] += 1
            written.update(turn.tool.writes)
            read.update(turn.tool.reads)
            if turn.tool.command:
                commands.append(turn.tool.command)
    return Aggregates(
        files_written=tuple(sorted(written)),
        files_read=tuple(sorted(read - written)),
        tools=tuple(sorted(tools.items(), key=lambda item: (-item[1], item[0]))),
        commands=tuple(commands),
        errors=errors,
        tokens=tokens,
        human_turns=human,
        responses=roles[Role.RESPONSE],
        tool_calls=roles[Role.TOOLING],
        undone_turns=undone,
    )


@dataclass(frozen=True, slots=True)
class Root:
    """A folder in which logs were looked for."""

    host: Host
    path: str
    found: bool


@dataclass(frozen=True, slots=True)
class Excluded:
    """A session that was left out on purpose."""

    host: Host
    id: str
    reason: str


@dataclass(frozen=True, slots=True)
class Gap:
    """Work whose log is gone: the agent's prompt history knows it, no log does."""

    host: Host
    session_id: str
    cwd: str
    first: datetime
    last: datetime
    prompts: int

    def overlaps(self, start: datetime, end: datetime) -> bool:
        """Say whether some of the lost work lies in [start, end)."""
        return self.first < end and self.last >= start


@dataclass(frozen=True, slots=True)
class Coverage:
    """What was looked at, and what could not be seen."""

    roots: tuple[Root, ...] = ()
    sessions_read: int = 0
    records_rejected: tuple[Rejected, ...] = ()
    rejected_count: int = 0
    excluded: tuple[Excluded, ...] = ()
    gaps: tuple[Gap, ...] = ()
    notes: tuple[str, ...] = ()

    def with_sessions(self, sessions: Iterable[Session]) -> Coverage:
        """Add what reading these sessions showed."""
        read = 0
        count = self.rejected_count
        rejected = list(self.records_rejected)
        notes = list(self.notes)
        for session in sessions:
            read += 1
            count += session.rejected_count
            rejected += session.rejected
            notes += session.notes
        return replace(
            self,
            sessions_read=self.sessions_read + read,
            records_rejected=tuple(rejected),
            rejected_count=count,
            notes=tuple(dict.fromkeys(notes)),
        )


@dataclass(frozen=True, slots=True)
class SessionRow:
    """One line of the list of sessions; it is about the whole session."""

    host: Host
    id: str
    project: str
    title: str
    first: datetime | None
    last: datetime | None
    human_turns: int
    turns: int
    subagents: int
    undone_turns: int
    rejected: int
    root: str = field(default="", compare=False)
    """The project's folder; not part of the printed row."""

    def to_json(self) -> dict[str, JsonValue]:
        """Return the row under its contractual keys."""
        return {
            "host": self.host.value,
            "id": self.id,
            "project": self.project,
            "title": self.title,
            "first": format_instant(self.first),
            "last": format_instant(self.last),
            "human_turns": self.human_turns,
            "turns": self.turns,
            "subagents": self.subagents,
            "undone_turns": self.undone_turns,
            "rejected": self.rejected,
        }


def format_instant(at: datetime | None) -> str | None:
    """Write an instant the way the logs do: UTC, milliseconds, `Z`."""
    if at is None:
        return None
    return at.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"
