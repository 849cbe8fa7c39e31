"""Reads the logs of DSH: `sessions/<project>/<session>/session.jsonl.zstd`, or plain.

The first line is a header, each later one an event, or a packed row that stands for several. A
tool's result names its call in `data.message.source.callId`. A prompt's `source.kind` is `user`
also where the parent agent wrote it for a sub-agent, so the header decides too. Events below
`seedLength` belong to the session that this one was forked from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tesserae.model.session import Host, Role, Session, Subagent, Tokens, Turn
from tesserae.sessions.fields import (
    count_field,
    instant_field,
    list_field,
    mapping_field,
    text_field,
)
from tesserae.sessions.jsonl import Fields, Oversize, Record, read_records
from tesserae.sessions.refs import LogFile, SessionRef
from tesserae.sessions.titles import shorten, title_from
from tesserae.sessions.transcript import (
    Budget,
    Draft,
    Limits,
    Outcome,
    Rejections,
    Transcript,
    finish_turns,
    oversize_fault,
)

_PACKED = {"text-chunks": "texts", "reasoning-chunks": "texts", "tool-call-chunks": "args"}
_KNOWN_FAMILIES = frozenset(
    (
        "agent",
        "approval",
        "assistant",
        "command",
        "compaction",
        "goal",
        "hook",
        "llm",
        "permission",
        "request",
        "sandbox",
        "session",
        "step",
        "subagent",
        "team",
        "todo",
        "tool",
        "tool-workflow",
        "turn",
        "user",
        "web",
    )
)
_ENVELOPE_KEYS = ("seq", "seq0", "data", "createdAt")


def is_record(fields: Fields) -> bool:
    """Tell a record from an object inside one."""
    return isinstance(fields.get("type"), str) and any(key in fields for key in _ENVELOPE_KEYS)


def read_session(ref: SessionRef, *, limits: Limits) -> Session:
    """Read a session's log and the logs of its sub-agents.

    Raises:
        OSError: A log cannot be read.
    """
    budget = Budget(limits)
    rejections = Rejections()
    reader = _Reader(budget, is_agent=ref.is_agent)
    for log in ref.logs:
        _read(log, reader, rejections)
    agents = []
    records, unknown = reader.events, reader.unknown
    for agent in ref.agents:
        side = _Reader(budget, is_agent=True)
        for log in agent.logs:
            _read(log, side, rejections)
        records, unknown = records + side.events, unknown + side.unknown
        description = agent.description or side.label or side.title
        agents.append(Subagent(agent.id, agent.kind, description, side.turns()))
    turns = reader.turns()
    return Session(
        host=Host.DSH,
        id=ref.id,
        cwd=reader.cwd or ref.cwd,
        home_cwd=ref.home_cwd,
        title=shorten(reader.title) or title_from(turns),
        turns=turns,
        subagents=tuple(agents),
        version=reader.version,
        started=reader.started,
        forked_from=reader.parent if not reader.is_agent else "",
        records=records,
        unknown_records=unknown,
        copied_turns=len(reader.transcript.drafts) - len(turns),
        rejected=tuple(rejections.listed),
        rejected_count=rejections.count,
        notes=(f"events are missing in the log of {ref.id}",) if reader.has_gap else (),
    )


def _read(log: LogFile, reader: _Reader, rejections: Rejections) -> None:
    for item in read_records(log.path, is_record=is_record):
        if isinstance(item, Record):
            reader.take(item)
        elif isinstance(item, Oversize):
            reader.take_oversize(item)
            rejections.add(log.shown, oversize_fault(item))
        else:
            rejections.add(log.shown, item)


@dataclass(slots=True)
class _Answer:
    """The assistant's message of one step, whole or as far as it was streamed."""

    at: datetime | None
    line: int
    streamed: list[str] = field(default_factory=list)
    draft: Draft | None = None
    is_final: bool = False


class _Reader:
    """Reads one log."""

    def __init__(self, budget: Budget, *, is_agent: bool) -> None:
        self.transcript = Transcript(budget)
        self.is_agent = is_agent
        self.cwd = self.title = self.version = self.parent = self.label = ""
        self.started: datetime | None = None
        self.events = self.unknown = 0
        self.has_gap = False
        self._seed_length = 0
        self._title_is_pinned = False
        self._next_sequence = 0
        self._seen: set[int] = set()
        self._answers: dict[tuple[int, int], _Answer] = {}
        self._command: Draft | None = None
        self._command_texts: tuple[str, ...] = ()

    def take(self, record: Record) -> None:
        """Take one record into account."""
        fields = record.fields
        kind = fields.get("type")
        if kind == "session":
            self._take_header(fields)
            return
        data = mapping_field(fields, "data")
        count = 1
        if isinstance(kind, str) and kind in _PACKED:
            count = max(1, len(list_field(data, _PACKED[kind])))
        if not self._is_own(record, count):
            return
        self.events += count
        at = instant_field(fields, "time") or instant_field(fields, "time0")
        if not self._take_turn(str(kind), data, record.line, at):
            self._take_note(str(kind), data)

    def take_oversize(self, item: Oversize) -> None:
        """Give a line that is too long to be parsed the turn that its beginning tells of."""
        text = item.peek("text")
        if b'"user/message"' in item.head:
            self.transcript.add(Role.CHAT, line=item.line, at=None, text=text)
        elif b'"assistant/message"' in item.head:
            self.transcript.add(Role.RESPONSE, line=item.line, at=None, text=text)

    def _take_turn(
        self, kind: str, data: Mapping[str, Any], line: int, at: datetime | None
    ) -> bool:
        """Take an event of the conversation; say whether it was one."""
        match kind:
            case "user/message":
                self._take_prompt(data, line, at)
            case "command/run":
                self._take_command(data, line, at)
            case "text-chunks" | "assistant/chunk":
                self._take_stream(data, line, at)
            case "assistant/message":
                self._take_answer(data, line, at)
            case "tool/call":
                self._take_call(data, line, at)
            case "tool/result":
                self._take_result(data, line, at)
            case _:
                return False
        return True

    def _take_note(self, kind: str, data: Mapping[str, Any]) -> None:
        """Take an event beside the conversation."""
        match kind:
            case "step/end" | "turn/end":
                self._settle()
            case "session/title":
                self._take_title(data)
            case "subagent/descriptor":
                self.label = text_field(data, "label")
            case _:
                is_known = kind.partition("/")[0] in _KNOWN_FAMILIES or kind in _PACKED
                self.unknown += not is_known

    def turns(self) -> tuple[Turn, ...]:
        """Finish the turns."""
        self._settle()
        return finish_turns(self.transcript.drafts, fallback=self.started)

    def _take_header(self, header: Fields) -> None:
        self.started = self.started or instant_field(header, "createdAt")
        self.cwd = self.cwd or text_field(header, "cwd")
        self.version = text_field(header, "agentPreset")
        self.parent = text_field(header, "parentSession")
        self.is_agent = self.is_agent or is_agent_header(header)
        self._seed_length = count_field(header, "seedLength")

    def _is_own(self, record: Record, count: int) -> bool:
        """Say whether these events are this session's and new; watch for gaps."""
        fields = record.fields
        key = "seq" if "seq" in fields else "seq0"
        if not isinstance(fields.get(key), int):
            return True
        sequence = count_field(fields, key)
        if record.digest in self._seen:
            return False
        self._seen.add(record.digest)
        self.has_gap = self.has_gap or sequence != self._next_sequence
        self._next_sequence = sequence + count
        return sequence >= self._seed_length

    def _take_prompt(self, message: Mapping[str, Any], line: int, at: datetime | None) -> None:
        text = "\n".join(texts_of(message.get("content")))
        kind = text_field(mapping_field(message, "source"), "kind")
        is_typed = kind == "user"
        if is_typed and self._command is not None and text.strip() in self._command_texts:
            # The command that the person typed was recorded on its own just before.
            self._command = None
            return
        if not text:
            return
        self._settle()
        is_human = is_typed and not self.is_agent
        self.transcript.add(Role.CHAT, line=line, at=at, text=text, is_human=is_human)

    def _take_command(self, data: Mapping[str, Any], line: int, at: datetime | None) -> None:
        arguments = text_field(data, "args").strip()
        is_typed = text_field(mapping_field(data, "source"), "kind") == "user"
        if not arguments or not is_typed or self.is_agent:
            return
        text = f"/{text_field(data, 'name')} {arguments}"
        self._command = self.transcript.add(Role.CHAT, line=line, at=at, text=text, is_human=True)
        self._command_texts = (text, arguments)

    def _answer(self, data: Mapping[str, Any], line: int, at: datetime | None) -> _Answer:
        step = (count_field(data, "turn"), count_field(data, "step"))
        if step not in self._answers:
            self._answers[step] = _Answer(at, line)
        return self._answers[step]

    def _take_stream(self, data: Mapping[str, Any], line: int, at: datetime | None) -> None:
        chunk = mapping_field(data, "chunk")
        texts = list(list_field(data, "texts"))
        if chunk.get("type") == "text-delta":
            texts.append(chunk.get("text"))
        said = [text for text in texts if isinstance(text, str)]
        answer = self._answer(data, line, at) if said else None
        if answer is not None and not answer.is_final:
            answer.streamed += said

    def _take_answer(self, data: Mapping[str, Any], line: int, at: datetime | None) -> None:
        message = mapping_field(data, "message")
        answer = self._answer(data, line, at)
        if answer.is_final:
            # A step has one message; a second one is another writer's.
            answer.draft = None
        answer.is_final = True
        answer.streamed = []
        text = "\n\n".join(texts_of(message.get("content")))
        if answer.draft is None:
            answer.draft = self.transcript.add(Role.RESPONSE, line=line, at=at, text=text)
        else:
            self.transcript.replace_text(answer.draft, text)
        answer.draft.model = text_field(mapping_field(message, "source"), "model")
        answer.draft.tokens = _tokens(mapping_field(data, "usage"))

    def _settle(self) -> None:
        """Make turns of what was streamed and never finished."""
        for answer in self._answers.values():
            if answer.streamed and not answer.is_final:
                text = "".join(answer.streamed)
                answer.streamed = []
                if answer.draft is None:
                    answer.draft = self.transcript.add(
                        Role.RESPONSE, line=answer.line, at=answer.at, text=text
                    )
                else:
                    self.transcript.extend(answer.draft, text)

    def _take_call(self, data: Mapping[str, Any], line: int, at: datetime | None) -> None:
        self._settle()
        self.transcript.call(
            text_field(data, "name"),
            call_id=text_field(data, "callId"),
            arguments=data.get("arguments"),
            line=line,
            at=at,
            cwd=self.cwd,
        )

    def _take_result(self, data: Mapping[str, Any], line: int, at: datetime | None) -> None:
        message = mapping_field(data, "message")
        blocks = [block for block in list_field(message, "content") if isinstance(block, dict)]
        first = blocks[0] if blocks else {}
        call_id = text_field(mapping_field(message, "source"), "callId")
        failed = bool(mapping_field(data, "error")) or first.get("isError") is True
        texts = [text for block in blocks for text in texts_of(block.get("content"))]
        meta = mapping_field(data, "meta")
        self.transcript.answer(
            call_id or text_field(first, "toolCallId") or text_field(data, "callId"),
            Outcome(
                output="\n".join(texts),
                is_error=failed,
                result=meta.get("structuredContent", dict(meta) or None),
            ),
            line=line,
            at=at,
        )

    def _take_title(self, data: Mapping[str, Any]) -> None:
        is_pinned = text_field(mapping_field(data, "source"), "kind") == "user"
        if is_pinned or not self._title_is_pinned:
            self.title = text_field(data, "title") or self.title
            self._title_is_pinned = is_pinned


def is_agent_header(header: Mapping[str, Any]) -> bool:
    """Say whether a header is that of a sub-agent's session."""
    return header.get("origin") == "subagent" or count_field(header, "delegationDepth") > 0


def texts_of(content: object) -> Iterator[str]:
    """Yield the texts of a message's blocks; a picture is named."""
    if isinstance(content, str):
        yield content
        return
    for block in content if isinstance(content, list) else ():
        if not isinstance(block, dict):
            continue
        if block.get("type") == "text" and (text := text_field(block, "text")):
            yield text
        elif block.get("type") == "image":
            yield "[Image]"


def _tokens(usage: Mapping[str, Any]) -> Tokens:
    return Tokens(
        input=count_field(usage, "inputTokens"),
        cache_read=count_field(usage, "cacheReadTokens"),
        cache_write=count_field(usage, "cacheWriteTokens"),
        output=count_field(usage, "outputTokens"),
    )
