from __future__ import annotations

import shutil
import subprocess

import pytest

from tesserae.engine.gitignore import is_ours, render_gitignore

FILES = (
    "aliases.yml",
    "cache/x",
    "config.json",
    "docs/.gitkeep",
    "graph.json",
    "harness_sessions/a.json",
    "history.db",
    "kept/a.md",
    "redirects.yml",
    "sqlite.db",
    "summaries/a/daily.md",
    "wiki/concepts/a.md",
    "wiki/sessions/a/b.md",
)


def added(root, text):
    for name in FILES:
        path = root / ".tesserae" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x\n", encoding="utf-8")
    (root / ".tesserae/.gitignore").write_text(text, encoding="utf-8")
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    listed = subprocess.run(
        ["git", "ls-files", "--others", "--exclude-standard"],
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
    )
    return [path.removeprefix(".tesserae/") for path in listed.stdout.split()]


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
@pytest.mark.parametrize(
    ("options", "kept"),
    [
        ({}, ["aliases.yml", "redirects.yml", "wiki/concepts/a.md"]),
        (
            {"keep_docs": True},
            ["aliases.yml", "docs/.gitkeep", "redirects.yml", "wiki/concepts/a.md"],
        ),
        (
            {"share_sessions": True},
            [
                "aliases.yml",
                "harness_sessions/a.json",
                "redirects.yml",
                "summaries/a/daily.md",
                "wiki/concepts/a.md",
                "wiki/sessions/a/b.md",
            ],
        ),
    ],
)
def test_git_keeps_what_people_edit_and_nothing_else(tmp_path, options, kept):
    assert added(tmp_path, render_gitignore(**options)) == [".gitignore", *kept]


def test_a_file_of_ours_is_known_by_its_head():
    assert is_ours(render_gitignore(share_sessions=True))
    assert not is_ours("*\n")
