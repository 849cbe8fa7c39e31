from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from tesserae.engine.cache import CachedExtraction, ExtractionCache, render_cache
from tesserae.model.source import Skipped
from tesserae.sources.load import StatedDates

texts = st.text().map(lambda text: text.replace("\n", " "))
days = st.none() | st.dates()


@given(st.text(), texts, days, days)
def test_what_was_kept_is_found_as_it_was(tmp_path_factory, path, extraction, created, updated):
    kept = CachedExtraction.of(
        path, "f00", StatedDates(created, updated), Skipped(path, "odd", is_fault=True), extraction
    )
    file = tmp_path_factory.mktemp("cache") / "cache.tsv"
    file.write_bytes(render_cache([kept]))
    assert ExtractionCache.load(file).get(path, "f00") == kept


def test_another_content_is_not_found(tmp_path):
    kept = CachedExtraction.of("a.md", "f00", StatedDates(date(2026, 3, 1)), None, "[]")
    (tmp_path / "cache").write_bytes(render_cache([kept]))
    assert ExtractionCache.load(tmp_path / "cache").get("a.md", "f01") is None
    assert ExtractionCache.load(tmp_path / "absent").get("a.md", "f00") is None


def test_a_cache_of_other_code_is_empty(tmp_path):
    kept = CachedExtraction.of("a.md", "f00", StatedDates(), None, "[]")
    first, _, rest = render_cache([kept]).partition(b"\n")
    (tmp_path / "cache").write_bytes(first + b"x\n" + rest)
    assert ExtractionCache.load(tmp_path / "cache").get("a.md", "f00") is None
