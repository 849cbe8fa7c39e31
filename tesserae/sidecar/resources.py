"""What a client can attach without a call: pages of the wiki, and the index that lists them."""

from __future__ import annotations

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError

from tesserae.errors import TesseraeError
from tesserae.sidecar.engine_room import EngineRoom
from tesserae.sidecar.paging import page_of_text

WIKI = "tesserae://wiki/"
LLMS = "tesserae://llms.txt"
_CUT = "\n\n[cut; `read` gives the rest in pages]\n"
_MARKDOWN = "text/markdown"


def add_resources(server: MCPServer, room: EngineRoom) -> None:
    """Offer the current project's wiki."""

    @server.resource(LLMS, name="llms.txt", mime_type=_MARKDOWN)
    def llms_txt() -> str:
        """The index of the wiki: every kind of page with its most linked pages."""
        return _text(room, "llms_txt", prefix=WIKI)

    @server.resource(f"{WIKI}{{+path}}", name="wiki page", mime_type=_MARKDOWN)
    def wiki_page(path: str) -> str:
        """One page of the wiki by its path, concepts/tide.md."""
        return _text(room, "page", path=path)


def _text(room: EngineRoom, name: str, **arguments: str) -> str:
    try:
        text = room.answer(name)(room.shelf.reader().reading(), **arguments)
    except TesseraeError as error:
        raise ResourceNotFoundError(str(error)) from error
    if text is None:
        raise ResourceNotFoundError(f"no such page; {LLMS} lists them")
    page = page_of_text(text.encode("utf-8", "replace").decode(), "", key=name)
    return page.text + (_CUT if page.cursor else "")
