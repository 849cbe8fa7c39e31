"""Which code made an artifact: a hash of the source files that shape it.

A version number alone would miss an edit to an installed checkout, and an artifact made by other
code is not up to date.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from tesserae import __version__

PACKAGE_DIR = Path(__file__).parent.parent
_EXTRACTION = ("model", "sources", "extract")
_COMPILE = (*_EXTRACTION, "sessions", "graph", "wiki", "engine", "config")
_ACTIVITY = (*_COMPILE, "activity")
_LENGTH = 16


@cache
def extraction_fingerprint() -> str:
    """Name the code that reads and extracts a source."""
    return _fingerprint(_EXTRACTION)


@cache
def compile_fingerprint() -> str:
    """Name the code that a whole compile runs."""
    return _fingerprint(_COMPILE)


@cache
def activity_fingerprint() -> str:
    """Name the code that reads sessions and tells what they did."""
    return _fingerprint(_ACTIVITY)


def _fingerprint(parts: Iterable[str]) -> str:
    digest = hashlib.sha256(__version__.encode())
    for part in parts:
        path = PACKAGE_DIR / part
        files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
        for file in files:
            digest.update(file.relative_to(PACKAGE_DIR).as_posix().encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:_LENGTH]
