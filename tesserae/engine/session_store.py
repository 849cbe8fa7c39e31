"""A project's stored sessions: taken in from the agents' logs, shown, and forgotten.

Forgetting takes a session out of everything that was made from it: its record, the digests that
know it, and every cache, which may hold parts of its text. The graph, the wiki and the site follow
at the next compile and build. What git has committed stays in its history, and that is said.
"""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from tesserae.config import Settings, agent_environment
from tesserae.engine.agent_logs import AgentLogs, look_for_logs, records_folder
from tesserae.engine.digest_files import SUMMARIES_DIR, read_file
from tesserae.engine.gitignore import render_gitignore
from tesserae.engine.lock import compile_lock
from tesserae.engine.pipeline import DEFAULT_WAIT_SECONDS
from tesserae.engine.session_days import CACHE_DIR
from tesserae.errors import ConfigError, TranscriptError
from tesserae.model.session import Host
from tesserae.projects import tesserae_home
from tesserae.sessions.importing import Imported, forget_records, import_sessions, make_record
from tesserae.sessions.load import load_session
from tesserae.sessions.records import (
    FORGOTTEN_NAME,
    SessionRecord,
    load_forgotten,
    read_session_records,
    record_name,
)
from tesserae.sources.git import committed_versions
from tesserae.workspace import Workspace, Writer


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What forgetting did."""

    sessions: tuple[tuple[Host, str], ...] = ()
    removed: tuple[str, ...] = ()
    """Files that were removed, relative to the project."""
    edited: tuple[str, ...] = ()
    """Digests that know one of the sessions and that a person wrote in; they stay."""
    in_history: tuple[tuple[str, int], ...] = ()
    """Files of which git still holds versions, with how many."""


def import_project_sessions(settings: Settings) -> Imported:
    """Write a record of every session of the project.

    Raises:
        ConfigError: The registry of projects is damaged.
        BusyError: A compile of this project does not finish in time.
        WorkspaceError: A record cannot be written.
    """
    logs = look_for_logs(settings)
    if not any(logs.binder.bind(r.cwd, r.home_cwd).root == logs.root for r in logs.found.refs):
        # Nothing is made in a folder in which no agent ever worked.
        return Imported()
    workspace = Workspace(settings.root, settings.wiki_dir)
    writer = Writer(workspace)
    with compile_lock(workspace, wait_seconds=DEFAULT_WAIT_SECONDS):
        if not (workspace.dir / ".gitignore").exists():
            writer.write(workspace.dir / ".gitignore", render_gitignore())
        imported = import_sessions(
            logs.found.refs,
            logs.binder,
            root=logs.root,
            folder=records_folder(settings),
            redactor=logs.redactor,
            write=writer.write,
        )
    logs.save_index()
    return imported


def find_session(settings: Settings, name: str) -> SessionRecord:
    """Return one session, redacted, from its log or else from its record.

    Args:
        settings: The project's.
        name: The session's id, the beginning of it, or `host:id`.

    Raises:
        ConfigError: No session has this name, or several have.
        TranscriptError: Its log cannot be read.
    """
    logs = look_for_logs(settings)
    key = _choose(_known(settings, logs), name)
    for ref in logs.found.refs:
        if (ref.host, ref.id) == key:
            binding = logs.binder.bind(ref.cwd, ref.home_cwd)
            return make_record(load_session(ref), binding, logs.redactor)
    records, _ = read_session_records(records_folder(settings))
    return next(r for r in records if (r.session.host, r.session.id) == key)


def forget_sessions(
    settings: Settings, names: Collection[str] = (), *, before: datetime | None = None
) -> Forgotten:
    """Forget sessions, and never store them again.

    Args:
        settings: The project's.
        names: Ids, beginnings of ids, or `host:id`.
        before: Forget also every session of the project that ended before this time.

    Raises:
        ConfigError: No session has one of the names, or several have.
        BusyError: A compile of this project does not finish in time.
    """
    logs = look_for_logs(settings)
    known = _known(settings, logs)
    chosen = [_choose(known, name) for name in names]
    if before is not None:
        chosen += _ended(logs, before)
    workspace = Workspace(settings.root, settings.wiki_dir)
    writer = Writer(workspace)
    folder = records_folder(settings)
    with compile_lock(workspace, wait_seconds=DEFAULT_WAIT_SECONDS):
        gone = forget_records(
            folder, write=writer.write, remove=writer.remove, sessions=chosen, before=before
        )
        if not gone:
            return Forgotten()
        digests, edited = _digests_with(workspace.dir / SUMMARIES_DIR, gone)
        for path in digests:
            writer.remove(path)
        shutil.rmtree(workspace.cache_dir, ignore_errors=True)
    _forget_at_home(tesserae_home(agent_environment()), gone)
    logs.index.retain(ref for ref in logs.found.refs if (ref.host, ref.id) not in set(gone))
    logs.save_index()
    records = [folder / record_name(host, session_id) for host, session_id in gone]
    return Forgotten(
        sessions=tuple(sorted(gone)),
        removed=tuple(writer.removed),
        edited=tuple(workspace.relative(path) for path in edited),
        in_history=_in_history(workspace, [*records, *digests, *edited]),
    )


def _known(settings: Settings, logs: AgentLogs) -> set[tuple[Host, str]]:
    """Return the project's sessions, those that were forgotten too: forgetting may be repeated."""
    keys = {
        (ref.host, ref.id)
        for ref in logs.found.refs
        if logs.binder.bind(ref.cwd, ref.home_cwd).root == logs.root
    }
    folder = records_folder(settings)
    records, _ = read_session_records(folder)
    keys |= {(record.session.host, record.session.id) for record in records}
    for name in load_forgotten(folder):
        host, _, session_id = name.partition(":")
        if host in set(Host):
            keys.add((Host(host), session_id))
    return keys


def _choose(known: Iterable[tuple[Host, str]], name: str) -> tuple[Host, str]:
    keys = sorted(known)
    exact = [key for key in keys if name in (key[1], f"{key[0]}:{key[1]}")]
    found = exact or [key for key in keys if name and key[1].startswith(name)]
    if not found:
        raise ConfigError(
            f"no session of this project is called {name!r}; `tesserae sessions list` lists them"
        )
    if len(found) > 1:
        several = ", ".join(f"{host}:{session_id}" for host, session_id in found[:5])
        raise ConfigError(f"{name!r} may be any of {several}; write more of it")
    return found[0]


def _ended(logs: AgentLogs, before: datetime) -> list[tuple[Host, str]]:
    ended = []
    for ref in logs.found.refs:
        if logs.binder.bind(ref.cwd, ref.home_cwd).root != logs.root:
            continue
        try:
            last = load_session(ref).last
        except TranscriptError:
            continue
        if last is not None and last < before:
            ended.append((ref.host, ref.id))
    return ended


def _forget_at_home(home: Path, sessions: Iterable[tuple[Host, str]]) -> None:
    """Take sessions out of what belongs to no single project."""
    shutil.rmtree(home / CACHE_DIR, ignore_errors=True)
    for path in _digests_with(home / SUMMARIES_DIR, sessions)[0]:
        with suppress(OSError):
            path.unlink()


def _digests_with(
    folder: Path, sessions: Iterable[tuple[Host, str]]
) -> tuple[list[Path], list[Path]]:
    """Return the digests that know one of these sessions: ours, and those a person wrote in."""
    names = {f"{host}:{session_id}" for host, session_id in sessions}
    ours: list[Path] = []
    edited: list[Path] = []
    for path in sorted(folder.rglob("*.md")):
        digest = read_file(path)
        if digest is not None and names & set(digest.sessions):
            (edited if digest.is_edited else ours).append(path)
    return ours, edited


def _in_history(workspace: Workspace, paths: Iterable[Path]) -> tuple[tuple[str, int], ...]:
    counts = []
    for path in paths:
        relative = workspace.relative(path)
        count = sum(1 for _ in committed_versions(workspace.root, relative))
        if count and path.name != FORGOTTEN_NAME:
            counts.append((relative, count))
    return tuple(counts)
