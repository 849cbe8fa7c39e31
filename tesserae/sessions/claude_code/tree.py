"""The tree that the records of one Claude Code conversation form.

Every record names its parent. Two prompts, or two different answers, that follow the same message
are a fork: somebody rewound, and only the branch that was written to last was kept. Results of
parallel tool calls are no fork, nor is a second root, which compaction makes. Where a parent is
not in the file, nothing is concluded.
"""

from __future__ import annotations

from tesserae.model.session import Role
from tesserae.sessions.transcript import Draft, mark_abandoned


class ConversationTree:
    """Places drafts in the conversation; record ids are held as hashes, for memory's sake."""

    def __init__(self) -> None:
        # Between two messages stand hooks, progress and system records: each of them points on to
        # the message before it.
        self._message: dict[int, int] = {}
        self._draft: dict[int, Draft] = {}
        self._forks: dict[tuple[int, Role], list[Draft]] = {}

    def place(self, uuid: str, parent: str, *, line: int, draft: Draft | None = None) -> None:
        """Enter a record; one without a draft of its own belongs to its parent's."""
        above = hash(parent)
        owner = draft or self._draft.get(above)
        if owner is not None:
            owner.last_line = max(owner.last_line, line)
        if not uuid:
            return
        key = hash(uuid)
        if draft is not None:
            self._message[key] = key
        elif above in self._message:
            self._message[key] = self._message[above]
        if owner is not None:
            self._draft[key] = owner

    def find(self, uuid: str) -> Draft | None:
        """Return the draft that a record belongs to."""
        return self._draft.get(hash(uuid)) if uuid else None

    def branch(self, draft: Draft, parent: str) -> None:
        """Enter a prompt or an answer as what follows the message before it."""
        message = self._message.get(hash(parent)) if parent else None
        if message is not None:
            self._forks.setdefault((message, draft.role), []).append(draft)

    def mark_abandoned(self, drafts: list[Draft]) -> None:
        """Mark the drafts on branches that were left."""
        mark_abandoned([fork for fork in self._forks.values() if len(fork) > 1], drafts)
