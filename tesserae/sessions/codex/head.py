"""The beginning of a Codex rollout: its thread, and the thread it belongs to."""

from __future__ import annotations

from dataclasses import replace

from tesserae.sessions.codex.prompts import (
    environment_cwd,
    message_parts,
    typed_parts,
    typed_text,
)
from tesserae.sessions.codex.reader import is_record
from tesserae.sessions.fields import instant_field, mapping_field, text_field
from tesserae.sessions.jsonl import Fields, first_records
from tesserae.sessions.own_runs import own_run_reason
from tesserae.sessions.refs import Head, LogFile

_INTERNAL_SOURCES = frozenset(("memory_consolidation", "internal"))


def read_head(log: LogFile) -> Head:
    """Read the beginning of a Codex rollout.

    Raises:
        OSError: It cannot be read.
    """
    head = Head()
    opening = ""
    for fields in first_records(log.path, is_record=is_record):
        payload = mapping_field(fields, "payload")
        kind = fields.get("type")
        if not head.session_id and (kind == "session_meta" or (kind is None and "id" in fields)):
            head = _read_meta(payload or fields)
        elif kind == "turn_context" and not head.cwd:
            head = replace(head, cwd=text_field(payload, "cwd"))
        else:
            item = payload or fields
            opening = _opening(item)
            if not head.cwd and item.get("role") == "user":
                context = "\n".join(message_parts(item.get("content")))
                head = replace(head, cwd=environment_cwd(context))
        if opening and head.session_id:
            break
    reason = head.own_run or own_run_reason(cwd=head.cwd, opening=opening)
    return replace(head, own_run=reason)


def _read_meta(meta: Fields) -> Head:
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


def _opening(item: Fields) -> str:
    kind = item.get("type")
    if kind == "user_message":
        return typed_text(text_field(item, "message"))
    if kind == "item_completed":
        completed = mapping_field(item, "item")
        is_prompt = completed.get("type") == "UserMessage"
        return typed_parts(completed.get("content")) if is_prompt else ""
    return typed_parts(item.get("content")) if item.get("role") == "user" else ""
