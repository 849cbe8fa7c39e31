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


SESSION = "22222222-2222-4222-8222-222222222222"


def records(project):
    folder = project / ".tesserae/harness_sessions"
    return sorted(folder.glob("claude-code-*.json"))


def test_import_stores_a_record_once(project, tmp_path, capsys):
    a_log(tmp_path, project, "Explain the stilling well")
    assert run(["sessions", "import"]) == 0
    assert "1 session stored" in capsys.readouterr().out
    assert run(["sessions", "import"]) == 0
    assert "0 sessions stored, 1 as before" in capsys.readouterr().out
    assert len(records(project)) == 1


def test_git_keeps_no_record_unless_the_project_shares_them(project, tmp_path):
    a_log(tmp_path, project, "Explain the stilling well")
    run(["sessions", "import"])
    assert "harness_sessions" not in (project / ".tesserae/.gitignore").read_text()


def test_show_tells_what_a_session_amounts_to(project, tmp_path, capsys):
    a_log(tmp_path, project, "Let's go with the stilling well. Why does the float stick?")
    assert run(["sessions", "show", SESSION[:6], "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["human_turns"] == 1
    assert [finding["kind"] for finding in shown["findings"]] == ["decision", "question"]
    assert run(["sessions", "show", f"claude-code:{SESSION}"]) == 0
    assert "Turn 0, question (open): Why does the float stick?" in capsys.readouterr().out


def test_a_session_is_still_shown_when_its_log_is_gone(project, tmp_path, capsys):
    a_log(tmp_path, project, "Explain the stilling well")
    run(["sessions", "import"])
    next(tmp_path.glob("claude_config_dir/projects/*/*.jsonl")).unlink()
    capsys.readouterr()
    assert run(["sessions", "show", SESSION]) == 0
    assert "Explain the stilling well" in capsys.readouterr().out


def test_a_forgotten_session_is_gone_and_stays_gone(project, tmp_path, capsys):
    a_log(tmp_path, project, "Explain the stilling well")
    run(["sessions", "import"])
    run(["summary", "--day", "2026-03-02", "--no-llm"])
    assert run(["sessions", "forget", SESSION[:8]]) == 0
    run(["sessions", "import"])
    run(["compile"])
    assert records(project) == []
    capsys.readouterr()
    assert listed(capsys) == []
    kept = [p for p in tmp_path.rglob("*") if p.is_file() and "stilling well" in read(p)]
    assert [path.suffix for path in kept] == [".jsonl"]


def test_all_sessions_before_a_day_are_forgotten(project, tmp_path, capsys):
    a_log(tmp_path, project, "Explain the stilling well")
    run(["sessions", "import"])
    assert run(["sessions", "forget", "--before", "2026-03-01"]) == 0
    assert len(records(project)) == 1
    assert run(["sessions", "forget", "--before", "2026-03-04"]) == 0
    assert records(project) == []


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["forget"], 2),
        (["forget", "--before", "soon"], 2),
        (["forget", "no-such-id"], 1),
        (["show", "no-such-id"], 1),
    ],
)
def test_bad_names_and_days_are_one_clear_line(project, capsys, words, code):
    assert run(["sessions", *words]) == code
    assert "Traceback" not in capsys.readouterr().err


def test_excluded_sessions_are_never_stored(project, tmp_path, capsys):
    (project / "mkdocs.yml").write_text(
        "site_name: Tides\nplugins:\n  - tesserae:\n      sessions:\n"
        "        exclude: ['22222222-*']\n"
    )
    a_log(tmp_path, project, "Explain the stilling well")
    run(["sessions", "import"])
    capsys.readouterr()
    assert records(project) == []
    assert listed(capsys) == []


def test_further_roots_are_looked_into_and_addresses_are_redacted(project, tmp_path, capsys):
    (project / "mkdocs.yml").write_text(
        "site_name: Tides\nplugins:\n  - tesserae:\n      sessions:\n"
        "        roots: [../elsewhere]\n        emails: true\n"
    )
    a_log(tmp_path, project, "Write to ann@tides.example about the well")
    (tmp_path / "claude_config_dir").rename(tmp_path / "elsewhere")
    run(["sessions", "import"])
    (path,) = records(project)
    assert "about the well" in read(path)
    assert "ann@tides.example" not in read(path)


def read(path):
    return path.read_text(encoding="utf-8", errors="replace")


def test_nothing_is_made_where_no_agent_worked(project, tmp_path, capsys):
    a_log(tmp_path, "/elsewhere/tides", "Explain the tide gauge")
    assert run(["sessions", "import"]) == 0
    assert "0 sessions stored" in capsys.readouterr().out
    assert not (project / ".tesserae").exists()


def test_a_damaged_list_of_forgotten_sessions_stores_none_of_them_again(project, tmp_path, capsys):
    a_log(tmp_path, project, "Explain the stilling well")
    run(["sessions", "import"])
    run(["sessions", "forget", SESSION])
    (project / ".tesserae/harness_sessions/forgotten.json").write_text("{")
    capsys.readouterr()
    assert run(["sessions", "import"]) == 1
    assert "list of forgotten sessions cannot be read" in capsys.readouterr().err
    assert records(project) == []


def test_a_combined_digest_that_knows_a_forgotten_session_goes_too(project, tmp_path):
    a_log(tmp_path, project, "Explain the stilling well")
    other = tmp_path / "other"
    other.mkdir()
    run(["projects", "register", str(other)])
    run(["projects", "register", str(project)])
    run(["summary", "--day", "2026-03-02", "--no-llm"])
    home = tmp_path / "tesserae_home"
    assert [path for path in home.rglob("*.md") if SESSION in read(path)]
    run(["sessions", "forget", SESSION])
    assert not [path for path in home.rglob("*") if path.is_file() and "stilling" in read(path)]
