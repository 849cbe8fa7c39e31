"""Reading the beginning of a log: enough to know whose it is and what it belongs to.

A header may be over 100 KB (base instructions, tool schemas), so it is read record by record and
not as a fixed number of bytes; reading stops as soon as everything is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from tesserae.model.ids import short_hash
from tesserae.sessions import claude_code, codex, dsh
from tesserae.sessions.claude_prompts import read_prompt, read_queued
from tesserae.sessions.codex_prompts import environment_cwd, message_parts, typed_parts, typed_text
from tesserae.sessions.fields import instant_field, mapping_field, text_field
from tesserae.sessions.jsonl import Fields, Record, RecordTest, read_records
from tesserae.sessions.own_runs import own_run_reason
from tesserae.sessions.refs import Head, LogFile

MAX_RECORDS = 200
"""A log that tells nothing of itself in so many records tells nothing."""

_TAIL_BYTES = 1 << 16
_UUID = re.compile(rb'"uuid":\s?"([^"\\]{1,64})"')
_INTERNAL_SOURCES = frozenset(("memory_consolidation", "internal"))


def read_claude_head(log: LogFile) -> Head:
    """Read the beginning of a Claude Code log.

    Raises:
        OSError: It cannot be read.
    """
    head = Head()
    marks: dict[str, str] = {}
    summaries = []
    opening = ""
    for fields in _records(log, claude_code.is_record):
        kind = fields.get("type")
        if kind == "summary":
            summaries.append((text_field(fields, "leafUuid"), text_field(fields, "summary")))
        head = replace(
            head,
            session_id=head.session_id or text_field(fields, "sessionId"),
            cwd=head.cwd or text_field(fields, "cwd"),
            home_cwd=head.home_cwd
            or text_field(mapping_field(fields, "worktreeSession"), "originalCwd"),
            started=head.started or instant_field(fields, "timestamp"),
            parent_id=head.parent_id
            or text_field(mapping_field(fields, "forkedFrom"), "sessionId"),
        )
        _mark_claude(marks, fields)
        opening = opening or _claude_opening(fields)
        if "message" in marks and opening:
            break
    return replace(
        head,
        is_fork=bool(head.parent_id),
        marks=tuple(marks.values()),
        summaries=tuple(summaries),
        leaf=_last_uuid(log),
        own_run=own_run_reason(cwd=head.cwd, opening=opening),
    )


def _last_uuid(log: LogFile) -> str:
    """Return the id of a log's last record: a title in another log may name it."""
    with log.path.open("rb") as file:
        file.seek(max(0, log.size - _TAIL_BYTES))
        found = _UUID.findall(file.read(_TAIL_BYTES))
    return found[-1].decode("utf-8", "replace") if found else ""


def _mark_claude(marks: dict[str, str], fields: Fields) -> None:
    """Note the first record, message and prompt: a copy starts with those of its original."""
    if uuid := text_field(fields, "uuid"):
        marks.setdefault("record", f"record {uuid}")
    kind = fields.get("type")
    message = mapping_field(fields, "message")
    if kind == "assistant" and (message_id := text_field(message, "id")):
        marks.setdefault("message", f"message {message_id}")
    elif kind == "user" and (stamp := text_field(fields, "timestamp")):
        prompt = read_prompt(fields, message.get("content"))
        if prompt.is_human:
            marks.setdefault("prompt", f"prompt {stamp} {short_hash(prompt.text)}")


def _claude_opening(fields: Fields) -> str:
    if fields.get("type") == "user":
        content = mapping_field(fields, "message").get("content")
        prompt = read_prompt(fields, content)
    elif fields.get("type") == "attachment":
        prompt = read_queued(mapping_field(fields, "attachment"))
    else:
        return ""
    return prompt.text if prompt.is_human else ""


def read_codex_head(log: LogFile) -> Head:
    """Read the beginning of a Codex rollout.

    Raises:
        OSError: It cannot be read.
    """
    head = Head()
    opening = ""
    for fields in _records(log, codex.is_record):
        payload = mapping_field(fields, "payload")
        kind = fields.get("type")
        if not head.session_id and (kind == "session_meta" or (kind is None and "id" in fields)):
            head = _codex_meta(payload or fields)
        elif kind == "turn_context" and not head.cwd:
            head = replace(head, cwd=text_field(payload, "cwd"))
        else:
            item = payload or fields
            opening = _codex_opening(item)
            if not head.cwd and item.get("role") == "user":
                context = "\n".join(message_parts(item.get("content")))
                head = replace(head, cwd=environment_cwd(context))
        if opening and head.session_id:
            break
    reason = head.own_run or own_run_reason(cwd=head.cwd, opening=opening)
    return replace(head, own_run=reason)


def _codex_meta(meta: Fields) -> Head:
    source = meta.get("source")
    spawn = mapping_field(mapping_field(mapping_field(meta, "source"), "subagent"), "thread_spawn")
    session_id = text_field(meta, "id")
    root_id = text_field(meta, "session_id")
    parent = text_field(spawn, "parent_thread_id") or text_field(meta, "parent_thread_id")
    is_agent = isinstance(source, dict) or meta.get("thread_source") == "subagent"
    if is_agent and not parent and root_id != session_id:
        parent = root_id
    kinds = {*source, _agent_kind(source)} if isinstance(source, dict) else set()
    kinds.add(text_field(meta, "thread_source"))
    return Head(
        session_id=session_id,
        cwd=text_field(meta, "cwd"),
        started=instant_field(meta, "timestamp"),
        parent_id=parent or text_field(meta, "forked_from_id"),
        is_agent=is_agent,
        is_fork=bool(text_field(meta, "forked_from_id")),
        kind=text_field(spawn, "agent_role", "agent_nickname") or _agent_kind(source),
        own_run="a background run of the agent itself" if kinds & _INTERNAL_SOURCES else "",
    )


def _agent_kind(source: object) -> str:
    kind = source.get("subagent") if isinstance(source, dict) else None
    return kind if isinstance(kind, str) else ""


def _codex_opening(item: Fields) -> str:
    kind = item.get("type")
    if kind == "user_message":
        return typed_text(text_field(item, "message"))
    if kind == "item_completed":
        completed = mapping_field(item, "item")
        is_prompt = completed.get("type") == "UserMessage"
        return typed_parts(completed.get("content")) if is_prompt else ""
    return typed_parts(item.get("content")) if item.get("role") == "user" else ""


def read_dsh_head(log: LogFile) -> Head:
    """Read the beginning of a DSH log.

    Raises:
        OSError: It cannot be read.
    """
    head = Head()
    for fields in _records(log, dsh.is_record):
        kind = fields.get("type")
        data = mapping_field(fields, "data")
        if kind == "session":
            head = Head(
                session_id=text_field(fields, "id"),
                cwd=text_field(fields, "cwd"),
                started=instant_field(fields, "createdAt"),
                parent_id=text_field(fields, "parentSession"),
                is_agent=dsh.is_agent_header(fields),
                kind=text_field(fields, "agentPreset"),
            )
        elif kind == "user/message":
            opening = "\n".join(message_parts(data.get("content")))
            return replace(head, own_run=own_run_reason(cwd=head.cwd, opening=opening))
    return replace(head, own_run=own_run_reason(cwd=head.cwd, opening=""))


def _records(log: LogFile, is_record: RecordTest) -> Iterator[Fields]:
    for item in islice(read_records(log.path, is_record=is_record), MAX_RECORDS):
        if isinstance(item, Record):
            yield item.fields
