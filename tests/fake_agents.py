"""Programs that speak the protocol of the agents' command lines, to put on a PATH."""

import json
import sys

_HEAD = """#!{python}
import json, sys, time
prompt = sys.stdin.read()
with open({seen!r}, "a", encoding="utf-8") as file:
    file.write(json.dumps({{"arguments": sys.argv[1:], "prompt": prompt}}) + "\\n")
"""
_CLAUDE = """
print(json.dumps({{"type": "result", "subtype": "success", "is_error": False,
                   "result": {answer!r}, "session_id": "s", "usage": {{}}}}))
"""
_CODEX = """
print(json.dumps({{"type": "thread.started", "thread_id": "t"}}))
print("a line that is no event")
print(json.dumps({{"type": "error", "message": "reconnecting"}}))
print(json.dumps({{"type": "item.completed", "item": {{"type": "reasoning", "text": "hm"}}}}))
print(json.dumps({{"type": "item.completed",
                   "item": {{"id": "1", "type": "agent_message", "text": {answer!r}}}}}))
print(json.dumps({{"type": "turn.completed", "usage": {{}}}}))
"""


class FakeAgents:
    """A folder for a PATH, with fakes in it."""

    def __init__(self, folder):
        self.folder = folder
        self._seen = folder / "seen.jsonl"
        folder.mkdir(parents=True, exist_ok=True)

    def claude(self, answer):
        """Install a `claude` that answers with this."""
        self.program("claude", _CLAUDE.format(answer=answer))

    def codex(self, answer):
        """Install a `codex` that answers with this."""
        self.program("codex", _CODEX.format(answer=answer))

    def program(self, name, body):
        """Install a program whose body runs once its input was read into `prompt`."""
        path = self.folder / name
        head = _HEAD.format(python=sys.executable, seen=str(self._seen))
        path.write_text(head + body, encoding="utf-8")
        path.chmod(0o755)

    @property
    def runs(self):
        """What the programs were called with, oldest first."""
        if not self._seen.exists():
            return []
        return [json.loads(line) for line in self._seen.read_text(encoding="utf-8").splitlines()]
