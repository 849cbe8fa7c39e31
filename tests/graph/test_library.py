from __future__ import annotations

import pytest
from builders import a_document

from tesserae.graph.library import Library

FILES = {
    "tips/0007-locks.md": {"title": "Locks"},
    "tips/0008-gauges.md": {"title": "Gauges"},
    "tips/0009-wells.md": {"title": "Wells"},
    "papers/tide-1882/abstract.md": {"title": "Tides"},
    "papers/tide-1882/paper.md": {"title": "Tides", "summary": "A longer one " * 9},
    "notes/Neap.md": {"title": "Neap tide", "aliases": ["dead tide"]},
}


def library() -> Library:
    return Library(
        a_document(f"# {data['title']}\n\n{data.get('summary', '')}\n", path, **data)
        for path, data in FILES.items()
    )


@pytest.mark.parametrize(
    ("value", "path"),
    [
        ("7", "tips/0007-locks.md"),
        ("0007", "tips/0007-locks.md"),
        ("#8", "tips/0008-gauges.md"),
        ("0009-wells.md", "tips/0009-wells.md"),
        ("Neap tide", "notes/Neap.md"),
        ("[[dead tide]]", "notes/Neap.md"),
        ("tide-1882", "papers/tide-1882/paper.md"),
        ("papers/tide-1882", "papers/tide-1882/paper.md"),
        ("11", None),
        ("nothing", None),
        ("", None),
    ],
)
def test_a_reference_finds_its_document(value, path):
    found = library()
    assert found.find(found.by_path["tips/0008-gauges.md"], value) == path


def test_numbers_that_the_texts_speak_of_are_labels():
    found = library()
    found.learn_labels(["tip 7", "tip 8", "tip 9", "table 7", "table 31", "table 32", "table 33"])
    assert found.labels["tip 7"] == "tips/0007-locks.md"
    assert "table 7" not in found.labels
