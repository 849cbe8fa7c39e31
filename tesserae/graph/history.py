"""`history.db`: what cannot be derived again, so it is never deleted.

Now it holds the bodies that wiki pages were last projected with, against which a person's edits
are merged. A damaged file is moved aside and whatever can still be read of it goes into a new one.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

from tesserae.errors import GraphError
from tesserae.graph.store import (
    connect,
    is_outside_trouble,
    migrate,
    migrations,
    schema_version,
    store_error,
    transaction,
)

# The body of a page is text that compresses to a third at the fastest level already.
_COMPRESSION = 1
_NAME = "history"


class HistoryStore:
    """The merge bases of the wiki, in one SQLite file that is opened when first needed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.salvaged: Path | None = None
        """Where a damaged file was moved to, if that happened."""

    def get(self, content_hash: str) -> str | None:
        """Return the body with this hash, if it is kept and can be read."""
        if not self.path.exists():
            return None
        try:
            with closing(self._open()) as connection:
                row = connection.execute(
                    "SELECT body FROM bodies WHERE hash = ?", (content_hash,)
                ).fetchone()
        except sqlite3.Error as error:
            if is_outside_trouble(error):
                return None
            self._salvage()
            return self.get(content_hash)
        return None if row is None else _unpacked(row[0])

    def put(self, bodies: Mapping[str, str]) -> None:
        """Keep bodies by their hash; they are on the disk when this returns.

        Raises:
            WorkspaceError: The file cannot be written.
            GraphError: It was made by a newer version, whose data must not be touched.
        """
        try:
            self._put(bodies)
        except sqlite3.Error as error:
            if is_outside_trouble(error):
                raise store_error(error, self.path) from error
            self._salvage()
            try:
                self._put(bodies)
            except sqlite3.Error as second:
                raise store_error(second, self.path) from second

    def _put(self, bodies: Mapping[str, str]) -> None:
        with closing(self._open()) as connection, transaction(connection):
            connection.executemany(
                "INSERT OR IGNORE INTO bodies VALUES (?, ?)",
                ((digest, _packed(bodies[digest])) for digest in sorted(bodies)),
            )

    def _open(self) -> sqlite3.Connection:
        connection = connect(self.path)
        try:
            if schema_version(connection) > len(migrations(_NAME)):
                raise GraphError(
                    "made by a newer version of Tesserae; upgrade this one",
                    path=f"{self.path.parent.name}/{self.path.name}",
                )
            migrate(connection, _NAME)
        except (sqlite3.Error, GraphError):
            connection.close()
            raise
        return connection

    def _salvage(self) -> None:
        """Move the damaged file aside and copy into a new one what can be read of it."""
        aside = _free_name(self.path)
        bodies = dict(_readable_bodies(self.path))
        self.path.replace(aside)
        for suffix in ("-wal", "-shm", "-journal"):
            # They belong to the damaged file; beside a new one they would damage that too.
            left = self.path.with_name(self.path.name + suffix)
            if left.exists():
                left.replace(aside.with_name(aside.name + suffix))
        self.salvaged = aside
        if bodies:
            self._put(bodies)


def _free_name(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    return aside


def _readable_bodies(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the rows before the first damaged page, from both ends of the table."""
    for order in ("ASC", "DESC"):
        try:
            with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
                for digest, packed in connection.execute(
                    f"SELECT hash, body FROM bodies ORDER BY rowid {order}"
                ):
                    body = _unpacked(packed)
                    if isinstance(digest, str) and body is not None:
                        yield digest, body
        except sqlite3.Error:
            continue


def _packed(body: str) -> bytes:
    return zlib.compress(body.encode("utf-8", "surrogatepass"), _COMPRESSION)


def _unpacked(data: object) -> str | None:
    if not isinstance(data, bytes):
        return None
    try:
        return zlib.decompress(data).decode("utf-8", "surrogatepass")
    except (zlib.error, UnicodeDecodeError):
        return None
