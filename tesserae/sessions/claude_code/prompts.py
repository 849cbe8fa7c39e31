"""Telling what a person typed from what Claude Code wrote in a person's name.

Most `user` records are tool results, reminders and echoes of local commands. A person may quote
any of their tags, so only the beginning of a text decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tesserae.sessions.fields import clean, mapping_field, text_field

IMAGE = "[Image]"

_HUMAN_ORIGINS = frozenset(("human", "user", "cli"))
_INJECTED = (
    "<local-command-caveat>",
    "Caveat: The messages below",
    "<local-command-stdout>",
    "<local-command-stderr>",
    "<bash-input>",
    "<bash-stdout>",
    "<bash-stderr>",
    "<task-notification>",
    "<user-memory-input>",
    "This session is being continued from a previous conversation",
    "[Request interrupted",
    "Stop hook feedback:",
)
_ENVELOPE = re.compile(
    r"\s*<(system-reminder|ide_opened_file|ide_selection|ide_diagnostics)\b[^>]*>.*?</\1>\s*",
    re.DOTALL,
)
_COMMAND = re.compile(r"\s*<command-(?:name|message)>")
_COMMAND_NAME = re.compile(r"<command-name>\s*(.*?)\s*</command-name>", re.DOTALL)
_COMMAND_ARGUMENTS = re.compile(r"<command-args>\s*(.*?)\s*</command-args>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Prompt:
    """The text of a user record, and whether a person wrote it."""

    text: str
    is_human: bool


def read_prompt(record: Mapping[str, Any], content: object) -> Prompt:
    """Read a user record that is not a tool's result.

    Args:
        record: Carries the provenance: `isMeta`, `isCompactSummary`, `origin`.
        content: A text, a list of texts and blocks, or one block.
    """
    raw = "\n".join(part for part in _parts(content) if part)
    text = strip_envelopes(raw)
    typed = _typed_text(text)
    is_human = bool(typed) and record.get("isMeta") is not True
    is_human = is_human and record.get("isCompactSummary") is not True
    if "origin" in record:
        kind = text_field(mapping_field(record, "origin"), "kind")
        is_human = is_human and kind in _HUMAN_ORIGINS
    # A record that holds envelopes only is shown as it is.
    return Prompt(typed if is_human else text or raw.strip(), is_human)


def read_queued(attachment: Mapping[str, Any]) -> Prompt:
    """Read a prompt that was typed while a tool ran."""
    prompt = read_prompt(attachment, attachment.get("prompt"))
    mode = text_field(attachment, "commandMode")
    return Prompt(prompt.text, prompt.is_human and mode in {"", "prompt"})


def strip_envelopes(text: str) -> str:
    """Take away the reminders and editor notes that stand before a prompt."""
    while match := _ENVELOPE.match(text):
        text = text[match.end() :]
    return text.strip()


def _typed_text(text: str) -> str:
    """Return what a person typed; empty where the text was injected as a whole."""
    if text.startswith(_INJECTED) or text.startswith("<system-reminder>"):
        return ""
    if _COMMAND.match(text):
        name = _COMMAND_NAME.search(text)
        arguments = _COMMAND_ARGUMENTS.search(text)
        if name is None or arguments is None or not arguments[1]:
            return ""
        return f"{name[1]} {arguments[1]}"
    return text


def _parts(content: object) -> Iterator[str]:
    """Yield the texts of a message; a picture is named."""
    if isinstance(content, str):
        yield clean(content)
    elif isinstance(content, list):
        for block in content:
            yield from _block_parts(block)
    elif isinstance(content, dict):
        yield from _block_parts(content)


def _block_parts(block: object) -> Iterator[str]:
    if isinstance(block, str):
        yield clean(block)
    elif isinstance(block, dict):
        kind = block.get("type")
        if kind == "text":
            # A reminder may be a block of its own behind the prompt.
            text = text_field(block, "text")
            yield strip_envelopes(text) or text
        elif kind in {"image", "document"}:
            yield IMAGE if kind == "image" else "[Document]"
