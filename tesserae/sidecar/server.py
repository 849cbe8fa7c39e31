"""The MCP server: tools, resources and prompts over one engine room."""

from __future__ import annotations

from collections.abc import Collection
from importlib.resources import files

from mcp.server import MCPServer

from tesserae import __version__
from tesserae.sidecar.engine_room import EngineRoom
from tesserae.sidecar.prompts import add_prompts
from tesserae.sidecar.resources import add_resources
from tesserae.sidecar.strict import StrictTool
from tesserae.sidecar.tools import Tools

TOOL_NAMES = (
    "compile_context",
    "search",
    "read",
    "ask",
    "facts",
    "timeline",
    "activity_summary",
    "findings",
    "projects",
    "status",
)
"""In the order in which they are listed."""
OF_MACHINE = frozenset({"activity_summary"})
"""What needs the logs and the git history of this machine, not only what a site publishes."""


def make_server(room: EngineRoom, *, without: Collection[str] = ()) -> MCPServer:
    """Build the server; nothing of a project is loaded yet.

    Args:
        room: Answers.
        without: Tools that are not listed.
    """
    names = [name for name in TOOL_NAMES if name not in without]
    tools = Tools(room)
    server = MCPServer(
        "tesserae",
        version=__version__,
        instructions=(files("tesserae.sidecar") / "texts" / "instructions.md").read_text("utf-8"),
        tools=[StrictTool.reading(getattr(tools, name), name) for name in names],
        log_level="WARNING",
    )
    add_resources(server, room)
    add_prompts(server)
    return server
