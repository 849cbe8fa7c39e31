from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from builders import TIDE_NOTES, a_compile, a_project, artifacts, from_scratch
from filelock import FileLock
from hypothesis import given, settings
from hypothesis import strategies as st

from tesserae.config import load_settings
from tesserae.engine.pipeline import Pipeline
from tesserae.errors import BusyError, ConfigError, GraphError, WorkspaceError
from tesserae.graph.store import SqliteGraphStore


@pytest.fixture
def project(tmp_path):
    return a_project(tmp_path / "project")


def stamps(root):
    return {
        path: (path.stat().st_mtime_ns, path.stat().st_ino)
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }


def edit(root, name, text):
    (root / name).write_text((root / name).read_text(encoding="utf-8") + text, encoding="utf-8")


def test_a_project_becomes_a_graph_a_wiki_and_a_report(project):
    compiled = a_compile(project)
    assert compiled.changed
    assert compiled.extracted == 4
    assert "Spring tide" in {node.name for node in compiled.graph().nodes.values()}
    assert (project / ".tesserae/wiki/sources").is_dir()
    assert SqliteGraphStore(project / ".tesserae/sqlite.db").read() == compiled.graph()
    assert str(compiled.now) == "2026-03-08"


def test_an_unchanged_project_is_not_touched(project):
    first = a_compile(project)
    before = stamps(project)
    second = a_compile(project)
    assert not second.changed
    assert stamps(project) == before
    assert second.graph() == first.graph()
    assert second.pages() == first.pages()
    assert second.now == first.now


def test_times_of_files_are_no_input(project):
    a_compile(project)
    for path in project.rglob("*.md"):
        os.utime(path, (1_000_000_000, 1_000_000_000))
    assert not a_compile(project).changed


def test_one_edited_file_is_extracted_alone(project):
    a_compile(project)
    edit(project, "docs/neap.md", "\nIt follows the half moon.\n")
    assert a_compile(project).extracted == 1


def test_a_new_and_a_removed_file_are_followed(project):
    a_compile(project)
    (project / "docs/neap.md").unlink()
    a_project(project, {"docs/king.md": "# King tide\n\nA **king tide** is a high spring tide.\n"})
    names = {node.name for node in a_compile(project).graph().nodes.values()}
    assert "King tide" in names
    assert "Neap tide" not in {
        node.name for node in a_compile(project).graph().nodes.values() if node.type != "Concept"
    }


def test_another_folder_and_another_hash_seed_give_the_same_bytes(project, tmp_path):
    a_compile(project)
    other = a_project(tmp_path / "elsewhere" / "another name")
    code = "import sys; from builders import a_compile; a_compile(__import__('pathlib').Path('.'))"
    subprocess.run(
        [sys.executable, "-c", code],
        cwd=other,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": _python_path()},
    )
    assert artifacts(other) == artifacts(project)


def _python_path():
    return os.pathsep.join([str(Path(__file__).parents[1]), str(Path(__file__).parents[2])])


def test_an_unchanged_compile_loads_nothing_heavy(project):
    a_compile(project)
    code = (
        "import sys, pathlib; from tesserae.config import load_settings\n"
        "from tesserae.engine.pipeline import Pipeline\n"
        "assert not Pipeline(load_settings(pathlib.Path('.'))).run().changed\n"
        "print(' '.join(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=project,
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": _python_path()},
    )
    heavy = {"numpy", "scipy", "networkx", "graspologic_native", "markdown_it", "rich", "filelock"}
    assert heavy.isdisjoint(done.stdout.split())


# --- incremental equals from scratch ------------------------------------------------------------

NAMES = ("README.md", "docs/spring.md", "docs/neap.md", "docs/sub/king.md", "src/harmonic.py")
SENTENCES = (
    "A **king tide** is a spring tide near perigee.",
    "See [[Spring tide]] and [the other](neap.md).",
    "The **tidal range** depends on the **spring tide**.",
    "## Open questions\n\n- Why does it lag?",
    "| station | range |\n|---|---|\n| Brest | 7.1 |\n",
    "Written by hand in 2026.",
)
TITLES = ("Spring tide", "King tide", "Other waters")
actions = st.one_of(
    st.tuples(st.just("edit"), st.sampled_from(NAMES), st.sampled_from(SENTENCES)),
    st.tuples(st.just("delete"), st.sampled_from(NAMES), st.just("")),
    st.tuples(st.just("rename"), st.sampled_from(NAMES), st.sampled_from(NAMES)),
    st.tuples(st.just("retitle"), st.sampled_from(NAMES), st.sampled_from(TITLES)),
    st.tuples(st.just("compile"), st.just(""), st.just("")),
)


def act(root, action, name, argument):
    path = root / name
    if action == "compile":
        a_compile(root)
    elif action == "edit":
        path.parent.mkdir(parents=True, exist_ok=True)
        before = path.read_text(encoding="utf-8") if path.exists() else f"# {path.stem}\n"
        text = f"# {argument[:20]!r}\n" if path.suffix == ".py" else f"\n{argument}\n"
        path.write_text(before + text, encoding="utf-8")
    elif action == "delete":
        path.unlink(missing_ok=True)
    elif action == "retitle":
        if path.suffix == ".md" and path.exists():
            text = path.read_text(encoding="utf-8")
            day = f"2026-03-0{len(argument) % 8 + 1}"
            front = f"---\ntitle: {argument}\naliases: [{argument} again]\ndate: {day}\n---\n"
            path.write_text(front + text.split("---\n")[-1], encoding="utf-8")
    elif path.exists() and path.suffix == Path(argument).suffix:
        (root / argument).parent.mkdir(parents=True, exist_ok=True)
        path.replace(root / argument)


@settings(max_examples=12, deadline=None)
@given(st.lists(actions, max_size=8))
def test_any_order_of_changes_ends_in_the_bytes_of_a_compile_from_scratch(
    tmp_path_factory, changes
):
    base = tmp_path_factory.mktemp("law")
    root = a_project(base / "project")
    a_compile(root)
    for action, name, argument in changes:
        act(root, action, name, argument)
    a_compile(root)
    shutil.rmtree(base / "scratch", ignore_errors=True)
    copied = base / "scratch"
    shutil.copytree(root, copied, ignore=shutil.ignore_patterns(".tesserae"))
    redirects = root / ".tesserae/redirects.yml"
    if redirects.exists():
        (copied / ".tesserae").mkdir()
        shutil.copy(redirects, copied / ".tesserae/redirects.yml")
    a_compile(copied)
    assert artifacts(root) == artifacts(copied)


touches = st.tuples(
    st.just("touch"),
    st.integers(0, 30),
    st.sampled_from(["append", "link", "cut", "own", "delete"]),
)


def touch(root, index, what):
    """Change the wiki as a person would."""
    pages = sorted((root / ".tesserae/wiki").rglob("*.md"))
    page = pages[index % len(pages)]
    text = page.read_text(encoding="utf-8")
    if what == "append":
        page.write_text(f"{text}\n## Mine\n\nWords of mine.\n", encoding="utf-8")
    elif what == "link":
        page.write_text(f"{text}\n- [s](../sources/docs-spring.md) of mine\n", encoding="utf-8")
    elif what == "cut":
        page.write_text("\n".join([*text.split("\n")[:-3], ""]), encoding="utf-8")
    elif what == "delete":
        page.unlink()
    else:
        a_project(root, {".tesserae/wiki/notes/own.md": "# Own\n\nSee [[Spring tide]].\n"})


@settings(max_examples=12, deadline=None)
@given(st.lists(st.one_of(actions, touches), max_size=7))
def test_with_edits_of_the_wiki_too_a_compile_settles_at_once_and_equals_one_from_scratch(
    tmp_path_factory, changes
):
    base = tmp_path_factory.mktemp("law")
    root = a_project(base / "project")
    a_compile(root)
    for action, name, argument in changes:
        if action == "touch":
            touch(root, name, argument)
        else:
            act(root, action, name, argument)
    a_compile(root)
    assert not a_compile(root).changed
    assert from_scratch(root, base / "scratch") == artifacts(root)


# --- what people wrote into the wiki ------------------------------------------------------------


def a_concept_page(root):
    return next(iter(sorted((root / ".tesserae/wiki/concepts").glob("*.md"))))


def test_an_edited_page_keeps_its_edit_and_the_next_compile_is_quiet(project):
    a_compile(project)
    page = a_concept_page(project)
    edit(page.parent, page.name, "\n## My own section\n\nWords of mine.\n")
    assert a_compile(project).changed
    assert not a_compile(project).changed
    edit(project, "docs/spring.md", "\nThe **spring tide** was measured by William Ferrel.\n")
    compiled = a_compile(project)
    assert "Words of mine." in page.read_text(encoding="utf-8")
    assert compiled.manifest.outcome.kept_edits == (f"concepts/{page.name}",)


def test_an_edited_wiki_is_an_input_like_any_other(project, tmp_path):
    a_compile(project)
    page = a_concept_page(project)
    edit(page.parent, page.name, "\n## My own section\n\nSee [neap](../sources/docs-neap.md).\n")
    a_compile(project)
    assert from_scratch(project, tmp_path / "scratch") == artifacts(project)


def test_a_page_that_a_person_writes_is_a_source_and_stays_as_it_is(project):
    text = "# Rip tide\n\nA **rip tide** is a current. See [spring](../sources/docs-spring.md).\n"
    a_compile(project)
    a_project(project, {".tesserae/wiki/notes/rip.md": text})
    compiled = a_compile(project)
    assert (project / ".tesserae/wiki/notes/rip.md").read_text(encoding="utf-8") == text
    assert compiled.own_pages() == {"notes/rip.md": text}
    assert ".tesserae/wiki/notes/rip.md" in compiled.manifest.sources
    assert not a_compile(project).changed
    (project / ".tesserae/wiki/notes/rip.md").unlink()
    assert ".tesserae/wiki/notes/rip.md" not in a_compile(project).manifest.sources


@pytest.mark.parametrize("damage", ["delete", "empty", "half"])
def test_a_page_that_was_damaged_comes_back(project, damage):
    a_compile(project)
    before = artifacts(project)
    page = a_concept_page(project)
    if damage == "delete":
        page.unlink()
    elif damage == "empty":
        page.write_bytes(b"")
    else:
        page.write_bytes(page.read_bytes()[:-20])
    assert a_compile(project).changed
    assert artifacts(project) == before


# --- files of ours that were damaged ------------------------------------------------------------


@pytest.mark.parametrize("name", ["graph.json", "report.md", "config.json", "manifest.json"])
@pytest.mark.parametrize("damage", ["truncate", "delete"])
def test_a_damaged_file_of_ours_is_written_again(project, name, damage):
    a_compile(project)
    before = artifacts(project)
    path = project / ".tesserae" / name
    if damage == "delete":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[:40])
    assert a_compile(project).changed
    assert artifacts(project) == before


@pytest.mark.parametrize("content", [b"", b"junk" * 2000])
def test_a_damaged_database_is_made_again(project, content):
    compiled = a_compile(project)
    path = project / ".tesserae/sqlite.db"
    path.write_bytes(content)
    a_compile(project)
    assert SqliteGraphStore(path).read() == compiled.graph()


def test_a_database_that_is_not_there_is_made_again(project):
    compiled = a_compile(project)
    (project / ".tesserae/sqlite.db").unlink()
    a_compile(project)
    assert SqliteGraphStore(project / ".tesserae/sqlite.db").read() == compiled.graph()


@pytest.mark.parametrize("content", [b"", b"junk\n", b"\xff\xfe\0"])
def test_a_damaged_cache_costs_only_time(project, content):
    a_compile(project)
    before = artifacts(project)
    for path in (project / ".tesserae/cache").iterdir():
        path.write_bytes(content)
    (project / ".tesserae/manifest.json").unlink()
    a_compile(project)
    assert artifacts(project) == before


def test_a_damaged_line_of_the_cache_costs_one_extraction(project):
    a_compile(project)
    before = artifacts(project)
    path = project / ".tesserae/cache/extractions.tsv"
    path.write_bytes(path.read_bytes().replace(b"Spring", b"Sprung", 1))
    (project / ".tesserae/manifest.json").unlink()
    assert a_compile(project).extracted == 1
    assert artifacts(project) == before


def test_deleting_the_workspace_but_for_the_wiki_changes_nothing(project):
    a_compile(project)
    before = artifacts(project)
    for path in (project / ".tesserae").iterdir():
        if path.name != "wiki":
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    a_compile(project)
    assert artifacts(project) == before


# --- crashes, locks, disks ----------------------------------------------------------------------


class Killed(BaseException):
    pass


def test_a_compile_that_is_killed_at_any_write_leaves_what_the_next_one_completes(
    tmp_path, monkeypatch
):
    whole = a_project(tmp_path / "whole")
    a_compile(whole)
    edit(whole, "docs/spring.md", "\nThe **king tide** is higher.\n")
    total = len(a_compile(whole).written)
    assert total > 3
    replace = os.replace
    for kill_at in range(total):
        root = a_project(tmp_path / f"killed-{kill_at}")
        a_compile(root)
        edit(root, "docs/spring.md", "\nThe **king tide** is higher.\n")
        left = [kill_at]

        def dying(path, target, left=left):
            if left[0] == 0:
                raise Killed
            left[0] -= 1
            return replace(path, target)

        monkeypatch.setattr(os, "replace", dying)
        with pytest.raises(Killed):
            a_compile(root)
        monkeypatch.undo()
        assert all(path.stat().st_size for path in (root / ".tesserae/wiki").rglob("*.md"))
        a_compile(root)
        assert artifacts(root) == artifacts(whole)
        assert not a_compile(root).changed


def test_a_second_compile_says_who_holds_the_lock(project):
    (project / ".tesserae").mkdir()
    (project / ".tesserae/compile.holder.json").write_text(
        '{"pid": 4711, "host": "brest", "since": "2026-03-01T12:00:00+01:00"}', encoding="utf-8"
    )
    with (
        FileLock(project / ".tesserae/compile.lock"),
        pytest.raises(BusyError, match="4711 on brest since 2026-03-01T12:00:00"),
    ):
        Pipeline(load_settings(project), wait_seconds=0).run()
    assert a_compile(project).changed


def test_a_second_compile_of_an_unchanged_project_needs_no_lock(project):
    a_compile(project)
    with FileLock(project / ".tesserae/compile.lock"):
        assert not Pipeline(load_settings(project), wait_seconds=0).run().changed


def test_a_place_that_cannot_be_written_is_one_line(project):
    (project / ".tesserae").write_text("a file\n", encoding="utf-8")
    with pytest.raises(WorkspaceError, match="cannot be written"):
        a_compile(project)


def test_a_full_disk_is_one_line_and_the_last_good_state_stays(project):
    resource = pytest.importorskip("resource")
    a_compile(project)
    before = artifacts(project)
    for number in range(40):
        a_project(project, {f"docs/n{number}.md": f"# Note {number}\n\n{'Words. ' * 200}\n"})
    code = (
        "import resource, pathlib, sys\n"
        "from builders import a_compile\n"
        "from tesserae.errors import WorkspaceError\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (60000, 60000))\n"
        "try:\n    a_compile(pathlib.Path('.'))\n"
        "except WorkspaceError as error:\n    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=project,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": _python_path()},
    )
    assert resource.RLIMIT_FSIZE is not None
    assert "cannot be written" in done.stdout
    assert done.stdout.count("\n") == 1
    after = artifacts(project)
    assert after["manifest.json"] == before["manifest.json"]
    assert after["graph.json"] == before["graph.json"]
    a_compile(project)
    assert not a_compile(project).changed


# --- odd projects -------------------------------------------------------------------------------


def test_an_empty_project_has_an_empty_graph(tmp_path):
    compiled = a_compile(a_project(tmp_path, {"mkdocs.yml": "site_name: Nothing\n"}))
    assert compiled.manifest.sources == {}
    assert not a_compile(tmp_path).changed


def test_a_folder_that_is_no_project_is_left_alone(tmp_path):
    (tmp_path / "photo.png").write_bytes(b"\x89PNG")
    with pytest.raises(ConfigError, match="no project"):
        a_compile(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["photo.png"]


def test_a_project_whose_only_file_cannot_be_used_is_a_project(tmp_path):
    (tmp_path / "bad.md").write_bytes(b"# caf\xe9\n")
    compiled = a_compile(tmp_path)
    assert [item.path for item in compiled.faults] == ["bad.md"]


def test_a_bad_file_costs_itself_and_is_named_each_time(project):
    (project / "docs/bad.md").write_bytes(b"# caf\xe9\n")
    a_project(project, {"docs/broken.md": "---\nnot: [yaml\n---\n# Ebb\n"})
    faults = [item.path for item in a_compile(project).faults]
    assert faults == ["docs/bad.md", "docs/broken.md"]
    assert [item.path for item in a_compile(project).faults] == faults


def test_a_link_to_a_file_that_is_no_source_is_not_broken(project):
    a_project(project, {"docs/links.md": "# L\n\n[a](../LICENSE.md) [c](gone.md)\n"})
    a_project(project, {"LICENSE.md": "MIT\n"})
    broken = {link.target for link in a_compile(project).broken_links if "links" in link.path}
    assert broken == {"gone.md"}
    (project / "LICENSE.md").unlink()
    broken = {link.target for link in a_compile(project).broken_links if "links" in link.path}
    assert broken == {"../LICENSE.md", "gone.md"}


def test_a_wiki_inside_the_docs_folder_is_written_there_and_not_read(tmp_path):
    config = "site_name: A\nplugins:\n- tesserae: {wiki_dir: docs/wiki}\n"
    root = a_project(tmp_path, {**TIDE_NOTES, "mkdocs.yml": config})
    compiled = a_compile(root)
    assert (root / "docs/wiki/sources").is_dir()
    assert all(not path.startswith("docs/wiki") for path in compiled.manifest.sources)
    assert not a_compile(root).changed


def test_a_wrong_verdict_file_is_one_line(project):
    a_project(project, {".tesserae/aliases.yml": "same: [\n"})
    with pytest.raises(ConfigError, match=r"aliases\.yml"):
        a_compile(project)


def test_a_changed_setting_is_a_change(project):
    a_compile(project)
    a_project(project, {"mkdocs.yml": "site_name: Another\n"})
    assert a_compile(project).changed


def test_now_can_be_set_from_outside(project, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790000000")
    assert str(a_compile(project).now) == "2026-09-21"


def test_reading_a_graph_that_is_gone_says_what_to_do(project):
    a_compile(project)
    compiled = a_compile(project)
    (project / ".tesserae/graph.json").unlink()
    with pytest.raises(GraphError, match="tesserae compile"):
        compiled.graph()


def test_every_name_of_a_hostile_file_survives(tmp_path):
    files = {
        "con.md": "# con\n",
        "a b.md": "# a b\n",
        "é.md": "# é\n",
        "e\u0301.md": "# é\n",
        "Note.md": "# note\n",
        "note.md": "# note\n",
        "潮汐.md": "# 潮汐\n",
        "🌊.md": "# 🌊\n",
        "'\"`|](x).md": "# <script>alert(1)</script>\n\n[x](javascript:alert(1))\n",
        "long.md": f"# {'x' * 300}\n\n{'y' * 1_000_000}\n",
        "nul.md": "# nul\n\n" + "a" * 9000 + "\0\n",
        "empty.md": "",
    }
    compiled = a_compile(a_project(tmp_path, files))
    assert set(compiled.manifest.sources) == set(files)
    paths = [page.path.casefold() for page in compiled.pages()]
    assert len(paths) == len(set(paths))
    assert not a_compile(tmp_path).changed
