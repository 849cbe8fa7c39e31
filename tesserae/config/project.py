"""Which folder is the project, what it is called, and where its files are shown on the web."""

from __future__ import annotations

import re
from pathlib import Path

from tesserae.config.mkdocs_file import find_config_file
from tesserae.errors import ConfigError

_README_NAMES = ("README.md", "readme.md", "Readme.md")
_README_HEAD_BYTES = 8192
_BLOB_PATHS = (("github", "blob/HEAD"), ("gitlab", "-/blob/HEAD"))


def find_root(start: Path) -> Path:
    """Return the project's folder for a folder in it.

    It is the nearest one with an MkDocs configuration or a compiled workspace; the search stops at
    the root of a git repository. Without any, the folder itself is the project.

    Raises:
        ConfigError: `start` is not a folder.
    """
    start = start.resolve()
    if not start.is_dir():
        raise ConfigError("there is no such folder", path=start)
    for folder in (start, *start.parents):
        if find_config_file(folder) or (folder / ".tesserae" / "manifest.json").is_file():
            return folder
        if (folder / ".git").exists():
            break
    return start


def guess_project_name(root: Path) -> str | None:
    """Name a project by what it says of itself: its package metadata, else its README's title.

    The folder's name is no answer: the same project may lie in another folder tomorrow.
    """
    return _name_in_pyproject(root) or _title_of_readme(root)


def blob_base(repo_url: str | None) -> str | None:
    """Return the address below which a code host shows files, ending in a slash.

    Returns:
        For example `https://github.com/owner/name/blob/HEAD/`; None for a host whose addresses
        are not known, or an address that is not a web page.
    """
    if repo_url is None or not re.match(r"https?://[^\s/]+/\S+$", repo_url):
        return None
    host = repo_url.split("/")[2].rpartition("@")[2]
    for name, path in _BLOB_PATHS:
        if name in host:
            return f"{repo_url.rstrip('/').removesuffix('.git')}/{path}/"
    return None


def _name_in_pyproject(root: Path) -> str | None:
    """Read the project's name off its line: a whole TOML parser is slow to load for that."""
    try:
        text = (root / "pyproject.toml").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    table = re.search(r"^\[project\][ \t]*$(.*?)(?:^\[|\Z)", text, re.MULTILINE | re.DOTALL)
    name = table and re.search(r"^name[ \t]*=[ \t]*[\"']([\w.-]+)[\"']", table[1], re.MULTILINE)
    return name[1] if name else None


def _title_of_readme(root: Path) -> str | None:
    for name in _README_NAMES:
        try:
            with (root / name).open("rb") as file:
                text = file.read(_README_HEAD_BYTES).decode("utf-8-sig", "replace")
        except OSError:
            continue
        heading = re.search(r"^#[ \t]+(\S.*?)[ \t#]*$", text, re.MULTILINE)
        if heading:
            return " ".join(re.sub(r"[`*_<>\[\]]", "", heading.group(1)).split()) or None
    return None
