"""Where the things that a digest names can be opened, as seen from the file that holds it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tesserae.model.session import Host
from tesserae.wiki.code_host import CodeHost


def _no_file(path: str) -> str:
    return ""


def _no_session(host: Host, session_id: str, turn: int | None) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Places:
    """Makes links; what cannot be opened has an empty one."""

    file_page: Callable[[str], str] = _no_file
    """Returns the link to a file of the project, by its path in it."""
    host: CodeHost | None = None
    session_page: Callable[[Host, str, int | None], str] = _no_session
    """Returns the link to a session, or to one of its turns."""

    def commit(self, sha: str) -> str:
        """Return the address of a commit on the code host."""
        return self.host.commit_url(sha) if self.host else ""

    def file(self, path: str) -> str:
        """Return the link to a file; empty for one outside the project."""
        is_inside = not path.startswith(("/", "~", "..")) and ":" not in path
        return self.file_page(path) if is_inside else ""

    def session(self, host: Host, session_id: str) -> str:
        """Return the link to a session."""
        return self.session_page(host, session_id, None)

    def turn(self, host: Host, session_id: str, turn: int) -> str:
        """Return the link to a turn."""
        return self.session_page(host, session_id, turn)


def turn_anchor(turn: int | None) -> str:
    """Return what follows the address of a session where one of its turns is meant."""
    return "" if turn is None else f"#turn-{turn}"
