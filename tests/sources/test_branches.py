from datetime import UTC, datetime

import pytest
from activity_project import ActivityProject

from tesserae.sources.branches import Changes, read_changes

START, END = datetime(2026, 3, 2, tzinfo=UTC), datetime(2026, 3, 3, tzinfo=UTC)


@pytest.fixture
def project(tmp_path, monkeypatch):
    return ActivityProject(tmp_path, monkeypatch).init()


def subjects(root, start=START, end=END):
    return [change.subject for change in read_changes(root, start, end).changes]


def test_the_interval_is_half_open(project):
    for subject, at in (
        ("before", "2026-03-01T23:59:59Z"),
        ("first", "2026-03-02T00:00:00Z"),
        ("last", "2026-03-02T23:59:59Z"),
        ("after", "2026-03-03T00:00:00Z"),
    ):
        project.commit(subject, at)
    assert subjects(project.root) == ["first", "last"]


def test_an_older_commit_on_top_does_not_hide_those_below(project):
    project.commit("of the day", "2026-03-02T10:00:00Z")
    project.commit("by a clock that is late", "2026-01-01T10:00:00Z")
    assert subjects(project.root) == ["of the day"]


def test_two_changes_of_one_second_and_subject_are_two(project):
    project.commit("wip", "2026-03-02T10:00:00Z")
    project.commit("wip", "2026-03-02T10:00:00Z")
    assert subjects(project.root) == ["wip", "wip"]


def test_a_rebased_copy_counts_once_and_the_current_branch_has_it(project):
    project.commit("base", "2026-03-01T10:00:00Z")
    project.git("checkout", "-q", "-b", "side")
    project.commit("work", "2026-03-02T10:00:00Z")
    project.git("checkout", "-q", "main")
    project.commit("meanwhile", "2026-03-02T09:00:00Z")
    project.git("checkout", "-q", "-b", "rebased", "side")
    project.git("rebase", "-q", "main", at="2026-03-04T10:00:00Z")
    (change,) = [c for c in read_changes(project.root, START, END).changes if c.subject == "work"]
    assert change.sha == project.git("rev-parse", "HEAD").strip()


def test_a_project_below_the_root_of_a_repository_has_its_own_changes(project):
    project.commit("ours", "2026-03-02T10:00:00Z", "notes/a.md", "# A\n")
    project.commit("theirs", "2026-03-02T11:00:00Z", "code/b.py", "b = 1\n")
    (change,) = read_changes(project.root / "notes", START, END).changes
    assert (change.subject, change.paths) == ("ours", ("a.md",))


def test_a_merge_is_marked_and_touches_nothing(project):
    project.commit("base", "2026-03-01T10:00:00Z")
    project.git("checkout", "-q", "-b", "side")
    project.commit("work", "2026-03-02T10:00:00Z")
    project.git("checkout", "-q", "main")
    project.git("merge", "--no-ff", "-q", "-m", "Merge side", "side", at="2026-03-02T12:00:00Z")
    merge = read_changes(project.root, START, END).changes[-1]
    assert (merge.subject, merge.is_merge, merge.paths) == ("Merge side", True, ())


def test_a_repository_without_a_commit_has_no_changes(project):
    assert read_changes(project.root, START, END) == Changes()


def test_a_damaged_repository_is_said_in_one_line(project):
    (project.root / ".git/HEAD").write_text("nonsense", encoding="utf-8")
    problem = read_changes(project.root, START, END).problem
    assert problem.startswith("git cannot read the repository: ")
    assert "\n" not in problem
