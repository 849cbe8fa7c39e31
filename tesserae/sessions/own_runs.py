"""Telling a program's own runs of a model from somebody's work.

A digest's narrative is written by running an agent, and that run leaves a log like any other.
Counted as activity it would be summed up in the next digest, and so on. Such runs are listed as
excluded, so that nothing disappears without a word.
"""

from __future__ import annotations

import re

from tesserae.model.session import MODEL_RUN_MARK

_OPENINGS = (
    "You write a daily digest",
    "You write a weekly digest",
    "You are a Claude-Mem",
)
# Folders in which memory tools run their observers.
_TOOL_FOLDERS = re.compile(r"[/\\]\.(?:claude-mem|tesserae)(?:[/\\]|$)")


def own_run_reason(*, cwd: str, opening: str) -> str:
    """Say why a session is a program's own run; empty where it is somebody's work.

    Args:
        cwd: The folder that it ran in.
        opening: Its first prompt.
    """
    text = opening.lstrip()
    if text.startswith(MODEL_RUN_MARK):
        return "a model run of Tesserae"
    if text.startswith(_OPENINGS):
        return "a program's own model run"
    if _TOOL_FOLDERS.search(cwd):
        return "a run in the folder of a memory tool"
    return ""
