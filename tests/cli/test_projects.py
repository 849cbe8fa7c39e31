from __future__ import annotations

import json

import pytest

from tesserae.cli.app import run


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("TESSERAE_HOME", str(tmp_path / "home"))
    return tmp_path


def listed(capsys):
    assert run(["projects", "list", "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_project_is_registered_activated_and_removed(home, capsys):
    for name in ("tides", "winds"):
        (home / name).mkdir()
        assert run(["projects", "register", str(home / name)]) == 0
    assert run(["projects", "activate", "winds"]) == 0
    capsys.readouterr()
    rows = listed(capsys)
    assert [(row["name"], row["active"], row["found"]) for row in rows] == [
        ("tides", False, True),
        ("winds", True, True),
    ]
    assert run(["projects", "remove", "tides"]) == 0
    capsys.readouterr()
    assert [row["name"] for row in listed(capsys)] == ["winds"]
    assert (home / "tides").is_dir()


def test_an_unknown_name_or_folder_is_one_clear_line(home, capsys):
    assert run(["projects", "activate", "tides"]) == 1
    assert run(["projects", "register", str(home / "nowhere")]) == 1
    lines = capsys.readouterr().err.strip().splitlines()
    assert len(lines) == 2
    assert all(line.startswith("Error: ") for line in lines)


def test_an_empty_list_says_what_to_do(home, capsys):
    assert run(["projects", "list"]) == 0
    assert "projects register" in capsys.readouterr().err
