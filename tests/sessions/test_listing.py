import pytest
from session_logs import (
    CLAUDE_ID,
    SessionHome,
    a_claude_answer,
    a_claude_prompt,
    a_codex_meta,
    a_codex_prompt,
    a_codex_record,
    as_lines,
)

from tesserae.projects import Project
from tesserae.sessions.binding import Binder
from tesserae.sessions.listing import list_sessions


@pytest.fixture
def home(tmp_path):
    home = SessionHome(tmp_path)
    agent = a_claude_prompt("Find it.", uuid="s1", isSidechain=True, agentId="a1")
    records = [a_claude_prompt("Ask ada.", uuid="u1", second=5), agent]
    answer = a_claude_answer("Yes.", uuid="a2", second=9, parent="u1")
    home.claude(as_lines([*records, answer]) + b"{cut\n")
    undo = a_codex_record("event_msg", 90, type="thread_rolled_back", num_turns=1)
    home.codex([a_codex_meta(), a_codex_prompt("Go.", 60), a_codex_prompt("Back.", 70), undo])
    return home


def rows(home, binder=None, **options):
    binder = binder or Binder([])
    return list_sessions(home.find(), binder, redact=str.upper, **options)


def test_a_row_has_the_keys_that_are_promised(home):
    assert rows(home).rows[1].to_json() == {
        "host": "claude-code",
        "id": CLAUDE_ID,
        "project": "tides",
        "title": "ASK ADA.",
        "first": "2026-03-02T00:00:05.000Z",
        "last": "2026-03-02T00:00:09.000Z",
        "human_turns": 1,
        "turns": 2,
        "subagents": 1,
        "undone_turns": 0,
        "rejected": 1,
    }


def test_the_newest_session_comes_first_and_undone_turns_are_counted(home):
    newest = rows(home).rows[0]
    assert (newest.host, newest.human_turns, newest.undone_turns) == ("codex", 2, 1)


def test_the_coverage_counts_what_was_read_and_rejected(home):
    coverage = rows(home).coverage
    assert (coverage.sessions_read, coverage.rejected_count) == (2, 1)


def test_only_one_projects_sessions_may_be_listed(home, tmp_path):
    binder = Binder([Project("mine", tmp_path)])
    assert rows(home, binder, root=tmp_path.as_posix()).rows == ()
    assert len(rows(home, binder, root="/w/tides").rows) == 2
