from __future__ import annotations

import json

import pytest
from builders import a_project

from tesserae.cli.app import run


@pytest.fixture
def project(tmp_path, monkeypatch):
    root = tmp_path / "project"
    root.mkdir()
    a_project(root)
    for variable in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "DSH_HOME", "TESSERAE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / variable.lower()))
    monkeypatch.chdir(root)
    return root


def a_log(tmp_path, cwd, text):
    folder = tmp_path / "claude_config_dir/projects/some-folder"
    folder.mkdir(parents=True, exist_ok=True)
    record = {
        "type": "user",
        "uuid": "11111111-1111-4111-8111-111111111111",
        "parentUuid": None,
        "sessionId": "22222222-2222-4222-8222-222222222222",
        "cwd": str(cwd),
        "timestamp": "2026-03-02T10:00:00.000Z",
        "message": {"role": "user", "content": text},
    }
    (folder / "22222222-2222-4222-8222-222222222222.jsonl").write_text(
        json.dumps(record) + "\n", encoding="utf-8"
    )


def listed(capsys, *options):
    assert run(["sessions", "list", "--json", *options]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_sessions_of_the_project_are_listed_with_the_keys_of_the_contract(
    project, tmp_path, capsys
):
    a_log(tmp_path, project, "Explain the stilling well")
    (row,) = listed(capsys)
    assert row["title"] == "Explain the stilling well"
    assert " ".join(row) == (
        "host id project title first last human_turns turns subagents undone_turns rejected"
    )


def test_sessions_of_other_folders_are_listed_with_all(project, tmp_path, capsys):
    a_log(tmp_path, "/elsewhere/tides", "Explain the tide gauge")
    assert listed(capsys) == []
    assert [row["project"] for row in listed(capsys, "--all")] == ["tides"]


def test_a_secret_in_a_title_is_not_printed(project, tmp_path, capsys):
    key = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    a_log(tmp_path, project, f"Use {key} to push")
    assert key not in json.dumps(listed(capsys))


def test_no_logs_is_said_plainly(project, capsys):
    assert run(["sessions", "list"]) == 0
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "0 sessions" in captured.err
