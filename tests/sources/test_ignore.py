from __future__ import annotations

import pytest

from tesserae.sources.ignore import ignored_by, load_rules, parse_rules, rules_above


def test_the_last_rules_that_concern_a_path_decide():
    outer = parse_rules(["*.txt"], "outer")
    inner = parse_rules(["!keep.txt"], "inner", folder="a")
    assert ignored_by([outer, inner], "a/keep.txt", is_dir=False) is None
    assert ignored_by([outer, inner], "a/other.txt", is_dir=False) == "outer"
    assert ignored_by([outer], "keep.txt", is_dir=False) == "outer"


def test_rules_count_from_the_folder_they_stand_in():
    rules = parse_rules(["/drafts/"], "docs/.gitignore", folder="docs")
    assert rules.verdict("docs/drafts", is_dir=True)
    assert rules.verdict("docs/a/drafts", is_dir=True) is None


@pytest.mark.parametrize("line", ["!", "\\", "", "# note", "   "])
def test_a_line_that_is_no_pattern_costs_only_itself(line):
    rules = parse_rules([line, "*.tmp"], "x")
    assert rules.verdict("a.tmp", is_dir=False)


def test_a_file_without_patterns_holds_no_rules(tmp_path):
    (tmp_path / "empty").write_text("# nothing\n", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    assert load_rules(tmp_path / "empty", "x") is None
    assert load_rules(tmp_path / "folder", "x") is None
    assert load_rules(tmp_path / "absent", "x") is None


def test_bytes_that_are_not_utf8_do_not_stop_the_other_lines(tmp_path):
    (tmp_path / "rules").write_bytes(b"\xff\xfe\n*.tmp\n")
    assert load_rules(tmp_path / "rules", "x").verdict("a.tmp", is_dir=False)


def test_a_repository_above_the_project_has_its_say(tmp_path):
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text("generated/\n", encoding="utf-8")
    project = tmp_path / "packages/one"
    project.mkdir(parents=True)
    rules = rules_above(project)
    assert ignored_by(rules, "generated", is_dir=True) == "a .gitignore above the project"


def test_rules_above_that_ignore_the_whole_project_do_not_count(tmp_path):
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text("packages/\n*.md\n", encoding="utf-8")
    project = tmp_path / "packages/one"
    project.mkdir(parents=True)
    assert rules_above(project) == []


def test_without_a_repository_nothing_above_counts(tmp_path):
    (tmp_path / ".gitignore").write_text("*\n", encoding="utf-8")
    (tmp_path / "project").mkdir()
    assert rules_above(tmp_path / "project") == []
