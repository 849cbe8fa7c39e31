from __future__ import annotations

from pathlib import Path

from tesserae.config import Settings
from tesserae.plugin.watching import Watching, watched_places

SOURCES = ("README.md", "docs/a.md", "notes/deep/b.md", "src/c.py", ".tesserae/wiki/own.md")


class Server:
    """Remembers what it was told to watch."""

    def __init__(self) -> None:
        self.watched: list[str] = []

    def watch(self, path: str) -> None:
        self.watched.append(path)

    def unwatch(self, path: str) -> None:
        self.watched.remove(path)


def test_sources_outside_the_documents_are_watched():
    assert watched_places(Settings(root=Path("/p")), SOURCES) == ["README.md", "notes", "src"]


def test_the_wiki_is_not_watched_while_we_write_to_it(tmp_path):
    wiki = tmp_path / ".tesserae/wiki"
    wiki.mkdir(parents=True)
    server = Server()
    watching = Watching(server, Settings(root=tmp_path))
    watching.update(SOURCES)

    with watching.paused():
        assert str(wiki) not in server.watched
    assert server.watched.count(str(wiki)) == 1


def test_documents_are_not_watched_either_where_the_wiki_lies_among_them(tmp_path):
    docs = tmp_path / "docs"
    (docs / "wiki").mkdir(parents=True)
    server = Server()
    server.watch(str(docs))  # as MkDocs does
    watching = Watching(server, Settings(root=tmp_path, wiki_dir="docs/wiki"))
    watching.update(SOURCES)

    with watching.paused():
        assert str(docs) not in server.watched
    assert server.watched.count(str(docs)) == 1


def test_a_new_folder_of_sources_is_watched_from_the_next_build_on(tmp_path):
    server = Server()
    watching = Watching(server, Settings(root=tmp_path))
    watching.update(["a/x.md"])
    watching.update(["a/x.md", "b/y.md"])

    assert server.watched == [str(tmp_path / "a"), str(tmp_path / "b")]
