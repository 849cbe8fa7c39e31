"""A deterministic home full of session logs: all three agents, mostly small, some of them large.

The texts are drawn from a pool that is made once from a seed, so that a gigabyte takes seconds to
write; what a reader has to do with them is the same as with real ones.
"""

from __future__ import annotations

import json
import random
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

FIRST_DAY = datetime(2026, 1, 1, 8, tzinfo=UTC)
DAYS = 120
PROJECTS = 12
_LETTERS = "etaoinshrdlucmfwypvbgkqjxz"
_SHARES = (("claude", 0.6), ("codex", 0.3), ("dsh", 0.1))


@dataclass(frozen=True, slots=True)
class Pool:
    """Texts to draw from."""

    prompts: list[str]
    answers: list[str]
    outputs: list[str]


def make_home(root: Path, *, sessions: int, size: int, seed: int = 1) -> int:
    """Write a home and return its size in bytes.

    Args:
        root: Holds `claude`, `codex` and `dsh` afterwards.
        sessions: How many sessions, sub-agents not counted.
        size: Bytes of logs, roughly.
        seed: Makes the same home again.
    """
    rng = random.Random(seed)
    pool = _pool(rng)
    weights = [rng.lognormvariate(0, 1.2) for _ in range(sessions)]
    scale = size / sum(weights)
    written = 0
    for number, weight in enumerate(weights):
        agent = rng.choices([name for name, _ in _SHARES], [share for _, share in _SHARES])[0]
        start = FIRST_DAY + timedelta(days=rng.randrange(DAYS), minutes=rng.randrange(600))
        cwd = f"/w/project-{number % PROJECTS}"
        path, records = _WRITERS[agent](root, rng, pool, start, cwd)
        written += _write(path, records, limit=int(weight * scale))
    return written


def _write(path: Path, records: Iterator[dict[str, Any]], *, limit: int) -> int:
    path.parent.mkdir(parents=True, exist_ok=True)
    size = 0
    with path.open("w", encoding="utf-8") as file:
        for record in records:
            line = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
            size += file.write(f"{line}\n")
            if size >= limit:
                break
    return size


def _pool(rng: random.Random) -> Pool:
    words = ["".join(rng.choices(_LETTERS, k=rng.randrange(2, 11))) for _ in range(4000)]
    words += ["token", "password", "secret", "api_key", "auth", "access", "https://example.org/a"]
    words += [f"{rng.getrandbits(160):040x}" for _ in range(60)]
    words += [f"/home/ada/src/{word}.py" for word in words[:60]]

    def text(least: int, most: int) -> str:
        count = rng.randrange(least, most)
        chosen = rng.choices(words, k=count)
        return "".join(w + ("\n" if i % 11 == 10 else " ") for i, w in enumerate(chosen))

    return Pool(
        prompts=[text(5, 60) for _ in range(200)],
        answers=[text(20, 300) for _ in range(300)],
        outputs=[text(10, 1500) for _ in range(300)],
    )


def _times(rng: random.Random, start: datetime) -> Iterator[datetime]:
    at = start
    while True:
        # One session in a few goes on for days, with nights between.
        at += timedelta(seconds=rng.choice((1, 2, 5, 9, 30, 90)))
        if rng.random() < 0.0005:
            at += timedelta(hours=rng.randrange(8, 60))
        yield at


def _stamp(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M:%S.000Z")


def _uuid(rng: random.Random) -> str:
    return str(uuid.UUID(int=rng.getrandbits(128), version=4))


def _claude(
    root: Path, rng: random.Random, pool: Pool, start: datetime, cwd: str
) -> tuple[Path, Iterator[dict[str, Any]]]:
    session = _uuid(rng)
    folder = root / "claude" / "projects" / cwd.replace("/", "-")
    return folder / f"{session}.jsonl", _claude_records(rng, pool, start, cwd, session)


def _claude_records(
    rng: random.Random, pool: Pool, start: datetime, cwd: str, session: str
) -> Iterator[dict[str, Any]]:
    parent: str | None = None
    call: str | None = None
    for count, at in enumerate(_times(rng, start)):
        record: dict[str, Any] = {
            "parentUuid": parent,
            "isSidechain": False,
            "userType": "external",
            "cwd": cwd,
            "sessionId": session,
            "version": "2.1.120",
            "gitBranch": "main",
            "uuid": _uuid(rng),
            "timestamp": _stamp(at),
        }
        if call is not None:
            block = {
                "type": "tool_result",
                "tool_use_id": call,
                "content": rng.choice(pool.outputs),
            }
            record |= {"type": "user", "message": {"role": "user", "content": [block]}}
            record["toolUseResult"] = {"stdout": block["content"], "interrupted": False}
            call = None
        elif count % 24 == 0:
            text = rng.choice(pool.prompts)
            record |= {"type": "user", "message": {"role": "user", "content": text}}
        else:
            blocks: list[dict[str, Any]] = [{"type": "text", "text": rng.choice(pool.answers)}]
            if rng.random() < 0.7:
                call = f"toolu_{rng.getrandbits(96):024x}"
                source = {
                    "file_path": f"{cwd}/src/{count % 40}.py",
                    "old": rng.choice(pool.prompts),
                }
                blocks = [{"type": "tool_use", "id": call, "name": "Edit", "input": source}]
            message = {
                "id": f"msg_{rng.getrandbits(96):024x}",
                "role": "assistant",
                "model": "claude-x",
                "content": blocks,
                "usage": {"input_tokens": 4, "cache_read_input_tokens": 9000, "output_tokens": 80},
            }
            record |= {"type": "assistant", "requestId": "req_1", "message": message}
        parent = record["uuid"]
        yield record


def _codex(
    root: Path, rng: random.Random, pool: Pool, start: datetime, cwd: str
) -> tuple[Path, Iterator[dict[str, Any]]]:
    thread = _uuid(rng)
    name = f"rollout-{start.strftime('%Y-%m-%dT%H-%M-%S')}-{thread}.jsonl"
    folder = root / "codex" / "sessions" / start.strftime("%Y/%m/%d")
    return folder / name, _codex_records(rng, pool, start, cwd, thread)


def _codex_records(
    rng: random.Random, pool: Pool, start: datetime, cwd: str, thread: str
) -> Iterator[dict[str, Any]]:
    def record(at: datetime, kind: str, **payload: object) -> dict[str, Any]:
        return {"timestamp": _stamp(at), "type": kind, "payload": payload}

    instructions = {"text": "".join(pool.answers[:8])}
    yield record(start, "session_meta", id=thread, cwd=cwd, base_instructions=instructions)
    for count, at in enumerate(_times(rng, start)):
        if count % 20 == 0:
            text = rng.choice(pool.prompts)
            content = [{"type": "input_text", "text": text}]
            yield record(at, "turn_context", turn_id=f"t{count}", cwd=cwd, model="gpt-x")
            yield record(at, "response_item", type="message", role="user", content=content)
            yield record(at, "event_msg", type="user_message", message=text)
        elif count % 3:
            call = f"call_{rng.getrandbits(64):016x}"
            arguments = json.dumps({"command": ["bash", "-lc", rng.choice(pool.prompts)[:80]]})
            function = {"name": "shell", "arguments": arguments, "call_id": call}
            yield record(at, "response_item", type="function_call", **function)
            output = json.dumps({"output": rng.choice(pool.outputs), "metadata": {"exit_code": 0}})
            kind = "function_call_output"
            yield record(at, "response_item", type=kind, call_id=call, output=output)
        else:
            text = rng.choice(pool.answers)
            content = [{"type": "output_text", "text": text}]
            yield record(at, "response_item", type="message", role="assistant", content=content)
            yield record(at, "event_msg", type="agent_message", message=text)
            usage = {"input_tokens": 90 * count, "output_tokens": 7 * count}
            yield record(at, "event_msg", type="token_count", info={"total_token_usage": usage})


def _dsh(
    root: Path, rng: random.Random, pool: Pool, start: datetime, cwd: str
) -> tuple[Path, Iterator[dict[str, Any]]]:
    session = _uuid(rng)
    folder = root / "dsh" / "sessions" / f"-{cwd.replace('/', '-')}--" / session
    return folder / "session.jsonl", _dsh_records(rng, pool, start, cwd, session)


def _dsh_records(
    rng: random.Random, pool: Pool, start: datetime, cwd: str, session: str
) -> Iterator[dict[str, Any]]:
    yield {"type": "session", "id": session, "createdAt": _milliseconds(start), "cwd": cwd}
    for count, at in enumerate(_times(rng, start)):
        step = {"turn": count // 20, "step": count}
        if count % 20 == 0:
            content = [{"type": "text", "text": rng.choice(pool.prompts)}]
            kind, data = "user/message", {"content": content, "source": {"kind": "user"}}
        elif count % 3 == 0:
            content = [{"type": "text", "text": rng.choice(pool.answers)}]
            message = {"role": "assistant", "content": content}
            kind, data = "assistant/message", {**step, "message": message}
        elif count % 3 == 1:
            arguments = json.dumps({"command": rng.choice(pool.prompts)[:80]})
            call = {"callId": f"c{count}", "name": "bash", "arguments": arguments}
            kind, data = "tool/call", {**step, **call}
        else:
            output = [{"type": "text", "text": rng.choice(pool.outputs)}]
            result = [{"type": "tool-result", "content": output, "isError": False}]
            source = {"kind": "tool", "callId": f"c{count - 1}"}
            kind, data = "tool/result", {**step, "message": {"source": source, "content": result}}
        yield {"type": kind, "seq": count, "time": _milliseconds(at), "data": data}


def _milliseconds(at: datetime) -> int:
    return int(at.timestamp() * 1000)


_WRITERS = {"claude": _claude, "codex": _codex, "dsh": _dsh}
