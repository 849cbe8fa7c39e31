from datetime import UTC, datetime

from tesserae.model.session import (
    Coverage,
    Gap,
    Host,
    Rejected,
    Role,
    Session,
    Subagent,
    Tokens,
    ToolCall,
    Turn,
    aggregate,
    format_instant,
)


def at(hour):
    return datetime(2026, 3, 2, hour, tzinfo=UTC)


def a_turn(index, hour, **more):
    return Turn(index, Role.CHAT, "x", at(hour), **more)


def a_call(index, hour, **tool):
    return Turn(index, Role.TOOLING, "", at(hour), tool=ToolCall(**tool), tokens=Tokens(output=2))


TURNS = (
    a_turn(0, 9, is_human=True),
    a_call(1, 10, name="Read", reads=("a.md", "b.md")),
    a_call(2, 11, name="Edit", writes=("a.md",)),
    a_call(3, 11, name="Bash", command="make"),
    a_turn(4, 12, is_undone=True, is_human=True),
)
SESSION = Session(
    Host.CODEX, "s1", turns=TURNS, subagents=(Subagent("a", turns=(a_call(0, 13, name="Bash"),)),)
)


def test_a_session_sums_up():
    sums = aggregate(SESSION.every_turn())
    assert (sums.files_written, sums.files_read) == (("a.md",), ("b.md",))
    assert sums.tools == (("Bash", 2), ("Edit", 1), ("Read", 1))
    assert (sums.commands, sums.tokens.total, sums.tool_calls) == (("make",), 8, 4)
    assert (sums.human_turns, sums.undone_turns) == (2, 1)


def test_a_window_sums_up_what_lies_in_it():
    part = SESSION.between(at(11), at(12))
    assert [turn.index for turn in part.turns] == [2, 3]
    assert aggregate(part.every_turn()).tools == (("Bash", 1), ("Edit", 1))
    assert part.subagents == ()


def test_a_session_begins_and_ends_with_its_own_turns():
    assert (SESSION.first, SESSION.last) == (at(9), at(12))
    assert Session(Host.CODEX, "s2", subagents=SESSION.subagents).first == at(13)
    assert Session(Host.CODEX, "s3").first is None


def test_a_turn_is_found_by_its_number():
    assert SESSION.find_turn(3).tool.command == "make"
    assert SESSION.find_turn(9) is None


def test_coverage_adds_up_what_sessions_showed():
    session = Session(
        Host.CODEX, "s", rejected=(Rejected("a", 1, "cut"),), rejected_count=7, notes=("a", "a")
    )
    coverage = Coverage().with_sessions([session, session])
    assert (coverage.sessions_read, coverage.rejected_count, coverage.notes) == (2, 14, ("a",))


def test_a_gap_lies_in_the_days_it_touches():
    gap = Gap(Host.CODEX, "s", "/w", at(9), at(11), 3)
    assert gap.overlaps(at(11), at(12))
    assert not gap.overlaps(at(12), at(13))
    assert not gap.overlaps(at(8), at(9))


def test_instants_are_written_as_the_logs_write_them():
    assert format_instant(at(9)) == "2026-03-02T09:00:00.000Z"
    assert format_instant(None) is None
