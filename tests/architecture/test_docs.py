"""What users can type or set is in the docs."""

from dataclasses import fields
from inspect import signature
from pathlib import Path

import click
import pytest

from tesserae.cli.app import group
from tesserae.config import (
    ActivitySettings,
    RetrievalSettings,
    SessionSettings,
    SourceSettings,
)
from tesserae.model.ontology import EdgeType, NodeType
from tesserae.plugin.options import TesseraeOptions
from tesserae.sidecar.server import TOOL_NAMES
from tesserae.sidecar.tools import Tools

DOCS = Path(__file__).parents[2] / "docs"


def _commands(group: click.Group, prefix: str) -> dict[str, click.Command]:
    context = click.Context(group)
    found: dict[str, click.Command] = {}
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            found |= _commands(command, f"{prefix} {name}")
        elif command is not None:
            found[f"{prefix} {name}"] = command
    return found


COMMANDS = _commands(group, "tesserae")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_its_options_are_documented(name):
    text = (DOCS / "commands.md").read_text(encoding="utf-8")
    options = [
        option
        for parameter in COMMANDS[name].params
        if isinstance(parameter, click.Option)
        for option in (*parameter.opts, *parameter.secondary_opts)
        if option.startswith("--")
    ]
    assert name in text
    assert [option for option in options if option not in text] == []


def test_every_option_of_the_plugin_is_documented():
    text = (DOCS / "configuration.md").read_text(encoding="utf-8")
    parts = {
        "activity": ActivitySettings,
        "retrieval": RetrievalSettings,
        "sessions": SessionSettings,
        "sources": SourceSettings,
    }
    names = [name for name, _ in TesseraeOptions._schema if name not in parts]
    for part, settings in parts.items():
        names += [f"{part}.{field.name}" for field in fields(settings)]
    assert [name for name in names if f"`{name}`" not in text] == []


@pytest.mark.parametrize("name", TOOL_NAMES)
def test_every_tool_and_its_arguments_are_documented(name):
    text = (DOCS / "guides/use-from-your-agent.md").read_text(encoding="utf-8")
    row = next(line for line in text.split("\n") if line.startswith(f"| `{name}` |"))
    arguments = set(signature(getattr(Tools, name)).parameters) - {"self", "project"}
    assert [argument for argument in arguments if f"`{argument}`" not in row] == []


@pytest.mark.parametrize("type_", [*NodeType, *EdgeType])
def test_every_type_is_documented(type_):
    assert str(type_) in (DOCS / "ontology.md").read_text(encoding="utf-8")
