from __future__ import annotations

from datetime import date

import pytest

from tesserae.config import SourceSettings
from tesserae.errors import SourceError
from tesserae.model.source import MediaType
from tesserae.sources.files import find_sources
from tesserae.sources.load import (
    StatedDates,
    date_in_path,
    document_dates,
    load_source,
    load_text,
    normalise_text,
    source_id,
    stated_dates,
)

DAY = date(2026, 3, 1)
LATER = date(2026, 4, 2)


def loaded(root, path, content, dates=None):
    target = root / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)
    (ref,) = find_sources(root, SourceSettings()).refs
    return load_source(root, ref, dates or {})


def test_line_ends_and_byte_order_marks_are_normalised(tmp_path):
    source = loaded(tmp_path, "a.md", b"\xef\xbb\xbf---\r\ntitle: Bom\r\n---\r\n# x\r\n").source
    assert source.text == "---\ntitle: Bom\n---\n# x\n"
    assert source.front_matter == {"title": "Bom"}
    assert source.body == "# x\n"
    assert source.size == 30


def test_a_nul_becomes_a_replacement_character():
    assert normalise_text(b"a\0b") == "a\ufffdb"


def test_line_ends_that_no_editor_counts_are_no_lines(tmp_path):
    source = loaded(tmp_path, "a.md", "---\nt: a\u2028b\n---\nbody\x0c1\n".encode()).source
    assert source.body == "body\x0c1\n"


def test_broken_front_matter_is_a_fault_and_the_text_is_kept(tmp_path):
    found = loaded(tmp_path, "a.md", b"---\nnot: [yaml\n---\nbody\n")
    assert found.fault.path == "a.md"
    assert found.fault.is_fault
    assert found.source.body == "body\n"


def test_plain_text_and_code_have_no_front_matter(tmp_path):
    source = loaded(tmp_path, "a.txt", b"---\ntitle: x\n---\n").source
    assert (source.front_matter, source.body_start) == ({}, 1)


def test_a_file_that_went_away_is_an_error_with_its_path(tmp_path):
    (tmp_path / "a.md").write_text("a", encoding="utf-8")
    (ref,) = find_sources(tmp_path, SourceSettings()).refs
    (tmp_path / "a.md").unlink()
    with pytest.raises(SourceError, match=r"^a\.md: cannot be read"):
        load_source(tmp_path, ref, {})
    with pytest.raises(SourceError, match=r"^a\.md: cannot be read"):
        load_text(tmp_path, "a.md")


def test_the_id_follows_the_path_and_not_the_title():
    assert source_id("tides.md", MediaType.MARKDOWN).startswith("SourceDocument:tides:")
    assert source_id("docs/README.md", MediaType.MARKDOWN).startswith("SourceDocument:docs-readme:")
    assert source_id("src/m.py", MediaType.PYTHON).startswith("SourceFile:src-m:")
    assert source_id("a/x.md", MediaType.MARKDOWN) != source_id("b/x.md", MediaType.MARKDOWN)


def test_dates_are_read_by_the_names_authors_use():
    assert stated_dates({"Date": "2026-03-01", "Last-Modified": "2026-04-02"}) == StatedDates(
        DAY, LATER
    )
    assert stated_dates({"date": {"created": "2026-03-01", "updated": "2026-04-02"}}) == (
        StatedDates(DAY, LATER)
    )
    assert stated_dates({"date": 20260301, "updated": ["x"]}) == StatedDates()


def test_stated_dates_come_before_commits_and_commits_before_the_path():
    path = "daily/2026-01-05/a.md"
    commits = (DAY, LATER)
    assert document_dates(path, StatedDates(LATER, None), commits) == (LATER, LATER)
    assert document_dates(path, StatedDates(), commits) == commits
    assert document_dates(path, StatedDates(), None) == (date(2026, 1, 5), date(2026, 1, 5))
    assert document_dates("a.md", StatedDates(), None) == (None, None)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("daily/2026-04-10/digest.md", date(2026, 4, 10)),
        ("2025-01-01/2026-04-10.md", date(2026, 4, 10)),
        ("log/2026/04/10.md", date(2026, 4, 10)),
        ("2026-13-40.md", None),
        ("arxiv-2003-08934.md", None),
        ("12026-04-101.md", None),
    ],
)
def test_a_date_in_a_path_is_a_whole_date(path, expected):
    assert date_in_path(path) == expected
