"""Measure what reading a home full of session logs costs, and print one markdown table.

Each figure is that of a fresh process: CPU seconds are user + system, memory is the largest
resident set. `json` is what Python's own parser needs for the same bytes, as a yardstick for the
machine.

    python benchmarks/sessions/run.py                        # 2,000 sessions, 1.5 GB
    python benchmarks/sessions/run.py --sessions 200 --gigabytes 0.15
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from home import DAYS, FIRST_DAY, make_home

from tesserae.config import load_settings
from tesserae.engine.summary import SummaryRequest, activity_summary
from tesserae.sessions.binding import Binder
from tesserae.sessions.discover import find_sessions
from tesserae.sessions.index import LogIndex
from tesserae.sessions.listing import list_sessions
from tesserae.sessions.load import turns_between
from tesserae.sessions.redact import Redactor
from tesserae.sessions.roots import SessionRoots

HUGE_LINE_BYTES = 300_000_000


def read_day(home: Path, index_path: Path) -> str:
    """Read what happened on a day in the middle, as a digest does."""
    redactor = Redactor()
    index = _index(index_path, redactor)
    start = datetime(FIRST_DAY.year, FIRST_DAY.month, FIRST_DAY.day, tzinfo=UTC)
    start += timedelta(days=DAYS // 2)
    found = find_sessions(_roots(home), index=index)
    turns = sessions = 0
    for ref in found.refs:
        part = turns_between(ref, start, start + timedelta(days=1), index=index)
        if part is not None:
            sessions += 1
            turns += len(part.turns)
            redactor.redact_all([turn.text for turn in part.turns])
    index.save(index_path)
    return f"{len(found.refs)} sessions, {sessions} on that day with {turns} turns"


def tell_day(home: Path, index_path: Path) -> str:
    """Write the digest of a day in the middle, as `tesserae summary --day` does."""
    os.environ.update(
        CLAUDE_CONFIG_DIR=str(home / "claude"),
        CODEX_HOME=str(home / "codex"),
        DSH_HOME=str(home / "dsh"),
        TESSERAE_HOME=str(index_path.with_name("tesserae")),
    )
    project = index_path.with_name("project")
    project.mkdir(exist_ok=True)
    day = (FIRST_DAY + timedelta(days=DAYS // 2)).date().isoformat()
    request = SummaryRequest(day=day, timezone="UTC")
    summary = activity_summary(load_settings(project), request, now=datetime.now(UTC))
    sessions = sum(len(each.days[0].sessions) for each in summary.digest.projects)
    return f"{sessions} sessions, {len(summary.body)} characters"


def list_all(home: Path, index_path: Path) -> str:
    """List all sessions."""
    redactor = Redactor()
    index = _index(index_path, redactor)
    found = find_sessions(_roots(home), index=index)
    rows = list_sessions(found, Binder([]), redact=redactor.redact, index=index).rows
    index.save(index_path)
    return f"{len(rows)} rows, {sum(row.turns for row in rows)} turns"


def redact_logs(home: Path, _: Path) -> str:
    """Redact the text of all logs, in pieces of a megabyte."""
    redactor = Redactor()
    size = 0
    for path in sorted((home / "claude").rglob("*.jsonl"))[:300]:
        text = path.read_text(encoding="utf-8")
        size += len(text.encode())
        redactor.redact(text)
    return f"{size / 1e9:.2f} GB"


def parse_json(home: Path, _: Path) -> str:
    """Parse all logs with Python's own parser, as a yardstick."""
    size = 0
    for path in sorted((home / "claude").rglob("*.jsonl"))[:300]:
        for line in path.read_bytes().splitlines():
            size += len(line)
            json.loads(line)
    return f"{size / 1e9:.2f} GB"


def read_huge_line(home: Path, _: Path) -> str:
    """Read a session with a line of 300 MB."""
    folder = home.parent / "huge"
    (log,) = (folder / "claude").rglob("*.jsonl")
    found = find_sessions(_roots(folder))
    part = turns_between(
        found.refs[0], datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
    )
    return f"{log.stat().st_size / 1e6:.0f} MB, {len(part.turns) if part else 0} turns"


def tell_huge_line(home: Path, index_path: Path) -> str:
    """Write the digest of a day with a line of 300 MB in it."""
    os.environ.update(
        CLAUDE_CONFIG_DIR=str(home.parent / "huge/claude"),
        CODEX_HOME=str(home.parent / "none"),
        DSH_HOME=str(home.parent / "none"),
        TESSERAE_HOME=str(index_path.with_name("huge-tesserae")),
    )
    project = index_path.with_name("project")
    project.mkdir(exist_ok=True)
    request = SummaryRequest(day="2026-03-02", timezone="UTC")
    summary = activity_summary(load_settings(project), request, now=datetime.now(UTC))
    return f"{len(summary.body)} characters"


STEPS: dict[str, Callable[[Path, Path], str]] = {
    "json": parse_json,
    "one day, first run": read_day,
    "one day, next run": read_day,
    "digest, first run": tell_day,
    "digest, next run": tell_day,
    "list, first run": list_all,
    "list, next run": list_all,
    "redact": redact_logs,
    "a line of 300 MB": read_huge_line,
    "its digest": tell_huge_line,
}


def _roots(home: Path) -> SessionRoots:
    return SessionRoots((home / "claude",), (home / "codex",), (home / "dsh",))


def _index(path: Path, redactor: Redactor) -> LogIndex:
    return LogIndex.load(path, redact=redactor.redact, fingerprint=redactor.fingerprint)


def _write_huge(folder: Path) -> None:
    path = folder / "claude/projects/-w/aaaaaaaa-0000-4000-8000-000000000001.jsonl"
    path.parent.mkdir(parents=True)
    envelope = {"type": "user", "timestamp": "2026-03-02T10:00:00.000Z", "cwd": "/w"}
    with path.open("w", encoding="utf-8") as file:
        for number, size in enumerate((5, HUGE_LINE_BYTES, 30_000_000, 5)):
            message = {"role": "user", "content": "@"}
            head, _, tail = json.dumps(
                {**envelope, "uuid": f"u{number}", "message": message}
            ).partition("@")
            file.write(head)
            for _ in range(size // 5):
                file.write("tide ")
            file.write(f"{tail}\n")


def _measure(name: str, home: Path, index_path: Path) -> tuple[float, float, str]:
    process = subprocess.run(
        [sys.executable, __file__, "--step", name, "--home", home, "--index", index_path],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    cpu, memory, said = process.stdout.strip().split("\t")
    return float(cpu), float(memory), said


def _run_step(name: str, home: Path, index_path: Path) -> None:
    said = STEPS[name](home, index_path)
    usage = resource.getrusage(resource.RUSAGE_SELF)
    print(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, said, sep="\t")


def main() -> None:
    """Make the home, run each step in a process of its own, print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sessions", type=int, default=2000)
    parser.add_argument("--gigabytes", type=float, default=1.5)
    parser.add_argument(
        "--home", type=Path, help="keep the home here, and use the one that is here"
    )
    parser.add_argument("--step", help=argparse.SUPPRESS)
    parser.add_argument("--index", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.step:
        _run_step(options.step, options.home, options.index)
        return
    scratch = Path(tempfile.mkdtemp())
    home = options.home or scratch / "home"
    try:
        if not home.exists():
            make_home(home, sessions=options.sessions, size=int(options.gigabytes * 1e9))
        if not (home.parent / "huge").exists():
            _write_huge(home.parent / "huge")
        size = sum(path.stat().st_size for path in home.rglob("*") if path.is_file()) / 1e9
        print(f"{size:.2f} GB of logs\n")
        print("| step | CPU s | CPU s per GB | memory MB | |")
        print("|---|---:|---:|---:|---|")
        for name in STEPS:
            cpu, memory, said = _measure(name, home, scratch / "index.json")
            base = float(said.partition(" ")[0]) if said.endswith(" GB") else size
            print(f"| {name} | {cpu:.2f} | {cpu / base:.1f} | {memory:.0f} | {said} |", flush=True)
    finally:
        shutil.rmtree(scratch)


if __name__ == "__main__":
    main()
