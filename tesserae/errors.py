"""Every error that Tesserae raises on purpose, as one tree.

::

    TesseraeError
    ├── ConfigError        an option, mkdocs.yml or the environment is wrong
    ├── SourceError        one input file cannot be used
    │   └── TranscriptError    one line of an agent log cannot be used
    ├── GraphError         the graph breaks the ontology, or a store cannot be read
    ├── WorkspaceError     a file of ours cannot be written or read
    ├── BusyError          another process holds the compile lock
    ├── QueryError         a question, or a node it starts from, cannot be used
    └── BackendError       a model or another outside program failed

A door prints `str(error)`: one line that says what happened, where, and what to do next.
"""

from __future__ import annotations

from pathlib import Path


class TesseraeError(Exception):
    """An error whose message is meant for the user.

    Args:
        message: What happened, and what to do about it, in one line.
        path: The file concerned, relative to the project where it lies in it.
        line: The 1-based line in `path`.
    """

    def __init__(
        self, message: str, *, path: str | Path | None = None, line: int | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.path = str(path) if path is not None else None
        self.line = line

    def __str__(self) -> str:
        if self.path is None:
            return self.message
        where = self.path if self.line is None else f"{self.path}:{self.line}"
        return f"{where}: {self.message}"


class ConfigError(TesseraeError):
    """An option, `mkdocs.yml` or an environment variable is wrong."""


class SourceError(TesseraeError):
    """One input file cannot be used; the others can."""


class TranscriptError(SourceError):
    """One record of an agent log cannot be used; the others can."""


class GraphError(TesseraeError):
    """The graph breaks the ontology, or its store cannot be read."""


class WorkspaceError(TesseraeError):
    """A file of the workspace or the site cannot be written or read."""


class BusyError(TesseraeError):
    """Another process is compiling this project."""


class QueryError(TesseraeError):
    """A question is empty, or names a node that does not exist."""


class BackendError(TesseraeError):
    """A model or another outside program failed."""
