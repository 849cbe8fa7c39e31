from __future__ import annotations

import os

import pytest

from tesserae.config import SourceSettings
from tesserae.model.source import MediaType
from tesserae.sources.files import find_sources


@pytest.fixture
def project(tmp_path):
    root = tmp_path / "project"
    root.mkdir()
    return root


def put(root, path, content="# text\n"):
    target = root / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content if isinstance(content, bytes) else content.encode())
    return target


def paths(root, **settings):
    return [ref.path for ref in find_sources(root, SourceSettings(**settings)).refs]


def reasons(root, **settings):
    found = find_sources(root, SourceSettings(**settings))
    return {item.path: item.reason for item in (*found.skipped, *found.ignored)}


def test_documents_and_python_are_found_in_path_order(project):
    for path in ("docs/b.md", "docs/a.markdown", "notes.txt", "src/m.py", "logo.png"):
        put(project, path)
    found = find_sources(project, SourceSettings())
    assert [(ref.path, ref.media_type) for ref in found.refs] == [
        ("docs/a.markdown", MediaType.MARKDOWN),
        ("docs/b.md", MediaType.MARKDOWN),
        ("notes.txt", MediaType.TEXT),
        ("src/m.py", MediaType.PYTHON),
    ]
    assert "logo.png" in found.files


def test_an_empty_project_has_no_sources(project):
    assert find_sources(project, SourceSettings()).refs == ()


def test_ignore_files_count_at_every_level(project):
    put(project, ".gitignore", "*.txt\nbuild/\n")
    put(project, "docs/.gitignore", "!keep.txt\n/draft.md\n")
    for path in ("a.txt", "build/a.md", "docs/keep.txt", "docs/draft.md", "docs/sub/draft.md"):
        put(project, path)
    assert paths(project) == ["docs/keep.txt", "docs/sub/draft.md"]
    assert reasons(project)["docs/draft.md"] == "ignored by docs/.gitignore"
    assert reasons(project)["build/"] == "ignored by .gitignore"


def test_git_ignore_files_can_be_left_aside(project):
    put(project, ".gitignore", "*.md\n")
    put(project, "a.md")
    assert paths(project, gitignore=False) == ["a.md"]


def test_an_own_ignore_file_can_leave_out_and_bring_back(project):
    put(project, ".gitignore", "notes/*.md\n")
    put(project, ".tesseraeignore", "!notes/a.md\nlong/\n")
    for path in ("notes/a.md", "notes/b.md", "long/c.md"):
        put(project, path)
    assert paths(project) == ["notes/a.md"]


def test_excluded_patterns_win_over_everything(project):
    put(project, ".tesseraeignore", "!a.md\n")
    put(project, "a.md")
    put(project, "b.md")
    assert paths(project, exclude=("a.md",), include=("*.md",)) == ["b.md"]


def test_included_patterns_are_the_only_ones_read(project):
    for path in ("docs/a.md", "notes/b.md", "c.md"):
        put(project, path)
    assert paths(project, include=("docs/", "/c.md")) == ["c.md", "docs/a.md"]
    assert reasons(project, include=("docs/",))["notes/b.md"] == "not in sources.include"


@pytest.mark.parametrize(
    "folder",
    [
        "node_modules",
        "vendor",
        "venv",
        ".venv",
        "__pycache__",
        ".hidden",
        "x.egg-info",
        ".tesserae",
    ],
)
def test_folders_of_tools_are_not_entered(project, folder):
    put(project, f"pkg/{folder}/a.md")
    assert paths(project) == []
    assert f"pkg/{folder}/" in reasons(project)


@pytest.mark.parametrize(
    ("marks", "reason"),
    [
        (["pyvenv.cfg"], "a virtual environment"),
        (["CACHEDIR.TAG"], "a cache"),
        (["index.html", "404.html"], "a built site"),
        ([".git"], "a repository of its own"),
    ],
)
def test_a_folder_is_known_by_what_lies_in_it(project, marks, reason):
    put(project, "thing/a.md")
    for mark in marks:
        put(project, f"thing/{mark}", "x")
    assert paths(project) == []
    assert reasons(project)["thing/"] == reason


def test_the_project_itself_may_be_a_repository_or_hold_a_site(project):
    for path in (".git/HEAD", "index.html", "404.html", "a.md"):
        put(project, path)
    assert paths(project) == ["a.md"]


def test_a_folder_that_is_named_is_entered(project):
    put(project, ".gitignore", "ignored/\n")
    for path in ("vendor/lib/a.md", "vendor/other/b.md", "sub/.git", "sub/c.md", "ignored/d.md"):
        put(project, path)
    assert paths(project, include=("vendor/lib/**", "/sub", "ignored/*.md")) == [
        "ignored/d.md",
        "sub/c.md",
        "vendor/lib/a.md",
    ]
    assert paths(project, include=("**",)) == []


def test_the_own_workspace_and_git_stay_closed_even_when_named(project):
    put(project, ".tesserae/wiki/concepts/a.md")
    put(project, ".git/notes.md")
    assert paths(project, include=(".tesserae/**", ".git/**")) == []


def test_the_site_and_a_wiki_elsewhere_are_not_entered(project):
    for path in ("public/a.txt", "docs/wiki/b.md", "docs/c.md"):
        put(project, path)
    found = find_sources(project, SourceSettings(), wiki_dir="docs/wiki", site_dir="public")
    assert [ref.path for ref in found.refs] == ["docs/c.md"]


@pytest.mark.parametrize(
    ("path", "content", "reason"),
    [
        ("a.md", b"# caf\xe9\n", "not UTF-8 (line 1); save it as UTF-8"),
        ("a.md", "# a\n".encode("utf-16"), "not UTF-8 but UTF-16; save it as UTF-8"),
        ("a.md", b"\x89PNG\0\0", "binary"),
        ("m_pb2.py", b"x = 1\n", "generated by a program"),
        ("m.py", b"# @generated by a tool\n", "generated by a program"),
        ("a.txt", b"x" * 6000, "minified: its lines are too long to have been written by hand"),
        ("requirements-dev.txt", b"numpy\n", "written for a program"),
        ("LICENSE.md", b"MIT\n", "a licence text"),
        ("package-lock.json", b"{}\n", "no loader for .json files"),
    ],
)
def test_a_file_that_cannot_be_a_source_is_named_once(project, path, content, reason):
    put(project, path, content)
    put(project, "good.md")
    found = find_sources(project, SourceSettings())
    assert [ref.path for ref in found.refs] == ["good.md"]
    assert [(item.path, item.reason) for item in (*found.skipped, *found.ignored)] == [
        (path, reason)
    ]


def test_a_file_over_the_limit_is_a_fault_that_says_the_limit(project):
    put(project, "a.md", b"x\n" * 600)
    (item,) = find_sources(project, SourceSettings(max_bytes=1024)).skipped
    assert item.is_fault
    assert "over the limit of 0.000976562 MiB" in item.reason


def test_one_long_line_does_not_make_a_document_minified(project):
    put(project, "a.md", b"# t\n\n![x](data:image/png;base64," + b"A" * 1_000_000 + b")\n")
    assert paths(project) == ["a.md"]


def test_twins_by_case_and_by_unicode_form_both_survive(project):
    for name in ("Note.md", "note.md", "caf\u00e9.md", "cafe\u0301.md"):
        put(project, name)
    assert len(paths(project)) == 4


def test_links_within_the_project_are_read_and_others_are_not(project, tmp_path):
    put(project, "README.md")
    put(tmp_path, "outside/secret.md")
    (project / "docs").mkdir()
    (project / "docs/index.md").symlink_to("../README.md")
    (project / "docs/out.md").symlink_to(tmp_path / "outside/secret.md")
    (project / "docs/nowhere.md").symlink_to("absent.md")
    (project / "docs/loop").symlink_to("..")
    (project / "docs/outside").symlink_to(tmp_path / "outside")
    (project / "docs/self.md").symlink_to("self.md")
    assert paths(project) == ["README.md", "docs/index.md"]
    assert reasons(project) == {
        "docs/loop": "a link to a folder; what it leads to is read where it stands",
        "docs/nowhere.md": "a link that leads nowhere",
        "docs/out.md": "a link that leaves the project",
        "docs/outside": "a link that leaves the project",
        "docs/self.md": "a link that leads nowhere",
    }


def test_a_link_does_not_open_the_repository_or_the_workspace(project):
    put(project, ".git/config", "[remote]\n")
    (project / "config.md").symlink_to(".git/config")
    assert paths(project) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_named_pipe_is_not_opened(project):
    os.mkfifo(project / "pipe.md")
    assert paths(project) == []


@pytest.mark.skipif(os.name == "nt", reason="names are Unicode on Windows")
def test_a_name_that_is_not_utf8_is_a_fault(project):
    try:
        (project / os.fsdecode(b"caf\xe9.md")).write_text("x", encoding="utf-8")
    except OSError:
        pytest.skip("this disk takes no such name")
    (item,) = find_sources(project, SourceSettings()).skipped
    assert item.is_fault
    assert item.path == "caf\ufffd.md"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="this user may read everything")
def test_what_cannot_be_read_is_a_fault_and_the_rest_is_found(project):
    put(project, "good.md")
    put(project, "bad.md").chmod(0)
    put(project, "folder/a.md").parent.chmod(0)
    found = find_sources(project, SourceSettings())
    (project / "folder").chmod(0o700)
    assert [ref.path for ref in found.refs] == ["good.md"]
    assert [(item.path, item.is_fault) for item in found.skipped] == [
        ("bad.md", True),
        ("folder", True),
    ]


def test_a_deep_tree_is_no_recursion(project):
    folder = "/".join(["d"] * 300)
    try:
        put(project, f"{folder}/a.md")
    except OSError:
        pytest.skip("this disk takes no such depth")
    assert paths(project) == [f"{folder}/a.md"]
