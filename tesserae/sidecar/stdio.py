"""Standard input and output as the transport, kept alive through whatever a client writes.

The SDK drops a line that it cannot read, so a client would wait for ever; here it is answered.
"""

from __future__ import annotations

import json
import os
import re
import sys
import threading
from collections.abc import AsyncIterator, Callable
from typing import Any, BinaryIO, cast

import anyio
import anyio.to_thread
from mcp.server import MCPServer
from mcp.server.stdio import stdio_server
from mcp_types import (
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCResponse,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError

SETTLE_SECONDS = 1.2
"""How long after the end of input answers may still come."""
LEAVE_SECONDS = 1.6
"""How long after it the process ends at the latest, whatever is still being worked on."""
_HEAD = 40
PARSE_ERROR, INVALID_REQUEST = -32700, -32600
_SURROGATE = re.compile(r"(?<!\\)((?:\\\\)*)\\u[dD][89abABcdefCDEF][0-9a-fA-F]{2}")
_PAIR = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][cdefCDEF][0-9a-fA-F]{2}")


def run_stdio(server: MCPServer, *, on_answer: Callable[[], object]) -> None:
    """Serve one client until it closes our input.

    Args:
        server: Answers.
        on_answer: Is called once, after the first answer.
    """
    anyio.run(_serve, server, _claimed_input(), _Output(_claimed_output(), on_answer))


async def _serve(server: MCPServer, wire_in: BinaryIO, output: _Output) -> None:
    lines = _Input(wire_in, output)
    # The SDK has no public way to give its server other streams than its own.
    inner = server._lowlevel_server
    async with stdio_server(cast("Any", lines), cast("Any", output)) as (incoming, outgoing):
        await inner.run(incoming, outgoing, inner.create_initialization_options())


class _Output:
    """Writes whole lines, one after the other."""

    def __init__(self, wire: BinaryIO, on_answer: Callable[[], object]) -> None:
        self._wire = wire
        self._on_answer = on_answer
        self._lock = anyio.Lock()
        self.answers = 0
        """How many requests were answered."""

    async def write(self, text: str) -> None:
        """Write a message with its line break."""
        async with self._lock:
            await anyio.to_thread.run_sync(self._put, text.encode("utf-8", "replace"))
            self.answers += '"method":' not in text[:_HEAD]
            if self.answers == 1:
                self._on_answer()

    async def flush(self) -> None:
        """Do nothing: a message is flushed as it is written."""

    def _put(self, data: bytes) -> None:
        self._wire.write(data)
        self._wire.flush()


class _Input:
    """Reads lines; one that is no message is answered here and passed over."""

    def __init__(self, wire: BinaryIO, output: _Output) -> None:
        self._wire = wire
        self._output = output
        self._requests = 0

    async def __aiter__(self) -> AsyncIterator[str]:
        """Yield the lines that are messages."""
        while True:
            data = await anyio.to_thread.run_sync(self._wire.readline, abandon_on_cancel=True)
            if not data:
                await self._settle()
                return
            line = without_surrogates(data.decode("utf-8", "replace"))
            if not line.strip():
                continue
            message = message_of(line)
            self._requests += not isinstance(message, JSONRPCNotification | JSONRPCResponse)
            if message is None:
                await self._output.write(error_of(line) + "\n")
            else:
                yield line

    async def _settle(self) -> None:
        """Let what was asked before the end be answered, as long as nobody has to wait for it."""
        # A client that went away reads no more: the write that waits for it can only be left.
        last = threading.Timer(LEAVE_SECONDS, os._exit, [0])
        last.daemon = True
        last.start()
        with anyio.move_on_after(SETTLE_SECONDS):
            while self._output.answers < self._requests:
                await anyio.sleep(0.01)


def without_surrogates(line: str) -> str:
    """Replace escapes of half a character, which no UTF-8 text can hold."""
    if "\\u" not in line:
        return line
    kept: list[str] = []
    at = 0
    for pair in _PAIR.finditer(line):
        kept += [_SURROGATE.sub(r"\1\\ufffd", line[at : pair.start()]), pair[0]]
        at = pair.end()
    return "".join(kept) + _SURROGATE.sub(r"\1\\ufffd", line[at:])


def message_of(line: str) -> JSONRPCMessage | None:
    """Return the message that a line is, None where it is none."""
    try:
        return jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValidationError:
        return None


def error_of(line: str) -> str:
    """Return the answer to a line that is no message."""
    number: int | str | None = None
    code, message = INVALID_REQUEST, "not a message of JSON-RPC 2.0"
    try:
        data = json.loads(line)
        if isinstance(data, dict) and isinstance(data.get("id"), int | str):
            number = data["id"]
    except (ValueError, RecursionError):
        code, message = PARSE_ERROR, "not JSON; send one message a line"
    return json.dumps({"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": message}})


def _claimed_input() -> BinaryIO:
    """Take standard input for the protocol, so that no child of ours reads from it."""
    private = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return os.fdopen(private, "rb")


def _claimed_output() -> BinaryIO:
    """Take standard output for the protocol; what anything else prints goes to standard error."""
    sys.stdout.flush()
    private = os.dup(1)
    os.dup2(2, 1)
    return os.fdopen(private, "wb")
