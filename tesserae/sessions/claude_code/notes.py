"""What stands beside a Claude Code conversation: where it took place and what it is called.

Titles come in three kinds of record, each written again and again: the newest of a kind holds, a
person's beats the agent's, and a summary holds only if it names a record of this log.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from tesserae.model.session import PullRequestLink
from tesserae.sessions.fields import count_field, instant_field, mapping_field, text_field
from tesserae.sessions.titles import shorten

KNOWN_TYPES = frozenset(
    (
        "user",
        "assistant",
        "system",
        "attachment",
        "progress",
        "summary",
        "custom-title",
        "ai-title",
        "agent-name",
        "agent-setting",
        "last-prompt",
        "mode",
        "permission-mode",
        "file-history-snapshot",
        "queue-operation",
        "pr-link",
        "worktree-state",
        "relocated",
        "bridge-session",
        "frame-link",
        "atis-latch",
        "started",
        "result",
        "turn_end",
        "session_start",
    )
)

_NO_BRANCH = frozenset(("", "HEAD"))


class Notes:
    """Gathers the notes of one log."""

    def __init__(self) -> None:
        self.cwd = self.home_cwd = self.branch = self.version = self.forked_from = ""
        self.pull_requests: dict[str, PullRequestLink] = {}
        self._custom = self._generated = ""
        self._summaries: dict[str, str] = {}

    def place(self, fields: Mapping[str, Any]) -> None:
        """Read from any record where and with what the agent works."""
        # Nearly every record says the same again.
        if fields.get("version") != self.version:
            self.version = text_field(fields, "version") or self.version
        if fields.get("gitBranch") != self.branch:
            branch = text_field(fields, "gitBranch")
            self.branch = self.branch if branch in _NO_BRANCH else branch
        self.cwd = self.cwd or text_field(fields, "cwd")
        if not self.forked_from and "forkedFrom" in fields:
            self.forked_from = text_field(mapping_field(fields, "forkedFrom"), "sessionId")

    def take(self, fields: Mapping[str, Any]) -> None:
        """Read a record that is no part of the conversation."""
        match fields.get("type"):
            case "custom-title":
                self._custom = text_field(fields, "customTitle")
            case "ai-title":
                self._generated = text_field(fields, "aiTitle")
            case "summary":
                self._summaries[text_field(fields, "leafUuid")] = text_field(fields, "summary")
            case "pr-link":
                self._take_pull_request(fields)
            case "worktree-state":
                worktree = mapping_field(fields, "worktreeSession")
                self.home_cwd = self.home_cwd or text_field(worktree, "originalCwd")

    def title(self, seen: Container[int]) -> str:
        """Return the title that the log gives; empty where it gives none.

        Args:
            seen: The hashes of the ids of its records.
        """
        own = [text for leaf, text in self._summaries.items() if hash(leaf) in seen]
        return shorten(self._custom or self._generated or (own[-1] if own else ""))

    def _take_pull_request(self, fields: Mapping[str, Any]) -> None:
        url = text_field(fields, "prUrl")
        if url:
            self.pull_requests[url] = PullRequestLink(
                number=count_field(fields, "prNumber"),
                url=url,
                repository=text_field(fields, "prRepository"),
                at=instant_field(fields, "timestamp"),
            )
