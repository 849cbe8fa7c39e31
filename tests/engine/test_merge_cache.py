from __future__ import annotations

import pytest
from builders import a_compile, a_document, a_project, artifacts

from tesserae.engine.merge_cache import (
    CACHE_NAME,
    MergeCache,
    NarrowDocument,
    render_merge_cache,
)
from tesserae.graph.remembered import Memory
from tesserae.graph.tally import Tally

TEXT = "# Tides\n\nA **spring tide** is high. 潮差 \ud83c\n\nThe spring tide is a tide.\n"


@pytest.fixture
def cache(tmp_path):
    """A file with the memory of one document."""
    extraction = a_document(TEXT).extraction
    tally = Tally()
    tally.add(extraction, ())
    memory = Memory(tally, frozenset({"A notice."}), frozenset({"spring tide"}))
    document = NarrowDocument.of("docs/é.md", "f00", memory.narrow(extraction))
    (tmp_path / CACHE_NAME).write_bytes(render_merge_cache(memory, [document]))
    return tmp_path / CACHE_NAME


def test_what_was_left_is_found_as_it_was(cache):
    found = MergeCache.load(cache)
    tally = Tally()
    extraction = a_document(TEXT).extraction
    tally.add(extraction, ())
    assert found.memory.tally.tables() == tally.tables()
    assert found.memory.boilerplate == {"A notice."}
    assert found.documents["docs/é.md"].sha256 == "f00"
    left = found.documents["docs/é.md"].decode().to_json()
    assert left == found.memory.narrow(extraction).to_json()


def test_a_file_that_is_damaged_anywhere_is_none(cache):
    data = cache.read_bytes()
    for at in range(0, len(data), 7):
        cache.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        assert MergeCache.load(cache) is None
    for at in (0, 1, len(data) // 2, len(data) - 1):
        cache.write_bytes(data[:at])
        assert MergeCache.load(cache) is None


@pytest.mark.parametrize("name", [CACHE_NAME, "extractions.tsv"])
@pytest.mark.parametrize("damage", ["absent", "cut", "turned", "of an earlier compile"])
def test_a_compile_without_a_good_cache_gives_the_same(tmp_path, name, damage):
    root, other = a_project(tmp_path / "one"), a_project(tmp_path / "two")
    file = root / ".tesserae/cache" / name
    a_compile(root)
    earlier = file.read_bytes()
    for project in (root, other):
        path = project / "docs/neap.md"
        path.write_text(path.read_text(encoding="utf-8") + "\nA **king tide** is high.\n", "utf-8")
    if damage == "of an earlier compile":
        a_compile(root)
        file.write_bytes(earlier)
    elif damage == "absent":
        file.unlink()
    elif damage == "cut":
        file.write_bytes(earlier[: len(earlier) // 2])
    else:
        file.write_bytes(earlier[:-40] + b"x" + earlier[-39:])
    for project in (root, other):
        path = project / "docs/spring.md"
        path.write_text(path.read_text(encoding="utf-8") + "\nThe king tide returns.\n", "utf-8")
        a_compile(project)
    assert artifacts(root) == artifacts(other)
