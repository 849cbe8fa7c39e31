"""What tool calls of a session prove: tasks, questions put to the person, plans, errors overcome.

The agents' own tools are read by the shape of their arguments, which several of them share, and
not by a table of names that grows old.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tesserae.extract.finding_text import shorten
from tesserae.model.finding import Finding, FindingKind
from tesserae.model.graph import JsonValue
from tesserae.model.session import Turn

_DONE = frozenset({"completed", "complete", "done", "resolved"})
_DROPPED = frozenset({"deleted", "cancelled", "canceled"})
_LISTS = ("todos", "plan", "items")
_LABELS = ("content", "step", "text", "title", "subject")
_CREATED = re.compile(r"#(\d+)")
_ANSWERED = re.compile(r'"([^"\n]{1,400})"\s*=\s*"([^"\n]{0,400})"')
_APPROVED = re.compile(r"\bapproved\b", re.IGNORECASE)
_CHECK = re.compile(
    r"\b(?:tests?|pytest|unittest|tox|nox|mypy|pyright|ruff|flake8|eslint|tsc|lint|check|build|"
    r"compile|make|cmake|ctest|cargo|go (?:vet|build|run)|gradle\w*|mvn|jest|vitest|rspec|"
    r"phpunit)\b"
)
_TELLING = re.compile(
    r"^(?:E\s+)?.{0,120}\b(?:\w*Error|\w*Exception|error|failed|failure|FAILED|panic|fatal|cannot|"
    r"not found|undefined|denied)\b",
    re.IGNORECASE,
)
_MAX_COMMAND = 100
_MAX_FILES = 3


def tasks_of(turns: Iterable[Turn]) -> Iterator[Finding]:
    """Yield the tasks of the agent's lists as they stand at the end; one that was dropped is none.

    A list replaces the one before it, so a task that a later list leaves out was dropped, unless
    it was done by then.
    """
    board = _Board()
    for turn in turns:
        if turn.tool is not None and not turn.is_error:
            board.read(turn)
    return board.findings()


class _Task:
    __slots__ = ("at", "done_in", "is_dropped", "text")

    def __init__(self, text: str, at: Turn) -> None:
        self.text = text
        self.at = at
        self.done_in: int | None = None
        self.is_dropped = False

    def move_to(self, status: str, turn: Turn) -> None:
        if status in _DONE:
            self.done_in = turn.index if self.done_in is None else self.done_in
        else:
            self.done_in = None
        self.is_dropped = status in _DROPPED


class _Board:
    def __init__(self) -> None:
        self._tasks: dict[str, _Task] = {}
        self._by_number: dict[str, _Task] = {}

    def read(self, turn: Turn) -> None:
        tool = turn.tool
        arguments = tool.arguments if tool is not None else None
        if tool is None or not isinstance(arguments, dict):
            return
        listed = next((arguments[key] for key in _LISTS if key in arguments), None)
        if isinstance(listed, list) and all(_task_in(entry) for entry in listed):
            self._replace([entry for entry in map(_task_in, listed) if entry], turn)
        elif tool.name == "TaskCreate":
            self._create(_text(arguments, "subject"), tool.output, turn)
        elif tool.name == "TaskUpdate":
            task = self._by_number.get(str(arguments.get("taskId", "")).lstrip("#"))
            if task is not None and _text(arguments, "status"):
                task.move_to(_text(arguments, "status"), turn)

    def findings(self) -> Iterator[Finding]:
        for task in self._tasks.values():
            if task.is_dropped:
                continue
            ids = (task.at.index,) if task.done_in is None else (task.at.index, task.done_in)
            yield Finding(
                FindingKind.TODO,
                task.text,
                tuple(dict.fromkeys(ids)),
                task.at.at,
                is_resolved=task.done_in is not None,
            )

    def _replace(self, entries: Sequence[tuple[str, str]], turn: Turn) -> None:
        names = {text for text, _ in entries}
        for text, task in self._tasks.items():
            if text not in names and task.done_in is None:
                task.is_dropped = True
        for text, status in entries:
            self._tasks.setdefault(text, _Task(text, turn)).move_to(status, turn)

    def _create(self, subject: str, output: str, turn: Turn) -> None:
        if not subject:
            return
        task = self._tasks.setdefault(shorten(subject), _Task(shorten(subject), turn))
        number = _CREATED.search(output)
        if number:
            self._by_number[number[1]] = task


def _task_in(entry: JsonValue) -> tuple[str, str] | None:
    if not isinstance(entry, dict):
        return None
    text = next((_text(entry, key) for key in _LABELS if _text(entry, key)), "")
    status = _text(entry, "status").lower()
    return (shorten(text), status) if text and status else None


def questions_of(turns: Iterable[Turn]) -> Iterator[Finding]:
    """Yield what the agent asked the person by a tool, with the choice that was made."""
    for turn in turns:
        tool = turn.tool
        if tool is None or not isinstance(tool.arguments, dict):
            continue
        asked = tool.arguments.get("questions")
        if not isinstance(asked, list):
            continue
        answers = _answers(tool.result, tool.output)
        for entry in asked:
            if not isinstance(entry, dict):
                continue
            question = shorten(_text(entry, "question"))
            answer = answers.get(question) or answers.get(_text(entry, "id")) or ""
            if question:
                yield Finding(
                    FindingKind.QUESTION,
                    question,
                    (turn.index,),
                    turn.at,
                    answer=answer,
                    is_resolved=bool(answer),
                )


def plans_of(turns: Iterable[Turn]) -> Iterator[Finding]:
    """Yield the plans that the person approved, each under its first line."""
    for turn in turns:
        tool = turn.tool
        if tool is None or turn.is_error or not isinstance(tool.arguments, dict):
            continue
        plan = _text(tool.arguments, "plan")
        title = next((line.strip("#*- \t") for line in plan.splitlines() if line.strip("#*- ")), "")
        if title and _APPROVED.search(tool.output[:400]):
            yield Finding(FindingKind.DECISION, shorten(title), (turn.index,), turn.at)


def errors_of(turns: Sequence[Turn]) -> Iterator[Finding]:
    """Yield commands that failed: those that passed later, and checks that never did.

    A command that failed and passed counts only where a file was changed in between or where it is
    a check, because a listing or a search fails for reasons that nobody needs to know.
    """
    failed: dict[str, Turn] = {}
    wrote: dict[str, list[Turn]] = {}
    for turn in turns:
        tool = turn.tool
        if tool is None:
            continue
        if tool.writes and not turn.is_error:
            for writes in wrote.values():
                writes.append(turn)
        command = " ".join(tool.command.split())
        if not command or not tool.has_result:
            continue
        if turn.is_error:
            failed.setdefault(command, turn)
            wrote.setdefault(command, [])
        elif command in failed:
            first, changes = failed.pop(command), wrote.pop(command)
            if changes or _CHECK.search(command):
                yield _overcome(command, first, turn, changes)
    for command, turn in failed.items():
        if _CHECK.search(command):
            yield Finding(FindingKind.INSIGHT, _failure(command, turn), (turn.index,), turn.at)


def _overcome(command: str, failed: Turn, passed: Turn, changes: Sequence[Turn]) -> Finding:
    files = list(dict.fromkeys(path for t in changes if t.tool for path in t.tool.writes))
    shown = ", ".join(_last_part(path) for path in files[:_MAX_FILES])
    more = f" and {len(files) - _MAX_FILES} more" if len(files) > _MAX_FILES else ""
    answer = f"passed after a change to {shown}{more}" if shown else "passed when run again"
    ids = (failed.index, *(turn.index for turn in changes[-_MAX_FILES:]), passed.index)
    return Finding(
        FindingKind.INSIGHT,
        _failure(command, failed),
        tuple(dict.fromkeys(ids)),
        failed.at,
        answer=answer,
        is_resolved=True,
    )


def _failure(command: str, turn: Turn) -> str:
    output = turn.tool.output if turn.tool else ""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    telling = next((line for line in reversed(lines) if _TELLING.search(line)), "")
    shown = command if len(command) <= _MAX_COMMAND else f"{command[: _MAX_COMMAND - 1]}…"
    return shorten(f"{shown} failed: {telling}" if telling else f"{shown} failed")


def _last_part(path: str) -> str:
    """Return a path as it is where it lies in the project, else only its last part."""
    return path.replace("\\", "/").rsplit("/", 1)[-1] if path.startswith(("/", "~")) else path


def _answers(result: JsonValue, output: str) -> dict[str, str]:
    """Return what was answered, by the question's text or its id, whichever the agent uses."""
    found = {shorten(question): shorten(answer) for question, answer in _ANSWERED.findall(output)}
    for data in (_decoded(output), result):
        answers = data.get("answers") if isinstance(data, dict) else None
        if isinstance(answers, dict):
            for key, value in answers.items():
                found[shorten(key)] = shorten(_choice(value))
    return {key: value for key, value in found.items() if value}


def _choice(value: JsonValue) -> str:
    if isinstance(value, dict):
        value = value.get("answers")
    if isinstance(value, list):
        return ", ".join(item for item in value if isinstance(item, str))
    return value if isinstance(value, str) else ""


def _decoded(output: str) -> JsonValue:
    if not output.startswith("{"):
        return None
    try:
        decoded: JsonValue = json.loads(output)
    except (ValueError, RecursionError):
        return None
    return decoded


def _text(data: Mapping[str, JsonValue], key: str) -> str:
    value = data.get(key)
    return value if isinstance(value, str) else ""
