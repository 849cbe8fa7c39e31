"""The content blocks and counts in a Claude Code record, which may hold anything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tesserae.model.session import Tokens
from tesserae.sessions.fields import count_field, text_field

CALL_BLOCKS = frozenset(("tool_use", "server_tool_use"))


def parent_of(fields: Mapping[str, Any]) -> str:
    """Return the id of the record before this one in the tree."""
    # Compaction cuts the tree; the record that starts the new one says where it was.
    return text_field(fields, "parentUuid", "logicalParentUuid")


def is_result(block: object) -> bool:
    """Say whether a block is a tool's answer."""
    return isinstance(block, dict) and block.get("type") == "tool_result"


def content_blocks(content: object) -> list[Mapping[str, Any]]:
    """Return a message's blocks; a bare text, and a text among them, becomes a text block."""
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    if isinstance(content, dict):
        return [content]
    if isinstance(content, list):
        return [
            block if isinstance(block, dict) else {"type": "text", "text": block}
            for block in content
            if isinstance(block, dict | str)
        ]
    return []


def output_parts(content: object) -> Iterator[str]:
    """Yield the texts in a tool's answer."""
    for block in content_blocks(content):
        if text := text_field(block, "text"):
            yield text
        elif block.get("type") == "image":
            yield "[Image]"


def read_tokens(usage: Mapping[str, Any]) -> Tokens:
    """Read the usage of a response; its four counts are disjoint."""
    return Tokens(
        input=count_field(usage, "input_tokens"),
        cache_read=count_field(usage, "cache_read_input_tokens"),
        cache_write=count_field(usage, "cache_creation_input_tokens"),
        output=count_field(usage, "output_tokens"),
    )
