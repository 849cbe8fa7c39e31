"""The plugin's options as MkDocs validates them, and the settings they become.

Defaults are not repeated here: an option that is not set is not handed on, and `tesserae.config`
fills it in, so that the command line and the plugin always agree.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from mkdocs.config import config_options as c
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig

from tesserae.config import (
    PUBLISHABLE,
    SEARCH_MODES,
    MkDocsFacts,
    Settings,
    mkdocs_facts,
    settings_from_block,
)

# YAML reads a bare `on` and `off` as truth values.
_SEARCH = (*SEARCH_MODES, True, False)


class SourceOptions(Config):
    """What is read."""

    include = c.Optional(c.ListOfItems(c.Type(str)))
    exclude = c.Optional(c.ListOfItems(c.Type(str)))
    max_bytes = c.Optional(c.Type(int))
    gitignore = c.Optional(c.Type(bool))


class RetrievalOptions(Config):
    """What finds passages, besides their words and the graph."""

    encoder = c.Optional(c.Type((str, bool)))
    reranker = c.Optional(c.Type(str))


class SessionOptions(Config):
    """Which sessions of coding agents are looked at, and what is taken out of them."""

    roots = c.Optional(c.ListOfItems(c.Type(str)))
    exclude = c.Optional(c.ListOfItems(c.Type(str)))
    emails = c.Optional(c.Type(bool))


class ActivityOptions(Config):
    """What a build may ask about the days that it tells of."""

    pull_requests = c.Optional(c.Type(bool))


class TesseraeOptions(Config):
    """The block under `plugins: - tesserae:`."""

    project_name = c.Optional(c.Type(str))
    wiki_dir = c.Optional(c.Type(str))
    mount = c.Optional(c.Type(str))
    publish = c.Optional(c.ListOfItems(c.Choice(PUBLISHABLE)))
    timezone = c.Optional(c.Type(str))
    terms = c.Optional(c.Type(list))
    search = c.Optional(c.Choice(_SEARCH))
    page_cache = c.Optional(c.Type(bool))
    model = c.Optional(c.Type((str, bool, dict)))
    sources = c.SubConfig(SourceOptions)
    activity = c.SubConfig(ActivityOptions)
    retrieval = c.SubConfig(RetrievalOptions)
    sessions = c.SubConfig(SessionOptions)


def build_settings(options: TesseraeOptions, config: MkDocsConfig) -> Settings:
    """Build the settings of the project that a MkDocs configuration describes.

    Raises:
        ConfigError: An option has a value that it cannot have.
    """
    root = project_root(config)
    facts = replace(_facts(config), docs_dir=_relative(config.docs_dir, root))
    return settings_from_block(root, _set_options(options), facts)


def project_root(config: MkDocsConfig) -> Path:
    """Return the project's folder: that of mkdocs.yml, else the one above the documents."""
    if config.config_file_path:
        return Path(config.config_file_path).resolve().parent
    return Path(config.docs_dir).resolve().parent


def _facts(config: MkDocsConfig) -> MkDocsFacts:
    path = Path(config.config_file_path) if config.config_file_path else None
    if path is not None and path.is_file():
        return mkdocs_facts(path)
    return MkDocsFacts(site_name=config.site_name, repo_url=config.repo_url)


def _names(options: Config) -> list[str]:
    """Return the options that exist; of any other MkDocs has warned already."""
    return [name for name, _ in options._schema]  # MkDocs offers no other list


def _relative(path: str, root: Path) -> str:
    return Path(os.path.relpath(Path(path).resolve(), root)).as_posix()


def _set_options(options: Config) -> dict[str, object]:
    block: dict[str, object] = {}
    for name in _names(options):
        value = options[name]
        if isinstance(value, Config):
            part = _set_options(value)
            if part:
                block[name] = part
        elif value is not None:
            block[name] = value
    return block
