"""The one loader: block, facts and environment become settings."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any
from zoneinfo import ZoneInfo

from tesserae.config.environment import machine_timezone, source_date_epoch, with_environment
from tesserae.config.mkdocs_file import facts_of, find_config_file, plugin_block, read_mkdocs_config
from tesserae.config.options import Options
from tesserae.config.project import find_root, guess_project_name
from tesserae.config.settings import (
    DEFAULT_ENCODER,
    DEFAULT_MAX_BYTES,
    DEFAULT_MODEL_TIMEOUT_S,
    DEFAULT_PUBLISH,
    DEFAULT_WIKI_DIR,
    FALLBACK_PROJECT_NAME,
    MODEL_BACKENDS,
    PUBLISHABLE,
    SEARCH_MODES,
    ActivitySettings,
    MkDocsFacts,
    ModelSettings,
    RetrievalSettings,
    SessionSettings,
    Settings,
    SourceSettings,
    Term,
)
from tesserae.model.ontology import NodeType


def load_settings(start: Path) -> Settings:
    """Read the settings of the project that a folder belongs to.

    Args:
        start: The project's folder, or one below it.

    Raises:
        ConfigError: There is no such folder, or its configuration is wrong.
    """
    root = find_root(start)
    config_file = find_config_file(root)
    if config_file is None:
        return settings_from_block(root, {}, MkDocsFacts())
    data = read_mkdocs_config(config_file)
    return settings_from_block(root, plugin_block(data) or {}, facts_of(config_file, data))


def settings_from_block(
    root: Path, block: Mapping[str, Any], facts: MkDocsFacts, *, known: tuple[str, ...] = ()
) -> Settings:
    """Build settings from the plugin's block, the facts around it and the environment.

    Args:
        root: The project's folder.
        block: The options under `plugins: - tesserae:`.
        facts: What else mkdocs.yml says.
        known: Names of options that someone else reads; they are not reported as unknown.

    Raises:
        ConfigError: An option has a value that it cannot have.
    """
    options = Options(with_environment(block), where=facts.config_file or "settings")
    timezone, is_configured = _timezone(options)
    site_name = facts.site_name or guess_project_name(root) or FALLBACK_PROJECT_NAME
    return Settings(
        root=root,
        project_name=options.text("project_name", site_name),
        config_file=facts.config_file,
        docs_dir=_relative_dir(root, facts.docs_dir),
        site_dir=_relative_dir(root, facts.site_dir),
        site_name=site_name,
        repo_url=facts.repo_url,
        wiki_dir=_wiki_dir(options, facts),
        mount=options.text("mount", "auto"),
        publish=options.texts("publish", DEFAULT_PUBLISH, choices=PUBLISHABLE),
        timezone=timezone,
        timezone_is_configured=is_configured,
        terms=_terms(options),
        search=options.choice("search", SEARCH_MODES),
        page_cache=options.flag("page_cache", default=False),
        model=_model(options),
        sources=_source_settings(options, _relative_dir(root, facts.docs_dir), facts.left_out),
        retrieval=_retrieval_settings(options),
        sessions=_session_settings(options),
        activity=_activity_settings(options),
        source_date_epoch=source_date_epoch(),
        notes=options.unknown(known),
    )


def _source_settings(options: Options, docs_dir: str, left_out: tuple[str, ...]) -> SourceSettings:
    part = options.part("sources")
    return SourceSettings(
        include=part.texts("include", ()),
        exclude=(
            *part.texts("exclude", ()),
            *(_below(docs_dir, pattern) for pattern in left_out),
        ),
        max_bytes=part.count("max_bytes", DEFAULT_MAX_BYTES),
        gitignore=part.flag("gitignore", default=True),
    )


def _retrieval_settings(options: Options) -> RetrievalSettings:
    part = options.part("retrieval")
    return RetrievalSettings(
        encoder=part.toggle("encoder", DEFAULT_ENCODER), reranker=part.text("reranker", "")
    )


def _session_settings(options: Options) -> SessionSettings:
    part = options.part("sessions")
    return SessionSettings(
        roots=part.texts("roots", ()),
        exclude=part.texts("exclude", ()),
        emails=part.flag("emails", default=False),
    )


def _activity_settings(options: Options) -> ActivitySettings:
    part = options.part("activity")
    return ActivitySettings(pull_requests=part.flag("pull_requests", default=False))


def _model(options: Options) -> ModelSettings:
    """Read `model: claude`, or the same with more to say: `model: {backend: claude, name: …}`."""
    if not options.is_set_of_options("model"):
        return ModelSettings(options.choice("model", MODEL_BACKENDS))
    part = options.part("model")
    return ModelSettings(
        backend=part.choice("backend", MODEL_BACKENDS),
        name=part.text("name", ""),
        timeout_s=part.count("timeout_s", DEFAULT_MODEL_TIMEOUT_S),
    )


def _below(folder: str, pattern: str) -> str:
    """Anchor a pattern, as in .gitignore, to a folder."""
    mark, bare = ("!", pattern[1:]) if pattern.startswith("!") else ("", pattern)
    is_anchored = "/" in bare.rstrip("/")
    prefix = "" if folder == "." else f"/{folder}"
    return f"{mark}{prefix}/{bare.lstrip('/')}" if is_anchored else f"{mark}{prefix}/**/{bare}"


def _terms(options: Options) -> tuple[Term, ...]:
    return tuple(_term(options, item) for item in options.items("terms"))


def _term(options: Options, item: object) -> Term:
    if isinstance(item, str) and item.strip():
        return Term(item.strip())
    if not isinstance(item, Mapping):
        raise options.error("terms", f"{item!r} is neither a name nor a set of options")
    part = Options(item, where=options.where, prefix="terms.")
    name = part.text("name", "").strip()
    if not name:
        raise options.error("terms", f"{dict(item)!r} has no name")
    type_name = part.text("type", "")
    if type_name and type_name not in _TYPE_NAMES:
        raise options.error("terms", f"{type_name!r} is not a type; docs list them as the ontology")
    return Term(name, NodeType(type_name) if type_name else None, part.texts("aliases", ()))


_TYPE_NAMES = frozenset(str(type_) for type_ in NodeType)


def _timezone(options: Options) -> tuple[str, bool]:
    name = options.text("timezone", "")
    if not name:
        return machine_timezone(), False
    try:
        ZoneInfo(name)
    except (LookupError, ValueError, OSError) as error:
        raise options.error(
            "timezone", f"{name!r} is not a time zone; write one like Europe/Zurich"
        ) from error
    return name, True


def _wiki_dir(options: Options, facts: MkDocsFacts) -> str:
    text = options.text("wiki_dir", DEFAULT_WIKI_DIR)
    path = PurePosixPath(text.replace("\\", "/"))
    taken = {".", ".tesserae", PurePosixPath(facts.docs_dir).as_posix()}
    if path.is_absolute() or ".." in path.parts or path.as_posix() in taken or ":" in text:
        raise options.error("wiki_dir", f"{text!r} is not a folder of its own inside the project")
    return path.as_posix()


def _relative_dir(root: Path, text: str) -> str:
    return Path(os.path.relpath(root / text, root)).as_posix()
