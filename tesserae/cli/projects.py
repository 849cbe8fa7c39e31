"""`tesserae projects`: which folders are projects of this machine."""

from __future__ import annotations

from pathlib import Path

import click

from tesserae.cli.output import columns, json_option, note, print_json, say
from tesserae.config import agent_environment, find_root
from tesserae.projects import activate, load_registry, register, remove, tesserae_home


@click.group()
def projects() -> None:
    """List, add and remove the projects of this machine."""


@projects.command("register")
@click.argument("folder", type=click.Path(path_type=Path), default=".")
@click.option("--name", default="", help="Its name; by default that of its folder.")
def register_(folder: Path, name: str) -> None:
    """Register the project at FOLDER, by default the current one."""
    project = register(_home(), find_root(folder), name=name)
    say(f"{project.name}: {project.root}")


@projects.command("list")
@json_option
def list_(as_json: bool) -> None:
    """List the registered projects; a star marks the active one."""
    registry = load_registry(_home())
    if as_json:
        rows = [
            {
                "name": project.name,
                "root": project.root.as_posix(),
                "active": project.name == registry.active,
                "found": project.root.is_dir(),
            }
            for project in registry.projects
        ]
        print_json(rows)
        return
    cells = [
        (
            "*" if project.name == registry.active else " ",
            project.name,
            project.root.as_posix(),
            "" if project.root.is_dir() else "(not there)",
        )
        for project in registry.projects
    ]
    for line in columns(cells):
        say(line)
    if not cells:
        note("No project is registered; `tesserae projects register` registers one.")


@projects.command("activate")
@click.argument("name")
def activate_(name: str) -> None:
    """Make NAME the active project."""
    say(f"{activate(_home(), name).name} is the active project.")


@projects.command("remove")
@click.argument("name")
def remove_(name: str) -> None:
    """Take NAME out of the list; its files stay as they are."""
    project = remove(_home(), name)
    say(f"{project.name} is no longer registered; {project.root} was not touched.")


def _home() -> Path:
    return tesserae_home(agent_environment())
