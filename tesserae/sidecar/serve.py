"""Runs the server over stdio, or over HTTP on this machine alone."""

from __future__ import annotations

import hmac
import logging
from collections.abc import Callable
from typing import Any

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from tesserae.sidecar.engine_room import EngineRoom
from tesserae.sidecar.server import OF_MACHINE, make_server
from tesserae.sidecar.stdio import run_stdio

HOST = "127.0.0.1"
HTTP_PATH = "/mcp"
_LOCAL = ("127.0.0.1", "localhost")


def serve_stdio(open_shelf: Callable[[], Any], *, is_site: bool = False) -> None:
    """Serve one client until it closes our input.

    Args:
        open_shelf: Loads what is heavy and returns a `tesserae.engine.shelf.Shelf`.
        is_site: Whether a published site is served, of which nothing more is known.
    """
    _log_to_stderr()
    room = EngineRoom(open_shelf)
    server = make_server(room, without=OF_MACHINE if is_site else ())
    run_stdio(server, on_answer=room.warm)


def serve_http(
    open_shelf: Callable[[], Any], *, port: int, token: str, is_site: bool = False
) -> None:
    """Serve clients on this machine that know the token, until the process is stopped."""
    _log_to_stderr()
    room = EngineRoom(open_shelf)
    room.warm()
    app = http_app(room, token=token, is_site=is_site)
    uvicorn.run(app, host=HOST, port=port, log_level="warning")


def http_app(room: EngineRoom, *, token: str, is_site: bool = False) -> Starlette:
    """Return the application: foreign hosts and origins are refused, and who lacks the token."""
    server = make_server(room, without=OF_MACHINE if is_site else ())
    app = server.streamable_http_app(
        streamable_http_path=HTTP_PATH,
        transport_security=TransportSecuritySettings(
            enable_dns_rebinding_protection=True,
            allowed_hosts=[f"{host}:*" for host in _LOCAL],
            allowed_origins=[f"http://{host}:*" for host in _LOCAL],
        ),
    )
    app.add_middleware(BearerGate, token=token)
    return app


class BearerGate:
    """Lets requests through that carry the token."""

    def __init__(self, app: ASGIApp, *, token: str) -> None:
        self._app = app
        self._expected = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer that the token is missing or wrong."""
        if scope["type"] == "http" and not self._knows(scope):
            response = PlainTextResponse(
                "a bearer token is needed; `tesserae mcp --http` says where it lies\n",
                status_code=401,
                headers={"WWW-Authenticate": "Bearer"},
            )
            await response(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _knows(self, scope: Scope) -> bool:
        given = [value for name, value in scope["headers"] if name == b"authorization"]
        return len(given) == 1 and hmac.compare_digest(given[0], self._expected)


def _log_to_stderr() -> None:
    # Standard output carries the protocol.
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
