"""Logs of the three agents, written from a few words."""

import json

import zstandard
from session_cases import roots_of

from tesserae.sessions.discover import find_sessions
from tesserae.sessions.load import load_all

CLAUDE_IDS = tuple(f"aaaaaaaa-0000-4000-8000-00000000000{number}" for number in range(10))
CLAUDE_ID = CLAUDE_IDS[1]
CODEX_IDS = tuple(f"01990000-0000-7000-8000-00000000000{number}" for number in range(10))
CODEX_ID = CODEX_IDS[1]


def a_time(second):
    """Return a time of the second of March 2026."""
    return f"2026-03-02T{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}.000Z"


def a_claude_prompt(text, *, uuid, second=0, parent=None, session=CLAUDE_ID, **more):
    """Return a record of Claude Code in which a person says something."""
    return {
        "type": "user",
        "uuid": uuid,
        "parentUuid": parent,
        "timestamp": a_time(second),
        "sessionId": session,
        "cwd": "/w/tides",
        "message": {"role": "user", "content": text},
        **more,
    }


def a_claude_answer(text, *, uuid, second=0, parent=None, session=CLAUDE_ID, **more):
    """Return a record of Claude Code in which the agent says something."""
    record = a_claude_prompt(None, uuid=uuid, second=second, parent=parent, session=session)
    content = [{"type": "text", "text": text}]
    message = {"id": f"message-{uuid}", "role": "assistant", "content": content}
    return {**record, "type": "assistant", "message": message, **more}


def a_codex_record(kind, second=0, **payload):
    """Return a line of a Codex rollout."""
    return {"timestamp": a_time(second), "type": kind, "payload": payload}


def a_codex_meta(session=CODEX_ID, **more):
    """Return the first line of a rollout."""
    return a_codex_record("session_meta", id=session, cwd="/w/tides", source="cli", **more)


def a_codex_prompt(text, second=0):
    """Return an event in which a person says something."""
    return a_codex_record("event_msg", second, type="user_message", message=text)


def a_dsh_header(session="s1", **more):
    """Return the first line of a DSH log."""
    return {"type": "session", "id": session, "createdAt": 1772445600000, "cwd": "/w/tides", **more}


def a_dsh_event(kind, seq, **data):
    """Return an event of DSH."""
    return {"type": kind, "seq": seq, "time": 1772445600000 + seq * 1000, "data": data}


def a_dsh_prompt(text, seq):
    """Return an event in which a person says something to DSH."""
    content = [{"type": "text", "text": text}]
    return a_dsh_event("user/message", seq, content=content, source={"kind": "user"})


def as_lines(records):
    """Write records the way the agents do."""
    return b"".join(as_line(record) for record in records)


def as_line(record):
    """Write one record."""
    return json.dumps(record, ensure_ascii=False).encode() + b"\n"


def as_frames(batches):
    """Compress each batch of lines as a frame of its own."""
    compressor = zstandard.ZstdCompressor(write_checksum=True)
    return b"".join(compressor.compress(batch) for batch in batches)


class SessionHome:
    """A home in which agents have left logs."""

    def __init__(self, home):
        self.home = home

    def claude(self, data, session=CLAUDE_ID, folder="-w-tides"):
        """Write a log of Claude Code: records, or the bytes of the file."""
        return self._write(f"claude/projects/{folder}/{session}.jsonl", data)

    def codex(self, data, session=CODEX_ID, folder="sessions/2026/03/02", suffix=""):
        """Write a rollout of Codex."""
        name = f"rollout-2026-03-02T10-00-00-{session}.jsonl{suffix}"
        return self._write(f"codex/{folder}/{name}", data)

    def dsh(self, data, session="s1", name="session.jsonl"):
        """Write a log of DSH."""
        return self._write(f"dsh/sessions/--w-tides--/{session}/{name}", data)

    def find(self, **options):
        """Find the sessions of the home."""
        return find_sessions(roots_of(self.home), **options)

    def read(self, **options):
        """Read all sessions of the home."""
        found = self.find()
        return load_all(found.refs, found.coverage, **options)

    def session(self):
        """Read the only session of the home."""
        ((session,), _) = self.read()
        return session

    def _write(self, name, data):
        path = self.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else as_lines(data))
        return path


def said(session):
    """Return what was said in a session, in order."""
    return [turn.text for turn in session.turns if turn.text]
