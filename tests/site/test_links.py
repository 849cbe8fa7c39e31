from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserae.site.links import LinkedText, markdown_target, rewrite_links

PIECES = st.sampled_from(
    (
        *("[a](b)", "`", "``", "```\n", "~~~\n", "\\", "[", "](", ")", "<", ">", "\n", "\n\n"),
        *("word ", "[x]: y\n", "<a href='q'>", "![i](j)", "(", "<k l>", '"t"'),
    )
)
texts = st.lists(PIECES, max_size=30).map("".join)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[a](b.md)", "[a](B.MD)"),
        ('[a](b.md "title")', '[a](B.MD "title")'),
        ("![a](b.png)", "![a](B.PNG)"),
        ("[a](<b c.md>)", "[a](<B C.MD>)"),
        ("[a](b_(c).md)", "[a](<B_(C).MD>)"),
        ("[a](b\\_c.md)", "[a](B_C.MD)"),
        ("[a]: b.md 'title'", "[a]: B.MD 'title'"),
        ("<a href=\"b.md\">x</a> <img src='c.png'>", "<a href=\"B.MD\">x</a> <img src='C.PNG'>"),
        ("[![a](b)](c)", "[![a](B)](C)"),
    ],
)
def test_every_form_of_target_is_rewritten(text, expected):
    assert rewrite_links(text, str.upper) == expected


@pytest.mark.parametrize(
    "text",
    [
        "`[a](b)`",
        "``[a](b) ` [c](d)``",
        "```\n[a](b)\n```",
        "~~~~\n[a](b)\n~~~\n[c](d)\n~~~~",
        "> ```\n> [a](b)\n> ```",
        "[a\\](b)",
        "[^1]: a note",
        "a](  b c)",
    ],
)
def test_what_is_no_link_stays(text):
    assert rewrite_links(text, str.upper) == text


def test_an_open_fence_reaches_to_the_end():
    assert rewrite_links("[a](b)\n```\n[c](d)\n", str.upper) == "[a](B)\n```\n[c](d)\n"


def test_a_text_is_retargeted_before_it_is_rewritten():
    text = LinkedText("[a](b)", lambda target: target + ".md")

    assert str(text) == "[a](b.md)"
    assert text.render(str.upper) == "[a](B.MD)"


@given(texts)
def test_the_same_targets_give_the_same_text(text):
    assert rewrite_links(text, lambda target: target) == text


@given(st.text())
def test_a_written_target_never_ends_its_link(target):
    written = markdown_target(target)

    assert "\n" not in written
    assert written.startswith("<") or not set(written) & set(" ()<>\\")


@pytest.mark.parametrize("text", ["`", "[a](b", "<a ", "`a", "](", "```\n", "[x](<a", '](a"'])
def test_no_text_takes_long(text):
    started = time.process_time()
    rewrite_links(text * 20_000 + "[a](b)", str.upper)

    assert time.process_time() - started < 5
