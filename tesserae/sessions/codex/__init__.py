"""Codex: `logs` finds threads and their sub-agents, `head` reads the beginning of a rollout.

`reader` reads a whole one, with the spellings of calls in `calls`, copied histories in `lineage`,
and the question who typed a prompt in `prompts`.
"""

from tesserae.sessions.codex.logs import find_logs
from tesserae.sessions.codex.reader import read_session

__all__ = ["find_logs", "read_session"]
