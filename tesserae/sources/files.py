"""Which files of a project are sources, and why each other one is not.

Two kinds of files are left out. Those that a rule ignores (git, a tool's folder, no loader for the
kind) are this machine's affair and enter no artifact. Those that would be sources but cannot be
(not UTF-8, too large, generated) belong to the project, so the report lists them.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from tesserae.config import DEFAULT_SITE_DIR, DEFAULT_WIKI_DIR, SourceSettings
from tesserae.model.source import MediaType, Skipped
from tesserae.sources.ignore import (
    IGNORE_FILES,
    IgnoreRules,
    ignored_by,
    load_rules,
    parse_rules,
    rules_above,
)

MEDIA_TYPES = {
    ".md": MediaType.MARKDOWN,
    ".markdown": MediaType.MARKDOWN,
    ".mdown": MediaType.MARKDOWN,
    ".mkd": MediaType.MARKDOWN,
    ".txt": MediaType.TEXT,
    ".text": MediaType.TEXT,
    ".rst": MediaType.TEXT,
    ".py": MediaType.PYTHON,
}

_NEVER_ENTERED = {".git": "a repository's own data", ".tesserae": "this tool's own workspace"}
_TOOL_FOLDERS = {
    "__pycache__": "compiled files",
    "node_modules": "installed packages",
    "bower_components": "installed packages",
    "site-packages": "installed packages",
    "vendor": "other people's code",
    "venv": "a virtual environment",
}
# A folder that holds all of one of these sets was made by a program.
_FOLDER_MARKS = (
    (frozenset({"pyvenv.cfg"}), "a virtual environment"),
    (frozenset({"conda-meta"}), "a virtual environment"),
    (frozenset({"CACHEDIR.TAG"}), "a cache"),
    (frozenset({"index.html", "404.html"}), "a built site"),
    (frozenset({"index.html", "sitemap.xml"}), "a built site"),
    (frozenset({"index.html", "objects.inv"}), "a built site"),
    (frozenset({"index.html", "searchindex.js"}), "a built site"),
)
_MACHINE_READ = re.compile(
    r"(?:.*requirements.*|constraints.*|cmakelists|robots|humans|llms(?:-full)?|top_level|"
    r"entry_points|sources|dependency_links|requires|meta)\.txt",
    re.IGNORECASE,
)
_LICENCE = re.compile(r"(?:licen[cs]e|copying|unlicen[cs]e)(?:[-._].*)?", re.IGNORECASE)
_GENERATED_NAME = re.compile(r".*(?:_pb2|_pb2_grpc|\.min|_generated|\.generated)", re.IGNORECASE)
_GENERATED_MARK = re.compile(
    rb"@generated\b|\bDO NOT EDIT\b|\b(?:auto[- ]?)?generated (?:by|from|with)\b[^\n]*"
    rb"\b(?:do not|don't) (?:edit|modify)",
    re.IGNORECASE,
)
_HEAD_BYTES = 2048
# git's own measure: a NUL this early makes a file binary.
_BINARY_BYTES = 8000
_MINIFIED_LINE = 5000


@dataclass(frozen=True, slots=True)
class SourceRef:
    """A file that is a source, as it was when it was found."""

    path: str
    """Posix, relative to the project's root."""
    media_type: MediaType
    sha256: str
    """Of the bytes on disk."""
    size: int


@dataclass(frozen=True, slots=True)
class Found:
    """What a walk over the project found; every sequence is in path order."""

    refs: tuple[SourceRef, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    """Would-be sources that cannot be used."""
    ignored: tuple[Skipped, ...] = ()
    """What rules leave out; a folder stands for all below it."""
    files: frozenset[str] = frozenset()
    """Every file that no rule ignores, sources or not: a link to one of them is not broken."""


@dataclass(frozen=True, slots=True)
class FolderRules:
    """What decides about every path of one walk."""

    exclude: IgnoreRules | None
    include: IgnoreRules | None
    opened: tuple[PurePosixPath, ...]
    """Paths that `include` names outright, without a wildcard before them."""
    closed: frozenset[str]
    """Folders of generated files: the site, the wiki."""


@dataclass(slots=True)
class _Walk:
    root: Path
    real_root: str
    settings: SourceSettings
    rules: FolderRules
    refs: list[SourceRef] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    ignored: list[Skipped] = field(default_factory=list)
    files: set[str] = field(default_factory=set)

    def skip(self, path: str, reason: str, *, is_fault: bool = False) -> None:
        self.skipped.append(Skipped(path, reason, is_fault))

    def ignore(self, path: str, reason: str) -> None:
        self.ignored.append(Skipped(path, reason))


def find_sources(
    root: Path,
    settings: SourceSettings,
    *,
    wiki_dir: str = DEFAULT_WIKI_DIR,
    site_dir: str = DEFAULT_SITE_DIR,
) -> Found:
    """Walk a project and sort its files.

    Args:
        root: The project's folder, absolute.
        settings: What the user wants read.
        wiki_dir: Never entered here: its pages are told apart by who wrote them.
        site_dir: Never entered.

    Returns:
        The same value for the same files, in whatever order the disk lists them.
    """
    walk = _Walk(root, os.path.realpath(root), settings, _rules(settings, (wiki_dir, site_dir)))
    above = tuple(rules_above(root)) if settings.gitignore else ()
    pending: list[tuple[str, tuple[IgnoreRules, ...]]] = [("", above)]
    while pending:
        folder, rules = pending.pop()
        pending.extend(_scan_folder(walk, folder, rules))
    return Found(
        refs=tuple(sorted(walk.refs, key=lambda ref: ref.path)),
        skipped=_in_path_order(walk.skipped),
        ignored=_in_path_order(walk.ignored),
        files=frozenset(walk.files),
    )


def read_ref(path: Path | str, name: str, settings: SourceSettings) -> SourceRef | Skipped:
    """Read one file that is to be a source, whatever folder it stands in.

    Args:
        path: Where it lies.
        name: Its posix path relative to the project's root.
        settings: For the size that is too much.
    """
    media_type = MEDIA_TYPES.get(PurePosixPath(name).suffix.lower(), MediaType.TEXT)
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - every source of a project
            size = os.fstat(file.fileno()).st_size
            if size > settings.max_bytes:
                return Skipped(name, _too_large(size, settings.max_bytes), is_fault=True)
            data = file.read()
    except OSError as error:
        return Skipped(name, f"cannot be read: {error.strerror}", is_fault=True)
    return _judge(name, media_type, data)


def _rules(settings: SourceSettings, closed: Iterable[str]) -> FolderRules:
    include = parse_rules(settings.include, "sources.include") if settings.include else None
    return FolderRules(
        exclude=parse_rules(settings.exclude, "sources.exclude"),
        include=include,
        opened=tuple(filter(None, (_literal_head(pattern) for pattern in settings.include))),
        closed=frozenset(closed),
    )


def _literal_head(pattern: str) -> PurePosixPath | None:
    """Return the folders that a pattern names before its first wildcard."""
    parts = []
    for part in pattern.strip().lstrip("/").split("/"):
        if not part or re.search(r"[*?\[!\\]", part):
            break
        parts.append(part)
    return PurePosixPath(*parts) if parts else None


def _scan_folder(
    walk: _Walk, folder: str, rules: tuple[IgnoreRules, ...]
) -> list[tuple[str, tuple[IgnoreRules, ...]]]:
    """Sort the entries of one folder; return the folders below it that are to be walked."""
    try:
        with os.scandir(walk.root / folder) as listing:
            entries = sorted(listing, key=lambda entry: entry.name)
    except OSError as error:
        walk.skip(folder or ".", f"the folder cannot be read: {error.strerror}", is_fault=True)
        return []
    names = {entry.name for entry in entries}
    reason = _mark_of(names) if folder and not _is_opened(walk.rules, folder) else None
    if reason is not None:
        walk.ignore(f"{folder}/", reason)
        return []
    rules = _with_own_rules(walk, folder, rules, names)
    below = []
    for entry in entries:
        path = f"{folder}/{entry.name}" if folder else entry.name
        if not _is_unicode(entry.name):
            shown = path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
            walk.skip(shown, "its name is not UTF-8", is_fault=True)
        elif entry.is_symlink():
            _sort_link(walk, path, rules)
        elif entry.is_dir(follow_symlinks=False):
            if _is_entered(walk, path, rules):
                below.append((path, rules))
        elif entry.is_file(follow_symlinks=False):
            _sort_file(walk, path, entry.path, rules)
        else:
            walk.ignore(path, "not a file")
    return below


def _with_own_rules(
    walk: _Walk, folder: str, rules: tuple[IgnoreRules, ...], names: set[str]
) -> tuple[IgnoreRules, ...]:
    for name in IGNORE_FILES:
        if name not in names or (name == ".gitignore" and not walk.settings.gitignore):
            continue
        origin = f"{folder}/{name}" if folder else name
        own = load_rules(walk.root / folder / name, origin, folder=folder)
        if own is not None:
            rules = (*rules, own)
    return rules


def _mark_of(names: set[str]) -> str | None:
    if ".git" in names:
        return "a repository of its own"
    return next((reason for marks, reason in _FOLDER_MARKS if marks <= names), None)


def _is_entered(walk: _Walk, path: str, rules: tuple[IgnoreRules, ...]) -> bool:
    name = path.rpartition("/")[2]
    if name in _NEVER_ENTERED or path in walk.rules.closed:
        reason: str | None = _NEVER_ENTERED.get(name, "generated by this tool")
    elif walk.rules.exclude and walk.rules.exclude.verdict(path, is_dir=True):
        reason = f"ignored by {walk.rules.exclude.origin}"
    elif _is_opened(walk.rules, path):
        reason = None
    else:
        reason = _folder_reason(name, path, rules)
    if reason is not None:
        walk.ignore(f"{path}/", reason)
    return reason is None


def _folder_reason(name: str, path: str, rules: tuple[IgnoreRules, ...]) -> str | None:
    if name in _TOOL_FOLDERS:
        return _TOOL_FOLDERS[name]
    if name.startswith("."):
        return "a hidden folder"
    if name.endswith(".egg-info"):
        return "installed packages"
    origin = ignored_by(rules, path, is_dir=True)
    return f"ignored by {origin}" if origin else None


def _is_opened(rules: FolderRules, path: str) -> bool:
    """Say whether `include` names this path, something in it, or a folder that it lies in."""
    if not rules.opened:
        return False
    here = PurePosixPath(path)
    return any(
        here == named or here in named.parents or named in here.parents for named in rules.opened
    )


def _sort_link(walk: _Walk, path: str, rules: tuple[IgnoreRules, ...]) -> None:
    target = os.path.realpath(walk.root / path)
    inside = f"{target}{os.sep}".startswith(walk.real_root.rstrip(os.sep) + os.sep)
    if not Path(target).exists():
        walk.ignore(path, "a link that leads nowhere")
    elif not inside:
        walk.ignore(path, "a link that leaves the project")
    elif Path(target).is_file() and not _is_private(target[len(walk.real_root) :]):
        _sort_file(walk, path, target, rules)
    else:
        walk.ignore(path, "a link to a folder; what it leads to is read where it stands")


def _is_private(target: str) -> bool:
    return not _NEVER_ENTERED.keys().isdisjoint(Path(target).parts)


def _sort_file(walk: _Walk, path: str, file: str, rules: tuple[IgnoreRules, ...]) -> None:
    reason = _ignore_reason(walk, path, rules)
    if reason is not None:
        walk.ignore(path, reason)
        return
    walk.files.add(path)
    pure = PurePosixPath(path)
    suffix = pure.suffix
    if suffix.lower() not in MEDIA_TYPES:
        walk.ignore(path, f"no loader for {suffix} files" if suffix else "no loader for its kind")
        return
    reason = _name_reason(pure)
    if reason is not None:
        walk.ignore(path, reason)
        return
    found = read_ref(file, path, walk.settings)
    if isinstance(found, Skipped):
        walk.skipped.append(found)
    else:
        walk.refs.append(found)


def _ignore_reason(walk: _Walk, path: str, rules: tuple[IgnoreRules, ...]) -> str | None:
    exclude, include = walk.rules.exclude, walk.rules.include
    if exclude and exclude.verdict(path, is_dir=False):
        return f"ignored by {exclude.origin}"
    if include and not include.verdict(path, is_dir=False):
        return "not in sources.include"
    if _is_opened(walk.rules, path):
        return None
    if path.rpartition("/")[2].startswith("."):
        return "a hidden file"
    if exclude and exclude.verdict(path, is_dir=False) is False:
        # A `!` line in the settings brings back what the ignore files leave out.
        return None
    origin = ignored_by(rules, path, is_dir=False)
    return f"ignored by {origin}" if origin else None


def _name_reason(path: PurePosixPath) -> str | None:
    if _LICENCE.fullmatch(path.stem):
        return "a licence text"
    if path.suffix.lower() == ".txt" and _MACHINE_READ.fullmatch(path.name):
        return "written for a program"
    if _GENERATED_NAME.fullmatch(path.stem):
        return "generated by a program"
    return None


def _judge(path: str, media_type: MediaType, data: bytes) -> SourceRef | Skipped:
    """Decide by its content whether a file can be a source."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Skipped(path, "not UTF-8 but UTF-16; save it as UTF-8", is_fault=True)
    if b"\0" in data[:_BINARY_BYTES]:
        return Skipped(path, "binary")
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return Skipped(path, f"not UTF-8 (line {line}); save it as UTF-8", is_fault=True)
    if media_type is not MediaType.MARKDOWN:
        if _GENERATED_MARK.search(data[:_HEAD_BYTES]):
            return Skipped(path, "generated by a program")
        if len(data) > _MINIFIED_LINE * (data.count(b"\n") + 1):
            return Skipped(path, "minified: its lines are too long to have been written by hand")
    return SourceRef(path, media_type, hashlib.sha256(data).hexdigest(), len(data))


def _too_large(size: int, limit: int) -> str:
    return (
        f"{size / 1024 / 1024:.1f} MiB is over the limit of {limit / 1024 / 1024:g} MiB; "
        "split it, or raise sources.max_bytes"
    )


def _is_unicode(name: str) -> bool:
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _in_path_order(items: list[Skipped]) -> tuple[Skipped, ...]:
    return tuple(sorted(items, key=lambda item: (item.path, item.reason)))
