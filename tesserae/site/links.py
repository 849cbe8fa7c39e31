"""Markdown whose link targets can be replaced, so that the same words serve with other links.

One page is written up to three times (for MkDocs, for its siblings, for llms-full.txt) but scanned
once. Code spans, fences and escapes stay as they are; inline links, images, reference definitions
and the `href`/`src` of raw HTML are found. The scan is linear, whatever the text. It finds targets
only: what tells links apart and splices whole links is `tesserae.wiki.links`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

Rewrite = Callable[[str], str]
"""From a target, escapes undone, to the target to write."""

_INLINE = re.compile(r"(?<!\\)\]\(((?:[^\s()<>\\]++|\\.|\([^\s()<>\\]*+\))++)(?=\)|\s++[\"'(])")
_NEEDS_A_SCAN = re.compile(r"[`<]|~~~|\]:")
_FENCE = re.compile(r"^ {0,3}(?:> ?)*+(`{3,}+|~{3,}+)(.*)$", re.MULTILINE)
_STOP = re.compile(r"`+|\\|\]\(|<(?:a|img)\s", re.IGNORECASE)
_TARGET = re.compile(
    r"[ \t]*+\n?[ \t]*+"
    r"(?:<([^<>\n]{0,2000}+)>|((?:[^\s()<\\]++|\\.|\((?:[^\s()\\]++|\\.)*+\))++))"
    r"(?=\s*+[)\"'(])"
)
_ATTRIBUTE = re.compile(r"(\b(?:href|src)\s*=\s*)(?:\"([^\"<>]*)\"|'([^'<>]*)')", re.IGNORECASE)
_DEFINITION = re.compile(
    r"^( {0,3}\[[^\^\]\n][^\]\n]*\]:[ \t]+)(?:<([^<>\n]*)>|(\S+))(.*)$", re.MULTILINE
)
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_NEEDS_ANGLES = re.compile(r"[ ()<>\\\t\n]")
_MAX_TAG = 4000


class LinkedText:
    """A markdown text that can be written with other link targets.

    What is written is the text with `rewrite(retarget(target))` in place of every target; neither
    function may depend on anything but the target.
    """

    __slots__ = ("_cut", "_markdown", "_retarget")

    def __init__(self, markdown: str, retarget: Rewrite | None = None) -> None:
        self._markdown = markdown
        self._retarget = retarget
        self._cut: _Cut | None = None

    def __str__(self) -> str:
        """Write the text for the place where it stands."""
        return self.render(None)

    def render(self, rewrite: Rewrite | None) -> str:
        """Write the text with every target rewritten once more."""
        change = _chain(self._retarget, rewrite)
        if change is None:
            return self._markdown
        # Without code and raw HTML a link is a link wherever it stands: most pages of ours.
        if not _NEEDS_A_SCAN.search(self._markdown):
            return _INLINE.sub(lambda match: f"]({_written(change, match[1])}", self._markdown)
        if self._cut is None:
            self._cut = _cut(self._markdown)
        return self._cut.render(change)


@dataclass(frozen=True, slots=True)
class _Cut:
    """A text whose link targets stand apart: literal, target, literal, target, …, literal."""

    pieces: tuple[str, ...]
    in_html: frozenset[int] = frozenset()
    """Indexes of the targets that stand in an attribute of raw HTML."""

    def render(self, change: Rewrite) -> str:
        pieces = list(self.pieces)
        for index in range(1, len(pieces), 2):
            target = change(pieces[index])
            pieces[index] = target if index in self.in_html else markdown_target(target)
        return "".join(pieces)


def _chain(first: Rewrite | None, second: Rewrite | None) -> Rewrite | None:
    if first is None or second is None:
        return first or second
    return lambda target: second(first(target))


def _written(change: Rewrite, target: str) -> str:
    return markdown_target(change(_plain(target)))


def _cut(markdown: str) -> _Cut:
    """Cut a text at its link targets."""
    if "](" not in markdown and "]:" not in markdown and "<" not in markdown:
        return _Cut((markdown,))
    cuts = _Cuts(markdown)
    start = 0
    fence = ""
    for mark in _FENCE.finditer(markdown):
        run, rest = mark[1], mark[2]
        if not fence and not (run[0] == "`" and "`" in rest):
            cuts.scan(start, mark.start())
            fence = run
        elif fence and run.startswith(fence) and not rest.strip():
            start, fence = mark.end(), ""
    if not fence:
        cuts.scan(start, len(markdown))
    return cuts.cut()


def rewrite_links(markdown: str, rewrite: Rewrite) -> str:
    """Return a text with every link target replaced by what `rewrite` says."""
    return LinkedText(markdown).render(rewrite)


def markdown_target(target: str) -> str:
    """Write a target so that it can stand between `](` and `)`."""
    if target and not _NEEDS_ANGLES.search(target):
        return target
    return f"<{target.replace('<', '%3C').replace('>', '%3E').replace(chr(10), '%0A')}>"


class _Cuts:
    """Collects where targets stand; stretches are scanned in order."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._pieces: list[str] = []
        self._in_html: set[int] = set()
        self._done = 0
        self._code = _CodeSpans(text)

    def cut(self) -> _Cut:
        """Return what was found."""
        return _Cut((*self._pieces, self._text[self._done :]), frozenset(self._in_html))

    def scan(self, start: int, end: int) -> None:
        """Find the targets between two fences."""
        text = self._text
        definitions = self._definitions(start, end)
        position = start
        while stop := _STOP.search(text, position, end):
            mark = stop[0]
            while definitions and definitions[0].start() < stop.start():
                self._cut_target(definitions.pop(0), 2)
            position = stop.end()
            if mark == "\\":
                position += 1
            elif mark[0] == "`":
                position = min(self._code.end_of(stop.start(), len(mark)), end)
            elif mark == "](":
                target = _TARGET.match(text, position, end)
                if target is not None:
                    self._cut_target(target, 1)
                    position = target.end()
            else:
                close = text.find(">", position, min(end, position + _MAX_TAG))
                if close > 0:
                    self._cut_tag(stop.start(), close)
                    position = close
        for definition in definitions:
            self._cut_target(definition, 2)

    def _definitions(self, start: int, end: int) -> list[re.Match[str]]:
        if self._text.find("]:", start, end) < 0:
            return []
        return list(_DEFINITION.finditer(self._text, start, end))

    def _cut_target(self, match: re.Match[str], group: int) -> None:
        angled, bare = match[group], match[group + 1]
        if angled is not None:
            start, end = match.start(group) - 1, match.end(group) + 1
        else:
            start, end = match.span(group + 1)
        self._cut(start, end, _plain(angled if angled is not None else bare))

    def _cut_tag(self, start: int, end: int) -> None:
        for attribute in _ATTRIBUTE.finditer(self._text, start, end):
            group = 2 if attribute[2] is not None else 3
            if self._cut(*attribute.span(group), attribute[group]):
                self._in_html.add(len(self._pieces) - 1)

    def _cut(self, start: int, end: int, target: str) -> bool:
        if start < self._done:
            return False
        self._pieces += (self._text[self._done : start], target)
        self._done = end
        return True


class _CodeSpans:
    """Finds where code spans end; runs of backticks are listed once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ends: dict[int, list[int]] | None = None

    def end_of(self, start: int, length: int) -> int:
        """Return the end of the code span that opens at `start`, or of the run if none closes."""
        if self._ends is None:
            self._ends = {}
            for run in re.finditer("`+", self._text):
                self._ends.setdefault(len(run[0]), []).append(run.end())
            for ends in self._ends.values():
                ends.reverse()
        ends = self._ends.get(length, [])
        while ends and ends[-1] <= start + length:
            ends.pop()
        return ends[-1] if ends else start + length


def _plain(target: str) -> str:
    return _ESCAPED.sub(r"\1", target) if "\\" in target else target
