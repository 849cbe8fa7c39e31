import os

import pytest
from session_logs import as_frames

from tesserae.sessions.frames import CHUNK_BYTES, Damage, chunks

BATCHES = [b"header\n", b"one\ntwo\n", b"three\n" * 500, b"four\n"]
SKIPPABLE = b"\x50\x2a\x4d\x18\x03\x00\x00\x00abc"


def read(tmp_path, data, name="log.zst"):
    path = tmp_path / name
    path.write_bytes(data)
    found = list(chunks(path))
    text = b"".join(chunk for chunk in found if isinstance(chunk, bytes))
    return text, [chunk.reason for chunk in found if isinstance(chunk, Damage)]


def test_all_frames_are_read_whatever_the_name_says(tmp_path):
    assert read(tmp_path, as_frames(BATCHES), "log.jsonl") == (b"".join(BATCHES), [])


def test_a_plain_file_is_read_whatever_the_name_says(tmp_path):
    assert read(tmp_path, b"plain\n", "log.jsonl.zst") == (b"plain\n", [])


def test_skippable_frames_are_skipped(tmp_path):
    data = as_frames(BATCHES[:1]) + SKIPPABLE + as_frames(BATCHES[1:2])
    assert read(tmp_path, data) == (b"header\none\ntwo\n", [])


@pytest.mark.parametrize("lost", [1, 3, 9])
def test_a_torn_tail_keeps_what_comes_before_it_and_says_so(tmp_path, lost):
    text, reasons = read(tmp_path, as_frames(BATCHES)[:-lost])
    assert text.startswith(b"".join(BATCHES[:3]))
    assert reasons == ["the file ends inside a compressed frame"]


def test_frames_behind_a_damaged_one_are_read(tmp_path):
    frames = [as_frames([batch]) for batch in BATCHES]
    broken = bytearray(frames[2])
    broken[12:20] = b"\xff" * 8
    text, reasons = read(tmp_path, b"".join([*frames[:2], bytes(broken), frames[3]]))
    assert text.startswith(b"header\none\ntwo\n")
    assert text.endswith(b"four\n")
    assert len(reasons) == 1


def test_a_small_file_that_holds_much_comes_in_bounded_chunks(tmp_path):
    path = tmp_path / "bomb.zst"
    path.write_bytes(as_frames([b"0" * (40 << 20)]))
    sizes = [len(chunk) for chunk in chunks(path)]
    assert sum(sizes) == 40 << 20
    assert max(sizes) <= CHUNK_BYTES


def test_a_pipe_is_not_waited_for(tmp_path):
    path = tmp_path / "pipe.jsonl"
    os.mkfifo(path)
    with pytest.raises(OSError, match="not a regular file"):
        list(chunks(path))
