"""Normalised session records: one JSON file per session in `.tesserae/harness_sessions/`.

A record is what may leave this machine: redacted, and with paths relative to the project. A compile
reads records, never logs, so a clone without the logs gives the same graph. A record that another
machine wrote is kept, because this one cannot make it again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tesserae.errors import TranscriptError
from tesserae.model.graph import JsonValue
from tesserae.model.ids import short_hash
from tesserae.model.session import (
    Host,
    PullRequestLink,
    Role,
    Session,
    Subagent,
    Tokens,
    ToolCall,
    Turn,
    format_instant,
)
from tesserae.model.source import Skipped
from tesserae.sessions.fields import (
    count_field,
    instant_field,
    json_value,
    list_field,
    mapping_field,
    text_field,
)
from tesserae.sessions.refs import READER_VERSION

FORGOTTEN_NAME = "forgotten.json"

_UNSAFE = re.compile(r"[^a-z0-9-]+")
_NO_LIMIT = 1 << 40


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """A session as it is stored."""

    project: str
    session: Session
    """`cwd` and the paths of tools are relative to the project where they lie in it."""
    reader: int = READER_VERSION

    @property
    def name(self) -> str:
        """The record's file name."""
        return record_name(self.session.host, self.session.id)


def record_name(host: Host, session_id: str) -> str:
    """Return the file name of a session's record: readable, safe on every disk, unambiguous."""
    readable = _UNSAFE.sub("-", session_id.lower()).strip("-")[:60]
    return f"{host}-{readable}-{short_hash(session_id, length=8)}.json"


def read_session_records(folder: Path) -> tuple[list[SessionRecord], list[Skipped]]:
    """Read all records of a project.

    Returns:
        The records by file name, and the files that hold none.
    """
    records = []
    skipped = []
    for path in sorted(folder.glob("*.json")):
        if path.name == FORGOTTEN_NAME:
            continue
        try:
            records.append(parse_record(path.read_text(encoding="utf-8", errors="replace")))
        except (OSError, TranscriptError) as error:
            reason = error.strerror if isinstance(error, OSError) else error.message
            skipped.append(Skipped(path.name, f"not a session record: {reason}", is_fault=True))
    return records, skipped


def render_record(record: SessionRecord) -> str:
    """Write a record with one turn a line, so that a session that grew makes a small diff."""
    data = record_to_json(record)
    lines = [
        f"{_dump(key)}: {_dump(value)}"
        for key, value in data.items()
        if key not in {"turns", "subagents"}
    ]
    lines.append(f'"subagents": {_render_agents(data["subagents"])}')
    lines.append(f'"turns": {_render_list(data["turns"])}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def parse_record(text: str) -> SessionRecord:
    """Read a record.

    Raises:
        TranscriptError: It is not one.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise TranscriptError("it is not JSON") from error
    if not isinstance(data, dict):
        raise TranscriptError("it is not a JSON object")
    return record_from_json(data)


def record_to_json(record: SessionRecord) -> dict[str, JsonValue]:
    """Return a record as JSON; what is not there is left out."""
    session = record.session
    return {
        "reader": record.reader,
        "host": session.host.value,
        "id": session.id,
        "project": record.project,
        "title": session.title,
        "cwd": session.cwd,
        "branch": session.branch,
        "version": session.version,
        "started": format_instant(session.started),
        "first": format_instant(session.first),
        "last": format_instant(session.last),
        "forked_from": session.forked_from,
        "copied_turns": session.copied_turns,
        "rejected": session.rejected_count,
        "pull_requests": [
            {
                "number": link.number,
                "url": link.url,
                "repository": link.repository,
                "at": format_instant(link.at),
            }
            for link in session.pull_requests
        ],
        "subagents": [
            {
                "id": agent.id,
                "kind": agent.kind,
                "description": agent.description,
                "turns": [_turn_to_json(turn) for turn in agent.turns],
            }
            for agent in session.subagents
        ],
        "turns": [_turn_to_json(turn) for turn in session.turns],
    }


def record_from_json(data: Mapping[str, Any]) -> SessionRecord:
    """Read a record out of decoded JSON.

    Raises:
        TranscriptError: It names no session.
    """
    try:
        host = Host(text_field(data, "host"))
    except ValueError as error:
        raise TranscriptError("it names no agent that this version knows") from error
    session_id = text_field(data, "id")
    if not session_id:
        raise TranscriptError("it has no id")
    session = Session(
        host=host,
        id=session_id,
        cwd=text_field(data, "cwd"),
        title=text_field(data, "title"),
        turns=_turns_from_json(list_field(data, "turns")),
        subagents=tuple(
            Subagent(
                id=text_field(agent, "id"),
                kind=text_field(agent, "kind"),
                description=text_field(agent, "description"),
                turns=_turns_from_json(list_field(agent, "turns")),
            )
            for agent in list_field(data, "subagents")
            if isinstance(agent, dict)
        ),
        branch=text_field(data, "branch"),
        version=text_field(data, "version"),
        started=instant_field(data, "started"),
        forked_from=text_field(data, "forked_from"),
        copied_turns=count_field(data, "copied_turns"),
        rejected_count=count_field(data, "rejected"),
        pull_requests=tuple(
            PullRequestLink(
                number=count_field(link, "number"),
                url=text_field(link, "url"),
                repository=text_field(link, "repository"),
                at=instant_field(link, "at"),
            )
            for link in list_field(data, "pull_requests")
            if isinstance(link, dict)
        ),
    )
    return SessionRecord(text_field(data, "project"), session, count_field(data, "reader"))


def load_forgotten(folder: Path) -> frozenset[str]:
    """Return the sessions that a person had forgotten, as `host:id`.

    Raises:
        TranscriptError: The list is there and cannot be read. Going on without it would store again
            what somebody wanted gone.
    """
    path = folder / FORGOTTEN_NAME
    try:
        data = json.loads(path.read_bytes())
        return frozenset(str(key) for key in data["sessions"])
    except FileNotFoundError:
        return frozenset()
    except (OSError, ValueError, RecursionError, KeyError, TypeError) as error:
        raise TranscriptError(
            "the list of forgotten sessions cannot be read; mend it, or remove it to store those "
            "sessions again",
            path=f"{folder.name}/{FORGOTTEN_NAME}",
        ) from error


def render_forgotten(sessions: Iterable[str]) -> str:
    """Write the list of forgotten sessions."""
    return json.dumps({"sessions": sorted(set(sessions))}, indent=1) + "\n"


def _turn_to_json(turn: Turn) -> dict[str, JsonValue]:
    flags = {
        "human": turn.is_human,
        "undone": turn.is_undone,
        "error": turn.is_error,
        "approximate": turn.at_is_approximate,
    }
    data: dict[str, JsonValue] = {
        "index": turn.index,
        "role": turn.role.value,
        "at": format_instant(turn.at),
        **{name: True for name, is_set in flags.items() if is_set},
    }
    if turn.text:
        data["text"] = turn.text
    if turn.text_size > len(turn.text):
        data["size"] = turn.text_size
    if turn.model:
        data["model"] = turn.model
    if turn.tokens.total:
        tokens = turn.tokens
        data["tokens"] = [tokens.input, tokens.cache_read, tokens.cache_write, tokens.output]
    if turn.tool is not None:
        data["tool"] = _tool_to_json(turn.tool)
    return data


def _tool_to_json(tool: ToolCall) -> dict[str, JsonValue]:
    fields: dict[str, JsonValue] = {
        "name": tool.name,
        "call_id": tool.call_id,
        "arguments": tool.arguments,
        "output": tool.output,
        "output_size": tool.output_size if tool.output_size > len(tool.output) else 0,
        "answered": tool.has_result,
        "result": tool.result,
        "command": tool.command,
        "reads": list(tool.reads),
        "writes": list(tool.writes),
        "agent": tool.agent_id,
    }
    return {key: value for key, value in fields.items() if value}


def _turns_from_json(entries: Iterable[object]) -> tuple[Turn, ...]:
    turns = []
    for entry in entries:
        if not isinstance(entry, dict):
            continue
        role = text_field(entry, "role")
        text = text_field(entry, "text")
        is_error = entry.get("error") is True
        tool = mapping_field(entry, "tool")
        numbers = [value for value in list_field(entry, "tokens") if isinstance(value, int)]
        turns.append(
            Turn(
                index=count_field(entry, "index"),
                role=Role(role) if role in set(Role) else Role.CHAT,
                text=text,
                at=instant_field(entry, "at"),
                is_human=entry.get("human") is True,
                is_undone=entry.get("undone") is True,
                is_error=is_error,
                at_is_approximate=entry.get("approximate") is True,
                tool=_tool_from_json(tool, is_error=is_error) if tool else None,
                tokens=Tokens(*numbers) if len(numbers) == 4 else Tokens(),
                text_size=max(count_field(entry, "size"), len(text)),
                model=text_field(entry, "model"),
            )
        )
    return tuple(turns)


def _tool_from_json(tool: Mapping[str, Any], *, is_error: bool) -> ToolCall:
    output = text_field(tool, "output")
    return ToolCall(
        name=text_field(tool, "name"),
        call_id=text_field(tool, "call_id"),
        arguments=json_value(tool.get("arguments"), limit=_NO_LIMIT),
        output=output,
        output_size=max(count_field(tool, "output_size"), len(output)),
        has_result=tool.get("answered") is True,
        is_error=is_error,
        result=json_value(tool.get("result"), limit=_NO_LIMIT),
        command=text_field(tool, "command"),
        reads=_texts(tool, "reads"),
        writes=_texts(tool, "writes"),
        agent_id=text_field(tool, "agent"),
    )


def _texts(tool: Mapping[str, Any], key: str) -> tuple[str, ...]:
    return tuple(text for text in list_field(tool, key) if isinstance(text, str))


def _dump(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _render_list(items: JsonValue) -> str:
    lines = [_dump(item) for item in items] if isinstance(items, list) else []
    return "[\n" + ",\n".join(lines) + "\n]" if lines else "[]"


def _render_agents(agents: JsonValue) -> str:
    parts = []
    for agent in agents if isinstance(agents, list) else ():
        if isinstance(agent, dict):
            head = {key: value for key, value in agent.items() if key != "turns"}
            parts.append(f'{_dump(head)[:-1]},"turns":{_render_list(agent.get("turns"))}}}')
    return "[\n" + ",\n".join(parts) + "\n]" if parts else "[]"
