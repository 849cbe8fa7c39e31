import http.server
import json
import threading
from functools import partial

import pytest
from builders import a_project, a_site

from tesserae.engine.answers import ask, context, days, facts, read, search
from tesserae.engine.published_site import open_site
from tesserae.engine.shelf import site_shelf
from tesserae.engine.site_reader import SiteReader
from tesserae.errors import BackendError, ConfigError


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return a_site(a_project(tmp_path_factory.mktemp("tides")))


@pytest.fixture
def reading(site, tmp_path):
    return SiteReader(open_site(str(site), cache_dir=tmp_path)).reading()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture
def address(site):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_built_site_answers_without_its_project(reading):
    bundle = context(reading, "spring tide")
    assert "tide of the largest range" in bundle
    assert "follows the new moon" in ask(reading, "What does the spring tide follow?")
    assert "docs/spring.md" in "".join(facts(reading, "spring tide"))
    assert days(reading)[0].startswith("- 2026-03-08")


def test_a_passage_is_cited_by_the_text_on_the_site(reading, site):
    hit = search(reading, "spring tide follows the new moon", kind="passages")[0]
    path, lines = hit.split("\n")[1].strip().split(":")
    first = int(lines.split("-")[0])
    assert (site / path).read_text().split("\n")[first - 1].startswith("#")
    assert "new moon" in (site / path).read_text()


def test_a_page_is_read_by_its_path(reading):
    assert read(reading, "concepts/spring-tide.md").startswith("# ")


def test_a_site_on_the_web_gives_what_its_folder_gives(site, address, tmp_path, reading):
    served = SiteReader(open_site(address, cache_dir=tmp_path / "web")).reading()
    assert context(served, "neap tide") == context(reading, "neap tide")
    again = SiteReader(open_site(address, cache_dir=tmp_path / "web")).reading()
    assert context(again, "neap tide") == context(reading, "neap tide")


def test_what_is_no_site_is_said(tmp_path):
    with pytest.raises(ConfigError, match="https://"):
        site_shelf("nowhere")
    with pytest.raises(ConfigError, match="no built site"):
        open_site(str(tmp_path), cache_dir=tmp_path)
    (tmp_path / "manifest.json").write_text("[]")
    opened = open_site(str(tmp_path), cache_dir=tmp_path)
    with pytest.raises(BackendError, match="not one of Tesserae's"):
        SiteReader(opened).reading()
    (tmp_path / "manifest.json").unlink()
    with pytest.raises(BackendError, match=r"manifest\.json cannot be read"):
        SiteReader(opened).reading()


def test_nothing_outside_the_site_is_read(tmp_path):
    (tmp_path / "site").mkdir()
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "site/graph.json").symlink_to(tmp_path / "secret.txt")
    files = {"graph.json": {"sha256": "0" * 64}, "../secret.txt": {"sha256": "0" * 64}}
    (tmp_path / "site/manifest.json").write_text(json.dumps({"files": files}))
    opened = open_site(str(tmp_path / "site"), cache_dir=tmp_path)
    assert "../secret.txt" not in opened.manifest()[1]
    with pytest.raises(BackendError, match="leads out of the site"):
        SiteReader(opened).reading()


def test_a_file_that_is_not_as_listed_is_refused(tmp_path):
    (tmp_path / "graph.json").write_text("{}")
    (tmp_path / "manifest.json").write_text(
        json.dumps({"files": {"graph.json": {"sha256": "0" * 64}}})
    )
    with pytest.raises(BackendError, match="being published"):
        SiteReader(open_site(str(tmp_path), cache_dir=tmp_path)).reading()
