"""Golden cases of session logs: the files of a home, and what the readers make of them.

A case is one text file. Each `== path` starts a file of the home, `== expected` what is read; lines
before the first of them say what the case is about.
"""

from pathlib import Path

from tesserae.sessions.discover import find_sessions
from tesserae.sessions.load import load_all
from tesserae.sessions.roots import SessionRoots

EXPECTED = "expected"


def case_sections(text):
    """Split a case into its sections, by name."""
    sections = {}
    lines = []
    for line in text.splitlines(keepends=True):
        if line.startswith("== "):
            lines = sections.setdefault(line[3:].strip(), [])
        else:
            lines.append(line)
    return {name: "".join(lines) for name, lines in sections.items()}


def write_home(home, text):
    """Write the files of a case."""
    for name, content in case_sections(text).items():
        if name != EXPECTED:
            path = home / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")


def roots_of(home):
    """Return the agents' folders in the home of a case."""
    return SessionRoots(
        claude_code=(home / "claude",), codex=(home / "codex",), dsh=(home / "dsh",)
    )


def read_home(home, **options):
    """Read all sessions of a home."""
    found = find_sessions(roots_of(home), **options)
    return load_all(found.refs, found.coverage)


def describe(sessions, coverage):
    """Render sessions the way cases expect them."""
    lines = []
    for session in sessions:
        lines.append(f"{session.host} {session.id}: {session.title}")
        lines += [f"  {line}" for line in _facts(session)]
        lines += [f"  {_turn(turn)}" for turn in session.turns]
        for agent in session.subagents:
            lines.append(f"  sub-agent {agent.id} {agent.kind} {agent.description}".rstrip())
            lines += [f"    {_turn(turn)}" for turn in agent.turns]
    lines += [
        f"rejected {Path(item.path).name}:{item.line} {item.reason}"
        for item in coverage.records_rejected
    ]
    lines += [f"excluded {item.host} {item.id}: {item.reason}" for item in coverage.excluded]
    lines += [
        f"gap {item.host} {item.session_id} {item.cwd} {item.prompts}" for item in coverage.gaps
    ]
    lines += [f"note {note}" for note in coverage.notes]
    return "\n".join(lines) + "\n"


def _facts(session):
    tokens = sum((turn.tokens.total for turn in session.every_turn()), 0)
    facts = {
        "in": session.cwd,
        "home": session.home_cwd,
        "branch": session.branch,
        "forked from": session.forked_from,
        "tokens": tokens,
        "unknown": session.unknown_records,
        "copies": session.copied_turns,
    }
    yield from (f"{name} {value}" for name, value in facts.items() if value)
    yield from (f"pull request {link.repository}#{link.number}" for link in session.pull_requests)


def _turn(turn):
    words = [str(turn.index), turn.role.value]
    words += [
        name
        for name, is_set in (
            ("human", turn.is_human),
            ("undone", turn.is_undone),
            ("failed", turn.is_error),
        )
        if is_set
    ]
    time = turn.at.strftime("%d %H:%M:%S") if turn.at else "never"
    words.append(f"[{'~' if turn.at_is_approximate else ''}{time}]")
    if turn.tool is not None:
        words += _tool(turn.tool)
    elif turn.text:
        words.append(turn.text.replace("\n", "⏎"))
    return " ".join(words)


def _tool(tool):
    yield tool.name or "(unnamed)"
    if tool.command:
        yield f"$ {tool.command}"
    if tool.reads:
        yield f"reads {','.join(tool.reads)}"
    if tool.writes:
        yield f"writes {','.join(tool.writes)}"
    if tool.agent_id:
        yield f"starts {tool.agent_id}"
    yield f"-> {tool.output!r}" if tool.has_result else "-> (no answer)"
