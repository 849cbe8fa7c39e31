import io
import json

import pytest
from builders import a_project, a_site

from tesserae.config import load_settings
from tesserae.plugin.serving import Asking, offer_questions

PAGE = b"<html><body><p>Tides</p></body></html>"


def _site(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/html"), ("Content-Length", str(len(PAGE)))])
    return [PAGE]


@pytest.fixture(scope="module")
def application(tmp_path_factory):
    root = a_project(tmp_path_factory.mktemp("tides"))
    return Asking(load_settings(root), _site, "/docs/")


@pytest.fixture
def get(application):
    def send(path, *, method="GET", query="", body=b"", **headers):
        begun = []
        environ = {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "127.0.0.1:8000",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.input": io.BytesIO(body),
            **headers,
        }
        parts = application(environ, lambda status, sent: begun.append((status, dict(sent))))
        (status, sent) = begun[0]
        return int(status[:3]), sent, b"".join(parts)

    return send


@pytest.mark.parametrize("name", ["search", "context", "ask"])
def test_a_page_gets_rows_with_places(get, name):
    status, _, body = get(f"/docs/_tesserae/{name}", query="query=spring+tide")
    found = json.loads(body)
    assert status == 200
    assert any("docs/spring.md" in item["place"] for item in found["items"])


def test_a_post_needs_an_origin_of_this_server(get):
    body = json.dumps({"query": "spring tide"}).encode()
    path = "/docs/_tesserae/ask"
    assert get(path, method="POST", body=body)[0] == 403
    assert get(path, method="POST", body=body, HTTP_ORIGIN="http://evil.example")[0] == 403
    assert get(path, method="POST", body=body, HTTP_ORIGIN="http://127.0.0.1:8000")[0] == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"REMOTE_ADDR": "192.0.2.1"},
        {"REMOTE_ADDR": ""},
        {"HTTP_HOST": "evil.example"},
        {"HTTP_HOST": "[::1"},
        {"HTTP_ORIGIN": "http://evil.example"},
        {"HTTP_SEC_FETCH_SITE": "cross-site"},
    ],
)
def test_only_this_machine_and_this_server_are_answered(get, headers):
    assert get("/docs/_tesserae/search", query="query=tide", **headers)[0] == 403


@pytest.mark.parametrize(
    ("name", "request_", "status"),
    [
        ("ask", {"query": "query="}, 400),
        ("ask", {"query": "query=zzzz"}, 400),
        (
            "ask",
            {"method": "POST", "body": b"no json", "HTTP_ORIGIN": "http://127.0.0.1:8000"},
            400,
        ),
        ("search", {"query": "query=%ff%00"}, 200),
        ("graph.json", {}, 404),
        ("../mkdocs.yml", {}, 404),
    ],
)
def test_a_bad_question_is_answered_in_a_line(get, name, request_, status):
    found, _, body = get(f"/docs/_tesserae/{name}", **request_)
    assert found == status
    assert status == 200 or "\n" not in json.loads(body)["error"]


def test_a_page_of_the_site_gets_the_box(get):
    _, headers, body = get("/docs/")
    assert b'src="/docs/_tesserae/ask.js"' in body
    assert headers["Content-Length"] == str(len(body))
    assert get("/docs/_tesserae/ask.js")[1]["Content-Type"].startswith("text/javascript")


def test_a_built_site_has_no_trace_of_the_box(tmp_path):
    site = a_site(a_project(tmp_path))
    files = [path for path in site.rglob("*") if path.is_file()]
    assert [path for path in files if b"_tesserae/" in path.read_bytes()] == []
    assert [path for path in files if path.name.startswith("ask.")] == []


def test_a_server_without_an_application_is_left_alone(tmp_path):
    class Server:
        mount_path = "/"

        def get_app(self):
            return None

    offer_questions(Server(), load_settings(tmp_path))
