"""The rule that reads plain blocks at a glance says what the parser would say without it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tesserae.extract.plain_blocks import plain_block

PIECES = (
    "word", "Two words", " ", "\n", "\n\n", "\n- ", "\n  - ", "\n* ", "\n1. ", "\n> ", "\n# ",
    "\n| a | b |", "\n|---|---|", "\n---", "\n===", "\n```", "\n    ", "**b**", "`c`", "[l]", ": x",
    "\n:--|", "\n-- ", "<div>", "_e_", "2024 was", "|", "\n-\n",
)  # fmt: skip


def outline(parser, text):
    """What is read in which lines, without the wrappers of paragraphs."""
    return [
        (token.type, token.tag, token.content, token.map)
        for token in parser.parse(text)
        if not token.type.startswith("paragraph_")
    ]


@pytest.fixture(scope="module")
def parsers():
    plain, full = (
        MarkdownIt("commonmark").enable("table").disable("inline", True) for _ in range(2)
    )
    plain.block.ruler.before("table", "plain", plain_block)
    return plain, full


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_plain_blocks_are_the_blocks_of_the_full_parser(parsers, text):
    plain, full = parsers
    assert outline(plain, text) == outline(full, text)
