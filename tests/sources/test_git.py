from __future__ import annotations

import shutil
import subprocess
from datetime import date
from zoneinfo import ZoneInfo

import pytest

from tesserae.sources.git import read_head, read_history

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

UTC = ZoneInfo("UTC")


def git(root, *arguments, at="2026-03-01T12:00:00+00:00"):
    environment = {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": str(root),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "Pierre-Simon Laplace",
        "GIT_AUTHOR_EMAIL": "laplace@example.org",
        "GIT_COMMITTER_NAME": "Pierre-Simon Laplace",
        "GIT_COMMITTER_EMAIL": "laplace@example.org",
        "GIT_AUTHOR_DATE": at,
        "GIT_COMMITTER_DATE": at,
    }
    subprocess.run(
        ["git", "-c", "init.defaultBranch=main", *arguments],
        cwd=root,
        env=environment,
        check=True,
        capture_output=True,
    )


def commit(root, subject, at, **files):
    for name, content in files.items():
        path = root / name.replace("__", "/").replace("_md", ".md")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    git(root, "add", "-A")
    git(root, "commit", "--allow-empty", "-q", "-m", subject, at=at)


@pytest.fixture
def repository(tmp_path):
    root = tmp_path / "repository"
    root.mkdir()
    git(root, "init", "-q")
    commit(root, "Begin", "2026-03-01T12:00:00+00:00", a_md="a\n", docs__b_md="b\n")
    commit(root, "Go on", "2026-03-05T23:30:00-05:00", a_md="a2\n")
    return root


def test_commits_come_newest_first_with_their_paths(repository):
    history = read_history(repository, UTC)
    assert [(commit.subject, commit.paths) for commit in history.commits] == [
        ("Go on", ("a.md",)),
        ("Begin", ("a.md", "docs/b.md")),
    ]
    assert history.commits[0].author == "Pierre-Simon Laplace"
    assert history.commits[0].at == "2026-03-06T04:30:00+00:00"
    assert history.head_branch == "main"


def test_a_date_is_the_authors_instant_in_the_zone_of_the_project(repository):
    assert read_history(repository, UTC).dates["a.md"] == (date(2026, 3, 1), date(2026, 3, 6))
    lima = read_history(repository, ZoneInfo("America/Lima"))
    assert lima.dates["a.md"] == (date(2026, 3, 1), date(2026, 3, 5))


def test_a_renamed_file_keeps_its_first_day(repository):
    git(repository, "mv", "a.md", "c.md")
    commit(repository, "Rename", "2026-04-01T12:00:00+00:00")
    dates = read_history(repository, UTC).dates
    assert dates["c.md"] == (date(2026, 3, 1), date(2026, 4, 1))


def test_a_path_that_was_used_again_is_not_as_old_as_the_file_that_left_it(repository):
    git(repository, "mv", "a.md", "c.md")
    commit(repository, "Rename", "2026-04-01T12:00:00+00:00")
    commit(repository, "New", "2026-05-01T12:00:00+00:00", a_md="new\n")
    dates = read_history(repository, UTC).dates
    assert dates["a.md"] == (date(2026, 5, 1), date(2026, 5, 1))
    assert dates["c.md"] == (date(2026, 3, 1), date(2026, 4, 1))


def test_commits_of_generated_files_alone_are_left_out(repository):
    before = read_history(repository, UTC).commits
    commit(repository, "Wiki", "2026-04-01T12:00:00+00:00", **{".tesserae__wiki__a_md": "x\n"})
    commit(repository, "Kept", "2026-04-02T12:00:00+00:00", docs__wiki__a_md="x\n")
    history = read_history(repository, UTC, generated=(".tesserae", "docs/wiki"))
    assert history.commits == before
    assert history.dates[".tesserae/wiki/a.md"][0] == date(2026, 4, 1)


def test_a_folder_below_the_repository_has_its_own_paths(repository):
    history = read_history(repository / "docs", UTC)
    assert [commit.paths for commit in history.commits] == [("b.md",)]
    assert list(history.dates) == ["b.md"]


def test_a_worktree_has_the_same_history(repository, tmp_path):
    git(repository, "worktree", "add", "-q", str(tmp_path / "tree"), "-b", "other")
    history = read_history(tmp_path / "tree", UTC)
    assert history.dates == read_history(repository, UTC).dates
    assert history.head_branch == "other"


def test_a_shallow_clone_says_so(repository, tmp_path):
    git(tmp_path, "clone", "-q", "--depth", "1", repository.as_uri(), "clone")
    history = read_history(tmp_path / "clone", UTC)
    assert history.shallow
    assert "shallow" in history.note
    assert len(history.commits) == 1


def test_an_empty_history_and_no_repository_are_nothing_to_speak_of(tmp_path):
    assert read_head(tmp_path).sha is None
    assert read_history(tmp_path, UTC).note is None
    git(tmp_path, "init", "-q")
    history = read_history(tmp_path, UTC)
    assert (history.commits, dict(history.dates), history.note) == ((), {}, None)


def test_a_machine_without_git_says_so_where_there_is_a_repository(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert read_head(tmp_path).note is None
    (tmp_path / ".git").mkdir()
    assert "git is not installed" in read_history(tmp_path, UTC).note


def test_settings_of_the_repository_change_nothing(repository, tmp_path):
    plain = read_history(repository, UTC)
    marker = tmp_path / "ran"
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch '{marker}'\n", encoding="utf-8")
    program.chmod(0o755)
    for name, value in {
        "core.pager": str(program),
        "core.fsmonitor": str(program),
        "core.quotePath": "true",
        "diff.external": str(program),
        "diff.orderFile": "/no/such/file",
        "diff.renames": "false",
        "gpg.program": str(program),
        "log.showSignature": "true",
        "log.date": "relative",
        "log.follow": "true",
        "log.showRoot": "false",
        "log.decorate": "full",
        "format.pretty": "oneline",
        "color.ui": "always",
        "i18n.logOutputEncoding": "ISO-8859-1",
    }.items():
        git(repository, "config", name, value)
    (repository / ".mailmap").write_text("Nobody <x@x> <laplace@example.org>\n", encoding="utf-8")
    assert read_history(repository, UTC) == plain
    assert not marker.exists()


def test_a_hook_that_exports_another_repository_is_not_followed(repository, tmp_path, monkeypatch):
    plain = read_history(repository, UTC)
    git(tmp_path, "init", "-q", "other")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "other/.git"))
    assert read_history(repository, UTC) == plain


@pytest.mark.parametrize(
    "subject", ["<script>alert(1)</script>", "a\x01b", "tab\there", "x" * 5000, "émoji 🜁", "M"]
)
def test_any_subject_is_read_whole(repository, subject):
    commit(repository, subject, "2026-04-01T12:00:00+00:00", a_md=subject)
    newest = read_history(repository, UTC).commits[0]
    assert newest.subject == subject
    assert newest.paths == ("a.md",)


@pytest.mark.parametrize("name", ["with space.md", "tab\there.md", "new\nline.md", "é\"'.md", "M"])
def test_any_path_is_read_whole(repository, name):
    (repository / name).write_text("x\n", encoding="utf-8")
    commit(repository, "Odd", "2026-04-01T12:00:00+00:00")
    assert read_history(repository, UTC).commits[0].paths == (name,)


def test_an_author_date_beyond_the_calendar_costs_only_the_date(repository):
    commit(repository, "Odd", "@99999999999 +0000", z_md="z\n")
    history = read_history(repository, UTC)
    assert history.commits[0].subject == "Odd"
    assert "z.md" not in history.dates or history.dates["z.md"][0].year > 2026
