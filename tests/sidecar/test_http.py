import json

import anyio
import httpx2
import pytest
from builders import a_project
from sidecar_samples import a_shelf

from tesserae.sidecar.engine_room import EngineRoom
from tesserae.sidecar.serve import http_app

URL = "http://127.0.0.1:8717/mcp"
HEADERS = {
    "Authorization": "Bearer secret",
    "Accept": "application/json, text/event-stream",
    "Content-Type": "application/json",
}
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}


@pytest.fixture
def post(tmp_path):
    shelf = a_shelf(a_project(tmp_path), follows=False)
    app = http_app(EngineRoom(lambda: shelf), token="secret")

    def send(**headers):
        sent = {name: value for name, value in {**HEADERS, **headers}.items() if value}

        async def run():
            async with (
                app.router.lifespan_context(app),
                httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app)) as client,
            ):
                return await client.post(URL, headers=sent, content=json.dumps(INITIALIZE))

        return anyio.run(run)

    return send


def test_a_client_with_the_token_is_served(post):
    response = post()
    assert response.status_code == 200
    assert '"tesserae"' in response.text


@pytest.mark.parametrize("value", ["", "Bearer wrong", "secret", "Bearer secret2", "Basic secret"])
def test_a_missing_or_wrong_token_is_refused(post, value):
    response = post(Authorization=value)
    assert response.status_code == 401
    assert response.headers["WWW-Authenticate"] == "Bearer"


def test_a_page_of_another_site_is_refused(post):
    assert post(Origin="https://evil.example").status_code == 403


def test_a_name_that_leads_here_is_refused(post):
    assert post(Host="evil.example").status_code == 421
