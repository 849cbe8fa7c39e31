"""`tesserae build` and `tesserae serve`: MkDocs, found and started for the project."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import click

from tesserae.cli.output import open_project, project_option, warn
from tesserae.config import find_config_file, plugin_block, read_mkdocs_config
from tesserae.errors import ConfigError

_PASS_ON = {"ignore_unknown_options": True, "allow_interspersed_args": False}
_CONFIG_OPTIONS = ("-f", "--config-file")


@click.command(context_settings=_PASS_ON)
@project_option
@click.argument("options", nargs=-1, type=click.UNPROCESSED, metavar="[MKDOCS OPTIONS]...")
@click.pass_context
def build(ctx: click.Context, project: Path, options: tuple[str, ...]) -> None:
    """Build the site; every other option goes to `mkdocs build`."""
    ctx.exit(run_mkdocs("build", project, options))


@click.command(context_settings=_PASS_ON)
@project_option
@click.argument("options", nargs=-1, type=click.UNPROCESSED, metavar="[MKDOCS OPTIONS]...")
@click.pass_context
def serve(ctx: click.Context, project: Path, options: tuple[str, ...]) -> None:
    """Serve the site and follow changes; every other option goes to `mkdocs serve`."""
    ctx.exit(run_mkdocs("serve", project, options))


def run_mkdocs(command: str, project: Path, options: Sequence[str]) -> int:
    """Run MkDocs as a program of its own; return 0 where it succeeded, else 1 or 2.

    Raises:
        ConfigError: The project has no mkdocs.yml.
    """
    words = [*_config_words(project, options), *options]
    process = subprocess.Popen([sys.executable, "-m", "mkdocs", command, *words])
    with _ending_with_us(process):
        try:
            code = process.wait()
        except KeyboardInterrupt:
            # The server got the interrupt too and is leaving; its own exit code says how.
            code = process.wait()
    return code if code in {0, 1, 2} else 1


@contextmanager
def _ending_with_us(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """Let nobody be left behind: whoever ends us ends the program that we started."""

    def end(_signal: int, _frame: FrameType | None) -> None:
        process.terminate()

    is_main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGTERM, end) if is_main else None
    try:
        yield
    finally:
        if is_main:
            signal.signal(signal.SIGTERM, before)
        if process.poll() is None:
            process.terminate()
            process.wait()


def _config_words(project: Path, options: Sequence[str]) -> list[str]:
    """Name the project's configuration, unless the user named one."""
    if any(word.startswith(_CONFIG_OPTIONS) for word in options):
        return []
    config_file = find_config_file(open_project(project).root)
    if config_file is None:
        raise ConfigError("there is no mkdocs.yml here; run `tesserae init`, which writes one")
    if plugin_block(read_mkdocs_config(config_file)) is None:
        warn(f"{config_file.name} does not list the plugin; run `tesserae init`, which adds it")
    return ["--config-file", str(config_file)]
