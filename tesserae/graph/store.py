"""`sqlite.db`: the graph as a database that readers query while the next compile writes.

It holds nothing that `graph.json` does not: a damaged one, or one of a newer version, is made
anew. A write is one transaction, so a reader sees one generation or the next and never a mixture,
and only the lines that changed are written.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Protocol

from tesserae.errors import GraphError, WorkspaceError
from tesserae.graph.document import GraphDocument, graph_from_lines
from tesserae.model.graph import Graph
from tesserae.workspace import workspace_error

SQL_DIR = Path(__file__).parent / "sql"
_NAME = "graph"
BUSY_SECONDS = 30.0


class GraphStore(Protocol):
    """Where readers find the graph; SQLite by default."""

    def generation(self) -> str | None:
        """Name the state that it holds; None where it holds none that can be read."""

    def write(self, graph: Graph, document: GraphDocument, generation: str) -> None:
        """Make it hold this graph, given also as its lines."""

    def read(self) -> Graph:
        """Return the graph it holds."""


class SqliteGraphStore:
    """The graph in one SQLite file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.was_rebuilt = False
        """Whether the last write had to throw away a file that could not be used."""

    def generation(self) -> str | None:
        """Name the state that it holds, touching nothing on the disk."""
        try:
            with closing(_open_unchanging(self.path)) as connection:
                if schema_version(connection) != len(migrations(_NAME)):
                    return None
                rows = connection.execute("SELECT value FROM meta WHERE key = 'generation'")
                row = rows.fetchone()
                return str(row[0]) if row else None
        except (sqlite3.Error, OSError):
            return None

    def write(self, graph: Graph, document: GraphDocument, generation: str) -> None:
        """Make the database hold this graph, writing the lines that differ.

        Raises:
            WorkspaceError: The database cannot be written.
        """
        try:
            self._write(graph, document, generation)
        except sqlite3.DatabaseError as error:
            if is_outside_trouble(error):
                raise store_error(error, self.path) from error
            self._start_anew()
            try:
                self._write(graph, document, generation)
            except sqlite3.Error as second:
                raise store_error(second, self.path) from second

    def read(self) -> Graph:
        """Return the graph.

        Raises:
            GraphError: The database is absent or damaged.
        """
        try:
            with closing(_open_for_reading(self.path)) as connection:
                connection.execute("BEGIN")
                nodes = connection.execute("SELECT body FROM nodes ORDER BY id")
                edges = connection.execute("SELECT body FROM edges ORDER BY source, type, target")
                return graph_from_lines((row[0] for row in nodes), (row[0] for row in edges))
        except (sqlite3.Error, OSError) as error:
            raise GraphError(
                "the graph store cannot be read; run `tesserae compile`", path=self.path.name
            ) from error

    def _write(self, graph: Graph, document: GraphDocument, generation: str) -> None:
        if not self.path.exists():
            self._build(graph, document, generation)
            return
        with closing(connect(self.path)) as connection:
            if schema_version(connection) > len(migrations(_NAME)):
                raise sqlite3.DatabaseError("made by a newer version")
            migrate(connection, _NAME)
            with transaction(connection):
                _fill(connection, graph, document, generation)

    def _build(self, graph: Graph, document: GraphDocument, generation: str) -> None:
        """Make the database beside its place: without a journal that takes half the time."""
        beside = self.path.with_name(f"{self.path.name}.new")
        beside.unlink(missing_ok=True)
        try:
            with closing(sqlite3.connect(beside, isolation_level=None)) as connection:
                connection.execute("PRAGMA journal_mode = OFF")
                connection.execute("PRAGMA synchronous = OFF")
                migrate(connection, _NAME)
                with transaction(connection):
                    _fill(connection, graph, document, generation)
                connection.execute("PRAGMA synchronous = FULL")
                connection.execute("PRAGMA journal_mode = WAL")
            self._remove_journals()
            beside.replace(self.path)
        except OSError as error:
            raise workspace_error(error, f"{self.path.parent.name}/{self.path.name}") from error
        finally:
            beside.unlink(missing_ok=True)

    def _start_anew(self) -> None:
        self.was_rebuilt = True
        self.path.unlink(missing_ok=True)
        self._remove_journals()

    def _remove_journals(self) -> None:
        # SQLite would replay the log of a file that is gone into the one that takes its place.
        for suffix in ("-wal", "-shm", "-journal"):
            self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)


def migrations(name: str) -> list[Path]:
    """Return the scripts that bring a database from nothing to this version, in order."""
    return sorted(SQL_DIR.glob(f"{name}_[0-9]*.sql"), key=lambda path: int(path.stem.split("_")[1]))


def migrate(connection: sqlite3.Connection, name: str) -> int:
    """Run the scripts that a database lacks; return how many there were."""
    scripts = migrations(name)
    version = schema_version(connection)
    for number, script in enumerate(scripts[version:], start=version + 1):
        with transaction(connection):
            run_script(connection, script)
            connection.execute(f"PRAGMA user_version = {number}")
    return max(len(scripts) - version, 0)


def run_script(connection: sqlite3.Connection, script: Path) -> None:
    """Run the statements of a file within the transaction that is open."""
    for statement in script.read_text(encoding="utf-8").split(";\n"):
        connection.execute(statement)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Commit what the block did, or nothing of it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def connect(path: Path) -> sqlite3.Connection:
    """Open a database for writing, and make it if it is not there.

    Readers keep reading the last state while a transaction is written (write-ahead log).
    """
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def store_error(error: sqlite3.Error, path: Path) -> WorkspaceError:
    """Say in one line what stopped a write to a database."""
    return WorkspaceError(f"cannot be written: {error}", path=f"{path.parent.name}/{path.name}")


def _open_for_reading(path: Path) -> sqlite3.Connection:
    try:
        connection = sqlite3.connect(
            f"{path.as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS, isolation_level=None
        )
        connection.execute("SELECT 1 FROM meta")
    except sqlite3.OperationalError:
        # A folder that this user cannot write cannot hold the files of the write-ahead log.
        return _open_unchanging(path)
    return connection


def _open_unchanging(path: Path) -> sqlite3.Connection:
    """Open a database that nobody writes right now, without the files that a reader leaves."""
    options = "mode=ro" if path.with_name(f"{path.name}-wal").exists() else "mode=ro&immutable=1"
    return sqlite3.connect(f"{path.as_uri()}?{options}", uri=True, isolation_level=None)


def schema_version(connection: sqlite3.Connection) -> int:
    """Return how many scripts of its kind a database has seen."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def is_outside_trouble(error: sqlite3.Error) -> bool:
    """Tell a full, locked or read-only disk from a damaged file, which would be thrown away."""
    return (
        isinstance(error, sqlite3.OperationalError)
        and not isinstance(error, sqlite3.NotSupportedError)
        and error.sqlite_errorname
        in {
            "SQLITE_BUSY",
            "SQLITE_CANTOPEN",
            "SQLITE_FULL",
            "SQLITE_IOERR",
            "SQLITE_LOCKED",
            "SQLITE_PERM",
            "SQLITE_READONLY",
        }
    )


def _fill(
    connection: sqlite3.Connection, graph: Graph, document: GraphDocument, generation: str
) -> None:
    _apply_nodes(connection, graph, document.nodes)
    _apply_edges(connection, graph, document.edges)
    # After the rows: a table is filled faster without an index to keep.
    run_script(connection, SQL_DIR / f"{_NAME}_indexes.sql")
    connection.execute("INSERT OR REPLACE INTO meta VALUES ('generation', ?)", (generation,))


_NODES = "SELECT body FROM nodes", "DELETE FROM nodes WHERE id = ?"
_EDGES = (
    "SELECT body FROM edges",
    "DELETE FROM edges WHERE source = ? AND type = ? AND target = ?",
)


def _apply_nodes(connection: sqlite3.Connection, graph: Graph, lines: tuple[str, ...]) -> None:
    gone, present = _difference(connection, _NODES[0], lines)
    connection.executemany(_NODES[1], ((row["id"],) for row in gone))
    connection.executemany(
        "INSERT INTO nodes VALUES (?, ?, ?, ?)",
        (
            (node.id, node.type.value, node.name, line)
            for node, line in zip(graph.nodes.values(), lines, strict=True)
            if line not in present
        ),
    )


def _apply_edges(connection: sqlite3.Connection, graph: Graph, lines: tuple[str, ...]) -> None:
    gone, present = _difference(connection, _EDGES[0], lines)
    connection.executemany(_EDGES[1], ((row["source"], row["type"], row["target"]) for row in gone))
    connection.executemany(
        "INSERT INTO edges VALUES (?, ?, ?, ?)",
        (
            (edge.source, edge.type.value, edge.target, line)
            for edge, line in zip(graph.edges, lines, strict=True)
            if line not in present
        ),
    )


def _difference(
    connection: sqlite3.Connection, query: str, lines: tuple[str, ...]
) -> tuple[list[dict[str, Any]], set[str]]:
    """Return the rows that must go, parsed, and the lines that are there already."""
    present = {row[0] for row in connection.execute(query)}
    return [json.loads(line) for line in present.difference(lines)], present
