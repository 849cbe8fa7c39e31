import pathlib

import pytest

from tesserae.model.ids import NodeId
from tesserae.model.ontology import NodeType
from tesserae.model.page import WikiPage, content_hash
from tesserae.wiki.disk import read_wiki
from tesserae.wiki.front_matter import render_front_matter

PAGE = WikiPage(
    NodeId("Concept:tide:0123456789ab"),
    NodeType.CONCEPT,
    "concepts/tide.md",
    "Tide",
    "# Tide\n\nWater that rises.\n",
)
TEXT = render_front_matter(PAGE, content_hash(PAGE.body)) + PAGE.body


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "concepts").mkdir()
    return tmp_path


def write(folder, path, data):
    target = folder / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data if isinstance(data, bytes) else data.encode())


def test_a_page_that_nobody_touched_is_known_as_such(folder):
    write(folder, PAGE.path, TEXT)
    disk = read_wiki(folder)
    assert not disk.pages[PAGE.path].is_edited
    assert disk.wiki_pages() == [PAGE]


def test_a_changed_body_is_an_edit_and_changed_front_matter_is_none(folder):
    write(folder, "concepts/a.md", TEXT.replace("rises", "falls"))
    write(folder, "concepts/b.md", TEXT.replace('title: "Tide"', "title: Ebb"))
    disk = read_wiki(folder)
    assert [page.is_edited for page in disk.pages.values()] == [True, False]


def test_line_ends_a_byte_order_mark_and_the_last_newline_are_no_edit(folder):
    for name, text in {
        "a": TEXT.replace("\n", "\r\n"),
        "b": "\ufeff" + TEXT,
        "c": TEXT.rstrip("\n"),
        "d": TEXT + "\n\n",
    }.items():
        write(folder, f"concepts/{name}.md", text)
    assert not any(page.is_edited for page in read_wiki(folder).pages.values())


def test_a_file_without_an_id_is_a_persons_own(folder):
    write(folder, "notes/mine.md", "# Mine\n")
    disk = read_wiki(folder)
    assert disk.own == {"notes/mine.md": "# Mine\n"}
    assert disk.taken == {"notes/mine.md"}


def test_empty_and_cut_off_files_hold_nothing_of_a_person(folder):
    write(folder, "concepts/a.md", "")
    write(folder, "concepts/b.md", "\0" * 4096)
    write(folder, "concepts/c.md", TEXT[:40])
    assert read_wiki(folder).broken_off == ("concepts/a.md", "concepts/b.md", "concepts/c.md")


def test_what_is_not_utf8_is_named_and_left_alone(folder):
    write(folder, "concepts/a.md", TEXT.encode() + b"\xff")
    disk = read_wiki(folder)
    assert [skipped.path for skipped in disk.unreadable] == ["concepts/a.md"]
    assert "not UTF-8" in disk.unreadable[0].reason
    assert disk.taken == {"concepts/a.md"}


def test_links_on_the_disk_are_not_followed(folder, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret.md").write_text("# Secret\n", encoding="utf-8")
    pathlib.Path(folder / "linked").symlink_to(outside)
    pathlib.Path(folder / "concepts/secret.md").symlink_to(outside / "secret.md")
    pathlib.Path(folder / "loop").symlink_to(folder)
    disk = read_wiki(folder)
    assert disk.own == {}
    assert [skipped.path for skipped in disk.unreadable] == ["concepts/secret.md"]


def test_hidden_folders_and_sessions_are_passed_over(folder):
    write(folder, ".obsidian/x.md", "x")
    write(folder, "sessions/a.md", "x")
    write(folder, "notes/sessions/a.md", "x")
    assert list(read_wiki(folder).own) == ["notes/sessions/a.md"]


def test_a_folder_that_is_not_there_is_empty(tmp_path):
    assert read_wiki(tmp_path / "none").pages == {}
