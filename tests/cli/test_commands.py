from __future__ import annotations

import json
import os

import pytest
from builders import a_compile, a_project
from filelock import FileLock

from tesserae.cli.app import run


@pytest.fixture
def project(tmp_path, monkeypatch):
    a_project(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def output(capsys):
    return capsys.readouterr().out


def data(capsys):
    return json.loads(capsys.readouterr().out)


# --- compile ------------------------------------------------------------------------------------


def test_compile_says_what_it_did_and_then_that_nothing_was_to_do(project, capsys):
    assert run(["compile"]) == 0
    assert output(capsys).startswith("Compiled 4 sources, ")
    assert run(["compile"]) == 0
    assert output(capsys).startswith("Up to date: 4 sources, ")


def test_compile_gives_data(project, capsys):
    assert run(["compile", "--json"]) == 0
    found = data(capsys)
    assert found["changed"] is True
    assert found["sources"] == found["extracted"] == 4
    assert found["nodes"]["SourceDocument"] == 3
    assert ".tesserae/graph.json" in found["written"]


def test_compile_works_from_a_folder_below_and_by_name(project, monkeypatch):
    a_project(project, {"mkdocs.yml": "site_name: A\n"})
    monkeypatch.chdir(project / "docs")
    assert run(["compile"]) == 0
    assert (project / ".tesserae/graph.json").exists()
    assert not (project / "docs/.tesserae").exists()
    monkeypatch.chdir("/")
    assert run(["compile", "-C", str(project)]) == 0


def test_compile_names_a_bad_file_and_goes_on(project, capsys):
    (project / "docs/bad.md").write_bytes(b"\xff\xfe")
    assert run(["compile"]) == 0
    captured = capsys.readouterr()
    assert captured.err.count("docs/bad.md") == 1
    assert captured.out.startswith("Compiled 4 sources")


def test_compile_says_who_holds_the_lock(project, capsys):
    (project / ".tesserae").mkdir()
    with FileLock(project / ".tesserae/compile.lock"):
        assert run(["compile", "--wait", "0"]) == 1
    assert "is being compiled by another process" in capsys.readouterr().err


def test_a_hostile_name_cannot_steer_the_terminal(project, capsys):
    (project / "docs/\x1b[31mred.md").write_bytes(b"\xff")
    assert run(["compile"]) == 0
    assert "\x1b" not in capsys.readouterr().err


# --- status and report --------------------------------------------------------------------------


def test_status_before_and_after_a_compile_and_after_an_edit(project, capsys):
    assert run(["status"]) == 0
    assert "never" in output(capsys)
    assert not (project / ".tesserae").exists()
    a_compile(project)
    assert run(["status"]) == 0
    assert "up to date" in output(capsys)
    (project / "docs/neap.md").write_text("# Neap\n", encoding="utf-8")
    (project / "docs/new.md").write_text("# New\n", encoding="utf-8")
    (project / "docs/spring.md").unlink()
    (project / ".tesserae/report.md").unlink()
    assert run(["status"]) == 0
    lines = [line.split() for line in output(capsys).splitlines()]
    assert ["edited", "docs/neap.md"] in lines
    assert ["new", "docs/new.md"] in lines
    assert ["removed", "docs/spring.md"] in lines
    assert ["damaged", "report.md"] in lines


def test_status_lists_what_was_left_out_and_why(project, capsys):
    a_project(project, {".gitignore": "draft.md\n", "draft.md": "x", "vendor/a.md": "x"})
    (project / "docs/bad.md").write_bytes(b"\xff")
    assert run(["status", "--sources"]) == 0
    text = output(capsys)
    assert "draft.md" in text
    assert "ignored by .gitignore" in text
    assert "other people's code" in text
    assert "not UTF-8" in text


def test_status_gives_data(project, capsys):
    assert run(["status", "--json"]) == 0
    found = data(capsys)
    assert found["compiled"] is False
    assert [each["path"] for each in found["sources"]] == sorted(
        ["README.md", "docs/neap.md", "docs/spring.md", "src/harmonic.py"]
    )
    a_compile(project)
    assert run(["status", "--json"]) == 0
    assert data(capsys)["fresh"] is True


def test_report_needs_a_compile_and_prints_it(project, capsys):
    assert run(["report"]) == 1
    assert "tesserae compile" in capsys.readouterr().err
    a_compile(project)
    assert run(["report"]) == 0
    assert output(capsys).startswith("# Report")
    assert run(["report", "--json"]) == 0
    assert data(capsys)["nodes"]["SourceDocument"] == 3


# --- wiki ---------------------------------------------------------------------------------------


@pytest.fixture
def page(project):
    a_compile(project)
    path = project / ".tesserae/wiki/sources/docs-spring.md"
    path.write_text(path.read_text(encoding="utf-8") + "\n## Mine\n\nWords.\n", encoding="utf-8")
    return path


def test_an_untouched_wiki_has_nothing_to_tell(project, capsys):
    a_compile(project)
    assert run(["wiki", "status"]) == 0
    assert output(capsys) == "Every page is as it was projected.\n"


def test_an_edited_page_is_listed_and_its_diff_shown(page, capsys):
    assert run(["wiki", "status"]) == 0
    assert output(capsys).split() == ["sources/docs-spring.md", "edited"]
    for name in ("sources/docs-spring", "sources/docs-spring.md", str(page)):
        assert run(["wiki", "diff", name]) == 0
        assert "+Words." in output(capsys)
    assert run(["wiki", "diff", "--json"]) == 0
    assert data(capsys)[0]["path"] == "sources/docs-spring.md"


def test_a_page_that_is_not_edited_or_not_there_has_no_diff(page, capsys):
    assert run(["wiki", "diff", "sources/docs-neap"]) == 1
    assert "is as it was projected" in capsys.readouterr().err
    assert run(["wiki", "diff", "sources/docs-sprong"]) == 1
    assert "did you mean sources/docs-spring.md" in capsys.readouterr().err
    assert run(["wiki", "diff", "../../README"]) == 1


def test_restoring_a_page_says_where_the_copy_is(page, capsys):
    assert run(["wiki", "restore", "sources/docs-spring"]) == 0
    assert ".tesserae/kept/sources/docs-spring.1.md" in output(capsys)
    assert "Words." not in page.read_text(encoding="utf-8")


def test_nothing_outside_the_wiki_is_restored(page, project, capsys):
    before = (project / "README.md").read_text(encoding="utf-8")
    assert run(["wiki", "restore", "../../README.md"]) == 1
    assert run(["wiki", "restore", str(project / "README.md")]) == 1
    assert (project / "README.md").read_text(encoding="utf-8") == before
    assert os.listdir(project / ".tesserae/wiki")  # noqa: PTH208
