import threading

import pytest
from builders import a_compile, a_project

from tesserae.config import load_settings
from tesserae.engine.answers import context, read, search
from tesserae.engine.reading import ProjectReader, read_last
from tesserae.engine.shelf import Shelf
from tesserae.errors import QueryError
from tesserae.projects import Project, Registry
from tesserae.workspace import Workspace


@pytest.fixture
def project(tmp_path):
    root = a_project(tmp_path / "tides")
    a_compile(root)
    return root


def a_reader(root):
    return ProjectReader(load_settings(root), follows=False)


def test_a_project_that_was_never_compiled_is_compiled_at_the_first_question(tmp_path):
    reader = a_reader(a_project(tmp_path))
    assert "docs/spring.md" in "".join(search(reader.reading(), "spring tide"))


def test_the_next_compile_is_noticed(project):
    reader = a_reader(project)
    before = reader.reading()
    (project / "docs/bore.md").write_text("# Bore\n\nA **tidal bore** is a wave.\n")
    assert reader.reading() is before
    a_compile(project)
    assert "docs/bore.md" in "".join(search(reader.reading(), "tidal bore"))
    assert reader.reading().generation != before.generation


def test_a_renamed_file_is_found_under_its_new_name_alone(project):
    reader = a_reader(project)
    reader.reading()
    (project / "docs/neap.md").rename(project / "docs/dead.md")
    a_compile(project)
    found = "".join(search(reader.reading(), "neap tide"))
    assert "docs/dead.md" in found
    assert "docs/neap.md" not in found


def test_fresh_text_is_never_cut_with_stale_lines(project):
    path = project / "docs/spring.md"
    old = path.read_text()
    path.write_text("A new first line that says something else.\n" * 30)
    reading = a_reader(project).reading()
    assert "new first line" not in context(reading, "spring tide")
    path.write_text(old)
    restored = read_last(load_settings(project))
    assert "follows the new moon" in context(restored, "spring tide new moon")


def test_an_edit_of_a_page_waits_for_the_compile_that_it_belongs_to(project):
    page = next((project / ".tesserae/wiki/concepts").glob("spring-tide.md"))
    page.write_text(page.read_text() + "\nSomebody's note.\n")
    reader = a_reader(project)
    assert "Somebody's note." not in read(reader.reading(), "concepts/spring-tide.md")
    a_compile(project)
    assert "Somebody's note." in read(reader.reading(), "concepts/spring-tide.md")


def test_a_link_out_of_the_project_is_not_read(project, tmp_path):
    (tmp_path / "outside.md").write_text("# Outside\n\nA secret that is not ours.\n")
    (project / "docs/link.md").symlink_to(tmp_path / "outside.md")
    a_compile(project)
    reading = a_reader(project).reading()
    assert "a secret" not in "".join(search(reading, "secret that is not ours")).lower()
    with pytest.raises(QueryError):
        read(reading, "docs/link.md")


def test_a_graph_without_its_manifest_is_not_read(project):
    workspace = Workspace(project)
    workspace.graph_path.write_bytes(workspace.graph_path.read_bytes()[:-4])
    assert read_last(load_settings(project)) is None


def test_readers_get_one_generation_or_the_next_while_compiles_run(project):
    reader = a_reader(project)
    reader.reading()
    faults = []

    def ask():
        for _ in range(40):
            reading = reader.reading()
            number = {
                line.split("number ")[1].split(".")[0]
                for line in context(reading, "counted neap tide number").split("\n")
                if "counted number" in line
            }
            if len(number) > 1:
                faults.append(number)

    askers = [threading.Thread(target=ask) for _ in range(4)]
    for asker in askers:
        asker.start()
    for count in range(3):
        for name in ("a", "b"):
            (project / f"docs/{name}.md").write_text(
                f"# Counted {name}\n\nThe counted neap tide is the counted number {count}.\n"
            )
        a_compile(project)
    for asker in askers:
        asker.join()
    assert faults == []


def test_a_project_is_named_or_the_current_one_is_taken(project, tmp_path):
    other = a_project(tmp_path / "other", {"docs/x.md": "# Other\n\nAn other text.\n"})
    registry = Registry((Project("other", other),))
    shelf = Shelf(a_reader(project), registry=lambda: registry)
    assert shelf.reader().name == shelf.names()[0]
    assert "An other text" in read(shelf.reader("other").reading(), "docs/x.md")
    with pytest.raises(QueryError, match=r"there are: .*, other"):
        shelf.reader("../../etc")
