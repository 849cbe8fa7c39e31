"""Records are hashed once, and again whenever they may have changed."""

import os

import pytest

from tesserae.engine.inputs import hash_file
from tesserae.engine.record_stamps import CACHE_NAME, hash_records, keep_stamps
from tesserae.workspace import Workspace, Writer

NAME = "codex-s1-00000000.json"


@pytest.fixture
def workspace(tmp_path):
    workspace = Workspace(tmp_path)
    workspace.records_dir.mkdir(parents=True)
    (workspace.records_dir / NAME).write_text("{}")
    (workspace.records_dir / "forgotten.json").write_text("{}")
    return workspace


def hashed(workspace):
    """Return the records' hashes, and which files were read for them."""
    read = []

    def reading(path):
        read.append(path.name)
        return hash_file(path)

    records = hash_records(workspace, reading)
    keep_stamps(workspace, records, Writer(workspace))
    return {name: record.sha256 for name, record in records.items()}, read


def age(path, seconds):
    """Let a file have been changed some time ago."""
    stat = path.stat()
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns - seconds * 1_000_000_000))


def test_a_record_that_lies_there_as_before_is_not_read_again(workspace):
    age(workspace.records_dir / NAME, 60)
    first, read = hashed(workspace)
    assert read == [NAME]
    assert hashed(workspace) == (first, [])


def test_a_record_that_changed_is_read_again(workspace):
    age(workspace.records_dir / NAME, 60)
    before, _ = hashed(workspace)
    (workspace.records_dir / NAME).write_text("[]")
    after, read = hashed(workspace)
    assert read == [NAME]
    assert after != before


def test_a_record_that_changed_just_before_its_hash_was_kept_is_read_again(workspace):
    hashed(workspace)
    assert hashed(workspace)[1] == [NAME]


def test_a_record_that_changed_while_the_compile_ran_is_read_again(workspace):
    path = workspace.records_dir / NAME
    age(path, 60)
    records = hash_records(workspace, hash_file)
    path.write_text("[]")
    age(path, 30)
    keep_stamps(workspace, records, Writer(workspace))
    assert hashed(workspace)[1] == [NAME]


def test_a_damaged_cache_is_no_cache(workspace):
    age(workspace.records_dir / NAME, 60)
    first, _ = hashed(workspace)
    (workspace.cache_dir / CACHE_NAME).write_text("[1")
    assert hashed(workspace) == (first, [NAME])
