"""The changes on all local branches, each with its author's full instant.

Git's own `--since` and `--until` go by the committer's date, take the time of day from the clock
where a bound names none, and stop at the first older commit. So everything is listed and whoever
asks compares instants; only what is in question is asked for its files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from tesserae.sources.git import read_head, run_git
from tesserae.sources.history import Head, has_repository

_FIELDS = 7
_FORMAT = "--format=%H%x00%P%x00%an%x00%ae%x00%aI%x00%s%x00"
_SHOWN_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Change:
    """A commit on some local branch."""

    sha: str
    author: str
    email: str
    subject: str
    at: datetime
    """The author's instant, in UTC."""
    is_merge: bool = False
    paths: tuple[str, ...] = ()
    """Files it touched, relative to the project; none for a merge."""


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes of some time, or why they cannot be told."""

    changes: tuple[Change, ...] = ()
    """By instant."""
    problem: str = ""
    """Why there are none to read; empty where git answered."""
    is_shallow: bool = False


def read_changes(root: Path, start: datetime, end: datetime) -> Changes:
    """Read what was authored in the half-open interval [start, end), each change once.

    A change that was rebased or picked onto another branch is one change; the copy that the current
    branch has is the one that is kept.
    """
    if not has_repository(root):
        return Changes(problem="the folder is in no git repository")
    head = read_head(root)
    try:
        done = run_git(root, "log", "-z", _FORMAT, *_revisions(head), *_limits(head))
    except OSError:
        return Changes(problem="git is not installed")
    if done.returncode != 0:
        return Changes(problem=_reason(done.stderr))
    found = [
        change
        for change in _changes(done.stdout.decode("utf-8", "replace"))
        if start <= change.at < end
    ]
    found = _each_once(root, found)
    with_paths = [
        replace(change, paths=paths)
        for change, paths in zip(found, _paths(root, head, found), strict=True)
    ]
    ordered = sorted(with_paths, key=lambda change: (change.at, change.sha))
    return Changes(tuple(ordered), is_shallow=head.is_shallow)


def _revisions(head: Head) -> list[str]:
    """Return the current commit first, so that its copy of a change is seen first."""
    return [*([head.sha] if head.sha else []), "--branches"]


def _limits(head: Head) -> list[str]:
    # Below the root of a repository only what touches the project's folder is the project's.
    return ["--full-history", "--", "."] if head.prefix else ["--"]


def _changes(output: str) -> Iterator[Change]:
    fields = output.split("\0")
    # The separator of `-z` and the end of the format make two NULs of which one is left over.
    for at in range(0, len(fields) - _FIELDS + 1, _FIELDS):
        sha, parents, author, email, instant, subject, _ = fields[at : at + _FIELDS]
        try:
            when = datetime.fromisoformat(instant).astimezone(UTC)
        except (ValueError, OverflowError):
            # An author's clock can be set to anything; such a commit is of no day.
            continue
        yield Change(sha.strip(), author, email, subject, when, is_merge=" " in parents)


def _each_once(root: Path, changes: Sequence[Change]) -> list[Change]:
    groups: dict[tuple[str, str, datetime, str], list[Change]] = {}
    for change in changes:
        key = (change.author, change.email, change.at, change.subject)
        groups.setdefault(key, []).append(change)
    kept: list[Change] = []
    for group in groups.values():
        if len(group) == 1:
            kept += group
            continue
        by_content: dict[str, list[Change]] = {}
        for change in group:
            by_content.setdefault(_content(root, change), []).append(change)
        for copies in by_content.values():
            kept.append(next((c for c in copies if _is_current(root, c)), copies[0]))
    return kept


def _content(root: Path, change: Change) -> str:
    """Return what is equal for two commits that make the same change."""
    if change.is_merge:
        return change.sha
    shown = run_git(root, "diff-tree", "--root", "-p", "--no-ext-diff", change.sha)
    named = run_git(root, "patch-id", "--stable", given=shown.stdout)
    return named.stdout.decode("ascii", "replace").partition(" ")[0]


def _is_current(root: Path, change: Change) -> bool:
    return run_git(root, "merge-base", "--is-ancestor", change.sha, "HEAD").returncode == 0


def _paths(root: Path, head: Head, changes: Sequence[Change]) -> Iterator[tuple[str, ...]]:
    """Yield the files of each change, in order."""
    touched: dict[str, tuple[str, ...]] = {}
    for start in range(0, len(changes), _SHOWN_AT_ONCE):
        shas = [change.sha for change in changes[start : start + _SHOWN_AT_ONCE]]
        done = run_git(
            root,
            "show",
            "-z",
            "--format=%x01%H",
            "--name-only",
            "--no-renames",
            "--no-ext-diff",
            *(("--relative",) if head.prefix else ()),
            *shas,
            "--",
        )
        touched.update(_touched(done.stdout.decode("utf-8", "replace")))
    return (touched.get(change.sha, ()) for change in changes)


def _touched(output: str) -> Iterable[tuple[str, tuple[str, ...]]]:
    for record in output.split("\1")[1:]:
        sha, _, rest = record.partition("\0")
        names = [name.lstrip("\n") for name in rest.split("\0")]
        # The first name follows the hash after a line feed.
        head, _, first = sha.partition("\n")
        yield head.strip(), tuple(sorted(name for name in (first, *names) if name))


def _reason(stderr: bytes) -> str:
    text = stderr.decode("utf-8", "replace")
    first = " ".join(text.strip().partition("\n")[0].split())
    return f"git cannot read the repository: {first}"
