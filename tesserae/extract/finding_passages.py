"""The passages of a message in which one of the words stands that a finding cannot do without.

Most of what agents write states nothing. A search for fixed words is a hundred times as fast as
reading markdown, so only the passages that it lets through are read.
"""

from __future__ import annotations

import re

_WORDS = (
    *("decision", "decided", "agreed", "opted", "settle", "go with", "go for", "going with"),
    *("stick with", "sticking with", "chose", "picked", "instead of", "rather than"),
    *("insight", "findings", "root cause", "actual ", "real ", "underlying", "turns out"),
    *("turn out", "turned out", "caused by", "due to", "because", "the bug", "the failure"),
    *("the error", "the crash", "the regression", "the problem", "the issue", "found "),
    *("discovered", "learned", "realised", "realized", "todo", "to-do", "next step"),
    *("remaining", "outstanding", "open work", "open item", "open task", "open question"),
    *("unresolved", "follow-up", "followup", "still ", "left to", "later", "tomorrow"),
    *("afterwards", "leaving", "left ", "action item", "to be done", "[ ]", "hypothes"),
    *("suspect", "guess", "theory", "takeaway", "take-away", "lesson", "tl;dr", "tldr"),
    *("next time", "hindsight"),
)
_CHARACTERS = re.compile("[决商选敲用待后剩未开假猜推怀可经教要下事原根发洞还仍明之以问结改采主关]")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})", re.MULTILINE)
_LIST = re.compile(r" {0,3}(?:[-*+]|\d{1,3}[.)])\s")


def passages_that_may_state(text: str) -> str:
    """Return those passages as markdown; a list goes with the line or the heading above it."""
    if not may_state(text):
        return ""
    kept: list[str] = []
    fence = ""
    is_followed = False
    for passage in text.split("\n\n"):
        inside, fence = fence, _fence_after(passage, fence)
        if inside:
            is_followed = False
        elif may_state(passage) or (is_followed and _LIST.match(passage)):
            # A fence that begins here ends elsewhere, and would swallow the passages behind it.
            kept.append(f"{passage}\n{fence}" if fence else passage)
            is_followed = True
        else:
            is_followed = False
    return "\n\n".join(kept)


def may_state(text: str) -> bool:
    """Say whether one of the words stands in a text."""
    lowered = text.lower()
    if any(word in lowered for word in _WORDS):
        return True
    return not text.isascii() and _CHARACTERS.search(text) is not None


def last_paragraph(text: str) -> str:
    """Return the last paragraph of a message; empty where it lies in a block of code."""
    before, _, last = text.rstrip().rpartition("\n\n")
    fence = ""
    for passage in before.split("\n\n") if "```" in before or "~~~" in before else ():
        fence = _fence_after(passage, fence)
    return "" if fence else last


def _fence_after(passage: str, fence: str) -> str:
    """Return the fence that is open behind a passage, given the one that is open before it."""
    if "```" not in passage and "~~~" not in passage:
        return fence
    for match in _FENCE.finditer(passage):
        if not fence:
            fence = match[1]
        elif match[1].startswith(fence):
            fence = ""
    return fence
