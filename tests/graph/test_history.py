from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesserae.errors import GraphError, WorkspaceError
from tesserae.graph.history import HistoryStore
from tesserae.model.page import content_hash


@pytest.fixture
def history(tmp_path):
    return HistoryStore(tmp_path / "history.db")


def keep(history, *texts):
    history.put({content_hash(text): text for text in texts})


def test_a_body_is_found_by_its_hash(history):
    keep(history, "one\n", "two\ud800\n")
    assert history.get(content_hash("two\ud800\n")) == "two\ud800\n"
    assert history.get(content_hash("three\n")) is None


def test_asking_makes_no_file(history):
    assert history.get("sha256-0") is None
    assert not history.path.exists()


def test_keeping_the_same_body_again_is_nothing_new(history):
    keep(history, "one\n")
    keep(history, "one\n", "two\n")
    assert history.get(content_hash("one\n")) == "one\n"


def test_a_file_that_is_no_database_is_moved_aside_and_not_deleted(history, tmp_path):
    history.path.write_bytes(b"nothing like a database, but someone's bytes" * 50)
    keep(history, "one\n")
    assert history.get(content_hash("one\n")) == "one\n"
    assert history.salvaged == tmp_path / "history.db.damaged-1"
    assert history.salvaged.read_bytes().startswith(b"nothing like")


def test_what_can_be_read_of_a_damaged_file_is_kept(history):
    texts = [f"{number}\n" * 400 for number in range(400)]
    keep(history, *texts)
    data = bytearray(history.path.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 8192] = b"\xff" * 8192
    history.path.write_bytes(bytes(data))
    keep(history, "new\n")
    found = sum(history.get(content_hash(text)) == text for text in texts)
    assert history.get(content_hash("new\n")) == "new\n"
    assert found > len(texts) // 2


def test_a_second_damage_does_not_overwrite_what_the_first_left(history, tmp_path):
    for number in (1, 2):
        history.path.write_bytes(b"damage %d" % number * 100)
        keep(history, "one\n")
    assert (tmp_path / "history.db.damaged-1").read_bytes().startswith(b"damage 1")
    assert (tmp_path / "history.db.damaged-2").read_bytes().startswith(b"damage 2")


def test_a_file_of_a_newer_version_is_not_touched(history):
    keep(history, "one\n")
    with closing(sqlite3.connect(history.path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(GraphError, match="newer version"):
        keep(history, "two\n")
    assert history.salvaged is None


def test_a_place_that_cannot_be_written_is_one_line(tmp_path):
    (tmp_path / "history.db").mkdir()
    with pytest.raises(WorkspaceError, match=r"history\.db: cannot be written"):
        keep(HistoryStore(tmp_path / "history.db"), "one\n")


@settings(max_examples=20, deadline=None)
@given(st.lists(st.text(), max_size=5))
def test_every_body_comes_back_as_it_was(tmp_path_factory, texts):
    history = HistoryStore(tmp_path_factory.mktemp("history") / "history.db")
    keep(history, *texts)
    assert [history.get(content_hash(text)) for text in texts] == texts
