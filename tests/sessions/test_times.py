import os

import pytest
from session_logs import (
    SessionHome,
    a_claude_prompt,
    a_codex_meta,
    a_codex_prompt,
    a_dsh_header,
    a_dsh_prompt,
    as_frames,
    as_lines,
)

from tesserae.model.session import format_instant
from tesserae.sessions.frames import CHUNK_BYTES
from tesserae.sessions.refs import LogFile
from tesserae.sessions.times import Span, read_span


def span(path):
    found = read_span(LogFile(path, 0, 0))
    return format_instant(found.first), format_instant(found.last)


@pytest.fixture
def home(tmp_path):
    return SessionHome(tmp_path)


def test_the_span_reaches_from_the_first_to_the_last_record(home):
    path = home.claude([a_claude_prompt("x", uuid=f"u{n}", second=n) for n in (30, 10, 20)])
    assert span(path) == ("2026-03-02T00:00:10.000Z", "2026-03-02T00:00:30.000Z")


def test_times_of_all_agents_and_encodings_are_found(home):
    codex = as_lines([a_codex_meta(), a_codex_prompt("x", 60)])
    assert span(home.codex(codex)) == span(home.codex(as_frames([codex]), suffix=".zst"))
    dsh = home.dsh([a_dsh_header(), a_dsh_prompt("x", 90)])
    assert span(dsh) == ("2026-03-02T10:00:00.000Z", "2026-03-02T10:01:30.000Z")


def test_unusual_spellings_are_understood_and_rubbish_is_not(home):
    times = ["2026-03-02T12:00:00+02:00", "[trimmed for fixture]", "9999-99-99T99:99:99.999Z"]
    path = home.claude([{"type": "user", "timestamp": time} for time in times])
    assert span(path) == ("2026-03-02T10:00:00.000Z", "2026-03-02T10:00:00.000Z")


@pytest.mark.parametrize("shift", range(0, 60, 7))
def test_a_time_between_two_chunks_is_found(home, shift):
    line = as_lines([a_claude_prompt("x", uuid="u")])
    path = home.claude(b"y" * (CHUNK_BYTES - shift - 40) + b"\n" + line)
    assert span(path)[0] == "2026-03-02T00:00:00.000Z"


def test_a_log_without_times_may_matter_for_any_window(home):
    assert span(home.claude([{"type": "user"}])) == (None, None)
    assert Span().may_overlap(None, None)


def test_the_time_of_the_file_means_nothing(home):
    path = home.claude([a_claude_prompt("x", uuid="u")])
    before = span(path)
    os.utime(path, (0, 0))
    assert span(path) == before
