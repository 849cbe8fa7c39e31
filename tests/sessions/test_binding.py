import subprocess

import pytest

from tesserae.projects import Project
from tesserae.sessions.binding import NO_FOLDER, Binder, Via, folder_name, normal_folder


@pytest.fixture
def project(tmp_path):
    root = tmp_path / "tides"
    root.mkdir()
    return Project("Severn", root)


def git(folder, *arguments):
    subprocess.run(
        ["git", "-c", "user.name=n", "-c", "user.email=n@x.org", *arguments],
        cwd=folder,
        check=True,
        capture_output=True,
    )


@pytest.fixture
def worktree(project, tmp_path):
    git(project.root, "init", "-q")
    git(project.root, "commit", "-q", "--allow-empty", "-m", "Begin")
    git(project.root, "worktree", "add", "-q", str(tmp_path / "elsewhere" / "fix"))
    return tmp_path / "elsewhere" / "fix"


def test_a_root_and_the_folders_below_it_are_one_project(project):
    binder = Binder([project])
    root, below = (binder.bind(str(folder)) for folder in (project.root, project.root / "docs/a"))
    assert (root.project, root.via) == ("Severn", Via.ROOT)
    assert (below.project, below.root, below.via) == ("Severn", root.root, Via.SUBFOLDER)


def test_the_nearest_project_holds_a_folder(project):
    inner = Project("inner", project.root / "packages" / "gauge")
    binder = Binder([project, inner])
    assert binder.bind(str(inner.root / "src")).project == "inner"
    assert binder.bind(str(project.root / "packages")).project == "Severn"


def test_a_folder_whose_name_only_begins_alike_is_another_project(project):
    binding = Binder([project]).bind(f"{project.root}-old")
    assert (binding.project, binding.via) == ("tides-old", Via.ITSELF)


def test_a_worktree_belongs_to_its_repository(project, worktree):
    binding = Binder([project]).bind(str(worktree / "src"))
    assert (binding.project, binding.via) == ("Severn", Via.WORKTREE)


def test_a_registered_worktree_stands_for_its_repository(project, worktree):
    binding = Binder([Project("fix", worktree)]).bind(str(project.root))
    assert not binding.is_registered
    assert Binder([Project("fix", worktree)]).bind(str(worktree)).project == "fix"


def test_a_worktree_that_is_gone_is_known_by_what_the_log_says(project):
    binding = Binder([project]).bind("/tmp/gone/fix", home_cwd=str(project.root))
    assert (binding.project, binding.via) == ("Severn", Via.WORKTREE)


def test_a_worktree_of_an_unregistered_repository_is_that_repository(project, worktree):
    binding = Binder([]).bind(str(worktree))
    assert (binding.project, binding.is_registered) == ("tides", False)


def test_a_link_to_a_project_is_that_project(project, tmp_path):
    (tmp_path / "alias").symlink_to(project.root)
    assert Binder([project]).bind(str(tmp_path / "alias" / "docs")).project == "Severn"


def test_the_current_folder_counts_as_registered(tmp_path):
    current = Project("here", tmp_path)
    assert Binder([], current=current).bind(str(tmp_path / "docs")).is_registered


def test_a_folder_of_no_project_is_one_named_by_its_last_part():
    binding = Binder([]).bind("/w/gauges/")
    assert (binding.project, binding.root, binding.is_registered) == ("gauges", "/w/gauges", False)


def test_a_session_without_a_folder_has_a_project_of_its_own():
    assert Binder([]).bind("").project == NO_FOLDER


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (r"C:\git\tides", r"c:\git\tides"),
        (r"C:\git\Tides" + "\\", "C:/git/tides"),
        ("/w/caf\u00e9", "/w/cafe\u0301"),
        ("/w/tides/", "/w/tides"),
        ("/w/./gauges/../tides", "/w/tides"),
    ],
)
def test_spellings_of_one_folder_are_one_project(one, other):
    binder = Binder([])
    assert binder.bind(one).root.casefold() == binder.bind(other).root.casefold()


@pytest.mark.parametrize("cwd", ["\0", "/w/\ud800", "x" * 5000, "{{cwd}}", "/w/<b>x</b>", "~", "/"])
def test_an_odd_folder_is_no_error(cwd):
    assert Binder([]).bind(cwd).project


def test_the_mapping_can_be_shown(project):
    binder = Binder([project])
    binder.bind("/w/b")
    binder.bind("/w/a")
    assert list(binder.bindings()) == ["/w/a", "/w/b"]


def test_names_and_spellings():
    assert folder_name(r"C:\git\tides") == "tides"
    assert normal_folder(r"c:\git\..\git\tides") == "C:/git/tides"
