"""Finds the rollouts of Codex, active and archived, plain and compressed, each thread once.

A file's name holds the local time of the thread's start, its id and, after a rollback into a new
file, the rollout's id. The folder is that of the start and says nothing about later work. A
sub-agent's rollout names its parent in its first record.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from tesserae.model.session import Excluded, Gap, Host
from tesserae.sessions.codex.head import read_head
from tesserae.sessions.fields import text_field
from tesserae.sessions.history import HistoryKeys, find_gaps, read_history
from tesserae.sessions.index import LogIndex
from tesserae.sessions.jsonl import Record, read_records
from tesserae.sessions.refs import AgentLog, FoundLogs, Head, LogFile, SessionRef, find_root
from tesserae.sessions.walk import Walker

_NAME = re.compile(r"rollout-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)-(.+?)\.jsonl(\.zst)?")
_UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_IDS = re.compile(rf"(?:.*?)({_UUID})(?:_({_UUID}))?", re.IGNORECASE)
_HISTORY = HistoryKeys(session="session_id", time="ts", cwd="", unit_ms=1000)


@dataclass(frozen=True, slots=True)
class _Rollout:
    log: LogFile
    head: Head
    thread_id: str
    order: tuple[str, str]
    """Time and rollout id of the name: later files continue earlier ones."""


def find_logs(roots: Iterable[Path], *, walker: Walker, index: LogIndex) -> FoundLogs:
    """Find the threads below Codex' folders."""
    notes: list[str] = []
    threads: dict[str, list[_Rollout]] = defaultdict(list)
    titles: dict[str, str] = {}
    folders = list(roots)
    for root in folders:
        for log in _distinct(_rollout_files(root, walker)):
            rollout = _rollout(log, index, notes)
            if rollout is not None:
                threads[rollout.thread_id].append(rollout)
        titles.update(_thread_names(root / "session_index.jsonl"))
    threads = {key: _one_of_each(rollouts) for key, rollouts in threads.items()}
    excluded = [
        Excluded(Host.CODEX, key, rollouts[0].head.own_run)
        for key, rollouts in threads.items()
        if rollouts[0].head.own_run
    ]
    for entry in excluded:
        del threads[entry.id]
    refs = _refs(threads, titles)
    known = frozenset((*threads, *(entry.id for entry in excluded)))
    gaps = find_gaps(folders, _read_history, known=known, walker=walker, index=index)
    return FoundLogs(tuple(refs), tuple(excluded), tuple(gaps), tuple(notes))


def _rollout_files(root: Path, walker: Walker) -> list[LogFile]:
    logs = [*walker.files_below(root / "sessions"), *walker.files_in(root / "archived_sessions")]
    return [log for log in logs if log.size and _NAME.fullmatch(log.path.name)]


def _distinct(logs: Iterable[LogFile]) -> list[LogFile]:
    """Drop a compressed twin that lies beside its plain file: it is about to be removed."""
    plain = {log.path for log in logs if log.path.suffix == ".jsonl"}
    return [log for log in logs if log.path in plain or log.path.with_suffix("") not in plain]


def _rollout(log: LogFile, index: LogIndex, notes: list[str]) -> _Rollout | None:
    try:
        head = index.head(log, read_head)
    except OSError as error:
        notes.append(f"{log.shown} cannot be read: {error.strerror or error}")
        return None
    match = _NAME.fullmatch(log.path.name)
    stamp, rest = (match[1], match[2]) if match else ("", "")
    ids = _IDS.fullmatch(rest)
    thread_id = ids[1] if ids else head.session_id or rest
    return _Rollout(log, head, thread_id, (stamp, (ids[2] or "") if ids else ""))


def _one_of_each(rollouts: Iterable[_Rollout]) -> list[_Rollout]:
    """Take each rollout of a thread once, oldest first: archiving may leave a copy behind.

    Of two copies the active one goes on; between equals the larger has more in it.
    """
    best: dict[tuple[str, str], _Rollout] = {}
    for rollout in sorted(rollouts, key=_preference):
        best.setdefault(rollout.order, rollout)
    return [best[order] for order in sorted(best)]


def _preference(rollout: _Rollout) -> tuple[bool, bool, int, str]:
    path = rollout.log.path
    return (
        path.suffix != ".jsonl",
        path.parent.name == "archived_sessions",
        -rollout.log.size,
        path.as_posix(),
    )


def _refs(threads: dict[str, list[_Rollout]], titles: dict[str, str]) -> list[SessionRef]:
    agents: dict[str, list[AgentLog]] = defaultdict(list)
    heads = {key: rollouts[0].head for key, rollouts in threads.items()}
    own = []
    for thread_id, rollouts in sorted(threads.items()):
        head = rollouts[0].head
        logs = tuple(rollout.log for rollout in rollouts)
        root = find_root(thread_id, heads)
        if root:
            agents[root].append(AgentLog(thread_id, logs, head.kind, titles.get(thread_id, "")))
            continue
        parent = threads.get(head.parent_id, [])
        own.append(
            SessionRef(
                host=Host.CODEX,
                id=thread_id,
                logs=logs,
                relatives=tuple(rollout.log for rollout in parent),
                cwd=head.cwd,
                started=head.started,
                title=titles.get(thread_id, ""),
                parent_id=head.parent_id,
                is_agent=head.is_agent,
            )
        )
    return [replace(ref, agents=tuple(agents.get(ref.id, ()))) for ref in own]


def _thread_names(path: Path) -> dict[str, str]:
    """Read the index of threads: the last entry of a thread holds, a blank name clears it."""
    names: dict[str, str] = {}
    try:
        for item in read_records(path, is_record=lambda fields: "id" in fields):
            if isinstance(item, Record):
                names[text_field(item.fields, "id")] = text_field(
                    item.fields, "thread_name"
                ).strip()
    except OSError:
        return names
    return names


def _read_history(log: LogFile) -> tuple[Gap, ...]:
    return read_history(log, Host.CODEX, _HISTORY)
