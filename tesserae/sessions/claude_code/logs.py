"""Finds the logs of Claude Code and puts sub-agents' logs under their sessions.

A session's file is named by its id. The name of the folder it lies in is made from the working
folder but cannot be turned back into it, so folders come from the records. Sub-agents' logs lie
beside it (`agent-<id>.jsonl`, which names the session in its records) or below
`<session id>/subagents/`, where `journal.jsonl` and `*.meta.json` are no transcripts.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from tesserae.model.session import Excluded, Gap, Host
from tesserae.sessions.claude_code.head import read_head
from tesserae.sessions.fields import text_field
from tesserae.sessions.history import HistoryKeys, find_gaps, read_history
from tesserae.sessions.index import LogIndex
from tesserae.sessions.refs import AgentLog, FoundLogs, Head, LogFile, SessionRef
from tesserae.sessions.walk import Walker

SUFFIX = ".jsonl"
AGENT_PREFIX = "agent-"
MAX_META_BYTES = 1 << 16

_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_HISTORY = HistoryKeys(session="sessionId", time="timestamp", cwd="project", unit_ms=1)


@dataclass(slots=True)
class _Pending:
    """A session while its files are found."""

    logs: list[tuple[LogFile, Head]] = field(default_factory=list)
    agents: dict[str, list[tuple[LogFile, Head]]] = field(default_factory=dict)
    described: dict[str, tuple[str, str]] = field(default_factory=dict)


def find_logs(roots: Iterable[Path], *, walker: Walker, index: LogIndex) -> FoundLogs:
    """Find the sessions below Claude Code's folders."""
    pending: dict[str, _Pending] = defaultdict(_Pending)
    notes: list[str] = []
    folders = list(roots)
    for root in folders:
        for folder in walker.folders_in(root / "projects"):
            for log in walker.files_in(folder):
                if log.path.suffix == SUFFIX and log.size:
                    _enter(pending, log, index, notes)
            for session_folder in walker.folders_in(folder):
                _enter_agents(pending, session_folder, walker, index, notes)
    excluded = []
    refs = []
    for session_id, session in pending.items():
        reason = next((head.own_run for _, head in session.logs if head.own_run), "")
        if reason:
            excluded.append(Excluded(Host.CLAUDE_CODE, session_id, reason))
        else:
            refs.append(_ref(session_id, session))
    refs = _relate(refs, {key: [h for _, h in value.logs] for key, value in pending.items()})
    known = frozenset(key for key, value in pending.items() if value.logs)
    gaps = find_gaps(folders, _read_history, known=known, walker=walker, index=index)
    return FoundLogs(tuple(refs), tuple(excluded), tuple(gaps), tuple(notes))


def _enter(pending: dict[str, _Pending], log: LogFile, index: LogIndex, notes: list[str]) -> None:
    """Enter a file that lies beside the sessions."""
    head = _head(log, index, notes)
    if head is None:
        return
    stem = log.path.name.removesuffix(SUFFIX)
    if stem.startswith(AGENT_PREFIX):
        agent = stem.removeprefix(AGENT_PREFIX)
        pending[head.session_id or stem].agents.setdefault(agent, []).append((log, head))
    else:
        session_id = stem if _UUID.fullmatch(stem) else head.session_id or stem
        pending[session_id].logs.append((log, head))


def _enter_agents(
    pending: dict[str, _Pending],
    folder: Path,
    walker: Walker,
    index: LogIndex,
    notes: list[str],
) -> None:
    """Enter the files below a session's own folder."""
    for log in walker.files_below(folder / "subagents"):
        name = log.path.name
        if not name.startswith(AGENT_PREFIX):
            continue
        session = pending[folder.name]
        agent = name.removeprefix(AGENT_PREFIX).partition(".")[0]
        if name.endswith(".meta.json"):
            session.described[agent] = _description(log)
        elif name.endswith(SUFFIX) and log.size:
            head = _head(log, index, notes)
            if head is not None:
                session.agents.setdefault(agent, []).append((log, head))


def _head(log: LogFile, index: LogIndex, notes: list[str]) -> Head | None:
    try:
        return index.head(log, read_head)
    except OSError as error:
        notes.append(f"{log.shown} cannot be read: {error.strerror or error}")
        return None


def _description(log: LogFile) -> tuple[str, str]:
    if log.size > MAX_META_BYTES:
        return "", ""
    try:
        meta = json.loads(log.path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return "", ""
    if not isinstance(meta, dict):
        return "", ""
    return text_field(meta, "agentType"), text_field(meta, "description")


def _ref(session_id: str, session: _Pending) -> SessionRef:
    logs = sorted(session.logs, key=lambda pair: (_started(pair[1]), pair[0].path.as_posix()))
    heads = [head for _, head in logs]
    heads += [head for pairs in session.agents.values() for _, head in pairs]
    agents = [
        AgentLog(
            agent,
            tuple(log for log, _ in sorted(pairs, key=lambda pair: pair[0].path.as_posix())),
            *session.described.get(agent, ("", "")),
        )
        for agent, pairs in sorted(session.agents.items())
    ]
    return SessionRef(
        host=Host.CLAUDE_CODE,
        id=session_id,
        logs=tuple(log for log, _ in logs),
        agents=tuple(agents),
        cwd=next((head.cwd for head in heads if head.cwd), ""),
        home_cwd=next((head.home_cwd for head in heads if head.home_cwd), ""),
        started=next((head.started for head in heads if head.started), None),
        parent_id=next((head.parent_id for head in heads if head.parent_id), ""),
    )


def _started(head: Head) -> str:
    return head.started.isoformat() if head.started else "~"


def _relate(refs: list[SessionRef], heads: dict[str, list[Head]]) -> list[SessionRef]:
    """Let logs that share records know of each other, and sessions of titles kept elsewhere."""
    marked: dict[str, list[SessionRef]] = defaultdict(list)
    titles: dict[str, str] = {}
    for ref in refs:
        for mark in _marks(ref, heads[ref.id]):
            marked[mark].append(ref)
        for head in heads[ref.id]:
            titles.update((leaf, title) for leaf, title in head.summaries if leaf)
    related = []
    for ref in refs:
        relatives = {
            log
            for mark in _marks(ref, heads[ref.id])
            for other in marked[mark]
            if other is not ref
            for log in other.logs
        }
        ordered = tuple(sorted(relatives, key=lambda log: log.path.as_posix()))
        leaf = heads[ref.id][-1].leaf if heads[ref.id] else ""
        related.append(replace(ref, relatives=ordered, summary=titles.get(leaf, "")))
    return related


def _marks(ref: SessionRef, heads: Iterable[Head]) -> Iterator[str]:
    yield f"session {ref.id}"
    if ref.parent_id:
        yield f"session {ref.parent_id}"
    for head in heads:
        yield from head.marks


def _read_history(log: LogFile) -> tuple[Gap, ...]:
    return read_history(log, Host.CLAUDE_CODE, _HISTORY)
