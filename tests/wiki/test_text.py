import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tesserae.wiki.text import (
    count,
    escape,
    external_link,
    first_sentence,
    link,
    listing,
    one_line,
    safe_path,
    shorten,
)

MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])
HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "[x](javascript:alert(1))",
    "![x](y)",
    "[[wikilink|text]]",
    "`code` ``double``",
    "a | b",
    "*emphasis* __strong__ ~~gone~~",
    "# heading",
    "C#",
    "1. first",
    "12) second",
    "- item",
    "+ item",
    "> quote",
    "---",
    "===",
    "&lt; &amp; &copy; & &#60;",
    "back\\slash \\* \\",
    "snake_case _edge_ x_",
    "$x$ ==mark== %%comment%% {{ macro }} {#id}",
    "!!! note",
    "??? note",
    ": definition",
    "[^1]: note",
    "<https://example.org>",
    "a\nb\r\nc\u2028d",
]
texts = st.text() | st.text(alphabet="<>[]()!*_`~#|&;\\ \n-+=1.{}:a$%^\"'/")


def inline(markdown):
    """Return the words of every inline token, and whether anything but words was in it."""
    tokens = [token for token in MARKDOWN.parse(markdown) if token.type == "inline"]
    children = [child for token in tokens for child in token.children or []]
    kinds = {child.type for child in children}
    words = "".join(child.content for child in children)
    return words, kinds - {"text", "text_special", "link_open", "link_close"}


def examples(test):
    for text in HOSTILE:
        test = example(text)(test)
    return test


@examples
@given(texts)
def test_escaped_text_is_inert_and_intact_in_a_paragraph(text):
    assert inline(escape(text)) == (one_line(text), set())


@examples
@given(texts)
def test_escaped_text_is_inert_and_intact_in_a_list_item(text):
    assert inline(f"- {escape(text)}") == (one_line(text), set())


@examples
@given(texts)
def test_escaped_text_is_inert_and_intact_in_a_heading(text):
    assert inline(f"# {escape(text)}") == (one_line(text), set())


@examples
@given(texts)
def test_escaped_text_is_inert_and_intact_in_the_cell_of_a_table(text):
    table = f"| a | b |\n|---|---|\n| {escape(text)} | end |"
    assert inline(table) == (f"ab{one_line(text)}end", set())


@examples
@given(texts)
def test_a_link_has_exactly_its_text_and_its_target(text):
    markdown = link(text, "../a/b.md")
    tokens = MARKDOWN.parse(markdown)[1].children
    assert inline(markdown) == (one_line(text), set())
    assert tokens[0].attrs == {"href": "../a/b.md"}


@examples
@given(texts)
def test_a_target_never_runs_anything(text):
    markdown = external_link("x", text)
    hrefs = [
        child.attrs["href"]
        for token in MARKDOWN.parse(markdown)
        for child in token.children or []
        if child.type == "link_open"
    ]
    assert all(href.startswith(("http:", "https:", "mailto:")) for href in hrefs)


@given(texts)
def test_a_path_in_a_link_comes_back_whole(text):
    path = one_line(text).replace("\\", "")
    markdown = f"[x]({safe_path('a/' + path)})"
    token = MARKDOWN.parse(markdown)[1].children[0]
    assert token.type == "link_open"


def test_ordinary_titles_stay_readable():
    title = "3D Gaussian Splatting: real-time, at 1080p (2023)"
    assert escape(title) == title


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("One thing. Another thing.", "One thing."),
        ("It is v1.2 now, e.g. this one. Next.", "It is v1.2 now, e.g. this one."),
        ("J. K. Smith wrote it. Then left.", "J. K. Smith wrote it."),
        ("这是一句。这是另一句。", "这是一句。"),
        ("No stop at all", "No stop at all"),
    ],
)
def test_the_first_sentence_ends_where_a_reader_would_end_it(text, sentence):
    assert first_sentence(text) == sentence


def test_a_long_text_is_cut_at_a_word():
    assert shorten("one two three four", limit=11) == "one two…"


def test_numbers_agree_with_their_nouns():
    assert [count(1, "page"), count(2, "page"), count(2, "entry", "entries")] == [
        "1 page",
        "2 pages",
        "2 entries",
    ]


def test_parts_are_listed_as_in_prose():
    assert listing(["a"]) == "a"
    assert listing(["a", "b", "c"]) == "a, b and c"
