from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from tesserae.errors import WorkspaceError
from tesserae.workspace import Workspace, Writer


@pytest.fixture
def writer(tmp_path):
    return Writer(Workspace(tmp_path))


def test_a_file_is_written_with_the_folders_it_needs(writer, tmp_path):
    assert writer.write(tmp_path / ".tesserae/wiki/concepts/a.md", "über\n")
    assert (tmp_path / ".tesserae/wiki/concepts/a.md").read_bytes() == "über\n".encode()
    assert writer.written == [".tesserae/wiki/concepts/a.md"]


def test_the_same_bytes_are_not_written_again(writer, tmp_path):
    path = tmp_path / "a.md"
    writer.write(path, "same\n")
    before = path.stat()
    assert not writer.write(path, "same\n")
    assert path.stat().st_mtime_ns == before.st_mtime_ns
    assert path.stat().st_ino == before.st_ino


def test_the_temporary_file_stands_outside_the_folder_it_is_for(writer, tmp_path, monkeypatch):
    seen = []
    replace = os.replace
    monkeypatch.setattr(os, "replace", lambda path, to: (seen.append(path), replace(path, to))[1])
    writer.write(tmp_path / ".tesserae/wiki/a.md", "a\n")
    assert [Path(path).parent for path in seen] == [tmp_path / ".tesserae/tmp"]


def test_a_file_keeps_its_mode_and_a_new_one_follows_the_umask(writer, tmp_path):
    path = tmp_path / "a.md"
    writer.write(path, "a\n")
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~mask
    path.chmod(0o600)
    writer.write(path, "b\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_folder_that_leads_out_of_the_project_is_refused(tmp_path):
    project, outside = tmp_path / "project", tmp_path / "outside"
    project.mkdir()
    outside.mkdir()
    (project / "wiki").symlink_to(outside, target_is_directory=True)
    writer = Writer(Workspace(project))
    with pytest.raises(WorkspaceError, match="leaves the project"):
        writer.write(project / "wiki/a.md", "a\n")
    (outside / "b.md").write_text("b\n", encoding="utf-8")
    with pytest.raises(WorkspaceError, match="leaves the project"):
        writer.remove(project / "wiki/b.md")
    assert [path.name for path in outside.iterdir()] == ["b.md"]


def test_a_file_that_is_a_link_is_replaced_and_its_target_kept(writer, tmp_path):
    (tmp_path / "target").write_text("keep\n", encoding="utf-8")
    (tmp_path / "a.md").symlink_to(tmp_path / "target")
    writer.write(tmp_path / "a.md", "new\n")
    assert (tmp_path / "target").read_text(encoding="utf-8") == "keep\n"
    assert not (tmp_path / "a.md").is_symlink()


def test_a_failed_write_names_the_file_and_what_to_do_and_leaves_no_rest(writer, tmp_path):
    (tmp_path / "a.md").mkdir()
    (tmp_path / "a.md/inside").write_text("x", encoding="utf-8")
    with pytest.raises(WorkspaceError, match=r"^a\.md: cannot be written: a folder stands"):
        writer.write(tmp_path / "a.md", "a\n")
    assert list((tmp_path / ".tesserae/tmp").iterdir()) == []


def test_a_full_disk_leaves_the_file_as_it_was(writer, tmp_path, monkeypatch):
    path = tmp_path / "a.md"
    writer.write(path, "before\n")

    def full(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(WorkspaceError, match="the disk is full"):
        writer.write(path, "after, and longer\n", durable=True)
    assert path.read_text(encoding="utf-8") == "before\n"
    assert list((tmp_path / ".tesserae/tmp").iterdir()) == []


def test_removing_the_last_page_removes_its_folder_but_not_the_wiki(writer, tmp_path):
    page = tmp_path / ".tesserae/wiki/concepts/a/b.md"
    writer.write(page, "a\n")
    assert writer.remove(page)
    assert (tmp_path / ".tesserae/wiki").is_dir()
    assert not (tmp_path / ".tesserae/wiki/concepts").exists()
    assert not writer.remove(page)


def test_a_lone_surrogate_does_not_stop_a_write(writer, tmp_path):
    assert writer.write(tmp_path / "a.md", "a\ud800b\n")
    assert (tmp_path / "a.md").read_bytes() == b"a?b\n"


def test_what_a_killed_compile_left_half_written_goes(writer, tmp_path):
    left = tmp_path / ".tesserae/tmp/123-4"
    left.parent.mkdir(parents=True)
    left.write_text("half", encoding="utf-8")
    writer.clear_temporary()
    assert not left.parent.exists()
