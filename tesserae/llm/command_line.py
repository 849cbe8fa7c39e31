"""The agents' own command lines as models: `claude` and `codex`, signed in as their user left them.

The prompt goes in over standard input and no shell is involved. The program runs in an empty folder
with its tools off, so that it sees nothing but the prompt and changes nothing.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tesserae.config import ModelSettings
from tesserae.errors import BackendError

_MAX_REASON = 200


@dataclass(frozen=True, slots=True)
class _Program:
    """How one agent is run, and how its answer is read."""

    command: str
    arguments: tuple[str, ...]
    ending: tuple[str, ...]
    """Arguments that come after the model's name."""
    parse: Callable[[str], str]
    """Returns the answer; raises ValueError with the program's own complaint."""


class CommandLineModel:
    """A model behind an agent's command line."""

    def __init__(self, settings: ModelSettings) -> None:
        self._program = _PROGRAMS[settings.backend]
        self._model = settings.name
        self._timeout_s = settings.timeout_s

    @property
    def name(self) -> str:
        """The program, and the model where one is named."""
        return f"{self._program.command}:{self._model}" if self._model else self._program.command

    def answer(self, prompt: str) -> str:
        """Run the program once.

        Raises:
            BackendError: It is not there, takes too long, fails, or answers with nothing.
        """
        program = self._program
        path = shutil.which(program.command)
        if path is None:
            raise BackendError(
                f"model: the command {program.command!r} is not on the PATH; install it and sign "
                "in, or set `model: off`"
            )
        named = ("--model", self._model) if self._model else ()
        output, complaint, code = self._run(
            [path, *program.arguments, *named, *program.ending], prompt
        )
        try:
            answer = program.parse(output).strip()
        except ValueError as error:
            reason = str(error) if code == 0 or not complaint else complaint
            raise BackendError(f"model: {program.command} failed: {_short(reason)}") from error
        if code != 0:
            raise BackendError(
                f"model: {program.command} ended with code {code}: {_short(complaint or answer)}"
            )
        if not answer:
            raise BackendError(f"model: {program.command} gave an empty answer")
        return answer

    def _run(self, command: list[str], prompt: str) -> tuple[str, str, int]:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            try:
                # A group of its own, so that a time-out ends what the program started, too.
                process = subprocess.Popen(
                    command,
                    cwd=folder,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    start_new_session=True,
                )
            except OSError as error:
                raise BackendError(
                    f"model: {self._program.command} cannot be run: {error.strerror}"
                ) from error
            try:
                output, complaint = process.communicate(
                    prompt.encode("utf-8", "replace"), timeout=self._timeout_s
                )
            except subprocess.TimeoutExpired as error:
                raise BackendError(
                    f"model: {self._program.command} gave no answer within "
                    f"{self._timeout_s} seconds; raise `model.timeout_s` to wait longer"
                ) from error
            finally:
                _end(process)
        return (
            output.decode("utf-8", "replace"),
            complaint.decode("utf-8", "replace"),
            (process.returncode),
        )


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a program that is still running, with everything it started."""
    if process.poll() is not None:
        return
    with contextlib.suppress(OSError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.communicate()


def _parse_claude(output: str) -> str:
    """Read the one JSON object that `claude --output-format json` prints."""
    data = json.loads(output) if output.strip() else None
    if not isinstance(data, dict):
        raise ValueError("it printed no result")
    result = data.get("result")
    if data.get("is_error") is True or not isinstance(result, str):
        raise ValueError(str(result or data.get("subtype") or "it printed no result"))
    return result


def _parse_codex(output: str) -> str:
    """Read the events that `codex exec --json` prints; the last message is the answer."""
    answer = ""
    complaint = ""
    for event in _events(output):
        item = event.get("item")
        if event.get("type") == "item.completed" and isinstance(item, dict):
            if item.get("type") == "agent_message":
                answer = str(item.get("text") or "")
        elif event.get("type") in {"turn.failed", "error"}:
            error = event.get("error")
            complaint = str(error.get("message") if isinstance(error, dict) else "") or str(
                event.get("message") or "it failed"
            )
        elif event.get("type") == "turn.completed":
            # An error before it was one that the program got over.
            complaint = ""
    if complaint:
        raise ValueError(complaint)
    if not answer:
        raise ValueError("it printed no answer")
    return answer


def _events(output: str) -> Iterator[dict[str, Any]]:
    for line in output.splitlines():
        try:
            event = json.loads(line)
        except ValueError:
            # Other lines than events may stand between them.
            continue
        if isinstance(event, dict):
            yield event


def _short(reason: str) -> str:
    """Return a complaint on one line."""
    line = " ".join(reason.split()) or "it gave no reason"
    return line if len(line) <= _MAX_REASON else f"{line[:_MAX_REASON]}…"


_PROGRAMS = {
    "claude": _Program(
        "claude",
        ("-p", "--output-format", "json"),
        ("--tools", "", "--strict-mcp-config", "--no-session-persistence"),
        _parse_claude,
    ),
    "codex": _Program(
        "codex",
        ("exec", "--json", "--ephemeral", "--sandbox", "read-only", "--skip-git-repo-check"),
        ("-",),
        _parse_codex,
    ),
}
