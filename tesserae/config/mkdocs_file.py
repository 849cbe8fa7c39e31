"""What mkdocs.yml says, read without MkDocs: with what it inherits, and tags it does not know."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from tesserae.config.settings import DEFAULT_DOCS_DIR, DEFAULT_SITE_DIR, PLUGIN_NAME, MkDocsFacts
from tesserae.errors import ConfigError

CONFIG_NAMES = ("mkdocs.yml", "mkdocs.yaml")
_INHERIT_DEPTH = 8
_SafeLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def find_config_file(root: Path) -> Path | None:
    """Return the MkDocs configuration in a folder."""
    for name in CONFIG_NAMES:
        if (root / name).is_file():
            return root / name
    return None


def mkdocs_facts(config_file: Path) -> MkDocsFacts:
    """Read what stands around the plugin's block, as the file has it.

    The plugin takes its facts from here and not from MkDocs' own configuration object, because
    `mkdocs serve` and options of the command line change that one.

    Raises:
        ConfigError: The file cannot be read.
    """
    return facts_of(config_file, read_mkdocs_config(config_file))


def read_mkdocs_config(config_file: Path) -> dict[str, Any]:
    """Read an MkDocs configuration with what it inherits, tags it does not know and all.

    Raises:
        ConfigError: It is not YAML, cannot be read, or inherits in a circle.
    """
    return _read_inheriting(config_file, depth=0)


def parse_mkdocs_config(text: str) -> dict[str, Any]:
    """Parse the text of one MkDocs configuration, without what it inherits.

    Raises:
        ConfigError: It is not YAML, or no set of options.
    """
    try:
        data = yaml.load(text, Loader=_TolerantLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        raise ConfigError(f"not YAML: {error.problem}", line=line) from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        first_line = str(error).partition("\n")[0]
        raise ConfigError(f"not YAML: {first_line}") from error
    if data is None:
        return {}
    if not isinstance(data, dict):
        raise ConfigError("not a set of options (name: value)")
    return data


def plugin_block(data: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the options of this plugin, or None where the configuration does not list it."""
    plugins = data.get("plugins")
    entries: list[Any] = []
    if isinstance(plugins, dict):
        entries = [{name: options} for name, options in plugins.items()]
    elif isinstance(plugins, list):
        entries = plugins
    for entry in entries:
        if entry == PLUGIN_NAME:
            return {}
        if isinstance(entry, dict) and PLUGIN_NAME in entry:
            options = entry[PLUGIN_NAME]
            return dict(options) if isinstance(options, dict) else {}
    return None


def facts_of(config_file: Path, data: Mapping[str, Any]) -> MkDocsFacts:
    """Return what a configuration says around the plugin's block."""
    return MkDocsFacts(
        config_file=config_file.name,
        site_name=_optional_text(data.get("site_name")),
        docs_dir=_optional_text(data.get("docs_dir")) or DEFAULT_DOCS_DIR,
        site_dir=_optional_text(data.get("site_dir")) or DEFAULT_SITE_DIR,
        repo_url=_optional_text(data.get("repo_url")),
        left_out=tuple(
            line.strip()
            for name in ("exclude_docs", "draft_docs")
            for line in (_optional_text(data.get(name)) or "").splitlines()
            if line.strip() and not line.lstrip().startswith("#")
        ),
    )


def _optional_text(value: object) -> str | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    return str(value).strip() or None


def _read_inheriting(config_file: Path, *, depth: int) -> dict[str, Any]:
    if depth > _INHERIT_DEPTH:
        raise ConfigError("INHERIT leads in a circle", path=config_file.name)
    data = _read_yaml(config_file)
    parent = data.pop("INHERIT", None)
    if parent is None:
        return data
    parent_file = config_file.parent / str(parent)
    if not parent_file.is_file():
        raise ConfigError(f"INHERIT names {parent}, which is not there", path=config_file.name)
    return _merged(_read_inheriting(parent_file, depth=depth + 1), data)


def _merged(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Merge as MkDocs does: mappings key by key, anything else as a whole."""
    result = dict(base)
    for key, value in own.items():
        below = result.get(key)
        if isinstance(below, dict) and isinstance(value, dict):
            result[key] = _merged(below, value)
        else:
            result[key] = value
    return result


def _read_yaml(path: Path) -> dict[str, Any]:
    try:
        return parse_mkdocs_config(path.read_text(encoding="utf-8-sig"))
    except ConfigError as error:
        raise ConfigError(error.message, path=path.name, line=error.line) from error
    except UnicodeDecodeError as error:
        raise ConfigError("not UTF-8; save it as UTF-8", path=path.name) from error
    except OSError as error:
        raise ConfigError(f"cannot be read: {error.strerror}", path=path.name) from error


class _TolerantLoader(_SafeLoader):  # type: ignore[misc]  # the C loader is optional
    """Loads YAML that names Python objects, which only MkDocs itself must resolve."""


def _construct_unknown(loader: yaml.SafeLoader, _suffix: str, node: yaml.Node) -> object:
    if isinstance(node, yaml.ScalarNode):
        return node.value
    if isinstance(node, yaml.SequenceNode):
        return loader.construct_sequence(node, deep=True)
    if isinstance(node, yaml.MappingNode):
        return loader.construct_mapping(node, deep=True)
    return None


def _construct_env(loader: yaml.SafeLoader, node: yaml.Node) -> object:
    """Resolve `!ENV NAME` and `!ENV [NAME, OTHER, default]` as MkDocs does."""
    if isinstance(node, yaml.ScalarNode):
        names, default = [str(node.value)], None
    elif isinstance(node, yaml.SequenceNode) and node.value:
        items = loader.construct_sequence(node, deep=True)
        default = items.pop() if len(items) > 1 else None
        names = [str(item) for item in items]
    else:
        return None
    for name in names:
        if name in os.environ:
            text = os.environ[name]
            tag = loader.resolve(yaml.ScalarNode, text, (True, False))  # type: ignore[no-untyped-call]  # its stub has no types
            return loader.construct_object(yaml.ScalarNode(tag, text))
    return default


_TolerantLoader.add_constructor("!ENV", _construct_env)
_TolerantLoader.add_multi_constructor("", _construct_unknown)
