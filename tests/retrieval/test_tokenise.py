import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserae.retrieval.tokenise import (
    MAX_WORD,
    cjk_share,
    fold,
    is_identifier,
    query_words,
    stems,
    words_of,
)


def _all(text):
    words = words_of(text)
    return {*words.plain, *words.extra}


@pytest.mark.parametrize(
    ("text", "whole", "parts"),
    [
        ("getUserId", "getuserid", ["get", "user", "id"]),
        ("page_align_length", "page_align_length", ["page", "align", "length"]),
        ("HTTPServer", "httpserver", ["http", "server"]),
        ("foo.bar", "foo.bar", ["foo", "bar"]),
        ("a::b", "a::b", ["a", "b"]),
        ("C:\\repo\\src", "c:\\repo\\src", ["c", "repo", "src"]),
        ("v1.2", "v1.2", ["v", "1", "2"]),
    ],
)
def test_an_identifier_is_found_whole_and_by_its_parts(text, whole, parts):
    words = words_of(text)
    assert whole in words.extra
    assert words.plain == parts


def test_a_hyphenated_word_is_its_words():
    words = words_of("test-case")
    assert (words.plain, words.extra) == (["test", "case"], [])


def test_an_apostrophe_does_not_split_a_word():
    assert words_of("don't").plain == words_of("don\u2019t").plain == ["dont"]
    assert words_of("Bayes's Newton's").plain == ["bayes", "newton"]


def test_chinese_is_characters_and_pairs():
    words = words_of("潮汐表")
    assert words.plain == ["潮", "汐", "表"]
    assert words.extra == ["潮汐", "汐表"]


def test_an_id_that_touches_chinese_is_a_word():
    assert _all("版本A12发布") >= {"a12", "版本", "发布"}


@pytest.mark.parametrize(
    "text",
    ["April 10, 2026", "10 April 2026", "10th of", "Apr 10 2026", "2026-04-10", "2026年4月10日"],
)
def test_a_date_is_found_by_its_iso_form(text):
    assert ("2026-04-10" in _all(text)) == (text != "10th of")


def test_a_date_that_no_calendar_has_is_only_numbers():
    assert "2026-02-31" not in _all("February 31, 2026")


def test_accents_and_width_do_not_matter():
    assert (
        words_of("Aschenbr\u00f6del \uff21\uff22\uff23").plain == words_of("Aschenbrodel ABC").plain
    )


def test_the_marks_of_other_scripts_stay():
    assert fold("й") == "й"


def test_stop_words_go_unless_nothing_else_is_there():
    assert query_words("what is the tide") == ["tide"]
    assert query_words("to be or not to be") == ["to", "be", "or", "not", "to", "be"]


def test_forms_of_a_word_share_a_stem():
    assert len(set(stems(["migration", "migrations", "migrating"]))) == 1


def test_an_identifier_is_told_from_a_word():
    assert [is_identifier(text) for text in ("aB", "a_b", "a2", "word", "Word", "two words")] == [
        True,
        True,
        True,
        False,
        False,
        False,
    ]


def test_the_share_of_cjk_is_counted_without_spaces():
    assert cjk_share("潮 汐 ab") == 0.5
    assert cjk_share("  ") == 0.0


def test_a_megabyte_without_a_space_is_one_short_word():
    assert [len(word) for word in words_of("a" * 1_000_000).plain] == [MAX_WORD]


@given(st.text())
def test_any_text_gives_words_and_the_same_ones_again(text):
    words = words_of(text)
    assert words == words_of(text)
    assert all([*words.plain, *words.extra])
