from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest
from builders import a_graph

from tesserae.errors import GraphError, WorkspaceError
from tesserae.graph.document import generation_of, render_graph
from tesserae.graph.store import SQL_DIR, SqliteGraphStore
from tesserae.model.graph import Graph


@pytest.fixture
def store(tmp_path):
    return SqliteGraphStore(tmp_path / "sqlite.db")


def write(store, graph):
    document = render_graph(graph)
    generation = generation_of(document.data)
    store.write(graph, document, generation)
    return generation


def without_last_edge(graph):
    return Graph(graph.nodes, graph.edges[:-1])


def test_what_was_written_is_read_and_named(store):
    generation = write(store, a_graph())
    assert store.read() == a_graph()
    assert store.generation() == generation


def test_a_store_that_is_not_there_has_no_generation(store):
    assert store.generation() is None
    with pytest.raises(GraphError, match="tesserae compile"):
        store.read()


def test_a_second_write_leaves_exactly_the_new_graph(store):
    graph = a_graph()
    write(store, graph)
    first = next(iter(graph.nodes.values()))
    renamed = replace(first, name="Other")
    changed = without_last_edge(Graph({**graph.nodes, first.id: renamed}, graph.edges))
    write(store, changed)
    assert store.read() == changed
    write(store, graph)
    assert store.read() == graph


def test_only_the_rows_that_differ_are_written(store, tmp_path):
    graph = a_graph()
    write(store, graph)
    with closing(sqlite3.connect(tmp_path / "sqlite.db")) as connection:
        connection.execute("CREATE TABLE touched (id TEXT)")
        connection.execute(
            "CREATE TRIGGER note AFTER INSERT ON nodes "
            "BEGIN INSERT INTO touched VALUES (new.id); END"
        )
        connection.commit()
        last = list(graph.nodes.values())[-1]
        write(store, Graph({**graph.nodes, last.id: replace(last, name="Other")}, graph.edges))
        assert connection.execute("SELECT id FROM touched").fetchall() == [(last.id,)]


@pytest.mark.parametrize("damage", [b"not a database", b"", b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_damaged_store_is_made_anew(store, damage):
    write(store, a_graph())
    store.path.write_bytes(damage)
    assert store.generation() is None
    write(store, a_graph())
    assert store.read() == a_graph()
    assert store.was_rebuilt == (damage != b"")


def test_a_store_of_a_newer_version_is_made_anew(store):
    write(store, a_graph())
    with closing(sqlite3.connect(store.path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    assert store.generation() is None
    write(store, a_graph())
    assert store.was_rebuilt
    assert store.read() == a_graph()


def test_a_store_of_an_older_version_is_brought_up_to_date(store, tmp_path, monkeypatch):
    write(store, a_graph())
    scripts = tmp_path / "sql"
    shutil.copytree(SQL_DIR, scripts)
    (scripts / "graph_2.sql").write_text("CREATE TABLE later (id TEXT);\n", encoding="utf-8")
    monkeypatch.setattr("tesserae.graph.store.SQL_DIR", scripts)
    assert store.generation() is None
    generation = write(store, a_graph())
    assert store.generation() == generation
    assert store.read() == a_graph()
    assert not store.was_rebuilt
    with closing(sqlite3.connect(store.path)) as connection:
        assert connection.execute("SELECT count(*) FROM later").fetchone() == (0,)


def test_the_log_of_a_file_that_is_gone_is_not_replayed(store, tmp_path):
    write(store, a_graph())
    with closing(sqlite3.connect(store.path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM nodes")
        log = (tmp_path / "sqlite.db-wal").read_bytes()
    store.path.unlink()
    (tmp_path / "sqlite.db-wal").write_bytes(log)
    write(store, a_graph())
    assert store.read() == a_graph()


def test_a_reader_keeps_its_state_while_the_next_is_written(store):
    write(store, a_graph())
    with closing(sqlite3.connect(store.path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        before = reader.execute("SELECT count(*) FROM edges").fetchone()
        write(store, without_last_edge(a_graph()))
        assert reader.execute("SELECT count(*) FROM edges").fetchone() == before
    assert len(store.read().edges) == 2


def test_naming_the_generation_leaves_nothing_behind(store, tmp_path):
    write(store, a_graph())
    before = sorted(path.name for path in tmp_path.iterdir())
    stamp = tmp_path.stat().st_mtime_ns
    store.generation()
    assert sorted(path.name for path in tmp_path.iterdir()) == before == ["sqlite.db"]
    assert tmp_path.stat().st_mtime_ns == stamp


def test_a_place_that_cannot_be_written_is_one_line(tmp_path):
    (tmp_path / "sqlite.db").mkdir()
    with pytest.raises(WorkspaceError, match=r"sqlite\.db: cannot be written"):
        write(SqliteGraphStore(tmp_path / "sqlite.db"), a_graph())
