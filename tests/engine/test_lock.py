from __future__ import annotations

import json
import os
import threading

import pytest
from filelock import FileLock

from tesserae.engine.lock import compile_lock
from tesserae.errors import BusyError, WorkspaceError
from tesserae.workspace import Workspace


@pytest.fixture
def workspace(tmp_path):
    return Workspace(tmp_path)


def test_the_holder_says_who_it_is_as_long_as_it_holds(workspace):
    with compile_lock(workspace, wait_seconds=0):
        holder = json.loads(workspace.holder_path.read_text(encoding="utf-8"))
        assert holder["pid"] == os.getpid()
        assert set(holder) == {"pid", "host", "since"}
    assert not workspace.holder_path.exists()


def test_the_lock_is_free_again_after_an_error(workspace):
    with pytest.raises(ZeroDivisionError), compile_lock(workspace, wait_seconds=0):
        raise ZeroDivisionError
    with compile_lock(workspace, wait_seconds=0):
        pass


@pytest.mark.parametrize("note", [None, "", "{}", '{"pid": "x"}'])
def test_an_unreadable_note_about_the_holder_is_no_trouble(workspace, note):
    workspace.dir.mkdir()
    if note is not None:
        workspace.holder_path.write_text(note, encoding="utf-8")
    with (
        FileLock(workspace.lock_path),
        pytest.raises(BusyError, match="by another process"),
        compile_lock(workspace, wait_seconds=0),
    ):
        pass


def test_who_waits_gets_the_lock_when_it_is_free(workspace):
    workspace.dir.mkdir()
    other = FileLock(workspace.lock_path, thread_local=False)
    other.acquire()
    threading.Timer(0.2, other.release).start()
    with compile_lock(workspace, wait_seconds=20):
        assert workspace.holder_path.exists()


def test_a_place_that_cannot_hold_a_lock_is_one_line(workspace):
    workspace.dir.write_text("a file\n", encoding="utf-8")
    with (
        pytest.raises(WorkspaceError, match="cannot be written"),
        compile_lock(workspace, wait_seconds=0),
    ):
        pass
