"""A whole server as a process, spoken to as clients speak."""

import json
import os
import subprocess
import sys
import time

import pytest
from builders import a_project
from mcp import StdioServerParameters
from sidecar_samples import MODES, text_of, with_client

TESSERAE = [sys.executable, "-c", "from tesserae.cli import main; main()"]
COMMAND = [*TESSERAE, "mcp", "-C"]
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}
INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    return a_project(tmp_path_factory.mktemp("tides"))


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    return {**os.environ, "TESSERAE_HOME": str(tmp_path_factory.mktemp("home"))}


@pytest.fixture
def process(project, environment):
    with subprocess.Popen(
        [*COMMAND, str(project)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    ) as running:
        yield running
        running.kill()


def _send(process, *messages):
    for message in messages:
        data = message if isinstance(message, bytes) else json.dumps(message).encode()
        process.stdin.write(data + b"\n")
    process.stdin.flush()


def _answer(process):
    return json.loads(process.stdout.readline())


def _call(number, name, **arguments):
    params = {"name": name, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}


@pytest.mark.parametrize("mode", MODES)
def test_a_real_client_starts_the_server_and_asks(project, environment, mode):
    target = StdioServerParameters(
        command=COMMAND[0], args=[*COMMAND[1:], str(project)], env=environment
    )
    result = with_client(
        target, lambda client: client.call_tool("search", {"query": "spring tide"}), mode=mode
    )
    assert "docs/spring.md" in text_of(result)


def test_the_command_line_and_the_server_give_the_same_bytes(project, environment, process):
    def printed(*words):
        command = [*TESSERAE, *words, "-C", str(project)]
        return subprocess.run(command, capture_output=True, check=True, env=environment).stdout

    expected = [
        printed("context", "spring tide"),
        printed("search", "spring tide"),
        printed("ask", "What is a spring tide?"),
        printed("status"),
    ]
    _send(process, INITIALIZE)
    _answer(process)
    _send(process, INITIALIZED)
    told = []
    for name, arguments in (
        ("compile_context", {"query": "spring tide"}),
        ("search", {"query": "spring tide"}),
        ("ask", {"question": "What is a spring tide?"}),
        ("status", {}),
    ):
        _send(process, _call(2, name, **arguments))
        told.append(_answer(process)["result"]["content"][0]["text"].encode())
    assert told == expected


def test_lines_that_are_no_messages_are_answered_and_survived(process):
    _send(process, INITIALIZE)
    _answer(process)
    _send(process, INITIALIZED, b"no json at all", b"\xff\xfe\0", b"[]", b'{"id": 5}')
    codes = [_answer(process)["error"]["code"] for _ in range(4)]
    _send(process, {"jsonrpc": "2.0", "id": 6, "method": "ping"})
    assert codes == [-32700, -32700, -32600, -32600]
    assert _answer(process) == {"jsonrpc": "2.0", "id": 6, "result": {}}


def test_half_a_character_is_answered(process):
    call = json.dumps(_call(2, "search", query="@ tide")).replace("@", "\\ud83d")
    _send(process, INITIALIZE, INITIALIZED, call.encode())
    _answer(process)
    assert "tide" in _answer(process)["result"]["content"][0]["text"]


def test_the_process_ends_soon_after_its_input(process):
    _send(process, INITIALIZE)
    _answer(process)
    _send(process, INITIALIZED, _call(2, "compile_context", query="tide", budget=0))
    closed_at = time.monotonic()
    process.stdin.close()
    assert process.wait(timeout=10) == 0
    # Two seconds, and what a loaded machine takes to end a process.
    assert time.monotonic() - closed_at < 4


def test_what_was_asked_before_the_end_is_answered(process):
    _send(process, INITIALIZE, INITIALIZED, {"jsonrpc": "2.0", "id": 2, "method": "tools/list"})
    process.stdin.close()
    assert [json.loads(line)["id"] for line in process.stdout] == [1, 2]
