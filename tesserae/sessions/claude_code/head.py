"""The beginning of a Claude Code log: whose it is, and by what a copy of it is known."""

from __future__ import annotations

import re
from dataclasses import replace

from tesserae.model.ids import short_hash
from tesserae.sessions.claude_code.prompts import read_prompt, read_queued
from tesserae.sessions.claude_code.reader import is_record
from tesserae.sessions.fields import instant_field, mapping_field, text_field
from tesserae.sessions.jsonl import Fields, first_records
from tesserae.sessions.own_runs import own_run_reason
from tesserae.sessions.refs import Head, LogFile

_TAIL_BYTES = 1 << 16
_UUID = re.compile(rb'"uuid":\s?"([^"\\]{1,64})"')


def read_head(log: LogFile) -> Head:
    """Read the beginning of a Claude Code log.

    Raises:
        OSError: It cannot be read.
    """
    head = Head()
    marks: dict[str, str] = {}
    summaries = []
    opening = ""
    for fields in first_records(log.path, is_record=is_record):
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
        _mark(marks, fields)
        opening = opening or _opening(fields)
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


def _mark(marks: dict[str, str], fields: Fields) -> None:
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


def _opening(fields: Fields) -> str:
    if fields.get("type") == "user":
        content = mapping_field(fields, "message").get("content")
        prompt = read_prompt(fields, content)
    elif fields.get("type") == "attachment":
        prompt = read_queued(mapping_field(fields, "attachment"))
    else:
        return ""
    return prompt.text if prompt.is_human else ""
