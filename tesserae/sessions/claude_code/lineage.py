"""Which of several Claude Code logs owns a record that all of them hold.

Resuming (in older versions), branching and sending to the background copy a conversation into a
new file. A copied record keeps its uuid, its message id and its time, so that counting both files
would count the same work twice. The record belongs to the log that does not call it a copy, then to
the log that ended first: the original usually stops where its copy goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from tesserae.sessions.claude_code.prompts import read_prompt
from tesserae.sessions.fields import EPOCH, instant_field, mapping_field, text_field
from tesserae.sessions.jsonl import Record, RecordTest, read_records
from tesserae.sessions.refs import LogFile, SessionRef

BACKGROUND = "bg"


@dataclass(frozen=True, slots=True)
class _Identities:
    """The identities of all records of one log, as hashes."""

    own: frozenset[int]
    copied: frozenset[int]
    """Those that the log itself calls copies."""
    last: datetime

    def rank(self, path: Path) -> tuple[bool, datetime, str]:
        return bool(self.copied), self.last, path.as_posix()


def record_identities(fields: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the hashes by which a record is known again in another file.

    Some versions replay a conversation under new uuids; its messages keep their ids and its prompts
    their times.
    """
    found = []
    if uuid := text_field(fields, "uuid"):
        found.append(hash(uuid))
    kind = fields.get("type")
    if kind == "assistant":
        if message := text_field(mapping_field(fields, "message"), "id"):
            found.append(hash(("message", message)))
    elif kind == "user":
        stamp = text_field(fields, "timestamp")
        prompt = read_prompt(fields, mapping_field(fields, "message").get("content"))
        if stamp and prompt.text:
            found.append(hash(("prompt", stamp, prompt.text)))
    return tuple(found)


def owned_elsewhere(ref: SessionRef, *, is_record: RecordTest) -> frozenset[int]:
    """Return the identities of this session's records that another session's log owns."""
    if not ref.relatives or not ref.logs:
        return frozenset()
    log = ref.logs[0]
    mine = _identities(log, is_record)
    rank = mine.rank(log.path)
    owned: set[int] = set()
    for relative in ref.relatives:
        theirs = _identities(relative, is_record)
        better = theirs.rank(relative.path) < rank
        owned |= mine.copied & theirs.own
        if better:
            owned |= (mine.own & theirs.own) | (mine.copied & theirs.copied)
    return frozenset(owned)


@lru_cache(maxsize=64)
def _identities(log: LogFile, is_record: RecordTest) -> _Identities:
    own: set[int] = set()
    copied: set[int] = set()
    last = EPOCH
    try:
        for item in read_records(log.path, is_record=is_record):
            if not isinstance(item, Record) or item.fields.get("isSidechain") is True:
                continue
            fields = item.fields
            last = max(last, instant_field(fields, "timestamp") or EPOCH)
            is_copy = "forkedFrom" in fields or fields.get("sessionKind") == BACKGROUND
            (copied if is_copy else own).update(record_identities(fields))
    except OSError:
        # It is gone since it was found: then this session's copy is the only one left.
        return _Identities(frozenset(), frozenset(), EPOCH)
    return _Identities(frozenset(own), frozenset(copied - own), last)
