"""Adding the plugin to an mkdocs.yml as text, so that comments, tags and order stay as they are.

Where the line belongs is found with a YAML parser; what is inserted is checked by loading the
result: nothing but the list of plugins may have changed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import yaml

from tesserae.config import PLUGIN_NAME, parse_mkdocs_config, plugin_block
from tesserae.errors import ConfigError

BY_HAND = "add `- tesserae` to its `plugins:` by hand"


@dataclass(frozen=True, slots=True)
class NewConfig:
    """What a new mkdocs.yml says."""

    site_name: str
    timezone: str
    docs_dir: str | None = None
    """None where MkDocs' default is right."""
    site_url: str | None = None
    repo_url: str | None = None


def render_config(new: NewConfig) -> str:
    """Return the text of a whole mkdocs.yml."""
    lines = [f"site_name: {quoted(new.site_name)}"]
    if new.site_url:
        lines.append(f"site_url: {quoted(new.site_url)}")
    if new.repo_url:
        lines.append(f"repo_url: {quoted(new.repo_url)}")
    if new.docs_dir:
        lines.append(f"docs_dir: {new.docs_dir}")
    lines += [
        "theme:",
        "  name: material",
        "  font: false",
        "  features: [navigation.indexes, content.code.copy]",
        "plugins:",
        "  - search",
        f"  - {PLUGIN_NAME}:",
        f"      timezone: {new.timezone}",
    ]
    return "\n".join(lines) + "\n"


def add_plugin(text: str, *, timezone: str) -> str:
    """Return the text of an mkdocs.yml with the plugin in it.

    Args:
        text: The file as it is; it does not list the plugin.
        timezone: IANA name, written beside the plugin.

    Raises:
        ConfigError: The place for it cannot be found safely.
    """
    before = parse_mkdocs_config(text)
    item = f"{PLUGIN_NAME}: {{timezone: {timezone}}}"
    changed = _inserted(text, before, item)
    after = parse_mkdocs_config(changed)
    rest = {key: value for key, value in before.items() if key != "plugins"}
    if plugin_block(after) is None or rest != {k: v for k, v in after.items() if k != "plugins"}:
        raise ConfigError(f"its plugins stand in a form that is not understood; {BY_HAND}")
    return changed


def quoted(text: str) -> str:
    """Return a text as a YAML scalar on one line, whatever it holds."""
    return json.dumps(" ".join(text.split()), ensure_ascii=False)


def _inserted(text: str, data: dict[str, Any], item: str) -> str:
    end = "\r\n" if "\r\n" in text else "\n"
    node = _plugins_node(text)
    if node is None:
        if "INHERIT" in data:
            raise ConfigError(f"its plugins may be inherited; {BY_HAND}")
        return _appended(text, end, ("plugins:", "  - search", f"  - {item}"))
    lines = text.split(end)
    if isinstance(node, yaml.ScalarNode) and not node.value:
        # `plugins:` with nothing under it means search alone, like no `plugins:` at all.
        at = node.start_mark.line + 1
        return end.join([*lines[:at], "  - search", f"  - {item}", *lines[at:]])
    if not isinstance(node, yaml.CollectionNode):
        raise ConfigError(f"its plugins are no list; {BY_HAND}")
    is_list = isinstance(node, yaml.SequenceNode)
    if node.flow_style:
        entry = f"{{{item}}}" if is_list else item
        return _into_flow(lines, node, entry, end)
    indent = " " * node.start_mark.column
    at = _last_line(node) + 1
    return end.join([*lines[:at], f"{indent}- {item}" if is_list else indent + item, *lines[at:]])


def _appended(text: str, end: str, lines: Sequence[str]) -> str:
    gap = "" if not text or text.endswith("\n") else end
    return text + gap + "".join(line + end for line in lines)


def _into_flow(lines: list[str], node: yaml.CollectionNode, entry: str, end: str) -> str:
    """Put an entry before the bracket that closes a flow collection."""
    line, column = node.end_mark.line, node.end_mark.column - 1
    head, tail = lines[line][:column], lines[line][column:]
    inside = head.rstrip()
    is_first = not node.value
    if inside and not is_first and not inside.endswith(","):
        head = f"{inside}, "
    elif not inside and not is_first:
        # The bracket stands alone on its line: what comes before ends with the line above.
        above = lines[line - 1].rstrip()
        if not above.endswith(",") and "#" not in above:
            lines = [*lines[: line - 1], f"{above},", *lines[line:]]
    lines = [*lines[:line], head + entry + tail, *lines[line + 1 :]]
    return end.join(lines)


def _plugins_node(text: str) -> yaml.Node | None:
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    if not isinstance(root, yaml.MappingNode):
        return None
    for key, value in root.value:
        if key.value == "plugins":
            node: yaml.Node = value
            return node
    return None


def _last_line(node: yaml.Node) -> int:
    """Return the 0-based line on which the last thing in a node ends."""
    if isinstance(node, yaml.MappingNode) and node.value and not node.flow_style:
        key, value = node.value[-1]
        return max(_last_line(key), _last_line(value))
    if isinstance(node, yaml.SequenceNode) and node.value and not node.flow_style:
        return _last_line(node.value[-1])
    mark = node.end_mark
    return mark.line if mark.column else max(mark.line - 1, node.start_mark.line)
