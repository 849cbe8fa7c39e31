"""The turns of one log while it is being read.

A turn is not complete when its first line is: blocks of one message come line by line, a tool's
result comes later or never, an undo comes later still. So readers keep drafts and finish them
together. Memory is bounded twice: each text by `Limits`, and all texts of a session by a `Budget`.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from tesserae.model.graph import JsonValue
from tesserae.model.session import NO_TOKENS, Rejected, Role, Tokens, ToolCall, Turn
from tesserae.sessions.fields import clean, cut, decode_arguments, json_value
from tesserae.sessions.jsonl import MAX_LINE_BYTES, Fault, Oversize
from tesserae.sessions.touches import Touches, absolute_path, find_touches

MAX_REJECTED = 100
"""Damaged records that are listed; all are counted."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a log is kept in memory; none of it changes a turn's index."""

    message_chars: int = 200_000
    output_chars: int = 16_000
    argument_chars: int = 16_000
    session_bytes: int = 64 << 20
    frugal_chars: int = 400
    """What a text may have once the session has used up its bytes."""


class Budget:
    """The bytes of text that a session, its sub-agents included, may keep."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._left = limits.session_bytes

    def keep(self, text: str, limit: int) -> str:
        """Return the part of a text that may be kept, and pay for it."""
        text = cut(clean(text), limit if self._left > 0 else self.limits.frugal_chars)
        self._left -= sys.getsizeof(text)
        return text

    def keep_json(self, value: object, limit: int) -> JsonValue:
        """Return a copy of decoded JSON whose texts are cut, and pay for them."""
        kept = json_value(value, limit=limit if self._left > 0 else self.limits.frugal_chars)
        self._left -= sum(sys.getsizeof(text) for text in _texts_in(kept))
        return kept


@dataclass(slots=True, eq=False)
class CallDraft:
    """A tool call whose result may still come."""

    name: str
    call_id: str
    arguments: JsonValue = None
    touches: Touches = field(default_factory=Touches)
    output: str = ""
    output_size: int = 0
    has_result: bool = False
    result: JsonValue = None
    agent_id: str = ""


@dataclass(slots=True, eq=False)
class Draft:
    """A turn that may still change."""

    role: Role
    line: int
    at: datetime | None
    at_is_approximate: bool = False
    text: str = ""
    text_size: int = 0
    is_human: bool = False
    is_error: bool = False
    is_undone: bool = False
    is_copy: bool = False
    """Another session's log owns it."""
    model: str = ""
    tokens: Tokens = NO_TOKENS
    call: CallDraft | None = None
    parent: Draft | None = None
    """The message or prompt that this one continues."""
    last_line: int = 0
    """Of the last record that belongs to it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a tool answered."""

    output: str = ""
    is_error: bool = False
    result: JsonValue = None
    agent_id: str = ""


class Transcript:
    """The drafts of one line of conversation, in log order."""

    def __init__(self, budget: Budget) -> None:
        self.drafts: list[Draft] = []
        self._budget = budget
        self._limits = budget.limits
        self._calls: dict[str, Draft] = {}
        self._unnamed: deque[Draft] = deque()

    def add(
        self, role: Role, *, line: int, at: datetime | None, text: str = "", is_human: bool = False
    ) -> Draft:
        """Start a turn of chat or a response."""
        draft = Draft(role, line, at, is_human=is_human, last_line=line)
        self.drafts.append(draft)
        self.extend(draft, text)
        return draft

    def extend(self, draft: Draft, text: str) -> None:
        """Append a further block to a message."""
        if not text:
            return
        draft.text_size += len(text)
        kept = self._budget.keep(text, max(0, self._limits.message_chars - len(draft.text)))
        draft.text = f"{draft.text}\n\n{kept}" if draft.text else kept

    def replace_text(self, draft: Draft, text: str) -> None:
        """Put a message's final text in the place of what was streamed of it."""
        draft.text, draft.text_size = "", 0
        self.extend(draft, text)

    def call(
        self,
        name: str,
        *,
        call_id: str,
        arguments: object,
        line: int,
        at: datetime | None,
        cwd: str = "",
    ) -> Draft:
        """Start a tool call, or add to it where another record told of it already."""
        name, call_id = clean(name), clean(call_id)
        draft = self._calls.get(call_id) if call_id else None
        if draft is None:
            draft = self._new_call(name, call_id, line=line, at=at)
        call = draft.call
        if call is not None and not (call.name and call.arguments is not None):
            call.name = call.name or name
            decoded = decode_arguments(arguments)
            call.touches = find_touches(call.name, decoded, cwd=cwd)
            call.arguments = self._budget.keep_json(decoded, self._limits.argument_chars)
        return draft

    def answer(self, call_id: str, outcome: Outcome, *, line: int, at: datetime | None) -> Draft:
        """Give a tool call its result; one without a call becomes a turn of its own."""
        call_id = clean(call_id)
        draft = self._calls.get(call_id)
        if draft is None and not call_id and self._unnamed:
            draft = self._unnamed.popleft()
        if draft is None:
            draft = self._new_call("", call_id, line=line, at=at)
        call = draft.call
        if call is not None:
            self._fill(draft, call, outcome)
        return draft

    def touch(self, draft: Draft, paths: Iterable[str], *, cwd: str = "") -> None:
        """Credit a tool call with files that its result says it changed."""
        if draft.call is None:
            return
        known = draft.call.touches
        added = (absolute_path(path, cwd) for path in paths)
        writes = tuple(dict.fromkeys((*known.writes, *added)))
        draft.call.touches = Touches(known.command, known.reads, writes)

    def has_call(self, call_id: str) -> bool:
        """Say whether this call is known already."""
        return clean(call_id) in self._calls

    def turns(self) -> tuple[Turn, ...]:
        """Finish all drafts."""
        return finish_turns(self.drafts)

    def _new_call(self, name: str, call_id: str, *, line: int, at: datetime | None) -> Draft:
        draft = Draft(Role.TOOLING, line, at, call=CallDraft(name, call_id), last_line=line)
        self.drafts.append(draft)
        if call_id:
            self._calls[call_id] = draft
        elif name:
            self._unnamed.append(draft)
        return draft

    def _fill(self, draft: Draft, call: CallDraft, outcome: Outcome) -> None:
        draft.is_error = draft.is_error or outcome.is_error
        call.has_result = True
        call.agent_id = call.agent_id or clean(outcome.agent_id)
        if outcome.output and len(outcome.output) >= call.output_size:
            call.output_size = len(outcome.output)
            call.output = self._budget.keep(outcome.output, self._limits.output_chars)
        if call.result is None and outcome.result is not None:
            call.result = self._budget.keep_json(outcome.result, self._limits.argument_chars)


def finish_turns(drafts: Sequence[Draft], *, fallback: datetime | None = None) -> tuple[Turn, ...]:
    """Make turns of drafts; copies keep their place in the count and are left out.

    Args:
        drafts: In log order.
        fallback: The time of turns of a log in which nothing has a time.
    """
    _fill_times(drafts, fallback)
    return tuple(_finish(draft, index) for index, draft in enumerate(drafts) if not draft.is_copy)


def _fill_times(drafts: Sequence[Draft], fallback: datetime | None) -> None:
    """Give a turn without a time that of the turn before it, else of the one after it."""
    for draft in drafts:
        draft.at_is_approximate = draft.at is None
    known: datetime | None = None
    for draft in drafts:
        draft.at = draft.at or known
        known = draft.at
    known = fallback
    for draft in reversed(drafts):
        draft.at = draft.at or known
        known = draft.at


@dataclass(slots=True)
class Rejections:
    """The damaged records of a session: all counted, the first ones listed."""

    count: int = 0
    listed: list[Rejected] = field(default_factory=list)

    def add(self, path: str, fault: Fault) -> None:
        """Count one."""
        self.count += 1
        if len(self.listed) < MAX_REJECTED:
            self.listed.append(Rejected(path, fault.line, fault.reason))


def oversize_fault(item: Oversize) -> Fault:
    """Say that a line was not parsed."""
    limit = MAX_LINE_BYTES >> 20
    return Fault(item.line, f"a line of {item.size:,} bytes: over {limit} MiB, only previewed")


def mark_abandoned(forks: Iterable[list[Draft]], drafts: Iterable[Draft]) -> None:
    """Mark what stands on a branch of the conversation that was left.

    Args:
        forks: Drafts that continue the same message; all but the one whose branch was written to
            last were left.
        drafts: All drafts, each after its parent.
    """
    ordered = list(drafts)
    for draft in reversed(ordered):
        if draft.parent is not None:
            draft.parent.last_line = max(draft.parent.last_line, draft.last_line)
    for fork in forks:
        kept = max(fork, key=lambda draft: draft.last_line)
        for draft in fork:
            draft.is_undone = draft.is_undone or draft is not kept
    for draft in ordered:
        if draft.parent is not None and draft.parent.is_undone:
            draft.is_undone = True


def _texts_in(value: JsonValue) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _texts_in(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts_in(item)


def _finish(draft: Draft, index: int) -> Turn:
    call = draft.call
    tool = None
    if call is not None:
        tool = ToolCall(
            name=call.name,
            call_id=call.call_id,
            arguments=call.arguments,
            output=call.output,
            output_size=call.output_size,
            has_result=call.has_result,
            is_error=draft.is_error,
            result=call.result,
            command=call.touches.command,
            reads=call.touches.reads,
            writes=call.touches.writes,
            agent_id=call.agent_id,
        )
    return Turn(
        index=index,
        role=draft.role,
        text=draft.text,
        at=draft.at,
        is_human=draft.is_human,
        is_undone=draft.is_undone,
        is_error=draft.is_error,
        at_is_approximate=draft.at_is_approximate,
        tool=tool,
        tokens=draft.tokens,
        text_size=draft.text_size,
        model=draft.model,
        line=draft.line,
    )
