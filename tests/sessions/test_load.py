import itertools
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from session_logs import (
    SessionHome,
    a_claude_answer,
    a_claude_prompt,
    a_codex_meta,
    a_codex_prompt,
    as_line,
    said,
)

from tesserae.errors import TranscriptError
from tesserae.sessions.index import LogIndex
from tesserae.sessions.load import load_session, turns_between
from tesserae.sessions.transcript import Limits

START = datetime(2026, 3, 2, 10, tzinfo=UTC)
HOUR = timedelta(hours=1)
SECOND = timedelta(seconds=1)


@pytest.fixture
def home(tmp_path):
    return SessionHome(tmp_path)


def a_long_session(home):
    """Write a session with a prompt every hour of the second of March."""
    home.claude([a_claude_prompt(f"hour {n}", uuid=f"u{n}", second=n * 3600) for n in range(24)])
    return home.find().refs[0]


def test_a_window_holds_its_start_and_not_its_end(home):
    part = turns_between(a_long_session(home), START, START + 2 * HOUR)
    assert said(part) == ["hour 10", "hour 11"]


def test_windows_tile_a_session(home):
    ref = a_long_session(home)
    edges = [START + n * timedelta(minutes=47) for n in range(-20, 40)]
    parts = [turns_between(ref, *pair) for pair in itertools.pairwise(edges)]
    assert [text for part in parts if part for text in said(part)] == [
        f"hour {n}" for n in range(24)
    ]


def test_turns_of_a_window_keep_their_numbers(home):
    part = turns_between(a_long_session(home), START, START + HOUR)
    assert [turn.index for turn in part.turns] == [10]


def test_a_session_with_nothing_in_the_window_is_none(home):
    assert turns_between(a_long_session(home), START + 48 * HOUR, START + 72 * HOUR) is None


def test_a_log_that_cannot_matter_is_not_read_again(home):
    index = LogIndex()
    ref = a_long_session(home)
    assert turns_between(ref, START - 48 * HOUR, START - 24 * HOUR, index=index) is None
    ref.logs[0].path.unlink()
    assert turns_between(ref, START - 48 * HOUR, START - 24 * HOUR, index=index) is None
    with pytest.raises(TranscriptError, match="cannot be read"):
        turns_between(ref, START, START + HOUR, index=index)


def test_work_is_found_by_its_records_however_old_the_file_claims_to_be(home):
    path = home.codex([a_codex_meta(), a_codex_prompt("late", second=10 * 3600)])
    path.touch()
    part = turns_between(home.find().refs[0], START, START + SECOND)
    assert said(part) == ["late"]


def test_long_texts_are_cut_and_their_size_is_known(home):
    home.claude([a_claude_prompt("x" * 5000, uuid="u1"), a_claude_answer("y" * 10, uuid="a1")])
    (ref,) = home.find().refs
    prompt, answer = load_session(ref, limits=Limits(message_chars=100)).turns
    assert prompt.text == "x" * 100 + "\n[4,900 more characters]"
    assert (prompt.text_size, answer.text) == (5000, "y" * 10)


def test_a_session_that_used_up_its_bytes_keeps_all_its_turns(home):
    home.claude([a_claude_prompt("x" * 2000, uuid=f"u{n}", second=n) for n in range(50)])
    (ref,) = home.find().refs
    turns = load_session(ref, limits=Limits(session_bytes=20_000)).turns
    assert [turn.index for turn in turns] == list(range(50))
    assert sum(len(turn.text) for turn in turns) < 60_000


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux's /proc")
def test_a_huge_line_is_previewed_in_bounded_memory(home):
    # VmHWM is the peak of this process image alone; ru_maxrss also counts what the test process
    # held when it started the child.
    before, after = (a_claude_prompt(text, uuid=text, second=n) for n, text in enumerate("ab"))
    huge = as_line(a_claude_prompt("@", uuid="h")).partition(b"@")
    path = home.claude(b"")
    with path.open("wb") as file:
        file.write(as_line(before) + huge[0])
        for _ in range(64):
            file.write(b"x" * (1 << 20))
        file.write(huge[2] + as_line(after))
    program = (
        "import re, sys\n"
        "from session_logs import SessionHome, said\n"
        "session = SessionHome(__import__('pathlib').Path(sys.argv[1])).session()\n"
        "print([text[:5] for text in said(session)], session.rejected[0].line)\n"
        "print(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1])\n"
    )
    output = subprocess.run(
        [sys.executable, "-c", program, str(home.home)],
        env={"PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    assert output[0] == "['a', 'xxxxx', 'b'] 2"
    assert int(output[1]) < 250_000, "kilobytes"
