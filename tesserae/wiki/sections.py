"""A page body cut into heading sections, and a section into blocks: what the merge works on.

Cutting follows markdown-it, so a heading inside a fence, a quote or a list is no section. The cut
is lossless: the blocks are slices of the text, line by line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

_LINK_TARGET = re.compile(r"\]\(<?([^)\s>#]*)[^)]*\)|\[\[([^\]|#]+)")


@dataclass(frozen=True, slots=True)
class Block:
    """One item of a top-level list, or any other top-level block."""

    text: str
    is_item: bool = False
    loose: bool = False
    """A blank line parts this item from the next."""

    @property
    def target(self) -> str:
        """What an item is known by: the first thing it links to, else its text."""
        match = _LINK_TARGET.search(self.text)
        found = (match[1] or match[2] or "") if match else ""
        return found.strip() or self.text


@dataclass(frozen=True, slots=True)
class PageSection:
    """A heading and what stands under it, up to the next heading of any level."""

    heading: str
    """The heading's own lines; empty before the first heading."""
    level: int
    """1 to 6; 0 before the first heading."""
    blocks: tuple[Block, ...]

    @property
    def title(self) -> str:
        """The heading's text, without its marks."""
        return " ".join(self.heading.split("\n")[0].strip("# \t").split())

    @property
    def name(self) -> str:
        """The heading's text as it is compared: in one case."""
        return self.title.casefold()

    @property
    def content(self) -> str:
        """The blocks as text, without blank lines around them."""
        return join_blocks(self.blocks)


def parse_sections(body: str) -> list[PageSection]:
    """Cut a page body into sections; the first one has no heading and may be empty."""
    lines = body.split("\n")
    sections: list[PageSection] = []
    heading, level, blocks = "", 0, list[Block]()
    for token, text in _top_level(lines, _parser().parse(body)):
        if token is not None and token.type == "heading_open":
            sections.append(PageSection(heading, level, tuple(blocks)))
            heading, level, blocks = text.rstrip(), int(token.tag[1]), []
        elif token is not None and token.type == "list_item_open":
            stripped = text.rstrip()
            loose = "\n\n" in text[len(stripped) :] + "\n"
            blocks.append(Block(stripped, is_item=True, loose=loose))
        elif text.strip():
            blocks.append(Block(text.strip("\n").rstrip()))
    sections.append(PageSection(heading, level, tuple(blocks)))
    return sections


def render_sections(sections: list[PageSection]) -> str:
    """Join sections to a body again."""
    parts: list[str] = []
    for section in sections:
        parts.extend(part for part in (section.heading, section.content) if part)
    return "\n\n".join(parts) + "\n"


def join_blocks(blocks: tuple[Block, ...]) -> str:
    """Join blocks with a blank line, and the items of a tight list without."""
    text = ""
    before: Block | None = None
    for block in blocks:
        if before is not None:
            tight = before.is_item and block.is_item and not before.loose
            text += "\n" if tight else "\n\n"
        text += block.text
        before = block
    return text


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark").enable("table").disable("inline")


def _top_level(lines: list[str], tokens: list[Token]) -> list[tuple[Token | None, str]]:
    """Return the top-level blocks and list items with their lines, gaps between them included.

    A gap that holds text is a link reference definition: markdown-it keeps no token of it.
    """
    found: list[tuple[Token | None, str]] = []
    position = 0
    for token in tokens:
        is_item = token.type == "list_item_open" and token.level == 1
        is_block = token.level == 0 and token.nesting >= 0 and not _is_list(token)
        if token.map is None or not (is_item or is_block):
            continue
        start, end = token.map
        if start > position:
            found.append((None, "\n".join(lines[position:start])))
        # A list item's range includes the blank lines after it, which say whether it is loose.
        found.append((token, "\n".join(lines[start:end])))
        position = max(position, end)
    if position < len(lines):
        found.append((None, "\n".join(lines[position:])))
    return found


def _is_list(token: Token) -> bool:
    return token.type in {"bullet_list_open", "ordered_list_open"}
