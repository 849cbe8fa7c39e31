"""Reads the logs of Claude Code: `projects/<folder>/<session id>.jsonl` and its sub-agents' logs.

One record is a line. A message is spread over several lines that share `message.id`, each with a
block; its usage is repeated, and the last is right. Tool results are `user` records, paired by
`tool_use_id`. Records form a tree by `uuid` and `parentUuid`: a rewound prompt leaves a branch that
nothing continues. Resuming, branching and sending to the background copy records into other files,
with the uuid, the message id and the time of the original.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tesserae.model.session import Host, Role, Session, Subagent, Turn
from tesserae.sessions.claude_code.blocks import (
    CALL_BLOCKS,
    content_blocks,
    is_result,
    output_parts,
    parent_of,
    read_tokens,
)
from tesserae.sessions.claude_code.lineage import owned_elsewhere, record_identities
from tesserae.sessions.claude_code.notes import KNOWN_TYPES, Notes
from tesserae.sessions.claude_code.prompts import Prompt, read_prompt, read_queued
from tesserae.sessions.claude_code.tree import ConversationTree
from tesserae.sessions.fields import (
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
    oversize_fault,
)

_ENVELOPE_KEYS = ("uuid", "sessionId", "timestamp", "leafUuid", "messageId")


def is_record(fields: Fields) -> bool:
    """Tell a record from an object inside one."""
    kind = fields.get("type")
    if not isinstance(kind, str):
        return False
    return kind in KNOWN_TYPES or any(key in fields for key in _ENVELOPE_KEYS)


def read_session(ref: SessionRef, *, limits: Limits) -> Session:
    """Read a session's log and the logs of its sub-agents.

    Raises:
        OSError: A log cannot be read.
    """
    budget = Budget(limits)
    rejections = Rejections()
    reader = _Reader(budget, owned=owned_elsewhere(ref, is_record=is_record))
    for log in ref.logs:
        reader.read(log, rejections)
    described = {agent.id: agent for agent in ref.agents}
    for agent in ref.agents:
        for log in agent.logs:
            reader.side(agent.id).read(log, rejections)
    agents = []
    for key, side in sorted(reader.sides.items()):
        known = described.get(key)
        agents.append(
            side.subagent(
                key,
                kind=known.kind if known else "",
                description=known.description if known else "",
            )
        )
    return _session(ref, reader, tuple(agents), rejections)


def _session(
    ref: SessionRef, reader: _Reader, agents: tuple[Subagent, ...], rejections: Rejections
) -> Session:
    turns = reader.turns()
    notes = reader.notes
    cwds = (notes.cwd, *(side.notes.cwd for side in reader.sides.values()), ref.cwd)
    return Session(
        host=Host.CLAUDE_CODE,
        id=ref.id,
        cwd=next(filter(None, cwds), ""),
        home_cwd=notes.home_cwd or ref.home_cwd,
        title=reader.title()
        or shorten(ref.summary)
        or title_from(turns)
        or title_from(turn for agent in agents for turn in agent.turns),
        turns=turns,
        subagents=agents,
        branch=notes.branch,
        version=notes.version,
        forked_from=notes.forked_from if notes.forked_from != ref.id else "",
        pull_requests=tuple(notes.pull_requests.values()),
        records=reader.records + sum(side.records for side in reader.sides.values()),
        unknown_records=reader.unknown + sum(side.unknown for side in reader.sides.values()),
        copied_turns=len(reader.transcript.drafts) - len(turns),
        rejected=tuple(rejections.listed),
        rejected_count=rejections.count,
    )


@dataclass(slots=True)
class _Message:
    """An assistant's message while its blocks arrive."""

    draft: Draft
    prompts: tuple[str, ...]
    """What was said to it."""
    texts: set[int] = field(default_factory=set)
    """Hashes of its text blocks."""


class _Reader:
    """Reads one line of conversation: the session's own, or a sub-agent's."""

    def __init__(self, budget: Budget, *, owned: frozenset[int], is_side: bool = False) -> None:
        self.transcript = Transcript(budget)
        self.sides: dict[str, _Reader] = {}
        self.notes = Notes()
        self.records = self.unknown = 0
        self._budget = budget
        self._owned = owned
        self._is_side = is_side
        self._side_of: dict[int, str] = {}
        self._last_side = ""
        self._tree = ConversationTree()
        self._seen: set[int] = set()
        self._messages: dict[str, _Message] = {}
        self._current: _Message | None = None
        self._unanswered: list[Draft] = []

    def read(self, log: LogFile, rejections: Rejections) -> None:
        """Read one file to its end."""
        for item in read_records(log.path, is_record=is_record):
            if isinstance(item, Record):
                self.take(item)
            elif isinstance(item, Oversize):
                self._take_oversize(item)
                rejections.add(log.shown, oversize_fault(item))
            else:
                rejections.add(log.shown, item)

    def take(self, record: Record) -> None:
        """Take one record into account."""
        fields = record.fields
        if fields.get("isSidechain") is True and not self._is_side:
            self.side(self._side_key(fields)).take(record)
            return
        self.records += 1
        self.notes.place(fields)
        if self._is_repeated(fields):
            return
        match fields.get("type"):
            case "user":
                self._take_user(record)
            case "assistant":
                self._take_assistant(record)
            case "attachment":
                self._take_attachment(record)
            case kind:
                self.unknown += kind not in KNOWN_TYPES
                uuid = text_field(fields, "uuid")
                self._tree.place(uuid, parent_of(fields), line=record.line)
                self.notes.take(fields)
                self._retract(list_field(fields, "retractedMessageUuids"))

    def side(self, key: str) -> _Reader:
        """Return the reader of a sub-agent."""
        if key not in self.sides:
            self.sides[key] = _Reader(self._budget, owned=frozenset(), is_side=True)
        return self.sides[key]

    def subagent(self, key: str, *, kind: str = "", description: str = "") -> Subagent:
        """Return what was read of a sub-agent."""
        return Subagent(key, kind, description, self.turns())

    def turns(self) -> tuple[Turn, ...]:
        """Finish the turns."""
        self._tree.mark_abandoned(self.transcript.drafts)
        return self.transcript.turns()

    def title(self) -> str:
        """Return the title that the log gives; empty where it gives none."""
        return self.notes.title(self._seen)

    def _side_key(self, fields: Fields) -> str:
        """Tell whose record a side-chain record is: older versions write no agent's id."""
        parent = text_field(fields, "parentUuid")
        key = text_field(fields, "agentId")
        if not key:
            known = self._side_of.get(hash(parent), self._last_side) if parent else ""
            key = known or f"inline-{len(self.sides) + 1}"
        if uuid := text_field(fields, "uuid"):
            self._side_of[hash(uuid)] = key
        self._last_side = key
        return key

    def _is_repeated(self, fields: Fields) -> bool:
        """Say whether the file holds this record already; remember it.

        A message may come in several records, so its id does not tell; a prompt's time and text do,
        under whatever uuid it is written again.
        """
        uuid = text_field(fields, "uuid")
        keys = record_identities(fields) if fields.get("type") == "user" else ()
        keys = keys or ((hash(uuid),) if uuid else ())
        if not self._seen.isdisjoint(keys):
            return True
        self._seen.update(keys)
        return False

    def _is_copy(self, fields: Fields) -> bool:
        return bool(self._owned) and not self._owned.isdisjoint(record_identities(fields))

    def _take_user(self, record: Record) -> None:
        fields = record.fields
        message = fields.get("message")
        content = message.get("content") if isinstance(message, dict) else message
        results = [b for b in content if is_result(b)] if isinstance(content, list) else []
        if results and isinstance(content, list):
            self._take_results(record, results)
            content = [block for block in content if not is_result(block)]
        prompt = read_prompt(fields, content)
        if not prompt.text:
            if not results:
                self._tree.place(text_field(fields, "uuid"), parent_of(fields), line=record.line)
            return
        if results:
            prompt = Prompt(prompt.text, is_human=False)
        self._add_prompt(record, prompt, may_fork=not results)

    def _add_prompt(self, record: Record, prompt: Prompt, *, may_fork: bool) -> None:
        fields = record.fields
        draft = self.transcript.add(
            Role.CHAT,
            line=record.line,
            at=instant_field(fields, "timestamp"),
            text=prompt.text,
            is_human=prompt.is_human and not self._is_side,
        )
        draft.is_copy = self._is_copy(fields)
        self._unanswered.append(draft)
        self._place(record, draft)
        if prompt.is_human and may_fork:
            self._tree.branch(draft, parent_of(fields))

    def _take_results(self, record: Record, results: Sequence[Mapping[str, Any]]) -> None:
        fields = record.fields
        details = mapping_field(fields, "toolUseResult")
        is_denied = bool(text_field(fields, "toolDenialKind"))
        for block in results:
            outcome = Outcome(
                output="\n".join(output_parts(block.get("content"))),
                is_error=block.get("is_error") is True or is_denied,
                result=mapping_field(fields, "mcpMeta").get("structuredContent"),
                agent_id=text_field(details, "agentId"),
            )
            draft = self.transcript.answer(
                text_field(block, "tool_use_id"),
                outcome,
                line=record.line,
                at=instant_field(fields, "timestamp"),
            )
            draft.is_copy = draft.is_copy or (draft.line == record.line and self._is_copy(fields))
            self._place(record, draft)

    def _take_assistant(self, record: Record) -> None:
        fields = record.fields
        message = mapping_field(fields, "message")
        blocks = content_blocks(message.get("content"))
        entry = self._message(record, message, blocks)
        if entry is None:
            return
        draft = entry.draft
        draft.is_copy = draft.is_copy and self._is_copy(fields)
        draft.is_error = draft.is_error or fields.get("isApiErrorMessage") is True
        tokens = read_tokens(mapping_field(message, "usage"))
        if tokens.output >= draft.tokens.output:
            draft.tokens = tokens
        self._place(record, draft)
        for block in blocks:
            self._take_block(record, entry, block)
        self._retract(list_field(fields, "supersedesUuids"))

    def _message(
        self, record: Record, message: Mapping[str, Any], blocks: Sequence[Mapping[str, Any]]
    ) -> _Message | None:
        """Return the message that a record continues or starts; None where it is a replay."""
        message_id = text_field(message, "id")
        entry = self._messages.get(message_id) if message_id else None
        if entry is not None:
            is_over = entry is not self._current or bool(self._unanswered)
            if is_over and self._is_replay(entry, blocks):
                self._drop_replayed(entry)
                return None
            return entry
        fields = record.fields
        draft = self.transcript.add(
            Role.RESPONSE, line=record.line, at=instant_field(fields, "timestamp")
        )
        draft.is_copy = self._is_copy(fields)
        draft.model = text_field(message, "model")
        draft.parent = self._tree.find(parent_of(fields))
        self._tree.branch(draft, parent_of(fields))
        entry = _Message(draft, tuple(prompt.text for prompt in self._unanswered))
        self._unanswered = []
        self._current = entry
        if message_id:
            self._messages[message_id] = entry
        return entry

    def _is_replay(self, entry: _Message, blocks: Sequence[Mapping[str, Any]]) -> bool:
        """Say whether these blocks of an earlier message stand in the log already."""
        said = [
            hash(text_field(block, "text")) in entry.texts
            if block.get("type") == "text"
            else self.transcript.has_call(text_field(block, "id"))
            for block in blocks
            if block.get("type") == "text" or block.get("type") in CALL_BLOCKS
        ]
        return bool(said) and all(said)

    def _drop_replayed(self, entry: _Message) -> None:
        """Take back the prompts that were replayed together with the message."""
        for draft in self._unanswered:
            if draft.text in entry.prompts:
                self.transcript.drafts.remove(draft)
        self._unanswered = [d for d in self._unanswered if d.text not in entry.prompts]

    def _take_block(self, record: Record, entry: _Message, block: Mapping[str, Any]) -> None:
        fields = record.fields
        kind = block.get("type")
        if kind == "text":
            text = text_field(block, "text")
            if text and hash(text) not in entry.texts:
                entry.texts.add(hash(text))
                self.transcript.extend(entry.draft, text)
        elif kind in CALL_BLOCKS:
            draft = self.transcript.call(
                text_field(block, "name"),
                call_id=text_field(block, "id"),
                arguments=block.get("input"),
                line=record.line,
                at=instant_field(fields, "timestamp"),
                cwd=text_field(fields, "cwd") or self.notes.cwd,
            )
            draft.parent = entry.draft
            draft.is_copy = entry.draft.is_copy
        elif isinstance(kind, str) and kind.endswith("_tool_result"):
            self.transcript.answer(
                text_field(block, "tool_use_id"),
                Outcome(output="\n".join(output_parts(block.get("content")))),
                line=record.line,
                at=instant_field(fields, "timestamp"),
            )

    def _take_attachment(self, record: Record) -> None:
        fields = record.fields
        attachment = mapping_field(fields, "attachment")
        prompt = Prompt("", is_human=False)
        if attachment.get("type") == "queued_command":
            prompt = read_queued(attachment)
        source = text_field(attachment, "source_uuid")
        is_known = bool(source) and hash(source) in self._seen
        if not prompt.text or is_known:
            self._tree.place(text_field(fields, "uuid"), parent_of(fields), line=record.line)
            return
        if source:
            self._seen.add(hash(source))
        # It was typed into a running answer, so it cannot be one side of a rewind.
        self._add_prompt(record, prompt, may_fork=False)

    def _take_oversize(self, item: Oversize) -> None:
        """Give a line that is too long to be parsed the turn that its ends tell of."""
        at = parse_instant(item.peek("timestamp"))
        text = item.peek("content") or item.peek("text")
        role = item.peek("role")
        if call_id := item.peek("tool_use_id"):
            self.transcript.answer(call_id, Outcome(output=text), line=item.line, at=at)
        elif role in {"user", "assistant"}:
            kind = Role.CHAT if role == "user" else Role.RESPONSE
            self.transcript.add(kind, line=item.line, at=at, text=text)

    def _place(self, record: Record, draft: Draft) -> None:
        parent = parent_of(record.fields)
        if draft.parent is None and draft.line == record.line:
            above = self._tree.find(parent)
            draft.parent = above if above is not draft else None
        self._tree.place(text_field(record.fields, "uuid"), parent, line=record.line, draft=draft)

    def _retract(self, uuids: Sequence[Any]) -> None:
        """Mark messages that the agent itself took back."""
        for uuid in uuids:
            draft = self._tree.find(uuid) if isinstance(uuid, str) else None
            if draft is not None:
                draft.is_undone = True
