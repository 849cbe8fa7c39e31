"""The beginning of a DSH log: its session, and the one it belongs to."""

from __future__ import annotations

from dataclasses import replace

from tesserae.sessions.dsh.reader import is_agent_header, is_record, texts_of
from tesserae.sessions.fields import instant_field, mapping_field, text_field
from tesserae.sessions.jsonl import first_records
from tesserae.sessions.own_runs import own_run_reason
from tesserae.sessions.refs import Head, LogFile


def read_head(log: LogFile) -> Head:
    """Read the beginning of a DSH log.

    Raises:
        OSError: It cannot be read.
    """
    head = Head()
    for fields in first_records(log.path, is_record=is_record):
        kind = fields.get("type")
        data = mapping_field(fields, "data")
        if kind == "session":
            head = Head(
                session_id=text_field(fields, "id"),
                cwd=text_field(fields, "cwd"),
                started=instant_field(fields, "createdAt"),
                parent_id=text_field(fields, "parentSession"),
                is_agent=is_agent_header(fields),
                kind=text_field(fields, "agentPreset"),
            )
        elif kind == "user/message":
            opening = "\n".join(texts_of(data.get("content")))
            return replace(head, own_run=own_run_reason(cwd=head.cwd, opening=opening))
    return replace(head, own_run=own_run_reason(cwd=head.cwd, opening=""))
