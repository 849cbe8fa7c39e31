"""Ignore rules as git understands them, read from the files that state them.

git itself is not asked: its answer would depend on the machine's global ignore file and on
`.git/info/exclude`, which are no part of the project.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

IGNORE_FILES = (".gitignore", ".tesseraeignore")
"""In the order of reading: a line of the second can bring back what the first leaves out."""

_MAX_RULE_BYTES = 1024 * 1024


class Verdict(Protocol):
    """What patterns say of a path."""

    @property
    def include(self) -> bool | None:
        """True: ignored; False: kept by a `!` line; None: not concerned."""


class Patterns(Protocol):
    """Compiled patterns."""

    def check_file(self, file: str) -> Verdict:
        """Judge a path; a folder's ends in a slash."""


@dataclass(frozen=True, slots=True)
class IgnoreRules:
    """The rules of one file, for the folder that it stands in and everything below."""

    spec: Patterns
    origin: str
    """What a user calls them: `docs/.gitignore`, `sources.exclude`."""
    strip: int = 0
    """Characters of a project path to drop so that it is relative to the rules' folder."""
    prefix: str = ""
    """What to put before a project path instead, for rules of a folder above the project."""

    def verdict(self, path: str, *, is_dir: bool) -> bool | None:
        """Say whether a path is ignored, kept by a `!` line, or not concerned."""
        name = f"{self.prefix}{path[self.strip :]}"
        return self.spec.check_file(f"{name}/" if is_dir else name).include


def parse_rules(
    lines: Sequence[str], origin: str, *, folder: str = "", prefix: str = ""
) -> IgnoreRules | None:
    """Build rules from their lines; a line that is no pattern is passed over.

    Args:
        lines: As they stand in the file.
        origin: Where they come from, for messages.
        folder: The folder they are for, relative to the project's root.
        prefix: The project's place below the rules' folder, ending in a slash, where the rules
            stand above the project.

    Returns:
        None where there is no pattern at all.
    """
    if not any(line.strip() and not line.startswith("#") for line in lines):
        return None
    from pathspec import GitIgnoreSpec  # noqa: PLC0415 - 100 ms, for projects that ignore nothing

    def is_pattern(line: str) -> bool:
        try:
            GitIgnoreSpec.from_lines([line])
        except ValueError:
            return False
        return True

    try:
        spec = GitIgnoreSpec.from_lines(lines)
    except ValueError:
        spec = GitIgnoreSpec.from_lines(filter(is_pattern, lines))
    if not any(pattern.include is not None for pattern in spec.patterns):
        return None
    return IgnoreRules(spec, origin, strip=len(folder) + 1 if folder else 0, prefix=prefix)


def load_rules(
    path: Path, origin: str, *, folder: str = "", prefix: str = ""
) -> IgnoreRules | None:
    """Read the rules in a file; one that is absent or cannot be read holds none."""
    try:
        if not path.is_file() or path.stat().st_size > _MAX_RULE_BYTES:
            return None
        text = path.read_bytes().decode("utf-8-sig", "replace")
    except OSError:
        return None
    return parse_rules(text.splitlines(), origin, folder=folder, prefix=prefix)


def ignored_by(rules: Sequence[IgnoreRules], path: str, *, is_dir: bool) -> str | None:
    """Name the rules that leave a path out; the last rules that concern it decide."""
    for each in reversed(rules):
        verdict = each.verdict(path, is_dir=is_dir)
        if verdict is not None:
            return each.origin if verdict else None
    return None


def rules_above(root: Path) -> list[IgnoreRules]:
    """Read the .gitignore files between the root of a git repository and a project inside it.

    A folder above that ignores the whole project says nothing about its files: someone works in
    it all the same.
    """
    rules: list[IgnoreRules] = []
    prefix = ""
    for folder, child in zip(root.parents, (root, *root.parents), strict=False):
        if (child / ".git").exists():
            return list(reversed(rules))
        prefix = f"{child.name}/{prefix}"
        found = load_rules(folder / ".gitignore", "a .gitignore above the project", prefix=prefix)
        if found is not None and not found.verdict("", is_dir=False):
            rules.append(found)
    # No repository: what happens to lie in the folders above is nothing to the project.
    return []
