"""Reading values out of decoded JSON that may hold anything anywhere.

Logs change shape about monthly and are written by crashing programs, so nothing here raises: what
is not of the expected kind is empty.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from tesserae.model.graph import JsonValue

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MAX_COUNT = 1 << 53
MAX_NESTING = 24
"""Deeper parts of a tool's arguments are left out."""

_EMPTY: Mapping[str, Any] = {}


def text_field(record: Mapping[str, Any], *keys: str) -> str:
    """Return the first of these fields that is a text and not empty."""
    for key in keys:
        value = record.get(key)
        if value and isinstance(value, str):
            return value if value.isascii() and "\0" not in value else clean(value)
    return ""


def mapping_field(record: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """Return a field that is an object; empty where it is something else."""
    value = record.get(key)
    return value if isinstance(value, dict) else _EMPTY


def list_field(record: Mapping[str, Any], key: str) -> Sequence[Any]:
    """Return a field that is an array; empty where it is something else."""
    value = record.get(key)
    return value if isinstance(value, list) else ()


def count_field(record: Mapping[str, Any], key: str) -> int:
    """Return a field that counts something; 0 for what cannot be a count."""
    value = record.get(key)
    if value.__class__ is int:
        return value if 0 <= value < MAX_COUNT else 0
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 17:
        value = int(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        return 0
    return value if 0 <= value < MAX_COUNT else 0


def instant_field(record: Mapping[str, Any], key: str) -> datetime | None:
    """Return a field that is a time: an ISO 8601 text, or milliseconds since 1970."""
    return parse_instant(record.get(key))


def parse_instant(value: object) -> datetime | None:
    """Parse a time; a text without a zone is UTC, as all three agents write it."""
    try:
        if isinstance(value, str):
            at = datetime.fromisoformat(value)
            return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
        if isinstance(value, int | float) and not isinstance(value, bool) and value > 0:
            return EPOCH + timedelta(milliseconds=value)
    except (ValueError, OverflowError):
        return None
    return None


def clean(text: str) -> str:
    """Take out what no file can hold: NUL, and halves of surrogate pairs."""
    if "\0" in text:
        text = text.replace("\0", "")
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        # Through UTF-16, so that two halves that were written one by one become a character.
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def cut(text: str, limit: int) -> str:
    """Cut text to about `limit` characters and say how much is missing."""
    if len(text) <= limit:
        return text
    return f"{text[:limit]}\n[{len(text) - limit:,} more characters]"


def json_value(value: object, *, limit: int, depth: int = 0) -> JsonValue:
    """Copy decoded JSON with its texts cleaned and cut and its depth bounded."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return cut(clean(value), limit)
    if isinstance(value, float):
        # NaN and the infinities are not JSON, though Python reads and writes them.
        return value if abs(value) < float("inf") else None
    if depth >= MAX_NESTING:
        return None
    if isinstance(value, list):
        return [json_value(item, limit=limit, depth=depth + 1) for item in value]
    if isinstance(value, dict):
        return {
            clean(key): json_value(item, limit=limit, depth=depth + 1)
            for key, item in value.items()
        }
    return None


def decode_arguments(value: object) -> object:
    """Return a tool's arguments, which some agents write as a text that holds JSON."""
    if isinstance(value, str) and value[:1] in {"{", "["}:
        decoded = load_json(value)
        return value if decoded is None else decoded
    return value


def load_json(text: str) -> object:
    """Decode a text that should hold JSON; None where it does not."""
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value
