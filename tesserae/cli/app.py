"""The group of commands, loaded one by one, and the only place that handles what they raise."""

from __future__ import annotations

import os
import sys
import tempfile
import traceback
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import click

from tesserae import __version__
from tesserae.errors import TesseraeError

COMMANDS = {
    "init": ("tesserae.cli.init:init", "Prepare a project: mkdocs.yml and what git keeps."),
    "compile": ("tesserae.cli.compile:compile_project", "Bring the graph and the wiki up to date."),
    "build": ("tesserae.cli.mkdocs:build", "Build the site (mkdocs build)."),
    "serve": ("tesserae.cli.mkdocs:serve", "Serve the site and follow changes (mkdocs serve)."),
    "status": (
        "tesserae.cli.status:status",
        "Show counts and what changed since the last compile.",
    ),
    "report": ("tesserae.cli.report:report", "Print what is wrong with the graph."),
    "wiki": ("tesserae.cli.wiki:wiki", "Look at what people wrote into the wiki."),
    "search": ("tesserae.cli.search:search", "Find passages and things."),
    "context": ("tesserae.cli.context:context", "Compile cited context within a budget."),
    "ask": ("tesserae.cli.ask:ask", "Answer a question with cited sentences."),
    "page": ("tesserae.cli.ask:page", "Write a cited page about a topic."),
    "mcp": ("tesserae.cli.mcp:mcp", "Serve the project to coding agents (MCP)."),
    "sessions": ("tesserae.cli.sessions:sessions", "Look at the sessions of coding agents."),
    "summary": ("tesserae.cli.summary:summary", "Tell what happened on a day or in a week."),
    "export": ("tesserae.cli.export:export", "Write what other programs take from a project."),
    "projects": ("tesserae.cli.projects:projects", "Manage the projects of this machine."),
    "demo": ("tesserae.cli.demo:demo", "Build and serve a small sample project."),
}
"""Name → where the command lies, and what `--help` says without importing it."""

EXIT_DONE, EXIT_ERROR, EXIT_USAGE = 0, 1, 2


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        command = getattr(import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--debug", is_flag=True, help="Show the traceback of an unexpected error.")
@click.version_option(__version__, prog_name="tesserae")
def group(debug: bool) -> None:
    """Turn a project into a knowledge graph, a wiki and a site."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave the process with its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    sys.exit(run(words))


def run(words: Sequence[str]) -> int:
    """Run one command; return its exit code."""
    try:
        result = group.main(args=list(words), prog_name="tesserae", standalone_mode=False)
    except TesseraeError as error:
        return _fail(str(error))
    except click.Abort:
        return _fail("stopped")
    except click.ClickException as error:
        error.show()
        return EXIT_USAGE if isinstance(error, click.UsageError) else EXIT_ERROR
    except click.exceptions.Exit as error:
        return error.exit_code
    except BrokenPipeError:
        return _leave_quietly()
    except Exception as error:  # noqa: BLE001 - the door: a user gets a line, not a traceback
        return _fail_unexpectedly(error, debug="--debug" in words)
    return result if isinstance(result, int) else EXIT_DONE


def _fail(message: str) -> int:
    click.secho("Error: ", nl=False, err=True, fg="red")
    click.echo(" ".join(message.split("\n")), err=True)
    return EXIT_ERROR


def _leave_quietly() -> int:
    """Stop when the reader of our output went away; Python would complain while it closes it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return EXIT_ERROR


def _fail_unexpectedly(error: Exception, *, debug: bool) -> int:
    text = "".join(traceback.format_exception(error))
    if debug:
        click.echo(text, err=True)
    summary = traceback.format_exception_only(error)[-1].strip().partition("\n")[0]
    where = _write_log(text)
    advice = f"the traceback is in {where}" if where else "run it with --debug for the traceback"
    return _fail(f"unexpected: {summary} ({advice}; please report it)")


def _write_log(text: str) -> Path | None:
    """Keep a traceback in the workspace if the folder has one, else among temporary files."""
    workspace = Path.cwd() / ".tesserae"
    folder = workspace if workspace.is_dir() else Path(tempfile.gettempdir())
    for path in (folder / "error.log", Path(tempfile.gettempdir()) / f"tesserae-{os.getpid()}.log"):
        try:
            path.write_text(text, encoding="utf-8", errors="replace")
        except OSError:
            continue
        return path
    return None
