"""Answers in pages that a client can hold; the pages of one answer join to its bytes.

A cursor names a place in one answer: it holds only for the same arguments and the same compile.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from tesserae.errors import QueryError

MAX_BYTES = 60_000
"""UTF-8 bytes of a page: under 25,000 tokens whether it holds English, code or Chinese."""
_DIGEST = 12


@dataclass(frozen=True, slots=True)
class Page:
    """A part of an answer."""

    text: str
    cursor: str = ""
    """Where the next part begins; empty after the last."""


def page_of_text(text: str, cursor: str, *, key: str) -> Page:
    """Return the part of a text that a cursor points at.

    Args:
        text: The whole answer.
        cursor: From the page before; empty for the first.
        key: What the answer depends on: tool, arguments and generation.

    Raises:
        QueryError: The cursor belongs to another answer.
    """
    start = _place(cursor, key)
    if start and start >= len(text):
        raise QueryError("the cursor lies behind the end; call again without cursor")
    end = start + _fitting(text[start : start + MAX_BYTES])
    if end < len(text):
        line_end = text.rfind("\n", start + (end - start) // 2, end) + 1
        end = line_end or end
    return Page(text[start:end], _cursor(end, key) if end < len(text) else "")


def page_of_items(items: Sequence[str], cursor: str, *, limit: int, key: str) -> Page:
    """Return the items that a cursor points at, a line break after each.

    Args:
        items: All items of the answer.
        cursor: From the page before; empty for the first.
        limit: How many items at the most.
        key: What the answer depends on, `limit` apart.

    Raises:
        QueryError: The cursor belongs to another answer.
    """
    start = _place(cursor, key)
    size, end = 0, start
    for item in items[start : start + limit]:
        size += len(item.encode("utf-8", "replace")) + 1
        if size > MAX_BYTES and end > start:
            break
        end += 1
    text = "".join(f"{item}\n" for item in items[start:end])
    text = text[: _fitting(text)]
    return Page(text, _cursor(end, key) if end < len(items) else "")


def answer_key(*parts: object) -> str:
    """Name an answer by what it depends on."""
    return hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()[:_DIGEST]


def _fitting(text: str) -> int:
    """Return how many characters of a text fit on a page."""
    data = text.encode("utf-8", "replace")
    if len(data) <= MAX_BYTES:
        return len(text)
    return len(data[:MAX_BYTES].decode("utf-8", "ignore"))


def _cursor(place: int, key: str) -> str:
    return base64.urlsafe_b64encode(f"{key}:{place}".encode()).decode().rstrip("=")


def _place(cursor: str, key: str) -> int:
    if not cursor:
        return 0
    try:
        data = base64.urlsafe_b64decode(cursor.encode() + b"=" * (-len(cursor) % 4)).decode()
    except (ValueError, binascii.Error) as error:
        raise QueryError("this is no cursor of ours; call again without cursor") from error
    made_for, _, place = data.rpartition(":")
    if not place.isdigit() or not made_for:
        raise QueryError("this is no cursor of ours; call again without cursor")
    if made_for != key:
        raise QueryError(
            "the cursor belongs to other arguments, or the project was compiled anew since; call "
            "again without cursor"
        )
    return int(place)
