"""Where the links of a markdown text stand, found by scanning, so that they can be replaced.

A document is never rendered anew to change a link: the scan gives positions, and the text is
spliced. Code (fenced, indented, spans), comments, tags and escapes are passed over as CommonMark
does; a test compares the links found with those of markdown-it. One scan is linear in the text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from html import unescape
from typing import NamedTuple
from urllib.parse import unquote

from tesserae.wiki.text import one_line

MAX_LABEL = 2_000
"""Characters between the brackets of a link; a longer stretch is no link text of a person's."""


class LinkForm(Enum):
    """How a link is written."""

    INLINE = "inline"
    """`[text](target)`"""
    REFERENCE = "reference"
    """`[text][label]`, `[label][]` or `[label]`"""
    DEFINITION = "definition"
    """`[label]: target`"""
    WIKILINK = "wikilink"
    """`[[target|text]]`"""
    AUTOLINK = "autolink"
    """`<https://…>`"""


class FoundLink(NamedTuple):
    """A link, an image or an embed, with its place in the text."""

    form: LinkForm
    is_image: bool
    """It has a leading `!`: an image, or an embed of a note."""
    start: int
    end: int
    label: tuple[int, int]
    """Where the words of the link stand; empty range where a wikilink has none of its own."""
    place: tuple[int, int]
    """Where the target stands; of a reference its whole second part."""
    target: str
    """Without escapes and brackets, percent-encoding kept."""


def find_links(text: str) -> list[FoundLink]:
    """Return the links of a markdown text in the order of their ends."""
    if "[" not in text and "<" not in text:
        return []
    return _Scan(text).links()


def splice(text: str, changes: Iterable[tuple[int, int, str]]) -> str:
    """Replace stretches of a text; a stretch inside one already replaced is passed over."""
    parts: list[str] = []
    position = 0
    for start, end, new in sorted(changes, key=lambda change: (change[0], -change[1])):
        if start >= position:
            parts += (text[position:start], new)
            position = end
    parts.append(text[position:])
    return "".join(parts)


def plain_line(line: str) -> str:
    """Return a line of markdown as plain words: links by their text, without marks."""
    changes: list[tuple[int, int, str]] = []
    for link in find_links(line):
        words = line[slice(*link.label)] if link.form is not LinkForm.WIKILINK else ""
        if link.form is LinkForm.WIKILINK:
            words = line[slice(*link.label)].strip() or link.target
        changes.append((link.start, link.end, words))
    bare = _LINE_START.sub("", splice(line, changes))
    return one_line(_MARKS.sub("", _ESCAPE.sub(r"\1", bare)))


def split_target(target: str) -> tuple[str, str]:
    """Split a target into its path, decoded, and its anchor, decoded, without query."""
    path, _, anchor = target.partition("#")
    return unquote(path.partition("?")[0]), unquote(anchor)


def scheme_of(target: str) -> str:
    """Return the scheme of a target in lower case, empty where it has none; `//` counts as one.

    Browsers pass over white space and control characters in a scheme, so this does, too.
    """
    bare = _IGNORED_IN_SCHEME.sub("", unescape(target))
    if bare.startswith(("//", "\\\\", "/\\")):
        return "//"
    match = _SCHEME.match(bare)
    return match[1].lower() if match else ""


_LINE_START = re.compile(
    r"^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?|#{1,6}[ \t]+)?"
)
_MARKS = re.compile(r"[*`]+|(?<!\w)_+|_+(?!\w)|~~")
_IGNORED_IN_SCHEME = re.compile(r"[\x00-\x20\x7f-\x9f]")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")

# Every branch begins with a literal, which lets the engine skip prose at the speed of a charset.
_TOKEN = re.compile(r"\\|`|!\[|\[|\]|<")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_DESTINATION = re.compile(
    r"""\([ \t]*\n?[ \t]*
    (?:<(?P<angle>(?:[^<>\n\\]|\\.)*)>|(?P<bare>(?!<)(?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.|\([^\s()]*\))*\))*))
    (?:[ \t]*\n?[ \t]*(?<=\s)(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\)))?
    [ \t]*\n?[ \t]*\)""",
    re.VERBOSE,
)
_WIKILINK = re.compile(r"\[\[(?P<target>[^\[\]\n|]*?)(?:\\?\|(?P<label>[^\[\]\n]*))?\]\]")
_LABEL_TAIL = re.compile(r"\[([^\[\]]{0,999})\]")
_DEFINITION = re.compile(
    r"^[ >]{0,8}\[(?P<label>(?!\^)(?:[^\[\]\\\n]|\\.){1,999})\]:[ \t]*\n?[ \t]*"
    r"(?:<(?P<angle>[^<>\n]*)>|(?P<bare>[^\s<]\S*))",
    re.MULTILINE,
)
_TAG = re.compile(r"<(?:[A-Za-z/?!])(?:[^<>\"'\n]|\"[^\"\n]*\"|'[^'\n]*')*>")
_AUTOLINK = re.compile(r"<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*)>")
_BLANK_LINE = re.compile(r"\n[ \t>]*(?:\n|\Z)")


class _Scan:
    """One pass over one text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._skips = code_ranges(text)
        self._skip_starts = [start for start, _ in self._skips]
        self._definitions = list(self._find_definitions()) if "]:" in text else []
        self._labels = {_fold(text[slice(*found.label)]): found for found in self._definitions}
        self._definition_starts = {found.label[0] - 1: found for found in self._definitions}
        self._paragraph_end = 0

    def links(self) -> list[FoundLink]:
        """Scan the text; brackets pair like parentheses, and a link holds no link."""
        text, found = self._text, list[FoundLink]()
        open_brackets: list[tuple[int, bool]] = []
        position = 0
        for match in _TOKEN.finditer(text):
            start = match.start()
            if start < position:
                continue
            if self._skips and (skip_end := self._skip_end(start)) > start:
                position = skip_end
                continue
            token, position = match.group(), match.end()
            if token == "`":
                position = self._after_code_span(start)
            elif token == "<":
                position = self._after_tag(start, found)
            elif token == "\\":
                position += 1
            elif token == "]":
                link = self._close(start, open_brackets)
                if link is not None:
                    found.append(link)
                    position = link.end
            else:
                position = self._open(start, token, found, open_brackets)
        return found

    def _open(
        self, start: int, token: str, found: list[FoundLink], brackets: list[tuple[int, bool]]
    ) -> int:
        bracket = start + len(token) - 1
        if self._text.startswith("[[", bracket):
            wikilink = _WIKILINK.match(self._text, bracket)
            if wikilink is not None:
                target, words = wikilink.group("target", "label")
                target = target.strip().rstrip("\\")
                if target or words:
                    label = wikilink.span("label") if words else (0, 0)
                    place, end = wikilink.span("target"), wikilink.end()
                    form, is_image = LinkForm.WIKILINK, token == "!["
                    found.append(FoundLink(form, is_image, start, end, label, place, target))
                    return end
        definition = self._definition_starts.get(bracket)
        if definition is not None:
            found.append(definition)
            return definition.end
        brackets.append((start, len(token) == 2))
        return bracket + 1

    def _close(self, close: int, brackets: list[tuple[int, bool]]) -> FoundLink | None:
        if not brackets:
            return None
        start, is_image = brackets.pop()
        label = (start + 1 + is_image, close)
        if label[1] - label[0] > MAX_LABEL:
            return None
        link = self._inline(start, label, is_image) or self._reference(start, label, is_image)
        if link is not None and not is_image:
            # A link holds no link, so what is still open around this one can only be an image.
            brackets[:] = [bracket for bracket in brackets if bracket[1]]
        return link

    def _inline(self, start: int, label: tuple[int, int], is_image: bool) -> FoundLink | None:
        match = _DESTINATION.match(self._text, label[1] + 1)
        if match is None:
            return None
        group = "bare" if match["angle"] is None else "angle"
        target = unescape(_ESCAPE.sub(r"\1", match[group]))
        place = match.span(group)
        if group == "angle":
            place = (place[0] - 1, place[1] + 1)
        return FoundLink(LinkForm.INLINE, is_image, start, match.end(), label, place, target)

    def _reference(self, start: int, label: tuple[int, int], is_image: bool) -> FoundLink | None:
        if not self._labels:
            return None
        tail = _LABEL_TAIL.match(self._text, label[1] + 1)
        end = tail.end() if tail else label[1] + 1
        name = tail[1] if tail and tail[1].strip() else self._text[slice(*label)]
        found = self._labels.get(_fold(name))
        if found is None:
            return None
        place = (label[1] + 1, end)
        return FoundLink(LinkForm.REFERENCE, is_image, start, end, label, place, found.target)

    def _find_definitions(self) -> Iterator[FoundLink]:
        for match in _DEFINITION.finditer(self._text):
            if self._skip_end(match.start("label")) > match.start("label"):
                continue
            group = "bare" if match["angle"] is None else "angle"
            place = match.span(group)
            if group == "angle":
                place = (place[0] - 1, place[1] + 1)
            target = unescape(_ESCAPE.sub(r"\1", match[group]))
            yield FoundLink(
                LinkForm.DEFINITION,
                False,
                match.start("label") - 1,
                match.end(),
                match.span("label"),
                place,
                target,
            )

    def _after_tag(self, start: int, found: list[FoundLink]) -> int:
        """Return where scanning goes on after a comment, a tag or a mere `<`."""
        text = self._text
        if text.startswith("<!--", start):
            end = text.find("-->", start + 4)
            return len(text) if end < 0 else end + 3
        autolink = _AUTOLINK.match(text, start)
        if autolink is not None:
            place = autolink.span(1)
            found.append(
                FoundLink(
                    LinkForm.AUTOLINK, False, start, autolink.end(), place, place, autolink[1]
                )
            )
            return autolink.end()
        tag = _TAG.match(text, start)
        return tag.end() if tag else start + 1

    def _after_code_span(self, start: int) -> int:
        """Return the end of the code span that opens here, or of the backticks where none does."""
        text = self._text
        end = start + 1
        while text.startswith("`", end):
            end += 1
        if end > self._paragraph_end:
            blank = _BLANK_LINE.search(text, end)
            self._paragraph_end = blank.start() if blank else len(text)
        ticks, length = text[start:end], end - start
        closing = text.find(ticks, end, self._paragraph_end)
        while closing >= 0:
            # A run of another length is not the end; runs left open differ in length, so few are.
            after = closing + length
            while text.startswith("`", after):
                after += 1
            if after - closing == length:
                return after
            closing = text.find(ticks, after, self._paragraph_end)
        return end

    def _skip_end(self, position: int) -> int:
        index = bisect_right(self._skip_starts, position) - 1
        return self._skips[index][1] if index >= 0 else -1


def _fold(label: str) -> str:
    return " ".join(label.split()).casefold()


# --- code -------------------------------------------------------------------------------------

_FENCE_RUN = re.compile("```+|~~~+")
MAX_FENCE_LEAD = 200
"""Characters before a fence on its line: indentation, quote signs, list marks."""
_FENCE_LEAD = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*")
_LIST_MARK = re.compile(r"[ ]*(?:[-*+]|\d{1,9}[.)])([ ]+|$)")


def code_ranges(text: str) -> list[tuple[int, int]]:
    """Return the ranges of fenced and indented code blocks, in order."""
    fenced = list(_fenced_ranges(text)) if "```" in text or "~~~" in text else []
    if not _may_be_indented(text):
        return fenced
    return sorted(fenced + list(_indented_ranges(text, fenced)))


def _may_be_indented(text: str) -> bool:
    """Say whether a blank line, or nothing, stands before a line that is indented by four."""
    if "\t" in text or text.startswith("    "):
        return True
    at = text.find("\n    ")
    while at >= 0:
        if not text[text.rfind("\n", 0, at) + 1 : at].strip():
            return True
        at = text.find("\n    ", at + 5)
    return False


def _fenced_ranges(text: str) -> Iterator[tuple[int, int]]:
    position = 0
    while (opening := _opening_fence(text, position)) is not None:
        start, fence = opening
        closing = _closing_fence(fence[0], len(fence)).search(text, start + len(fence))
        position = closing.end() if closing else len(text)
        yield start, position


def _opening_fence(text: str, position: int) -> tuple[int, str] | None:
    """Return the next fence that opens a block: alone on its line, but for an info string."""
    for run in _FENCE_RUN.finditer(text, position):
        start = run.start()
        # Bounded, so that a long line full of backticks is not read from its start again and again.
        line_start = text.rfind("\n", max(0, start - MAX_FENCE_LEAD), start) + 1
        if line_start == 0 and start > MAX_FENCE_LEAD:
            continue
        if _FENCE_LEAD.fullmatch(text, line_start, start) is None:
            continue
        line_end = text.find("\n", run.end())
        info = text[run.end() : line_end if line_end >= 0 else len(text)]
        if run.group()[0] == "~" or "`" not in info:
            return start, run.group()
    return None


@cache
def _closing_fence(character: str, length: int) -> re.Pattern[str]:
    return re.compile(rf"^[ \t>]*{re.escape(character)}{{{length},}}[ \t]*$", re.MULTILINE)


def _indented_ranges(text: str, fenced: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the lines that are code because they are indented by four more than their list."""
    offsets: list[int] = []
    position, after_blank, code_indent = 0, True, -1
    fences = iter([*fenced, (len(text) + 1, len(text) + 1)])
    fence = next(fences)
    for line in text.split("\n"):
        start, position = position, position + len(line) + 1
        while start >= fence[1]:
            fence = next(fences)
        in_fence = fence[0] < position
        if in_fence and start > fence[0]:
            continue
        expanded = line.expandtabs(4)
        bare = expanded.lstrip(" ")
        if not bare:
            after_blank = True
            continue
        indent = len(expanded) - len(bare)
        if code_indent >= 0 and indent >= code_indent and not in_fence:
            yield start, start + len(line)
            continue
        code_indent = -1
        mark = _LIST_MARK.match(expanded)
        # Anything but a lazy line of a paragraph ends the lists it does not stand in.
        if after_blank or in_fence or mark is not None or bare[0] in "#>":
            while offsets and indent < offsets[-1]:
                offsets.pop()
        inner = offsets[-1] if offsets else 0
        if after_blank and indent >= inner + 4 and not in_fence:
            code_indent = inner + 4
            yield start, start + len(line)
        elif mark is not None:
            offsets.append(mark.end() if 0 < len(mark[1]) < 5 else mark.start(1) + 1)
        after_blank = False
