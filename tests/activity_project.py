"""A project with a small git repository, and agents' logs of work in it."""

import json
import os
import subprocess

from session_logs import CLAUDE_IDS, as_lines


class ActivityProject:
    """A project in which things happened at given instants."""

    def __init__(self, base, monkeypatch):
        self.root = base / "tides"
        self.root.mkdir()
        self.home = base / "home"
        self._count = 0
        for variable, folder in (
            ("CLAUDE_CONFIG_DIR", "claude"),
            ("CODEX_HOME", "codex"),
            ("DSH_HOME", "dsh"),
            ("TESSERAE_HOME", "tesserae"),
        ):
            monkeypatch.setenv(variable, str(self.home / folder))

    def git(self, *arguments, at="2026-03-01T12:00:00+00:00"):
        """Run git, by a person and a clock of ours."""
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
            "GIT_AUTHOR_NAME": "Ada",
            "GIT_AUTHOR_EMAIL": "ada@example.org",
            "GIT_COMMITTER_NAME": "Ada",
            "GIT_COMMITTER_EMAIL": "ada@example.org",
            "GIT_AUTHOR_DATE": at,
            "GIT_COMMITTER_DATE": at,
            "GIT_CONFIG_GLOBAL": os.devnull,
        }
        done = subprocess.run(
            ["git", *arguments], cwd=self.root, env=environment, capture_output=True, check=True
        )
        return done.stdout.decode()

    def init(self):
        """Make a repository."""
        self.git("init", "-q", "-b", "main")
        return self

    def commit(self, subject, at, name="", text=""):
        """Commit a change of one file."""
        self._count += 1
        path = self.root / (name or f"src/part{self._count}.py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text or f"x = {self._count}\n", encoding="utf-8")
        self.git("add", "-A", at=at)
        self.git("commit", "-q", "-m", subject, at=at)

    def session(self, *said, number=1, cwd=None):
        """Write a log of Claude Code: (time, who, text) in order, who is `person` or `agent`."""
        session = CLAUDE_IDS[number]
        records = []
        for index, (at, who, text) in enumerate(said):
            content = text if who == "person" else [{"type": "text", "text": text}]
            records.append(
                {
                    "type": "user" if who == "person" else "assistant",
                    "uuid": f"{number}-{index}",
                    "parentUuid": f"{number}-{index - 1}" if index else None,
                    "timestamp": at,
                    "sessionId": session,
                    "cwd": str(cwd or self.root),
                    "message": {
                        "id": f"m-{number}-{index}",
                        "role": "user" if who == "person" else "assistant",
                        "content": content,
                    },
                }
            )
        self.log(as_lines(records), session)
        return session

    def log(self, data, session=CLAUDE_IDS[1]):
        """Write the bytes of a log of Claude Code."""
        path = self.home / f"claude/projects/some-folder/{session}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    def history(self, *entries):
        """Write the prompt history of Claude Code: (epoch milliseconds, session)."""
        lines = [
            json.dumps(
                {"display": "x", "timestamp": at, "project": str(self.root), "sessionId": id_}
            )
            for at, id_ in entries
        ]
        path = self.home / "claude/history.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
