"""What a browser makes of our pages: they fit, they run without errors, they ask no other host."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
import threading
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from builders import a_site

from tesserae.cli.demo import copy_sample

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("chrome")
PROBE = Path(__file__).with_name("probe.html")
PAGES = [
    "index.html",
    "about/",
    "concepts/",
    "concepts/form-factor/",
    "digests/",
    "entities/",
    "graph/",
    "papers/",
    "questions/",
    "sources/",
    "syntheses/",
    "timeline/",
    "timeline/2026-03-04/",
    "topics/",
    "notes/form-factor/",
]
PHONE, DESK = 390, 1280
OPTIONS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--enable-logging=stderr",
    "--window-size=1400,1000",
    "--dump-dom",
]

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs chromium on the PATH")


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        """Say nothing: the test's own report is enough."""


@dataclass(frozen=True, slots=True)
class Visit:
    """What a browser saw of some pages."""

    pages: list[dict[str, Any]]
    """What the probe wrote down, in order."""
    console: str


def visit(site, pages, *, profile):
    """Let a browser open pages of a site."""
    shutil.copy(PROBE, site / "probe.html")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/probe.html#{quote(json.dumps(pages))}"
    options = [*OPTIONS, f"--user-data-dir={profile}", f"--virtual-time-budget={3000 * len(pages)}"]
    try:
        browser = subprocess.run(
            [CHROMIUM, *options, address], capture_output=True, text=True, timeout=240, check=True
        )
    finally:
        server.shutdown()
        server.server_close()
    found = re.search(r'<pre id="seen">(.*?)</pre>', browser.stdout, re.DOTALL)
    assert found, browser.stdout[-2000:]
    console = [line for line in browser.stderr.splitlines() if "CONSOLE" in line]
    return Visit(json.loads(html.unescape(found[1])), "\n".join(console))


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    root = copy_sample(tmp_path_factory.mktemp("demo") / "tides")
    pages = [{"path": path, "width": width} for path in PAGES for width in (PHONE, DESK)]
    return visit(a_site(root), pages, profile=tmp_path_factory.mktemp("profile"))


def test_every_page_has_a_heading(seen):
    assert [page["path"] for page in seen.pages[::2]] == PAGES
    assert [page["path"] for page in seen.pages if page["headings"] != 1] == []


def test_no_page_is_wider_than_the_screen(seen):
    assert [page for page in seen.pages if page["overflow"] > 0] == []


def test_no_script_complains(seen):
    assert seen.console == ""


def test_the_map_is_drawn(seen):
    assert [page["canvases"] for page in seen.pages if page["path"] == "graph/"] == [1, 1]


def test_no_page_asks_another_host(seen):
    assert [page["outside"] for page in seen.pages if page["outside"]] == []


def test_every_link_and_button_has_a_name(seen):
    assert [page["unnamed"] for page in seen.pages if page["unnamed"]] == []
