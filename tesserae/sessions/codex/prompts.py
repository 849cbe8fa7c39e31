"""Telling what a person typed from the context that Codex sends in the user's role.

Instructions, the environment and notices are parts of user messages. A part is context when it
starts with a known tag and ends with its end; a prompt may follow in the same part, and a person
may quote a tag in the middle of one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tesserae.sessions.fields import clean, text_field

IMAGE = "[Image]"

_TAGS = (
    "user_instructions",
    "environment_context",
    "extension_context",
    "additional_context",
    "permissions instructions",
    "skill",
    "skills_instructions",
    "apps_instructions",
    "plugins_instructions",
    "collaboration_mode",
    "personality_spec",
    "model_switch",
    "user_shell_command",
    "user_action",
    "turn_aborted",
    "subagent_notification",
    "recommended_plugins",
    "codex_internal_context",
    "goal_context",
    "hook_prompt",
)
_TAGGED = re.compile(
    rf"\s*<({'|'.join(map(re.escape, _TAGS))})\b[^>]*>.*?</\1>\s*", re.DOTALL | re.IGNORECASE
)
_AGENTS_FILE = re.compile(
    r"\s*# AGENTS\.md instructions\b.*?</INSTRUCTIONS>\s*", re.DOTALL | re.IGNORECASE
)
# Warnings that older versions recorded without a tag around them.
_WARNINGS = (
    "Warning: apply_patch was requested via ",
    "Warning: The maximum number of unified exec processes",
    "Warning: Your account was flagged for ",
)
_EDITOR_NOTE = "# Context from my IDE setup:"
_REQUEST = "## My request for Codex:"
_CWD = re.compile(r"(?:<cwd>\s*|^Current working directory:\s*)([^<\n]+)", re.MULTILINE)


def typed_text(text: str) -> str:
    """Return what a person typed in one part of a message; empty where all of it is context."""
    if text.lstrip().startswith(_WARNINGS):
        return ""
    while match := _TAGGED.match(text) or _AGENTS_FILE.match(text):
        text = text[match.end() :]
    if text.lstrip().startswith(_EDITOR_NOTE):
        _, found, request = text.rpartition(_REQUEST)
        text = request if found else text
    return text.strip()


def message_parts(content: object) -> Iterator[str]:
    """Yield the texts of a message's parts; a picture is named."""
    if isinstance(content, str):
        yield clean(content)
        return
    for part in content if isinstance(content, list) else [content]:
        if isinstance(part, str):
            yield clean(part)
        elif isinstance(part, dict):
            kind = part.get("type")
            if isinstance(kind, str) and "image" in kind:
                yield IMAGE
            elif text := text_field(part, "text"):
                yield text


def typed_parts(content: object) -> str:
    """Return what a person typed in a message; empty where all of it is context."""
    typed = [typed_text(part) for part in message_parts(content)]
    return "\n".join(part for part in typed if part)


def environment_cwd(text: str) -> str:
    """Return the working folder that an environment note names: old logs say it nowhere else."""
    if "environment_context" not in text.lower() and "Current working directory" not in text:
        return ""
    match = _CWD.search(text)
    return match[1].strip() if match else ""
