"""What the records of a Codex rollout say about tool calls, in each of their spellings.

A failure alone has three: `Err`, `Ok` with `isError`, and `error.message`; a shell's exit code
stands in a JSON text, in a line of the output, or in a field.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from tesserae.model.session import Tokens
from tesserae.sessions.codex.prompts import message_parts
from tesserae.sessions.fields import (
    count_field,
    list_field,
    load_json,
    mapping_field,
    text_field,
)
from tesserae.sessions.transcript import Outcome

_EXIT_CODE = re.compile(r"^(?:Process exited with code|Exit code:)\s+(\d{1,5})", re.MULTILINE)
_EXIT_CODE_WITHIN = 400


def call_name(payload: Mapping[str, Any]) -> str:
    """Return the full name of the tool in a `function_call`."""
    name = text_field(payload, "name")
    namespace = text_field(payload, "namespace")
    is_short = namespace.startswith("mcp__") and not name.startswith("mcp__")
    return f"{namespace}__{name}" if is_short else name


def mcp_name(call: Mapping[str, Any]) -> str:
    """Return the full name of an MCP server's tool."""
    return f"mcp__{text_field(call, 'server')}__{text_field(call, 'tool')}"


def call_arguments(payload: Mapping[str, Any]) -> object:
    """Return the arguments under whichever name the version at hand uses."""
    for key in ("arguments", "input", "parameters", "action", "query"):
        if payload.get(key) is not None:
            return payload[key]
    return None


def read_output(value: object) -> Outcome:
    """Read the output of a function call: a text, blocks, or a text that holds JSON."""
    if isinstance(value, str) and value.startswith("{"):
        decoded = load_json(value)
        # The shape of the old shell tool; other tools may answer with JSON of their own.
        if isinstance(decoded, dict) and isinstance(decoded.get("output"), str):
            metadata = mapping_field(decoded, "metadata")
            failed = count_field(metadata, "exit_code") != 0
            return Outcome(output=text_field(decoded, "output"), is_error=failed)
    if isinstance(value, dict) and "success" in value:
        text = "\n".join(message_parts(value.get("content")))
        return Outcome(output=text, is_error=value["success"] is False)
    text = "\n".join(message_parts(value))
    code = _EXIT_CODE.search(text[:_EXIT_CODE_WITHIN])
    return Outcome(output=text, is_error=code is not None and int(code[1]) != 0)


def read_execution(payload: Mapping[str, Any]) -> Outcome:
    """Read the result in an `exec_command_end` event or a `CommandExecution` item."""
    output = text_field(payload, "aggregated_output", "formatted_output")
    if not output:
        streams = (text_field(payload, "stdout"), text_field(payload, "stderr"))
        output = "\n".join(stream for stream in streams if stream)
    return Outcome(output=output, is_error=payload.get("exit_code") not in {0, None})


def read_mcp_event(payload: Mapping[str, Any]) -> Outcome:
    """Read the result of an `mcp_tool_call_end` event: `{"Ok": …}` or `{"Err": text}`."""
    result = mapping_field(payload, "result")
    if "Err" in result:
        return Outcome(output=text_field(result, "Err"), is_error=True)
    return read_mcp_result(mapping_field(result, "Ok"))


def read_mcp_item(item: Mapping[str, Any]) -> Outcome:
    """Read the result of an `McpToolCall` item."""
    error = text_field(mapping_field(item, "error"), "message")
    if error or item.get("status") == "failed":
        return Outcome(output=error, is_error=True)
    return read_mcp_result(mapping_field(item, "result"))


def read_mcp_result(result: Mapping[str, Any]) -> Outcome:
    """Read a tool result as the Model Context Protocol shapes it."""
    return Outcome(
        output="\n".join(message_parts(list(list_field(result, "content")))),
        is_error=result.get("isError") is True,
        result=result.get("structuredContent"),
    )


def command_parts(payload: Mapping[str, Any]) -> Sequence[str]:
    """Return an argument vector; empty where there is none."""
    command = payload.get("command")
    if isinstance(command, str):
        return [command]
    return [part for part in list_field(payload, "command") if isinstance(part, str)]


class TokenMeter:
    """Turns cumulative token counts into what was used since the last one.

    The same count is written again whenever rate limits change, and a count starts anew after a
    resume. Cached tokens are part of the input, reasoning part of the output.
    """

    def __init__(self) -> None:
        self._total = 0
        self._seen = Tokens()

    def read(self, payload: Mapping[str, Any]) -> Tokens:
        """Return the tokens used since the count before this one."""
        info = mapping_field(payload, "info")
        usage = mapping_field(info, "total_token_usage")
        if not usage:
            return Tokens()
        now = _disjoint(usage)
        total = now.total
        before, was = self._seen, self._total
        self._seen, self._total = now, total
        if total < was:
            last = mapping_field(info, "last_token_usage")
            return _disjoint(last) if last else now
        return Tokens(
            input=max(0, now.input - before.input),
            cache_read=max(0, now.cache_read - before.cache_read),
            cache_write=max(0, now.cache_write - before.cache_write),
            output=max(0, now.output - before.output),
        )


def _disjoint(usage: Mapping[str, Any]) -> Tokens:
    cached = count_field(usage, "cached_input_tokens")
    written = count_field(usage, "cache_write_input_tokens")
    return Tokens(
        input=max(0, count_field(usage, "input_tokens") - cached - written),
        cache_read=cached,
        cache_write=written,
        output=count_field(usage, "output_tokens"),
    )
