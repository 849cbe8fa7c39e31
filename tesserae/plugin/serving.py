"""Questions to the project while `mkdocs serve` runs: `<mount>_tesserae/search`, `context`, `ask`.

The box that asks them is put into pages as they are served and stands in no built file, so a
published site has no trace of it. Only this machine is answered, and only pages of this server.
"""

from __future__ import annotations

import json
import logging
import urllib.parse
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from ipaddress import ip_address
from typing import Any, Protocol, TypeVar
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from tesserae.config import Settings
from tesserae.engine.stages import PROJECT_READER, SERVED_ANSWERS, load_named
from tesserae.errors import TesseraeError
from tesserae.plugin.watching import Server

logger = logging.getLogger("mkdocs.plugins.tesserae")

PREFIX = "_tesserae/"
QUESTIONS = ("search", "context", "ask")
MAX_BODY = 100_000
_ASSETS = {"ask.js": "text/javascript", "ask.css": "text/css"}
_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})


class DevServer(Server, Protocol):
    """What MkDocs' development server also does."""

    mount_path: str

    def get_app(self) -> WSGIApplication | None:
        """Return what answers requests."""

    def set_app(self, application: WSGIApplication) -> None:
        """Let something else answer requests."""


ServerType = TypeVar("ServerType", bound=DevServer)


@dataclass(frozen=True, slots=True)
class Answer:
    """What is sent back."""

    status: str
    content_type: str
    body: bytes


class Asking:
    """Answers questions in front of a site."""

    def __init__(self, settings: Settings, site: WSGIApplication, mount: str) -> None:
        self._site = site
        self._mount = mount
        self._settings = settings
        self._reader: Any = None

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request of ours, or hand it to the site and add the box to its pages."""
        path = environ["PATH_INFO"].encode("latin-1").decode("utf-8", "ignore")
        if not path.startswith(self._mount + PREFIX):
            return with_box(self._site, environ, start_response, self._mount)
        answer = self.answer(path.removeprefix(self._mount + PREFIX), environ)
        headers = [
            ("Content-Type", f"{answer.content_type}; charset=utf-8"),
            ("Content-Length", str(len(answer.body))),
            ("Cache-Control", "no-store"),
            ("X-Content-Type-Options", "nosniff"),
        ]
        start_response(answer.status, headers)
        return [answer.body]

    def answer(self, name: str, environ: WSGIEnvironment) -> Answer:
        """Answer one request below the prefix."""
        refusal = refusal_of(environ)
        if refusal:
            return _error("403 Forbidden", refusal)
        if name in _ASSETS:
            text = (files("tesserae.plugin") / "served" / name).read_bytes()
            return Answer("200 OK", _ASSETS[name], text)
        if name not in QUESTIONS:
            return _error("404 Not Found", f"ask one of {', '.join(QUESTIONS)}")
        try:
            query = _query_of(environ)
            found = load_named(SERVED_ANSWERS)(self._opened.reading(), name, query)
        except TesseraeError as error:
            return _error("400 Bad Request", str(error))
        except Exception:
            # The server's own handler would answer with a page of HTML.
            logger.exception("a question could not be answered")
            return _error("500 Internal Server Error", "this went wrong; the terminal says why")
        return _json("200 OK", found)

    @property
    def _opened(self) -> Any:  # noqa: ANN401 - its module is heavy, and loaded only here
        if self._reader is None:
            self._reader = load_named(PROJECT_READER)(self._settings, follows=False)
        return self._reader


def offer_questions(server: DevServer, settings: Settings) -> None:
    """Let a development server answer questions, besides serving the site."""
    site = server.get_app()
    if site is not None:
        server.set_app(Asking(settings, site, server.mount_path))


def refusal_of(environ: WSGIEnvironment) -> str:
    """Say why a request is refused; empty where it is not."""
    try:
        is_near = ip_address(environ.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        is_near = False
    host = environ.get("HTTP_HOST", "")
    if not is_near or _hostname(f"//{host}") not in _HOSTS:
        return "only this machine is answered"
    origin = environ.get("HTTP_ORIGIN")
    if origin is None and environ["REQUEST_METHOD"] == "POST":
        return "a POST needs the Origin of a page of this server"
    if origin is not None and origin != f"http://{host}":
        return "only pages of this server are answered"
    if environ.get("HTTP_SEC_FETCH_SITE", "same-origin") not in {"same-origin", "none"}:
        return "only pages of this server are answered"
    return ""


def with_box(
    site: WSGIApplication, environ: WSGIEnvironment, start_response: StartResponse, mount: str
) -> Iterable[bytes]:
    """Serve what the site serves; a page gets the script that draws the box."""
    begun: list[tuple[str, list[tuple[str, str]]]] = []

    def begin(
        status: str, headers: list[tuple[str, str]], exc_info: object = None
    ) -> Callable[[bytes], object]:
        begun.append((status, headers))
        return lambda _: None

    parts = site(environ, begin)
    status, headers = begun[-1]
    kinds = {name.lower(): value for name, value in headers}
    if not status.startswith("200") or "text/html" not in kinds.get("content-type", ""):
        start_response(status, headers)
        return parts
    page = b"".join(parts)
    before, mark, after = page.rpartition(b"</body>")
    if mark:
        page = before + _box(mount) + mark + after
    kept = [(name, value) for name, value in headers if name.lower() != "content-length"]
    start_response(status, [*kept, ("Content-Length", str(len(page)))])
    return [page]


def _box(mount: str) -> bytes:
    root = urllib.parse.quote(mount) + PREFIX
    return (
        f'<link rel="stylesheet" href="{root}ask.css"><script defer src="{root}ask.js"></script>'
    ).encode()


def _query_of(environ: WSGIEnvironment) -> str:
    if environ["REQUEST_METHOD"] != "POST":
        found = urllib.parse.parse_qs(environ.get("QUERY_STRING", ""), errors="replace")
        return str(found.get("query", [""])[0])
    length = environ.get("CONTENT_LENGTH") or "0"
    data = environ["wsgi.input"].read(min(int(length), MAX_BODY) if length.isdigit() else 0)
    try:
        query = json.loads(data)["query"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return ""
    return query if isinstance(query, str) else ""


def _hostname(address: str) -> str | None:
    try:
        return urllib.parse.urlsplit(address).hostname
    except ValueError:
        return None


def _error(status: str, message: str) -> Answer:
    return _json(status, {"error": message})


def _json(status: str, value: Mapping[str, object]) -> Answer:
    return Answer(status, "application/json", json.dumps(value).encode())
