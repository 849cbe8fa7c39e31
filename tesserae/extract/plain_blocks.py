"""A rule for markdown-it that reads plain blocks at a glance.

Most lines of a document begin with a letter, which starts no block but a paragraph; the parser
tries all of its rules on each of them, several times. This rule stands first and takes what its
first characters settle; for everything else it answers no, and the other rules decide as ever.
"""

from __future__ import annotations

import re

from markdown_it.common.utils import mdTrim
from markdown_it.rules_block import StateBlock, heading, list_block
from markdown_it.token import Token

# Starts no block, ends no paragraph, underlines no heading and no row of a table.
_PROSE = re.compile(
    r"[^|:`~>*_+0-9<#=\-\s]|\*{1,3}[^\s*]|_{1,3}[^\s_]|`{1,2}[^`\s]|[0-9]{1,20}[^0-9.)|:\-\s]"
)
_ITEM = re.compile(r"[-*+] (?=[^|:`~>*_+0-9<#=\-\s]|\*\*[^\s*]|\[[^\s^])")
_HEADING = re.compile(r"#{1,6} ")


def plain_block(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Read a paragraph, a heading or a list whose lines say at once that they are no more."""
    if silent or state.is_code_block(start_line):
        return False
    begin, end = state.bMarks[start_line] + state.tShift[start_line], state.eMarks[start_line]
    if _PROSE.match(state.src, begin, end):
        return _paragraph(state, start_line)
    if _HEADING.match(state.src, begin, end):
        return _no_table(state, start_line + 1) and heading(state, start_line, end_line, silent)
    if _ITEM.match(state.src, begin, end):
        return _no_table(state, start_line + 1) and list_block(state, start_line, end_line, silent)
    return False


def _paragraph(state: StateBlock, start_line: int) -> bool:
    src = state.src
    line = start_line + 1
    while line < state.lineMax and not state.isEmpty(line):
        begin, end = state.bMarks[line] + state.tShift[line], state.eMarks[line]
        if not _PROSE.match(src, begin, end):
            # An item ends the paragraph, unless it stands so far to the right that it is none.
            if 0 <= state.sCount[line] < 4 and _ITEM.match(src, begin, end):
                break
            return False
        line += 1
    content = mdTrim(state.getLines(start_line, line, state.blkIndent, False))
    if content[:1] == "[" and "]:" in content:
        # It may define a link.
        return False
    state.line = line
    state.tokens.append(
        Token("inline", "", 0, map=[start_line, line], content=content, level=state.level)
    )
    return True


def _no_table(state: StateBlock, line: int) -> bool:
    """Tell whether a line cannot be the rule below the head of a table."""
    if line >= state.lineMax:
        return True
    begin, end = state.bMarks[line] + state.tShift[line], state.eMarks[line]
    return begin >= end or not (
        state.src[begin] in "|:"
        or (state.src[begin] == "-" and state.src[begin + 1 : begin + 2] != " ")
    )
