import json
import tomllib

import pytest
from builders import a_project

from tesserae.cli.app import run


@pytest.fixture(autouse=True)
def project(tmp_path, monkeypatch):
    monkeypatch.setenv("TESSERAE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("TESSERAE_MCP_TOKEN", raising=False)
    monkeypatch.chdir(a_project(tmp_path / 'a "quoted" folder'))
    return tmp_path


@pytest.mark.parametrize("client", ["claude", "cursor"])
def test_a_client_is_told_how_to_start_the_server(client, capsys):
    assert run(["mcp", "--print-config", client]) == 0
    entry = json.loads(capsys.readouterr().out)["mcpServers"]["tesserae"]
    assert entry["args"][:2] == ["mcp", "-C"]
    assert entry["args"][2].endswith('a "quoted" folder')


def test_codex_is_told_in_its_own_format(capsys):
    assert run(["mcp", "--print-config", "codex"]) == 0
    printed = capsys.readouterr()
    entry = tomllib.loads(printed.out)["mcp_servers"]["tesserae"]
    assert entry["args"][2].endswith('a "quoted" folder')
    assert "config.toml" in printed.err


def test_a_client_over_http_gets_the_token_that_is_kept(project, capsys):
    assert run(["mcp", "--http", "--print-config", "claude"]) == 0
    entry = json.loads(capsys.readouterr().out)["mcpServers"]["tesserae"]
    token = (project / "home/mcp-token").read_text()
    assert entry["headers"] == {"Authorization": f"Bearer {token}"}
    assert (project / "home/mcp-token").stat().st_mode & 0o077 == 0


def test_a_token_of_ones_own_is_taken(capsys):
    assert run(["mcp", "--http", "--token", "mine", "--print-config", "cursor"]) == 0
    assert "Bearer mine" in capsys.readouterr().out


def test_a_folder_that_is_no_site_is_told_before_an_agent_asks(tmp_path, capsys):
    assert run(["mcp", "--site", str(tmp_path)]) == 1
    assert "no built site" in capsys.readouterr().err


def test_a_client_finds_a_site_from_any_folder(tmp_path, monkeypatch, capsys):
    (tmp_path / "site").mkdir()
    (tmp_path / "site/manifest.json").write_text("{}", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert run(["mcp", "--site", "site", "--print-config", "claude"]) == 0
    assert str(tmp_path / "site") in capsys.readouterr().out
