from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from builders import a_compile, a_project

from tesserae.cli import app
from tesserae.cli.app import COMMANDS, LazyGroup, run


def call(*words, cwd=None, **environment):
    root = Path(__file__).parents[2]
    return subprocess.run(
        [sys.executable, "-c", "from tesserae.cli import main; main()", *words],
        cwd=cwd,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(root), **environment},
    )


def test_help_lists_every_command_and_imports_none_of_them():
    code = (
        "import sys\nfrom tesserae.cli.app import run\ncode = run(['--help'])\n"
        "print(code, ' '.join(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert all(f"  {name} " in done.stdout for name in COMMANDS)
    loaded = set(done.stderr.split())
    assert "0" in loaded
    heavy = {"numpy", "mkdocs", "rich", "yaml", "pathspec", "sqlite3", "markdown_it", "asyncio"}
    assert heavy.isdisjoint(loaded)
    assert not any(name.startswith(("tesserae.engine", "tesserae.extract")) for name in loaded)


def test_what_help_says_of_a_command_is_what_the_command_says():
    group = LazyGroup()
    context = click.Context(group)
    for name, (_, text) in COMMANDS.items():
        command = group.get_command(context, name)
        assert command.help
        assert command.name == name
        assert text.endswith(".")


def test_a_wrong_command_or_option_is_wrong_usage(capsys):
    assert run(["nosuch"]) == 2
    assert run(["compile", "--nosuch"]) == 2
    assert "No such command 'nosuch'" in capsys.readouterr().err


def test_an_expected_error_is_one_line_and_no_traceback(tmp_path, capsys):
    assert run(["compile", "-C", str(tmp_path / "absent")]) == 1
    err = capsys.readouterr().err
    assert err.startswith("Error: ")
    assert err.count("\n") == 1


def fail(*_arguments):
    raise RuntimeError("first line\nsecond line")


@pytest.fixture
def broken(monkeypatch):
    command = click.Command("broken", callback=fail)
    module = importlib.import_module("tesserae.cli.report")
    monkeypatch.setattr(module, "report", command)


def test_an_unexpected_error_is_one_line_with_a_log(broken, tmp_path, monkeypatch, capsys):
    (tmp_path / ".tesserae").mkdir()
    monkeypatch.chdir(tmp_path)
    assert run(["report"]) == 1
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "Traceback" not in err
    assert "RuntimeError: first line" in err
    assert "Traceback" in (tmp_path / ".tesserae/error.log").read_text(encoding="utf-8")


def test_debug_shows_the_traceback(broken, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(app.tempfile, "gettempdir", lambda: str(tmp_path))
    assert run(["--debug", "report"]) == 1
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="pipes close differently on Windows")
def test_a_reader_that_goes_away_is_no_error(tmp_path):
    a_compile(a_project(tmp_path))
    code = f"{sys.executable} -c 'from tesserae.cli import main; main()' status --sources | true"
    done = subprocess.run(
        ["/bin/sh", "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr


def test_the_whole_program_leaves_with_its_exit_code(tmp_path):
    assert call("--version").returncode == 0
    assert call("report", cwd=tmp_path).returncode == 1
    assert call("compile", "--wait", "soon", cwd=tmp_path).returncode == 2
