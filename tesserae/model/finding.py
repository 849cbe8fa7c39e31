"""What a session brought to light: a `Finding` is one statement that points at its turns.

A finding's text comes from a log and is untrusted, like all text of a session; whoever shows it
escapes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from tesserae.model.graph import JsonValue
from tesserae.model.ontology import NodeType
from tesserae.model.session import format_instant


class FindingKind(StrEnum):
    """The six kinds, in the order in which they are listed."""

    DECISION = "decision"
    INSIGHT = "insight"
    QUESTION = "question"
    TODO = "todo"
    HYPOTHESIS = "hypothesis"
    TAKEAWAY = "takeaway"

    @property
    def node_type(self) -> NodeType:
        """The type of its node in the graph."""
        return _NODE_TYPES[self]


_NODE_TYPES = {
    FindingKind.DECISION: NodeType.SESSION_DECISION,
    FindingKind.INSIGHT: NodeType.SESSION_INSIGHT,
    FindingKind.QUESTION: NodeType.SESSION_QUESTION,
    FindingKind.TODO: NodeType.SESSION_TODO,
    FindingKind.HYPOTHESIS: NodeType.SESSION_HYPOTHESIS,
    FindingKind.TAKEAWAY: NodeType.SESSION_TAKEAWAY,
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One statement of a session."""

    kind: FindingKind
    text: str
    """One line of plain text, of bounded length."""
    turn_ids: tuple[int, ...]
    """Indices of the session's own turns: where it was said first, then what bears on it."""
    at: datetime | None
    """The time of the first of these turns."""
    answer: str = ""
    """What answered, resolved or settled it, where the log tells; one line."""
    is_resolved: bool = False
    """Whether a question was answered, a task done, an error overcome."""

    @property
    def is_open(self) -> bool:
        """Whether it waits for somebody: a question without an answer, a task that is not done."""
        return self.kind in {FindingKind.QUESTION, FindingKind.TODO} and not self.is_resolved

    def to_json(self) -> dict[str, JsonValue]:
        """Return the finding as JSON; what is not there is left out."""
        data: dict[str, JsonValue] = {
            "kind": self.kind.value,
            "text": self.text,
            "turn_ids": list(self.turn_ids),
            "at": format_instant(self.at),
        }
        if self.answer:
            data["answer"] = self.answer
        if self.is_resolved:
            data["resolved"] = True
        return data
