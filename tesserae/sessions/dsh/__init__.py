"""DSH: `logs` finds sessions and their sub-agents, `head` and `reader` read a log."""

from tesserae.sessions.dsh.logs import find_logs
from tesserae.sessions.dsh.reader import read_session

__all__ = ["find_logs", "read_session"]
