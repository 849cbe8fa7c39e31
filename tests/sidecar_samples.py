"""A server over a small project, and clients of both generations."""

import anyio
from builders import a_project
from mcp import Client

from tesserae.config import load_settings
from tesserae.engine.reading import ProjectReader
from tesserae.engine.shelf import Shelf
from tesserae.sidecar.engine_room import EngineRoom
from tesserae.sidecar.server import make_server

MODES = ("legacy", "auto")


def a_shelf(root, **options):
    settings = load_settings(root)
    return Shelf(ProjectReader(settings, **options), settings=settings)


def a_server(root):
    shelf = a_shelf(a_project(root), follows=False)
    return make_server(EngineRoom(lambda: shelf))


def with_client(server, use, *, mode="legacy"):
    """Run `await use(client)` against a server, in this process or another."""

    async def run():
        async with Client(server, mode=mode) as client:
            return await use(client)

    return anyio.run(run)


def call(server, name, *, mode="legacy", **arguments):
    """Call one tool and return its result."""
    return with_client(server, lambda client: client.call_tool(name, arguments), mode=mode)


def text_of(result):
    """Return what a client shows that shows the first block of text."""
    return result.content[0].text
