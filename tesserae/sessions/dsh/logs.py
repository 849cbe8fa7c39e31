"""Finds the logs of DSH: one folder per session, of which the newest format counts.

A build that changes the format writes `session.v3.jsonl.zstd` beside the old file, which stays as
it is; other files in the folder are no logs.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from tesserae.model.session import Excluded, Host
from tesserae.sessions.dsh.head import read_head
from tesserae.sessions.index import LogIndex
from tesserae.sessions.refs import AgentLog, FoundLogs, Head, LogFile, SessionRef, find_root
from tesserae.sessions.walk import Walker

_NAME = re.compile(r"session(?:\.v(\d{1,4}))?\.jsonl(\.zstd)?")
_ESCAPE = re.compile(r"~([0-9A-Fa-f]{4})")


def find_logs(roots: Iterable[Path], *, walker: Walker, index: LogIndex) -> FoundLogs:
    """Find the sessions below DSH's folders."""
    notes: list[str] = []
    logs: dict[str, tuple[LogFile, Head]] = {}
    for root in roots:
        for project in walker.folders_in(root / "sessions"):
            for folder in walker.folders_in(project):
                log = _newest(walker.files_in(folder))
                if log is None:
                    continue
                try:
                    head = index.head(log, read_head)
                except OSError as error:
                    notes.append(f"{log.shown} cannot be read: {error.strerror or error}")
                    continue
                logs.setdefault(head.session_id or _decoded(folder.name), (log, head))
    excluded = [
        Excluded(Host.DSH, key, head.own_run) for key, (_, head) in logs.items() if head.own_run
    ]
    for entry in excluded:
        del logs[entry.id]
    return FoundLogs(tuple(_refs(logs)), tuple(excluded), (), tuple(notes))


def _newest(files: Iterable[LogFile]) -> LogFile | None:
    """Return the log in the highest format; of a plain and a compressed one the compressed."""
    best: tuple[int, bool] = (-1, False)
    found = None
    for log in files:
        match = _NAME.fullmatch(log.path.name)
        if match and log.size:
            rank = (int(match[1] or 0), match[2] is not None)
            if rank > best:
                best, found = rank, log
    return found


def _decoded(segment: str) -> str:
    """Undo DSH's escapes in the name of a session's folder."""
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), segment)


def _refs(logs: dict[str, tuple[LogFile, Head]]) -> list[SessionRef]:
    agents: dict[str, list[AgentLog]] = defaultdict(list)
    heads = {key: head for key, (_, head) in logs.items()}
    own = []
    for session_id, (log, head) in sorted(logs.items()):
        root = find_root(session_id, heads)
        if root:
            agents[root].append(AgentLog(session_id, (log,), head.kind))
            continue
        own.append(
            SessionRef(
                host=Host.DSH,
                id=session_id,
                logs=(log,),
                cwd=head.cwd,
                started=head.started,
                parent_id=head.parent_id,
                is_agent=head.is_agent,
            )
        )
    return [replace(ref, agents=tuple(agents.get(ref.id, ()))) for ref in own]
