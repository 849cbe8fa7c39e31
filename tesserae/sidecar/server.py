"""The MCP server: tools, resources and prompts over one engine room."""

from __future__ import annotations

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
    "findings",
    "projects",
    "status",
)
"""In the order in which they are listed."""


def make_server(room: EngineRoom) -> MCPServer:
    """Build the server; nothing of a project is loaded yet."""
    tools = Tools(room)
    server = MCPServer(
        "tesserae",
        version=__version__,
        instructions=(files("tesserae.sidecar") / "texts" / "instructions.md").read_text("utf-8"),
        tools=[StrictTool.reading(getattr(tools, name), name) for name in TOOL_NAMES],
        log_level="WARNING",
    )
    add_resources(server, room)
    add_prompts(server)
    return server
