"""The configuration with which a coding agent finds the sidecar."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

CLIENTS = ("claude", "codex", "cursor")
_FILES = {
    "claude": ".mcp.json in the project's folder",
    "codex": "~/.codex/config.toml",
    "cursor": ".cursor/mcp.json in the project's folder",
}
TOKEN_VARIABLE = "TESSERAE_MCP_TOKEN"


def client_file(client: str) -> str:
    """Say where a client looks for its configuration."""
    return _FILES[client]


def client_config(client: str, served: Sequence[str], *, url: str = "", token: str = "") -> str:
    """Return the text of a configuration.

    Args:
        client: One of `CLIENTS`.
        served: The options that say what is served.
        url: Where the server listens; empty where the client starts it itself.
        token: What it asks for there.
    """
    command, arguments = _command(), ["mcp", *served]
    if client == "codex":
        return _toml(command, arguments, url)
    entry: dict[str, object] = {"command": command, "args": arguments}
    if url:
        entry = {"url": url, "headers": {"Authorization": f"Bearer {token}"}}
        if client == "claude":
            entry = {"type": "http", **entry}
    return json.dumps({"mcpServers": {"tesserae": entry}}, ensure_ascii=False, indent=2) + "\n"


def _toml(command: str, arguments: list[str], url: str) -> str:
    # A JSON string is a TOML string; Codex reads the token from the environment.
    if url:
        rows = [f"url = {_quoted(url)}", f"bearer_token_env_var = {_quoted(TOKEN_VARIABLE)}"]
    else:
        listed = ", ".join(map(_quoted, arguments))
        rows = [f"command = {_quoted(command)}", f"args = [{listed}]"]
    return "\n".join(["[mcp_servers.tesserae]", *rows]) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text)


def _command() -> str:
    """Return the whole path of this command: a client may not share our PATH."""
    beside = shutil.which("tesserae", path=str(Path(sys.executable).parent))
    return beside or shutil.which("tesserae") or "tesserae"
