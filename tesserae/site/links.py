"""Markdown whose link targets can be replaced, so that the same words serve with other links.

One page is written up to three times (for MkDocs, for its siblings, for llms-full.txt) but scanned
once. Code spans, fences and escapes stay as they are; inline links, images, reference definitions
and the `href`/`src` of raw HTML are found. The scan is linear, whatever the text. It finds targets
only: what tells links apart and splices whole links is `tesserae.wiki.links`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

Rewrite = Callable[[str], str]
"""From a target, escapes undone, to the target to write."""

_INLINE = re.compile(
    r"(?<=\]\()(?<!\\\]\()((?:[^\s()<>\\]++|\\.|\([^\s()<>\\]*+\))++)(?=\)|\s++[\"'(])"
)
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


class LinkTable(dict[str, str]):
    """Where targets lead, each found out once: `table.__getitem__` is a fast `Rewrite`."""

    def __init__(self, find: Rewrite) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, target: str) -> str:
        """Find out where a target leads that was not asked for before."""
        new = self[target] = self._find(target)
        return new


@dataclass(frozen=True, slots=True)
class Scan:
    """A text cut at its targets: a literal, a target, a literal, a target, …, a literal."""

    literals: Sequence[str]
    written: Sequence[str]
    """The targets as they stand in the text."""
    targets: Sequence[str]
    """The same without brackets and escapes."""
    in_html: frozenset[int] = frozenset()
    """Which of them stand in an attribute of raw HTML."""

    def render(self, targets: Iterable[str]) -> str:
        """Write the text with other targets; one that is the same keeps its spelling."""
        new = [
            written if target == old else markdown_target(target)
            for written, old, target in zip(self.written, self.targets, targets, strict=True)
        ]
        for index in self.in_html:
            new[index] = new[index].removeprefix("<").removesuffix(">").replace('"', "%22")
        # Literals and targets take turns.
        parts = [""] * (len(new) * 2 + 1)
        parts[::2] = self.literals
        parts[1::2] = new
        return "".join(parts)


class LinkedText:
    """A markdown text that can be written with other link targets; it is scanned once."""

    __slots__ = ("_markdown", "_retarget", "_scan", "_targets")

    def __init__(self, markdown: str, retarget: Rewrite | None = None) -> None:
        """Hold a text.

        Args:
            markdown: The text as it was written.
            retarget: From its targets to those of the place where it stands now.
        """
        self._markdown = markdown
        self._retarget = retarget
        self._scan: Scan | None = None
        self._targets: Sequence[str] = ()

    def __str__(self) -> str:
        """Write the text for the place where it stands."""
        return self._markdown if self._retarget is None else self.render(None)

    def render(self, rewrite: Rewrite | None) -> str:
        """Write the text with other targets than those of the place where it stands."""
        if self._scan is None:
            self._scan = scan_links(self._markdown)
            self._targets = self._scan.targets
            if self._retarget is not None:
                self._targets = list(map(self._retarget, self._targets))
        scan, targets = self._scan, self._targets
        new = targets if rewrite is None else list(map(rewrite, targets))
        return scan.render(new)


def scan_links(markdown: str) -> Scan:
    """Cut a text at its link targets."""
    if _NEEDS_A_SCAN.search(markdown):
        return _scan_closely(markdown)
    # Without code and raw HTML a link is a link wherever it stands: most pages of ours.
    pieces = _INLINE.split(markdown)
    written = pieces[1::2]
    targets = [_plain(target) for target in written] if "\\" in markdown else written
    return Scan(pieces[::2], written, targets)


def _scan_closely(markdown: str) -> Scan:
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
    return cuts.result()


def rewrite_links(markdown: str, rewrite: Rewrite) -> str:
    """Return a text with every link target replaced by what `rewrite` says."""
    return LinkedText(markdown).render(rewrite)


@lru_cache(maxsize=1 << 17)
def markdown_target(target: str) -> str:
    """Write a target so that it can stand between `](` and `)`."""
    if target and not _NEEDS_ANGLES.search(target):
        return target
    return f"<{target.replace('<', '%3C').replace('>', '%3E').replace(chr(10), '%0A')}>"


class _Cuts:
    """Collects where targets stand; stretches are scanned in order."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._literals: list[str] = []
        self._written: list[str] = []
        self._targets: list[str] = []
        self._in_html: set[int] = set()
        self._done = 0
        self._code = _CodeSpans(text)

    def result(self) -> Scan:
        """Return what was found."""
        literals = [*self._literals, self._text[self._done :]]
        return Scan(literals, self._written, self._targets, frozenset(self._in_html))

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
                self._in_html.add(len(self._targets) - 1)

    def _cut(self, start: int, end: int, target: str) -> bool:
        if start < self._done:
            return False
        self._literals.append(self._text[self._done : start])
        self._written.append(self._text[start:end])
        self._targets.append(target)
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
