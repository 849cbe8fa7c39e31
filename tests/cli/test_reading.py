from __future__ import annotations

import json

import pytest
from builders import a_project
from fake_agents import FakeAgents

from tesserae.cli.app import run

NOTE = """---
title: Stilling well
---

# Stilling well

A **stilling well** is a vertical pipe that damps waves and lets the tide through.

The stilling well delays the record by some minutes.
"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    a_project(tmp_path, {"docs/well.md": NOTE})
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_search_finds_the_document_and_says_why(project, capsys):
    assert run(["search", "stilling well", "--json"]) == 0
    hits = json.loads(capsys.readouterr().out)
    assert "docs/well.md" in {hit["path"] for hit in hits}
    assert list(hits[0]) == [
        "id",
        "unit_key",
        "type",
        "title",
        "path",
        "lines",
        "score",
        "ranks",
        "why",
    ]


def test_context_stays_within_its_budget_and_gives_the_same_bytes_again(project, capsys):
    assert run(["context", "stilling well", "--budget", "700"]) == 0
    first = capsys.readouterr().out
    assert run(["context", "stilling well", "--budget", "700"]) == 0
    assert capsys.readouterr().out == first
    assert len(first.rstrip("\n")) <= 700
    assert "docs/well.md:" in first.split("## Citations")[1]


def test_context_is_written_to_a_file(project, capsys):
    assert run(["context", "stilling well", "-o", "bundle.md"]) == 0
    assert (project / "bundle.md").read_text(encoding="utf-8").startswith("# Context: stilling")


def test_an_unknown_seed_is_named_in_one_line(project, capsys):
    assert run(["context", "--seeds", "Concept:nothing:000000000000"]) == 1
    assert "Concept:nothing:000000000000" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["search", "context", "ask", "page"])
def test_an_empty_question_is_an_error_of_one_line(project, capsys, command):
    assert run([command, "  "]) == 1
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_an_answer_cites_the_line_it_quotes(project, capsys):
    assert run(["ask", "What is a stilling well?"]) == 0
    answer = capsys.readouterr().out
    assert "vertical pipe" in answer
    assert "docs/well.md" in answer.split("## Citations")[1]


def test_a_page_opens_with_its_topic(project, capsys):
    assert run(["page", "stilling well"]) == 0
    assert capsys.readouterr().out.startswith("# stilling well")


def test_prose_needs_a_model(project, capsys):
    assert run(["ask", "What is a stilling well?", "--synthesize"]) == 1
    assert "no model is configured" in capsys.readouterr().err


def test_prose_of_a_model_is_checked_and_cites_by_name(project, tmp_path, monkeypatch, capsys):
    agents = FakeAgents(tmp_path / "bin")
    agents.claude("A stilling well is a vertical pipe. [S1]\nIt was sold 400 times. [S1]")
    monkeypatch.setenv("PATH", f"{agents.folder}:/usr/bin:/bin")
    monkeypatch.setenv("TESSERAE_MODEL", "claude")
    for command in ("ask", "context", "page"):
        assert run([command, "stilling well", "--synthesize"]) == 0
        prose, _, sources = capsys.readouterr().out.partition("## Citations")
        assert "A stilling well is a vertical pipe. (" in prose
        assert "400 times" not in prose
        assert "docs/well.md" in sources


def test_an_index_for_language_models_is_exported(project, capsys):
    assert run(["export", "llms"]) == 0
    assert "](.tesserae/wiki/" in capsys.readouterr().out
    assert run(["export", "llms", "--topic", "stilling well", "-o", "llms.txt"]) == 0
    text = (project / "llms.txt").read_text(encoding="utf-8")
    assert text.startswith("# stilling well")
    assert "## Citations" in text
