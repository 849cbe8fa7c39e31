"""Secrets in logs of all agents: none reaches a file that Tesserae writes."""

import json

import pytest
from builders import a_project, a_site
from secret_samples import SECRETS, parts
from session_logs import (
    SessionHome,
    a_claude_answer,
    a_claude_prompt,
    a_codex_meta,
    a_codex_prompt,
    a_codex_record,
    a_dsh_event,
    a_dsh_header,
    a_dsh_prompt,
)

from tesserae.cli.app import run

OWNER = "annegretwille"
"""Names a home folder; nothing else in the project bears this name."""


def claude_log(cwd, texts):
    """Return a log in which every text is asked, decided, run and printed."""
    records = []
    for number, text in enumerate(texts):
        step = {"cwd": cwd, "second": number * 4}
        call = {"type": "tool_use", "id": f"t{number}", "name": "Bash"}
        call["input"] = {"command": f"echo {text}", "description": text}
        result = {"type": "tool_result", "tool_use_id": f"t{number}", "content": f"out: {text}"}
        parent = f"d{number - 1}" if number else None
        answer = a_claude_answer(f"Decision: use {text}", uuid=f"b{number}", parent=f"a{number}")
        called = a_claude_answer("", uuid=f"c{number}", parent=f"b{number}")
        called["message"]["content"] = [call]
        records += [
            a_claude_prompt(f"Why is {text} here?", uuid=f"a{number}", parent=parent, **step),
            {**answer, "cwd": cwd},
            {**called, "cwd": cwd},
            a_claude_prompt([result], uuid=f"d{number}", parent=f"c{number}", **step),
        ]
    return records


def codex_log(cwd, texts):
    records = [{**a_codex_meta(), "payload": {**a_codex_meta()["payload"], "cwd": cwd}}]
    for number, text in enumerate(texts):
        call = {"name": "shell", "call_id": f"c{number}"}
        command = json.dumps({"command": ["bash", "-lc", f"echo {text}"]})
        output = {"call_id": f"c{number}", "output": f"out: {text}"}
        message = f"Decision: use {text}"
        records += [
            a_codex_prompt(f"Why is {text} here?", number),
            a_codex_record("event_msg", number, type="agent_message", message=message),
            a_codex_record(
                "response_item", number, type="function_call", arguments=command, **call
            ),
            a_codex_record("response_item", number, type="function_call_output", **output),
        ]
    return records


def dsh_log(cwd, texts):
    records = [a_dsh_header(cwd=cwd)]
    for number, text in enumerate(texts):
        answer = [{"type": "text", "text": f"Decision: use {text}"}]
        step = {"turn": number, "step": 1}
        call = {"callId": f"c{number}", "name": "bash"}
        arguments = json.dumps({"command": f"echo {text}"})
        printed = {"type": "tool-result", "toolCallId": f"c{number}", "isError": False}
        printed["content"] = [{"type": "text", "text": f"out: {text}"}]
        source = {"kind": "tool", "callId": f"c{number}"}
        message = {"source": source, "content": [printed]}
        records += [
            a_dsh_prompt(f"Why is {text} here?", number * 4 + 1),
            a_dsh_event("assistant/message", number * 4 + 2, content=answer),
            a_dsh_event("tool/call", number * 4 + 3, arguments=arguments, **call, **step),
            a_dsh_event("tool/result", number * 4 + 4, message=message, **step),
        ]
    return records


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A home with a project and logs of three agents that hold every kind of secret."""
    home = tmp_path / OWNER
    root = a_project(home / "work/tides")
    logs = home / "logs"
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(logs / "claude"))
    monkeypatch.setenv("CODEX_HOME", str(logs / "codex"))
    monkeypatch.setenv("DSH_HOME", str(logs / "dsh"))
    monkeypatch.setenv("TESSERAE_HOME", str(home / "registry"))
    (root / "mkdocs.yml").write_text(
        "site_name: Tides\nsite_url: https://tides.example/\nplugins:\n  - search\n  - tesserae:\n"
        "      timezone: UTC\n      publish: [wiki, digests, sessions]\n",
        encoding="utf-8",
    )
    texts = [parts(kind)[0] for kind in SECRETS]
    texts.append(f"{root}/src/harmonic.py of /home/{OWNER}/notes and {home}/.ssh/config")
    agents = SessionHome(logs)
    agents.claude(claude_log(str(root), texts))
    agents.codex(codex_log(str(root), texts))
    agents.dsh(dsh_log(str(root), texts))
    return home


def test_no_secret_reaches_a_file_of_ours(home, monkeypatch):
    root = home / "work/tides"
    monkeypatch.chdir(root)
    assert run(["sessions", "import"]) == 0
    assert run(["summary", "--day", "2026-03-02", "--no-llm"]) == 0
    assert run(["sessions", "list"]) == 0
    assert run(["compile"]) == 0
    site = a_site(root)
    written = [*(root / ".tesserae").rglob("*"), *site.rglob("*")]
    files = [path for path in written if path.is_file()]
    records = [path.read_text("utf-8") for path in files if "harness_sessions" in path.parts]
    # Said by both, run and printed: a reader that saw less would prove nothing.
    assert [text.count("[redacted:") >= 4 * len(SECRETS) for text in records] == [True] * 3
    assert (site / "sessions/index.html").is_file()
    leaks = [
        (path.relative_to(root).as_posix(), kind)
        for path in files
        for kind in found_in(path.read_bytes())
    ]
    assert leaks == []


def found_in(data):
    """Return the kinds of secrets in the bytes of a file, and whose home they came from."""
    for kind in SECRETS:
        secret = parts(kind)[1]
        spellings = {secret, json.dumps(secret)[1:-1], secret.replace("&", "&amp;")}
        if any(spelling.encode() in data for spelling in spellings):
            yield kind
    if OWNER.encode() in data:
        yield "the owner of the home folder"


def test_what_is_printed_holds_no_secret_either(home, monkeypatch, capsys):
    monkeypatch.chdir(home / "work/tides")
    run(["sessions", "list", "--json"])
    run(["sessions", "show", "s1"])
    run(["summary", "--day", "2026-03-02", "--no-llm", "--json"])
    printed = capsys.readouterr().out
    kinds = set(found_in(printed.encode())) - {"the owner of the home folder"}
    assert kinds == set()
