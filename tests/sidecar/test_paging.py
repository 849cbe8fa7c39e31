import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserae.errors import QueryError
from tesserae.sidecar.paging import MAX_BYTES, answer_key, page_of_items, page_of_text


def _pages(text, key="k"):
    page = page_of_text(text, "", key=key)
    yield page.text
    while page.cursor:
        page = page_of_text(text, page.cursor, key=key)
        yield page.text


@given(st.text(min_size=1, max_size=40), st.integers(1, 9_000))
def test_the_pages_of_a_text_join_to_it(text, times):
    pages = list(_pages(text * times))
    assert "".join(pages) == text * times
    assert all(len(page.encode("utf-8", "replace")) <= MAX_BYTES for page in pages)


def test_a_long_text_is_cut_at_a_line():
    text = "A line of a bundle.\n" * 10_000
    assert all(page.endswith("\n") for page in _pages(text))


def test_the_pages_of_a_list_hold_every_item_once():
    items = [f"item {number}" for number in range(25)]
    page = page_of_items(items, "", limit=10, key="k")
    text = page.text
    while page.cursor:
        page = page_of_items(items, page.cursor, limit=10, key="k")
        text += page.text
    assert text.split("\n")[:-1] == items


def test_a_page_of_long_items_stays_within_its_size():
    page = page_of_items(["x" * 50_000] * 3, "", limit=10, key="k")
    assert len(page.text) == 50_001
    assert page.cursor


def test_a_cursor_of_another_answer_is_refused():
    page = page_of_items(["a", "b"], "", limit=1, key=answer_key("search", "one"))
    with pytest.raises(QueryError, match="compiled anew"):
        page_of_items(["a", "b"], page.cursor, limit=1, key=answer_key("search", "two"))


@pytest.mark.parametrize("cursor", ["x", "%%%", "AAAA", "\u6f6e", "a" * 999])
def test_what_is_no_cursor_is_refused(cursor):
    with pytest.raises(QueryError, match="without cursor"):
        page_of_text("text", cursor, key="k")
