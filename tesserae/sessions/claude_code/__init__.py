"""Claude Code: `logs` finds sessions and their sub-agents, `head` reads the beginning of a log.

`reader` reads a whole one, with the conversation's tree in `tree`, copies in other files in
`lineage`, and the question who typed a prompt in `prompts`.
"""

from tesserae.sessions.claude_code.logs import find_logs
from tesserae.sessions.claude_code.reader import read_session

__all__ = ["find_logs", "read_session"]
