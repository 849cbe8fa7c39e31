"""Reads the rollouts of Codex: `sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl`, archived ones too.

The same thing is told in up to three ways: as a `response_item`, as an event (`user_message`,
`agent_message`, `mcp_tool_call_end`) in the legacy mode, and as an `item_completed` in the
paginated one. Which of them a file holds depends on version and mode, even within one file, so the
reader knows all three and counts once. Calls are paired by id. Messages have no common id: a
record's text belongs to a message of the same text of which this kind of record has not told yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from tesserae.model.session import NO_TOKENS, Host, Role, Session, Subagent
from tesserae.sessions.codex.calls import (
    TokenMeter,
    call_arguments,
    call_name,
    command_parts,
    mcp_name,
    read_execution,
    read_mcp_event,
    read_mcp_item,
    read_output,
)
from tesserae.sessions.codex.lineage import TurnStart, copied_before, join_rollouts
from tesserae.sessions.codex.prompts import (
    IMAGE,
    environment_cwd,
    message_parts,
    typed_parts,
    typed_text,
)
from tesserae.sessions.fields import (
    count_field,
    instant_field,
    list_field,
    mapping_field,
    parse_instant,
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

ITEM = "response_item"
EVENT = "event_msg"
_COMPLETED = "item_completed"
# `request_item` stands in logs that other programs wrote.
_ITEMS = frozenset((ITEM, "request_item"))
_KNOWN = _ITEMS | frozenset(
    (
        EVENT,
        "session_meta",
        "turn_context",
        "compacted",
        "inter_agent_communication",
        "inter_agent_communication_metadata",
        "world_state",
        "token_usage_record",
        "retained_context",
        "security_risk_score",
        "realtime_item",
        "state",
    )
)
_CALLS = frozenset(
    (
        "function_call",
        "custom_tool_call",
        "local_shell_call",
        "tool_search_call",
        "image_generation_call",
    )
)
_OUTPUTS = frozenset(("function_call_output", "custom_tool_call_output", "tool_search_output"))
_TURN_STARTS = frozenset(("task_started", "turn_started"))


def is_record(fields: Fields) -> bool:
    """Tell a record from an object inside one; a bare old record only by its place."""
    return "timestamp" in fields and "payload" in fields and isinstance(fields.get("type"), str)


def read_session(ref: SessionRef, *, limits: Limits) -> Session:
    """Read a thread's rollouts and those of its sub-agents.

    Raises:
        OSError: A rollout cannot be read.
    """
    budget = Budget(limits)
    rejections = Rejections()
    readers = [_read(log, budget, rejections, is_agent=ref.is_agent) for log in ref.logs]
    notes = [note for reader in readers for note in _mark_copies(reader, ref.relatives)]
    drafts = join_rollouts([reader.transcript.drafts for reader in readers])
    agents = []
    for agent in ref.agents:
        sides = [_read(log, budget, rejections, is_agent=True) for log in agent.logs]
        for side in sides:
            _mark_copies(side, ref.logs)
        readers += sides
        side_drafts = join_rollouts([side.transcript.drafts for side in sides])
        turns = finish_turns(side_drafts, fallback=sides[-1].started)
        agents.append(Subagent(agent.id, agent.kind, agent.description, turns))
    own = readers[: len(ref.logs)]
    last = own[-1] if own else None
    turns = finish_turns(drafts, fallback=ref.started)
    title = (last.title if last else "") or ref.title
    return Session(
        host=Host.CODEX,
        id=ref.id,
        cwd=next((reader.cwd for reader in own if reader.cwd), ref.cwd),
        home_cwd=ref.home_cwd,
        title=shorten(title) or title_from(turns),
        turns=turns,
        subagents=tuple(agents),
        branch=last.branch if last else "",
        version=last.version if last else "",
        started=own[0].started if own else None,
        forked_from=last.forked_from if last else "",
        records=sum(reader.records for reader in readers),
        unknown_records=sum(reader.unknown for reader in readers),
        copied_turns=len(drafts) - len(turns),
        rejected=tuple(rejections.listed),
        rejected_count=rejections.count,
        notes=tuple(notes),
    )


def _read(log: LogFile, budget: Budget, rejections: Rejections, *, is_agent: bool) -> _Reader:
    reader = _Reader(budget, is_agent=is_agent)
    for item in read_records(log.path, is_record=is_record):
        if isinstance(item, Record):
            reader.take(item)
        elif isinstance(item, Oversize):
            reader.take_oversize(item)
            rejections.add(log.shown, oversize_fault(item))
        else:
            rejections.add(log.shown, item)
    reader.finish()
    return reader


def _mark_copies(reader: _Reader, parents: Iterable[LogFile]) -> list[str]:
    """Mark what a fork or a sub-agent copied from its parent; say what could not be told."""
    if not reader.forked_from and not reader.is_agent:
        return []
    known = list(parents)
    if not known:
        return (
            [f"the log of {reader.forked_from} is gone: its turns may be counted here"]
            if reader.has_copied_meta
            else []
        )
    for parent in known:
        boundary = copied_before(
            reader.turn_starts,
            has_copied_meta=reader.has_copied_meta,
            parent=parent,
            is_record=is_record,
        )
        for draft in reader.transcript.drafts:
            draft.is_copy = draft.is_copy or draft.line < boundary
    return []


class _Reader:
    """Reads one rollout."""

    def __init__(self, budget: Budget, *, is_agent: bool) -> None:
        self.transcript = Transcript(budget)
        self.is_agent = is_agent
        self.cwd = self.branch = self.version = self.title = self.forked_from = ""
        self.started: datetime | None = None
        self.turn_starts: list[TurnStart] = []
        self.has_copied_meta = False
        self.records = self.unknown = 0
        self._has_meta = False
        self._model = ""
        self._now_cwd = ""
        self._meter = TokenMeter()
        self._spare_tokens = NO_TOKENS
        self._digests: set[int] = set()
        self._told: dict[Draft, set[str]] = {}
        """By which kinds of record a message was told of."""
        self._open: dict[tuple[Role, int], list[Draft]] = {}
        """By role and hash of the text."""
        self._prompts: list[Draft] = []
        """What somebody typed, by the look of it."""

    def take(self, record: Record) -> None:
        """Take one record into account."""
        self.records += 1
        fields = record.fields
        payload = mapping_field(fields, "payload")
        kind = fields.get("type")
        at = instant_field(fields, "timestamp")
        if not payload:
            self._take_bare(record, at)
        elif kind == "session_meta":
            self._take_meta(payload, at)
        elif kind == "turn_context":
            self._take_context(payload, record.line)
        elif kind in _ITEMS or kind == EVENT:
            # The same thing at the same millisecond is the same record, written twice.
            if at is not None and record.digest in self._digests:
                return
            self._digests.add(record.digest)
            if kind == EVENT:
                self._take_event(payload, record.line, at)
            else:
                self._take_item(payload, record.line, at)
        else:
            self.unknown += kind not in _KNOWN

    def take_oversize(self, item: Oversize) -> None:
        """Give a line that is too long to be parsed the turn that its beginning tells of."""
        at = parse_instant(item.peek("timestamp"))
        text = item.peek("text") or item.peek("message")
        kind = item.peek("role")
        if kind == "assistant" or b'"agent_message"' in item.head:
            self.transcript.add(Role.RESPONSE, line=item.line, at=at, text=text)
        elif kind == "user" or b'"user_message"' in item.head:
            self.transcript.add(Role.CHAT, line=item.line, at=at, text=text)

    def finish(self) -> None:
        """Decide who wrote the prompts, now that it is known what the file tells of them.

        Where events tell of prompts, they tell of all of them; what is left is context of a kind
        that this reader does not know.
        """
        has_events = any(self._told[draft] - {ITEM} for draft in self._prompts)
        for draft in self._prompts:
            is_typed = not has_events or bool(self._told[draft] - {ITEM})
            draft.is_human = is_typed and not self.is_agent

    def _take_bare(self, record: Record, at: datetime | None) -> None:
        """Take a record from before September 2025, which has no envelope."""
        fields = record.fields
        if fields.get("type") is None and fields.get("record_type") is None and "id" in fields:
            self._take_meta(fields, at)
        elif fields.get("type") in _KNOWN or "record_type" in fields:
            return
        elif isinstance(fields.get("type"), str) or isinstance(fields.get("role"), str):
            self._take_item(fields, record.line, at)
        else:
            self.unknown += 1

    def _take_meta(self, meta: Mapping[str, Any], at: datetime | None) -> None:
        if self._has_meta:
            # Only the first is the file's own; the others came with a copied history.
            self.has_copied_meta = True
            return
        self._has_meta = True
        self.started = instant_field(meta, "timestamp") or at
        self.cwd = self._now_cwd = text_field(meta, "cwd")
        self.version = text_field(meta, "cli_version", "version")
        self.branch = text_field(mapping_field(meta, "git"), "branch")
        self.forked_from = text_field(meta, "forked_from_id")

    def _take_context(self, context: Mapping[str, Any], line: int) -> None:
        self._now_cwd = text_field(context, "cwd") or self._now_cwd
        self.cwd = self.cwd or self._now_cwd
        self._model = text_field(context, "model") or self._model
        self._start_turn(context, line)

    def _start_turn(self, payload: Mapping[str, Any], line: int) -> None:
        if turn_id := text_field(payload, "turn_id"):
            self.turn_starts.append(TurnStart(line, turn_id))

    def _take_item(self, item: Mapping[str, Any], line: int, at: datetime | None) -> None:
        kind = item.get("type") or "message"
        call_id = text_field(item, "call_id", "id")
        if kind == "message":
            self._take_message(item, line, at)
        elif kind == "agent_message":
            text = "\n".join(message_parts(item.get("content")))
            if text:
                self.transcript.add(Role.CHAT, line=line, at=at, text=text)
        elif kind == "web_search_call":
            self._search(ITEM, item, line, at)
        elif kind in _CALLS:
            name = call_name(item) or str(kind).removesuffix("_call")
            self._call(name, call_id, call_arguments(item), line, at)
        elif kind in _OUTPUTS:
            self._answer(call_id, read_output(item.get("output")), line, at)

    def _take_message(self, item: Mapping[str, Any], line: int, at: datetime | None) -> None:
        content = item.get("content", item.get("message"))
        role = item.get("role")
        if role == "assistant":
            text = "\n".join(part for part in message_parts(content) if part != IMAGE)
            self._say(ITEM, Role.RESPONSE, text, line, at)
        elif role == "user":
            context = "\n".join(message_parts(content))
            self.cwd = self.cwd or environment_cwd(context)
            self._now_cwd = self._now_cwd or self.cwd
            if text := typed_parts(content):
                self._say(ITEM, Role.CHAT, text, line, at)
            elif context:
                self.transcript.add(Role.CHAT, line=line, at=at, text=context)

    def _take_event(self, event: Mapping[str, Any], line: int, at: datetime | None) -> None:
        kind = event.get("type")
        call_id = text_field(event, "call_id")
        match kind:
            case "user_message":
                self._say(EVENT, Role.CHAT, _typed_event(event), line, at)
            case "agent_message":
                self._say(EVENT, Role.RESPONSE, text_field(event, "message"), line, at)
            case "item_completed":
                self._take_completed(mapping_field(event, "item"), line, at)
            case "token_count":
                self._take_tokens(event)
            case "thread_rolled_back":
                self._roll_back(count_field(event, "num_turns"))
            case "thread_name_updated":
                self.title = text_field(event, "thread_name") or self.title
            case "mcp_tool_call_end":
                call = mapping_field(event, "invocation")
                self._call(mcp_name(call), call_id, call.get("arguments"), line, at)
                self._answer(call_id, read_mcp_event(event), line, at)
            case "exec_command_end":
                self._take_execution(event, call_id, line, at)
            case "patch_apply_end":
                self._take_changes(event, call_id, line, at)
            case "web_search_end":
                self._search(EVENT, event, line, at)
            case "task_started" | "turn_started":
                self._start_turn(event, line)

    def _take_completed(self, item: Mapping[str, Any], line: int, at: datetime | None) -> None:
        item_id = text_field(item, "id")
        match item.get("type"):
            case "UserMessage":
                self._say(_COMPLETED, Role.CHAT, typed_parts(item.get("content")), line, at)
            case "AgentMessage":
                text = "\n".join(message_parts(item.get("content")))
                self._say(_COMPLETED, Role.RESPONSE, text, line, at)
            case "Plan":
                self._say(_COMPLETED, Role.RESPONSE, text_field(item, "text"), line, at)
            case "McpToolCall":
                self._call(mcp_name(item), item_id, item.get("arguments"), line, at)
                self._answer(item_id, read_mcp_item(item), line, at)
            case "CommandExecution":
                self._take_execution(item, item_id, line, at)
            case "FileChange":
                self._take_changes(item, item_id, line, at)
            case "WebSearch" | "Extension":
                self._search(_COMPLETED, item, line, at)
            case "DynamicToolCall" | "CollabAgentToolCall" | "ImageView" | "ImageGeneration":
                name = text_field(item, "tool", "name") or str(item.get("type"))
                self._call(name, item_id, call_arguments(item), line, at)
            case "HookPrompt":
                text = "\n".join(message_parts(item.get("content", item.get("text"))))
                if text:
                    self.transcript.add(Role.CHAT, line=line, at=at, text=text)

    def _take_execution(
        self, payload: Mapping[str, Any], call_id: str, line: int, at: datetime | None
    ) -> None:
        self._call("shell", call_id, {"command": command_parts(payload)}, line, at)
        self._answer(call_id, read_execution(payload), line, at)

    def _take_changes(
        self, payload: Mapping[str, Any], call_id: str, line: int, at: datetime | None
    ) -> None:
        draft = self._call("apply_patch", call_id, None, line, at)
        outcome = read_execution(payload)
        failed = payload.get("success") is False or payload.get("status") == "failed"
        self._answer(call_id, Outcome(outcome.output, is_error=failed), line, at)
        self.transcript.touch(draft, mapping_field(payload, "changes"), cwd=self._now_cwd)

    def _say(self, source: str, role: Role, text: str, line: int, at: datetime | None) -> None:
        """Take a message that this kind of record tells of."""
        if not text:
            return
        draft = self._find_told(source, role, text)
        if draft is None:
            draft = self.transcript.add(role, line=line, at=at, text=text)
            draft.model = self._model if role is Role.RESPONSE else ""
            self._enter(draft, role, text)
            if role is Role.CHAT:
                self._prompts.append(draft)
        self._told[draft].add(source)
        draft.at = draft.at or at

    def _search(
        self, source: str, payload: Mapping[str, Any], line: int, at: datetime | None
    ) -> None:
        """Take a web search: its records share no id, only what was looked for."""
        action = mapping_field(payload, "action")
        query = text_field(payload, "query") or text_field(action, "query", "url", "pattern")
        draft = self._find_told(source, Role.TOOLING, query)
        if draft is None:
            draft = self.transcript.call(
                "web_search", call_id="", arguments={"query": query}, line=line, at=at
            )
            self._enter(draft, Role.TOOLING, query)
        self._told[draft].add(source)
        if draft.call is not None and (source != ITEM or payload.get("status") == "completed"):
            draft.call.has_result = True

    def _find_told(self, source: str, role: Role, text: str) -> Draft | None:
        """Return the latest message of this text of which this kind of record has not told yet.

        Items and events always come in pairs, if a file has both; an event and a completed item
        tell of one message only where they stand side by side, else it was said again.
        """
        for draft in reversed(self._open.get((role, _comparable(text)), ())):
            told = self._told[draft]
            is_pair = source == ITEM or told == {ITEM} or draft is self.transcript.drafts[-1]
            if source not in told and is_pair:
                return draft
        return None

    def _enter(self, draft: Draft, role: Role, text: str) -> None:
        self._told[draft] = set()
        self._open.setdefault((role, _comparable(text)), []).append(draft)
        self._spend(draft)

    def _call(
        self, name: str, call_id: str, arguments: object, line: int, at: datetime | None
    ) -> Draft:
        draft = self.transcript.call(
            name, call_id=call_id, arguments=arguments, line=line, at=at, cwd=self._now_cwd
        )
        self._spend(draft)
        return draft

    def _answer(self, call_id: str, outcome: Outcome, line: int, at: datetime | None) -> None:
        self.transcript.answer(call_id, outcome, line=line, at=at)

    def _take_tokens(self, event: Mapping[str, Any]) -> None:
        self._spare_tokens += self._meter.read(event)
        if self.transcript.drafts:
            self._spend(self.transcript.drafts[-1])

    def _spend(self, draft: Draft) -> None:
        draft.tokens += self._spare_tokens
        self._spare_tokens = NO_TOKENS

    def _roll_back(self, count: int) -> None:
        """Mark the last tasks, each from its prompt on, as undone."""
        standing = [draft for draft in self._prompts if not draft.is_undone]
        if not standing or count <= 0:
            return
        first = standing[-min(count, len(standing))]
        for draft in self.transcript.drafts[self.transcript.drafts.index(first) :]:
            draft.is_undone = True


def _comparable(text: str) -> int:
    """Hash what two records of one message have in common: not all tell of its pictures."""
    return hash(text.replace(IMAGE, "").strip() or text)


def _typed_event(event: Mapping[str, Any]) -> str:
    """Return the text of a `user_message`; a prompt may be nothing but pictures."""
    text = typed_text(text_field(event, "message"))
    images = len(list_field(event, "images")) + len(list_field(event, "local_images"))
    return text or (IMAGE if images and not text_field(event, "message").strip() else "")
