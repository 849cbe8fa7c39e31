"""The project's history, by two calls of git whose answers no user's settings can change.

A commit belongs to the author's instant, and a date is that instant's day in the project's time
zone. Commits that touch nothing but generated files are left out: committing the wiki must not
change the wiki.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from tesserae.config import git_environment
from tesserae.model.source import Commit
from tesserae.sources.history import SHALLOW_NOTE, CommitDates, Head, History, has_repository

_RECORD_MARK = "\x01"
_FORMAT = "--format=%x01%H%x00%an%x00%aI%x00%s"
# Whatever the user or the repository sets must not show: each of these changes what `log` prints,
# or lets it run a program.
_NEUTRAL_CONFIG = (
    "core.quotePath=false",
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.pager=cat",
    "color.ui=false",
    "diff.renames=true",
    "diff.ignoreSubmodules=none",
    "i18n.logOutputEncoding=UTF-8",
    "log.diffMerges=off",
    "log.follow=false",
    "log.mailmap=false",
    "log.showRoot=true",
    "log.showSignature=false",
    # A partial clone would fetch what it lacks; a compile asks no other host.
    "protocol.allow=never",
)


def read_head(root: Path) -> Head:
    """Ask git where the project stands; no repository and no git are an empty answer."""
    try:
        done = run_git(
            root,
            "rev-parse",
            "--is-shallow-repository",
            "--show-prefix",
            "HEAD",
            "--symbolic-full-name",
            "HEAD",
        )
    except OSError:
        return Head(note=_missing_git_note(root))
    lines = done.stdout.decode("utf-8", "replace").split("\n")
    if done.returncode != 0 or len(lines) < 4:
        return Head(note=_failure_note(done.stderr.decode("utf-8", "replace")))
    branch = lines[3].removeprefix("refs/heads/")
    return Head(
        sha=lines[2],
        branch=None if branch == "HEAD" else branch,
        prefix=lines[1],
        is_shallow=lines[0] == "true",
    )


def read_history(
    root: Path,
    zone: ZoneInfo,
    *,
    head: Head | None = None,
    generated: Sequence[str] = (".tesserae",),
) -> History:
    """Read the history of a project's files.

    Args:
        root: The project's folder; it may lie below the repository's root.
        zone: Whose calendar decides on which day an instant falls.
        head: What `read_head` answered, to spare a call.
        generated: Folders whose files are no news, relative to `root`.
    """
    head = head or read_head(root)
    if head.sha is None:
        return History(note=head.note)
    try:
        # Only exact renames: how alike two files must be is a question that git versions answer
        # differently, and it costs a comparison of every pair.
        done = run_git(
            root,
            "log",
            "-z",
            _FORMAT,
            "--name-status",
            "-M100%",
            "-O/dev/null",
            "--no-ext-diff",
            "--no-textconv",
            "--no-decorate",
            # Limiting the log to a folder makes git compare every tree twice.
            *(
                ("--relative", "--full-history", head.sha, "--", ".")
                if head.prefix
                else (head.sha,)
            ),
        )
    except OSError:
        return History(note=_missing_git_note(root))
    if done.returncode != 0:
        return History(note=_failure_note(done.stderr.decode("utf-8", "replace")))
    entries = list(_entries(done.stdout.decode("utf-8", "replace")))
    return History(
        commits=tuple(_own_commits(entries, generated, zone)),
        dates=_dates(entries, zone),
        shallow=head.is_shallow,
        head_branch=head.branch,
        note=SHALLOW_NOTE if head.is_shallow else None,
    )


def committed_versions(root: Path, path: str) -> Iterator[str]:
    """Yield the texts that a file had in the commits that changed it, newest first.

    Args:
        root: The project's folder.
        path: The file, relative to it.
    """
    try:
        done = run_git(
            root, "log", "-z", f"-{_MAX_VERSIONS}", "--format=%H", "--full-history", "--", path
        )
        for sha in done.stdout.decode("ascii", "replace").split("\0"):
            if done.returncode != 0 or not sha.strip():
                continue
            shown = run_git(root, "cat-file", "blob", f"{sha.strip()}:./{path}")
            if shown.returncode == 0:
                yield shown.stdout.decode("utf-8-sig", "replace").replace("\r\n", "\n")
    except OSError:
        return


_MAX_VERSIONS = 40


def origin_address(root: Path) -> str | None:
    """Return the web address of the repository that the project was cloned from.

    Returns:
        An https address without user, password and `.git`; None where there is no such host.
    """
    try:
        done = run_git(root, "config", "--get", "remote.origin.url")
    except OSError:
        return None
    match = _REMOTE.fullmatch(done.stdout.decode("utf-8", "replace").strip())
    return f"https://{match['host']}/{match['path'].removesuffix('.git')}" if match else None


_REMOTE = re.compile(
    r"(?:https?://(?:[^@/\s]*@)?|ssh://git@|git@)(?P<host>[a-z0-9.-]+\.[a-z]+)(?::\d+/|[:/])"
    r"(?P<path>[\w.~-]+(?:/[\w.~-]+)+)/?",
    re.IGNORECASE,
)


def pages_address(origin: str | None) -> str | None:
    """Return where GitHub Pages shows the site of a repository on GitHub."""
    match = re.fullmatch(r"https://github\.com/([\w-]+)/([\w.-]+)", origin or "")
    if match is None:
        return None
    owner, name = match.groups()
    base = f"https://{owner.lower()}.github.io/"
    return base if name.lower() == f"{owner.lower()}.github.io" else f"{base}{name}/"


@dataclass(frozen=True, slots=True)
class _Entry:
    sha: str
    author: str
    at: str
    subject: str
    changes: tuple[tuple[str, str], ...]
    """(path, the path it was renamed from or "")."""


def run_git(
    root: Path, *arguments: str, given: bytes | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run git on a project; what a user or a repository configures does not show.

    Raises:
        OSError: There is no git.
    """
    settings = [part for setting in _NEUTRAL_CONFIG for part in ("-c", setting)]
    return subprocess.run(
        ["git", "--no-pager", "--no-replace-objects", *settings, *arguments],
        cwd=root,
        env=git_environment(),
        stdin=subprocess.DEVNULL if given is None else None,
        input=given,
        capture_output=True,
        check=False,
    )


def _missing_git_note(root: Path) -> str | None:
    if has_repository(root):
        return "git is not installed, so dates come from front matter and paths alone"
    return None


def _failure_note(stderr: str) -> str | None:
    """Tell a project without history from a repository that cannot be read."""
    if "not a git repository" in stderr or "unknown revision" in stderr:
        return None
    first = " ".join(stderr.strip().partition("\n")[0].split())
    return f"git cannot read this repository, so its history is left out: {first}"


def _entries(output: str) -> Iterator[_Entry]:
    fields = output.split("\0")
    at = 0
    while at + 3 < len(fields):
        if not fields[at].startswith(_RECORD_MARK):
            at += 1
            continue
        sha, author, instant, subject = fields[at : at + 4]
        at += 4
        changes = []
        while at + 1 < len(fields) and not fields[at].startswith(_RECORD_MARK):
            status = fields[at].lstrip("\n")
            if not status:
                at += 1
            elif status[0] in "RC":
                changes.append((fields[at + 2], fields[at + 1] if status[0] == "R" else ""))
                at += 3
            else:
                changes.append((fields[at + 1], ""))
                at += 2
        yield _Entry(sha[1:], author, instant, subject, tuple(changes))


def _own_commits(
    entries: Sequence[_Entry], generated: Sequence[str], zone: ZoneInfo
) -> Iterator[Commit]:
    folders = tuple(f"{folder.rstrip('/')}/" for folder in generated)
    for entry in entries:
        touched = {path for path, _ in entry.changes} | {old for _, old in entry.changes if old}
        paths = tuple(sorted(path for path in touched if not path.startswith(folders)))
        if paths:
            at = _local_instant(entry.at, zone)
            yield Commit(entry.sha, entry.author, at, entry.subject, paths)


def _dates(entries: Sequence[_Entry], zone: ZoneInfo) -> dict[str, CommitDates]:
    """Gather the days of each path, newest commit first, following exact renames back."""
    dates: dict[str, CommitDates] = {}
    called_later: dict[str, str] = {}
    for entry in entries:
        day = local_day(entry.at, zone)
        if day is None:
            continue
        renamed: dict[str, str] = {}
        for path, old in entry.changes:
            name = called_later.get(path, path)
            first, last = dates.get(name, (day, day))
            dates[name] = (min(first, day), max(last, day))
            if old:
                renamed[old] = name
        for path, old in entry.changes:
            # Before it was made here, the path belonged to nothing that lives under this name.
            if old:
                called_later.pop(path, None)
        called_later.update(renamed)
    return dates


def _local_instant(instant: str, zone: ZoneInfo) -> str:
    """Write an instant as a time zone's clocks show it; nonsense stays as it is."""
    try:
        return datetime.fromisoformat(instant).astimezone(zone).isoformat()
    except (ValueError, OverflowError):
        return instant


def local_day(instant: str, zone: ZoneInfo) -> date | None:
    """Return the day of an instant in a time zone; None where a clock was set to nonsense."""
    try:
        return datetime.fromisoformat(instant).astimezone(zone).date()
    except (ValueError, OverflowError):
        # An author's clock can be set to anything, an offset of 99 hours among it.
        return None
