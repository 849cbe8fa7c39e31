"""What environment variables set, what calls of others may see of them, and the time zone."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from typing import Any
from zoneinfo import ZoneInfo

from tesserae.errors import ConfigError

_NAMES_OF_UTC = frozenset({"Etc/UTC", "Etc/UCT", "Etc/Universal", "Etc/Zulu", "UCT", "Zulu"})
_ENVIRONMENT_PREFIX = "TESSERAE_"


def machine_timezone() -> str:
    """Return the IANA name of this machine's time zone, `UTC` where it has none."""
    import tzlocal  # noqa: PLC0415 - 40 ms that a project which sets its zone need not pay

    try:
        name = tzlocal.get_localzone_name()
        ZoneInfo(name)
    except (LookupError, ValueError, OSError, TypeError):
        # tzlocal refuses a machine whose files disagree about its zone.
        return "UTC"
    return "UTC" if name in _NAMES_OF_UTC else str(name)


def agent_environment() -> dict[str, str]:
    """Return the variables that say where coding agents and Tesserae keep what is the user's."""
    names = ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "DSH_HOME", "TESSERAE_HOME")
    return {name: os.environ[name] for name in names if name in os.environ}


def git_environment() -> dict[str, str]:
    """Return the environment for a call of git that only this project's history may answer.

    A hook exports GIT_DIR and its kin, which would point git at another repository.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment.update(
        LC_ALL="C", GIT_OPTIONAL_LOCKS="0", GIT_TERMINAL_PROMPT="0", GIT_NO_LAZY_FETCH="1"
    )
    return environment


def source_date_epoch() -> int | None:
    """Return the seconds since 1970 that SOURCE_DATE_EPOCH sets.

    Raises:
        ConfigError: It is no such number.
    """
    text = os.environ.get("SOURCE_DATE_EPOCH", "").strip()
    if not text:
        return None
    if not re.fullmatch(r"[0-9]{1,11}", text):
        raise ConfigError(f"SOURCE_DATE_EPOCH is {text!r}; it must be seconds since 1970")
    return int(text)


def with_environment(block: Mapping[str, Any]) -> dict[str, Any]:
    """Let `TESSERAE_<OPTION>` set a plain option; lists are separated by commas."""
    merged = dict(block)
    for name, parse in _FROM_ENVIRONMENT.items():
        text = os.environ.get(_ENVIRONMENT_PREFIX + name.upper())
        if text:
            merged[name] = parse(text)
    return merged


def _listed(text: str) -> list[str]:
    return [item.strip() for item in text.split(",") if item.strip()]


def _truth(text: str) -> bool | str:
    return {"true": True, "1": True, "false": False, "0": False}.get(text.lower(), text)


_FROM_ENVIRONMENT: dict[str, Callable[[str], object]] = {
    "model": str,
    "mount": str,
    "page_cache": _truth,
    "project_name": str,
    "publish": _listed,
    "search": str,
    "timezone": str,
    "wiki_dir": str,
}
