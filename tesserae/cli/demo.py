"""`tesserae demo`: a small project to look at before one's own."""

from __future__ import annotations

import shutil
import socket
import tempfile
from importlib.resources import as_file, files
from pathlib import Path

import click

from tesserae.cli.mkdocs import run_mkdocs
from tesserae.cli.output import say
from tesserae.errors import WorkspaceError
from tesserae.workspace import workspace_error

SAMPLE_PACKAGE = "tesserae.demo"
OWN_PROJECT = "For your own project, in its folder: tesserae init && tesserae serve"
_HOST = "127.0.0.1"
_PORT = 8000


@click.command()
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@click.option(
    "--serve/--no-serve", "is_served", default=True, help="Serve the site, or only build."
)
@click.pass_context
def demo(ctx: click.Context, folder: Path | None, is_served: bool) -> None:
    """Build a small sample project in FOLDER (a temporary one by default) and serve it."""
    target = copy_sample(folder)
    say(f"The sample project is in {target}")
    code = run_mkdocs("build", target, ["--quiet"])
    if code:
        ctx.exit(code)
    say(f"Its site is in {target / 'site'}")
    say(OWN_PROJECT)
    if is_served:
        ctx.exit(run_mkdocs("serve", target, ["--dev-addr", f"{_HOST}:{_free_port()}"]))


def copy_sample(folder: Path | None) -> Path:
    """Copy the sample project; return where it is.

    Raises:
        WorkspaceError: The folder holds something already, or cannot be written.
    """
    if folder is not None and folder.exists() and (folder.is_file() or any(folder.iterdir())):
        raise WorkspaceError(
            "there is something already; name a new or an empty folder", path=folder
        )
    try:
        target = folder or Path(tempfile.mkdtemp(prefix="tesserae-demo-"))
        with as_file(files(SAMPLE_PACKAGE) / "sample") as sample:
            shutil.copytree(
                sample,
                target,
                dirs_exist_ok=True,
                ignore=shutil.ignore_patterns("__pycache__"),
                copy_function=shutil.copyfile,
            )
    except OSError as error:
        raise workspace_error(error, str(folder or tempfile.gettempdir())) from error
    return target.resolve()


def _free_port() -> int:
    """Return the usual port, or one that is free where that is taken."""
    for port in (_PORT, 0):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((_HOST, port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    return _PORT
