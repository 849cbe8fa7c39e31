"""Front matter made safe to print: themes put titles, descriptions and authors into HTML raw."""

from __future__ import annotations

import html
from collections.abc import MutableMapping
from typing import Any

_PRINTED = ("title", "subtitle", "description", "author", "status", "icon")
_MARKUP = frozenset("<>\"'")


def make_inert(meta: MutableMapping[str, Any]) -> None:
    """Escape, in place, the values that themes print; a title that is no text becomes one."""
    for name in _PRINTED:
        value = meta.get(name)
        if isinstance(value, list):
            meta[name] = [inert_text(item) for item in value]
        elif value is not None and not isinstance(value, dict):
            meta[name] = inert_text(value)


def inert_text(value: object) -> str:
    """Return a value as text without live markup; text that has none stays as it is."""
    text = str(value)
    if _MARKUP.isdisjoint(text):
        return text
    # Unescaped first: a title that the user escaped already must not show its entities.
    return html.escape(html.unescape(text), quote=True)
