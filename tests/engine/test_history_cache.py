from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import replace

import pytest
from builders import a_compile, a_project, artifacts

from tesserae.config import load_settings
from tesserae.engine.history_cache import CACHE_NAME, CachedHistory
from tesserae.workspace import Workspace, Writer

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def git(root, *words):
    who = {
        f"GIT_{role}_{field}": value
        for role in ("AUTHOR", "COMMITTER")
        for field, value in (("NAME", "William Ferrel"), ("EMAIL", "ferrel@example.org"))
    }
    subprocess.run(["git", *words], cwd=root, check=True, env={**os.environ, **who})


@pytest.fixture
def project(tmp_path):
    root = a_project(tmp_path / "project")
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-qm", "Begin")
    return root


def look(root, **changes):
    settings = replace(load_settings(root), **changes)
    return CachedHistory.look(settings, Workspace(root))


def test_the_second_look_reads_the_cache_and_gives_the_same(project):
    first = look(project)
    assert first.fresh is not None
    first.save(Writer(Workspace(project)))
    second = look(project)
    assert second.fresh is None
    assert second.digest == first.digest
    assert second.load() == first.load()


def test_a_new_commit_or_another_zone_is_read_anew(project):
    look(project).save(Writer(Workspace(project)))
    assert look(project, timezone="Pacific/Kiritimati").fresh is not None
    git(project, "commit", "-q", "--allow-empty", "-m", "Go on")
    assert look(project).fresh is not None


def test_committing_the_wiki_on_a_later_day_does_not_change_it(project):
    a_compile(project)
    before = artifacts(project)
    git(project, "add", "-A")
    git(project, "commit", "-qm", "Wiki", "--date", "2030-01-01T12:00:00+00:00")
    assert [commit.subject for commit in look(project).load().commits] == ["Begin"]
    a_compile(project)
    after = artifacts(project)
    assert {**after, "manifest.json": b""} == {**before, "manifest.json": b""}


@pytest.mark.parametrize("damage", [b"", b"junk", b"\xff\n\xff"])
def test_a_damaged_cache_is_read_from_git_again(project, damage):
    first = look(project)
    first.save(Writer(Workspace(project)))
    path = project / ".tesserae/cache" / CACHE_NAME
    head, _, _ = path.read_bytes().partition(b"\n")
    for content in (damage, head + b"\n" + damage):
        path.write_bytes(content)
        assert look(project).load() == first.load()


def test_a_project_without_a_repository_has_no_history(tmp_path):
    found = look(a_project(tmp_path))
    assert found.load().commits == ()
    found.save(Writer(Workspace(tmp_path)))
    assert not (tmp_path / ".tesserae").exists()
