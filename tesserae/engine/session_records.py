"""Stage between projecting and writing: stored sessions join the graph.

What was read of a record is kept by the record's hash, so that only records that changed are read
again. The cache may be deleted at any time; a damaged line costs one reading.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from tesserae.engine.compiled import Compiled
from tesserae.engine.fingerprint import compile_fingerprint
from tesserae.engine.inputs import ABSENT
from tesserae.engine.record_stamps import keep_stamps
from tesserae.engine.run import Run
from tesserae.errors import TranscriptError
from tesserae.extract.session import SessionExtraction, extract_session
from tesserae.graph.session_nodes import with_sessions
from tesserae.model.session import Session
from tesserae.model.source import Skipped
from tesserae.sessions.records import parse_record
from tesserae.workspace import RECORDS_DIR, WORKSPACE_DIR, Workspace

CACHE_NAME = "sessions.tsv"


def ingest_sessions(run: Run) -> Run:
    """Add the sessions of the project's records to the graph."""
    assert run.graph is not None  # projecting came before
    path = run.workspace.cache_dir / CACHE_NAME
    keep_stamps(run.workspace, run.inputs.hashed_records, run.writer)
    if not run.inputs.records:
        if path.exists():
            run.writer.remove(path)
        return run
    run.progress.start("Sessions", None)
    cache = _load(path)
    kept: dict[str, tuple[str, str]] = {}
    sessions: list[SessionExtraction] = []
    faults: list[Skipped] = []
    for name, sha256 in run.inputs.records.items():
        try:
            text = _known(cache, name, sha256) or _read(run.workspace, name)
            sessions.append(SessionExtraction.from_json(text))
        except (OSError, TranscriptError) as error:
            reason = error.message if isinstance(error, TranscriptError) else error.strerror
            path_of = f"{WORKSPACE_DIR}/{RECORDS_DIR}/{name}"
            faults.append(Skipped(path_of, f"no session record: {reason}", is_fault=True))
            continue
        kept[name] = (sha256, text)
    run.writer.write(path, _render(kept))
    unique = {(session.host, session.id): session for session in sessions}
    ordered = [unique[key] for key in sorted(unique)]
    return replace(
        run, graph_with_sessions=with_sessions(run.graph, ordered), faults=(*run.faults, *faults)
    )


def stored_sessions(compiled: Compiled) -> list[SessionExtraction]:
    """Return what the last compile read of each record, by host and id.

    A record that cannot be read was reported by the compile, and is left out.
    """
    cache = _load(compiled.workspace.cache_dir / CACHE_NAME)
    sessions: dict[tuple[str, str], SessionExtraction] = {}
    for name, sha256 in compiled.inputs.records.items():
        with suppress(OSError, TranscriptError):
            text = _known(cache, name, sha256) or _read(compiled.workspace, name)
            session = SessionExtraction.from_json(text)
            sessions[session.host, session.id] = session
    return [sessions[key] for key in sorted(sessions)]


def stored_session(compiled: Compiled, extraction: SessionExtraction) -> Session | None:
    """Read the session of a record; None where it cannot be read any more."""
    try:
        path = compiled.root / extraction.record
        return parse_record(path.read_text(encoding="utf-8", errors="replace")).session
    except (OSError, TranscriptError):
        return None


def _read(workspace: Workspace, name: str) -> str:
    path = workspace.records_dir / name
    text = path.read_text(encoding="utf-8", errors="replace")
    relative = f"{WORKSPACE_DIR}/{RECORDS_DIR}/{name}"
    return extract_session(parse_record(text), text, relative).to_json()


def _known(cache: dict[str, tuple[str, str]], name: str, sha256: str) -> str | None:
    if sha256 == ABSENT or name not in cache or cache[name][0] != sha256:
        return None
    return cache[name][1]


def _load(path: Path) -> dict[str, tuple[str, str]]:
    try:
        first, *lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError):
        return {}
    if first != compile_fingerprint():
        return {}
    return {name: (sha256, text) for name, sha256, text in _sound(lines)}


def _sound(lines: Iterable[str]) -> Iterable[tuple[str, str, str]]:
    for line in lines:
        checksum, _, rest = line.partition("\t")
        if checksum != _checksum(rest):
            continue
        head, _, text = rest.partition("\t")
        name, sha256 = json.loads(head)
        yield name, sha256, text


def _render(kept: dict[str, tuple[str, str]]) -> str:
    lines = [compile_fingerprint()]
    for name, (sha256, text) in sorted(kept.items()):
        rest = f"{json.dumps([name, sha256])}\t{text}"
        lines.append(f"{_checksum(rest)}\t{rest}")
    return "\n".join(lines) + "\n"


def _checksum(text: str) -> str:
    return f"{zlib.crc32(text.encode('utf-8', 'replace')):08x}"
