"""Which part of a Codex rollout is a copy of another one.

A fork or a sub-agent may start with its parent's whole history, with new times. It is told by the
ids of turns, which are copied as they are. A thread that was rolled back may go on in a second
file, which then starts with a copy of what was kept of the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tesserae.sessions.fields import mapping_field, text_field
from tesserae.sessions.jsonl import Record, RecordTest, read_records
from tesserae.sessions.refs import LogFile
from tesserae.sessions.transcript import Draft

EVERYTHING = 1 << 62


@dataclass(frozen=True, slots=True)
class TurnStart:
    """A record that says that a turn with this id begins."""

    line: int
    turn_id: str


def copied_before(
    starts: Sequence[TurnStart],
    *,
    has_copied_meta: bool,
    parent: LogFile,
    is_record: RecordTest,
) -> int:
    """Return the line at which a rollout's own records begin; 0 where all are its own.

    Args:
        starts: The rollout's turns, in order.
        has_copied_meta: Whether a second `session_meta` shows that there is a copied history.
        parent: The log that the history would be copied from.
        is_record: Tells a record from an object inside one.
    """
    if not starts:
        return EVERYTHING if has_copied_meta else 0
    known = _turn_ids(parent, is_record)
    is_copy = has_copied_meta
    for start in starts:
        if start.turn_id not in known:
            return start.line if is_copy else 0
        is_copy = True
    return EVERYTHING


@lru_cache(maxsize=64)
def _turn_ids(log: LogFile, is_record: RecordTest) -> frozenset[str]:
    found = set()
    try:
        for item in read_records(log.path, is_record=is_record):
            if isinstance(item, Record):
                found.add(text_field(mapping_field(item.fields, "payload"), "turn_id"))
    except OSError:
        return frozenset()
    return frozenset(found - {""})


def join_rollouts(rollouts: Sequence[list[Draft]]) -> list[Draft]:
    """Chain the rollouts of one thread, oldest first, each turn once.

    What an older file holds beyond the beginning that both share was rolled back.
    """
    joined: list[Draft] = []
    for drafts in rollouts:
        shared = _shared(joined, drafts)
        if shared:
            for draft in joined[shared:]:
                draft.is_undone = True
        joined += drafts[shared:]
    return joined


def _shared(old: Sequence[Draft], new: Sequence[Draft]) -> int:
    count = 0
    standing = [draft for draft in old if not draft.is_undone]
    for before, after in zip(standing, new, strict=False):
        if _identity(before) != _identity(after):
            break
        count += 1
    return count


def _identity(draft: Draft) -> tuple[str, str, str]:
    return draft.role, draft.text, draft.call.call_id if draft.call else ""
