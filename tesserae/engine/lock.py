"""One compile at a time: a lock on a file, and a note beside it that says who holds it."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

from filelock import FileLock, Timeout

from tesserae.errors import BusyError, WorkspaceError
from tesserae.workspace import Workspace, workspace_error

_POLL_SECONDS = 0.05


@contextmanager
def compile_lock(workspace: Workspace, *, wait_seconds: float) -> Iterator[None]:
    """Hold the lock for the length of the block.

    Args:
        workspace: The project's files.
        wait_seconds: How long to wait for another process to finish.

    Raises:
        BusyError: Another process still holds it; the message says which.
        WorkspaceError: The lock's file cannot be made.
    """
    # Not thread-local: a server may release the lock on another thread than the one that took it.
    lock = FileLock(workspace.lock_path, thread_local=False)
    try:
        workspace.lock_path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=max(wait_seconds, 0), poll_interval=_POLL_SECONDS)
    except Timeout as error:
        raise BusyError(_busy_message(workspace)) from error
    except (OSError, NotImplementedError) as error:
        raise _lock_error(error, workspace) from error
    try:
        _write_holder(workspace.holder_path)
        yield
    finally:
        with suppress(OSError):
            workspace.holder_path.unlink(missing_ok=True)
        lock.release()


def _lock_error(error: Exception, workspace: Workspace) -> WorkspaceError:
    path = workspace.relative(workspace.lock_path)
    if isinstance(error, OSError):
        return workspace_error(error, path)
    return WorkspaceError("this disk cannot lock files", path=path)


def _write_holder(path: Path) -> None:
    holder = {
        "pid": os.getpid(),
        "host": socket.gethostname(),
        "since": datetime.now().astimezone().isoformat(timespec="seconds"),
    }
    with suppress(OSError):
        # For people only; the lock itself does not depend on it.
        path.write_text(json.dumps(holder) + "\n", encoding="utf-8")


def _busy_message(workspace: Workspace) -> str:
    try:
        holder = json.loads(workspace.holder_path.read_text(encoding="utf-8"))
        who = f"process {int(holder['pid'])} on {holder['host']} since {holder['since']}"
    except (OSError, ValueError, KeyError, TypeError):
        who = "another process"
    return f"this project is being compiled by {who}; wait with --wait SECONDS, or try again later"
