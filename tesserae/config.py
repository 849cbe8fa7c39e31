"""Settings: frozen values, and the one loader that reads mkdocs.yml and the environment.

Nothing else in the package reads an environment variable. The command line and the plugin build
the same `Settings` for the same project, so that either of them may run the next compile without
doing the other's work again.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any
from zoneinfo import ZoneInfo

import yaml

from tesserae.errors import ConfigError
from tesserae.model.ontology import NodeType

PLUGIN_NAME = "tesserae"
CONFIG_NAMES = ("mkdocs.yml", "mkdocs.yaml")
DEFAULT_DOCS_DIR = "docs"
DEFAULT_SITE_DIR = "site"
DEFAULT_WIKI_DIR = ".tesserae/wiki"
DEFAULT_MAX_BYTES = 4 * 1024 * 1024
"""A source over this size is skipped; one file must not take the whole compile's time."""
FALLBACK_PROJECT_NAME = "Project"
PUBLISHABLE = ("wiki", "digests", "sessions", "recall")
DEFAULT_PUBLISH = ("wiki", "digests")
SEARCH_MODES = ("auto", "on", "off")
DEFAULT_ENCODER = "auto"
MODEL_BACKENDS = ("off", "claude", "codex")
DEFAULT_MODEL_TIMEOUT_S = 180

_NAMES_OF_UTC = frozenset({"Etc/UTC", "Etc/UCT", "Etc/Universal", "Etc/Zulu", "UCT", "Zulu"})
_ENVIRONMENT_PREFIX = "TESSERAE_"
_INHERIT_DEPTH = 8
_README_NAMES = ("README.md", "readme.md", "Readme.md")
_README_HEAD_BYTES = 8192
_BLOB_PATHS = (("github", "blob/HEAD"), ("gitlab", "-/blob/HEAD"))

_SafeLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Term:
    """A name that the project declares to be a thing of its own."""

    name: str
    type: NodeType | None = None
    """None where the documents may decide."""
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SourceSettings:
    """What is read."""

    include: tuple[str, ...] = ()
    """Patterns as in .gitignore: where given, only what matches is a source. A pattern that
    begins with the name of a folder that is never entered (`vendor/lib/**`) opens it."""
    exclude: tuple[str, ...] = ()
    """Patterns as in .gitignore of what is left out."""
    max_bytes: int = DEFAULT_MAX_BYTES
    gitignore: bool = True
    """Whether .gitignore files are respected."""


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """Which model may be asked; without one nothing is asked."""

    backend: str = "off"
    """The command line of an agent, as `MODEL_BACKENDS` lists them."""
    name: str = ""
    """The model that it is told to use; empty leaves that to the agent's own configuration."""
    timeout_s: int = DEFAULT_MODEL_TIMEOUT_S


@dataclass(frozen=True, slots=True)
class RetrievalSettings:
    """What finds passages, besides their words and the graph."""

    encoder: str = DEFAULT_ENCODER
    """`auto`: the transformer of the extra `semantic` where it is installed, else the word vectors;
    `words`: the word vectors; `off`: none; else the folder of a sentence encoder."""
    reranker: str = ""
    """The folder of a cross-encoder, absolute or relative to the project; empty where none is."""


@dataclass(frozen=True, slots=True)
class SessionSettings:
    """Which sessions of coding agents are looked at, and what is taken out of them."""

    roots: tuple[str, ...] = ()
    """Folders of an agent's logs beside its own, absolute, from `~`, or relative to the project."""
    exclude: tuple[str, ...] = ()
    """Patterns of folders, of ids or of `host:id` whose sessions are never stored."""
    emails: bool = False
    """Whether e-mail addresses are redacted too."""


@dataclass(frozen=True, slots=True)
class ActivitySettings:
    """What a build may ask about the days that it tells of."""

    pull_requests: bool = False
    """Whether the code host is asked for pull requests: an outbound call in every build."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a stage may ask of the configuration."""

    root: Path
    """The project's folder, absolute; it never enters an artifact."""
    project_name: str = FALLBACK_PROJECT_NAME
    config_file: str | None = None
    """Name of the MkDocs configuration, relative to `root`; None where there is none."""
    docs_dir: str = DEFAULT_DOCS_DIR
    """Posix, relative to `root`."""
    site_dir: str = DEFAULT_SITE_DIR
    """Posix, relative to `root`; as configured, not the temporary folder of `mkdocs serve`."""
    site_name: str = FALLBACK_PROJECT_NAME
    repo_url: str | None = None
    wiki_dir: str = DEFAULT_WIKI_DIR
    mount: str = "auto"
    publish: tuple[str, ...] = DEFAULT_PUBLISH
    timezone: str = "UTC"
    timezone_is_configured: bool = True
    """False where it is this machine's zone, which another machine may not share."""
    terms: tuple[Term, ...] = ()
    search: str = "auto"
    page_cache: bool = False
    model: ModelSettings = field(default_factory=ModelSettings)
    sources: SourceSettings = field(default_factory=SourceSettings)
    retrieval: RetrievalSettings = field(default_factory=RetrievalSettings)
    sessions: SessionSettings = field(default_factory=SessionSettings)
    activity: ActivitySettings = field(default_factory=ActivitySettings)
    source_date_epoch: int | None = None
    """Seconds since 1970 that stand for "now" instead of the newest date among the inputs."""
    notes: tuple[str, ...] = ()
    """What a door should tell the user about the configuration."""

    @property
    def zone(self) -> ZoneInfo:
        """The zone whose calendar decides on which day a thing happened."""
        return ZoneInfo(self.timezone)


@dataclass(frozen=True, slots=True)
class MkDocsFacts:
    """What Tesserae needs to know of the MkDocs configuration around its own block."""

    config_file: str | None = None
    site_name: str | None = None
    docs_dir: str = DEFAULT_DOCS_DIR
    """As configured: relative to the configuration's folder, or absolute."""
    site_dir: str = DEFAULT_SITE_DIR
    """As configured in the file, even while `mkdocs serve` builds into a temporary folder."""
    repo_url: str | None = None
    left_out: tuple[str, ...] = ()
    """Patterns of documents that stay out of the built site (`exclude_docs`, `draft_docs`),
    relative to `docs_dir`: what is no page of the site must not come back as one of ours."""


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
    return settings_from_block(root, plugin_block(data) or {}, _facts(config_file, data))


def find_root(start: Path) -> Path:
    """Return the project's folder for a folder in it.

    It is the nearest one with an MkDocs configuration or a compiled workspace; the search stops at
    the root of a git repository. Without any, the folder itself is the project.

    Raises:
        ConfigError: `start` is not a folder.
    """
    start = start.resolve()
    if not start.is_dir():
        raise ConfigError("there is no such folder", path=start)
    for folder in (start, *start.parents):
        if find_config_file(folder) or (folder / ".tesserae" / "manifest.json").is_file():
            return folder
        if (folder / ".git").exists():
            break
    return start


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
    return _facts(config_file, read_mkdocs_config(config_file))


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
    options = _Options(_with_environment(block), where=facts.config_file or "settings")
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
        source_date_epoch=_source_date_epoch(),
        notes=options.unknown(known),
    )


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


def guess_project_name(root: Path) -> str | None:
    """Name a project by what it says of itself: its package metadata, else its README's title.

    The folder's name is no answer: the same project may lie in another folder tomorrow.
    """
    return _name_in_pyproject(root) or _title_of_readme(root)


def blob_base(repo_url: str | None) -> str | None:
    """Return the address below which a code host shows files, ending in a slash.

    Returns:
        For example `https://github.com/owner/name/blob/HEAD/`; None for a host whose addresses
        are not known, or an address that is not a web page.
    """
    if repo_url is None or not re.match(r"https?://[^\s/]+/\S+$", repo_url):
        return None
    host = repo_url.split("/")[2].rpartition("@")[2]
    for name, path in _BLOB_PATHS:
        if name in host:
            return f"{repo_url.rstrip('/').removesuffix('.git')}/{path}/"
    return None


def machine_timezone() -> str:
    """Return the IANA name of this machine's time zone, `UTC` where it has none."""
    import tzlocal  # noqa: PLC0415 - 40 ms that a project which sets its zone need not pay

    try:
        name = tzlocal.get_localzone_name()
        ZoneInfo(name)
    except (LookupError, ValueError, OSError, TypeError):
        # tzlocal refuses a machine whose files disagree about its zone.
        return "UTC"
    return "UTC" if name in _NAMES_OF_UTC else str(name)


def agent_environment() -> dict[str, str]:
    """Return the variables that say where coding agents and Tesserae keep what is the user's."""
    names = ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "DSH_HOME", "TESSERAE_HOME")
    return {name: os.environ[name] for name in names if name in os.environ}


def git_environment() -> dict[str, str]:
    """Return the environment for a call of git that only this project's history may answer.

    A hook exports GIT_DIR and its kin, which would point git at another repository.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment.update(
        LC_ALL="C", GIT_OPTIONAL_LOCKS="0", GIT_TERMINAL_PROMPT="0", GIT_NO_LAZY_FETCH="1"
    )
    return environment


class _Options:
    """Reads options by name and type, and remembers which names were asked for."""

    def __init__(self, block: Mapping[str, Any], *, where: str, prefix: str = "") -> None:
        self._block = block
        self.where = where
        self._prefix = prefix
        self._asked: set[str] = set()

    def text(self, name: str, default: str) -> str:
        """Return a text; numbers count as text, an empty value as absent."""
        value = self._get(name)
        if value is None or value == "":
            return default
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise self.error(name, f"{value!r} is not a text")
        return str(value)

    def flag(self, name: str, *, default: bool) -> bool:
        """Return a boolean."""
        value = self._get(name)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise self.error(name, f"{value!r} is neither true nor false")
        return value

    def toggle(self, name: str, default: str) -> str:
        """Return a text that may be `on` or `off`, which YAML reads as truth values."""
        value = self._get(name)
        if isinstance(value, bool):
            return "on" if value else "off"
        return self.text(name, default)

    def count(self, name: str, default: int) -> int:
        """Return a whole number that is at least 1."""
        value = self._get(name)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise self.error(name, f"{value!r} is not a whole number above 0")
        return value

    def choice(self, name: str, choices: tuple[str, ...]) -> str:
        """Return one of the choices, the first where none is given."""
        value = self._get(name)
        if isinstance(value, bool):
            # YAML reads a bare `on` and `off` as truth values.
            value = "on" if value else "off"
        if value is None:
            return choices[0]
        if value not in choices:
            raise self.error(name, f"{value!r} is not one of {', '.join(choices)}")
        return str(value)

    def texts(
        self, name: str, default: tuple[str, ...], *, choices: tuple[str, ...] = ()
    ) -> tuple[str, ...]:
        """Return a list of texts; one text alone counts as a list."""
        value = self._get(name)
        if value is None:
            return default
        items = [value] if isinstance(value, str) else value
        if not isinstance(items, list | tuple):
            raise self.error(name, f"{value!r} is not a list")
        for item in items:
            if not isinstance(item, str) or not item:
                raise self.error(name, f"{item!r} is not a text")
            if choices and item not in choices:
                raise self.error(name, f"{item!r} is not one of {', '.join(choices)}")
        return tuple(dict.fromkeys(items))

    def is_set_of_options(self, name: str) -> bool:
        """Say whether options stand below a name."""
        return isinstance(self._get(name), Mapping)

    def items(self, name: str) -> list[Any]:
        """Return a list of anything."""
        value = self._get(name)
        if value is None:
            return []
        if not isinstance(value, list):
            raise self.error(name, f"{value!r} is not a list")
        return value

    def part(self, name: str) -> _Options:
        """Return the options below a name."""
        value = self._get(name)
        if value is None:
            value = {}
        if not isinstance(value, Mapping):
            raise self.error(name, f"{value!r} is not a set of options")
        return _Options(value, where=self.where, prefix=f"{self._prefix}{name}.")

    def unknown(self, known: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Say of each option that nobody asked for that it has no effect."""
        names = sorted({str(name) for name in self._block} - self._asked - set(known))
        if not names:
            return ()
        import difflib  # noqa: PLC0415 - for a mistake only, and every command loads this module

        notes = []
        for name in names:
            near = difflib.get_close_matches(name, sorted(self._asked), n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            notes.append(f"{self.where}: the option {self._prefix}{name} is not known{hint}")
        return tuple(notes)

    def error(self, name: str, message: str) -> ConfigError:
        """Build the error for an option's value."""
        return ConfigError(
            f"the option {self._prefix}{name} of the plugin {PLUGIN_NAME}: {message}",
            path=self.where,
        )

    def _get(self, name: str) -> Any:  # noqa: ANN401 - what YAML holds is checked by each caller
        self._asked.add(name)
        return self._block.get(name)


def _source_settings(options: _Options, docs_dir: str, left_out: tuple[str, ...]) -> SourceSettings:
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


def _retrieval_settings(options: _Options) -> RetrievalSettings:
    part = options.part("retrieval")
    return RetrievalSettings(
        encoder=part.toggle("encoder", DEFAULT_ENCODER), reranker=part.text("reranker", "")
    )


def _session_settings(options: _Options) -> SessionSettings:
    part = options.part("sessions")
    return SessionSettings(
        roots=part.texts("roots", ()),
        exclude=part.texts("exclude", ()),
        emails=part.flag("emails", default=False),
    )


def _activity_settings(options: _Options) -> ActivitySettings:
    part = options.part("activity")
    return ActivitySettings(pull_requests=part.flag("pull_requests", default=False))


def _model(options: _Options) -> ModelSettings:
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


def _terms(options: _Options) -> tuple[Term, ...]:
    return tuple(_term(options, item) for item in options.items("terms"))


def _term(options: _Options, item: object) -> Term:
    if isinstance(item, str) and item.strip():
        return Term(item.strip())
    if not isinstance(item, Mapping):
        raise options.error("terms", f"{item!r} is neither a name nor a set of options")
    part = _Options(item, where=options.where, prefix="terms.")
    name = part.text("name", "").strip()
    if not name:
        raise options.error("terms", f"{dict(item)!r} has no name")
    type_name = part.text("type", "")
    if type_name and type_name not in _TYPE_NAMES:
        raise options.error("terms", f"{type_name!r} is not a type; docs list them as the ontology")
    return Term(name, NodeType(type_name) if type_name else None, part.texts("aliases", ()))


_TYPE_NAMES = frozenset(str(type_) for type_ in NodeType)


def _timezone(options: _Options) -> tuple[str, bool]:
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


def _wiki_dir(options: _Options, facts: MkDocsFacts) -> str:
    text = options.text("wiki_dir", DEFAULT_WIKI_DIR)
    path = PurePosixPath(text.replace("\\", "/"))
    taken = {".", ".tesserae", PurePosixPath(facts.docs_dir).as_posix()}
    if path.is_absolute() or ".." in path.parts or path.as_posix() in taken or ":" in text:
        raise options.error("wiki_dir", f"{text!r} is not a folder of its own inside the project")
    return path.as_posix()


def _relative_dir(root: Path, text: str) -> str:
    return Path(os.path.relpath(root / text, root)).as_posix()


def _source_date_epoch() -> int | None:
    text = os.environ.get("SOURCE_DATE_EPOCH", "").strip()
    if not text:
        return None
    if not re.fullmatch(r"[0-9]{1,11}", text):
        raise ConfigError(f"SOURCE_DATE_EPOCH is {text!r}; it must be seconds since 1970")
    return int(text)


def _with_environment(block: Mapping[str, Any]) -> dict[str, Any]:
    """Let `TESSERAE_<OPTION>` set a plain option; lists are separated by commas."""
    merged = dict(block)
    for name, parse in _FROM_ENVIRONMENT.items():
        text = os.environ.get(_ENVIRONMENT_PREFIX + name.upper())
        if text:
            merged[name] = parse(text)
    return merged


def _listed(text: str) -> list[str]:
    return [item.strip() for item in text.split(",") if item.strip()]


def _truth(text: str) -> bool | str:
    return {"true": True, "1": True, "false": False, "0": False}.get(text.lower(), text)


_FROM_ENVIRONMENT: dict[str, Callable[[str], object]] = {
    "model": str,
    "mount": str,
    "page_cache": _truth,
    "project_name": str,
    "publish": _listed,
    "search": str,
    "timezone": str,
    "wiki_dir": str,
}


def _facts(config_file: Path, data: Mapping[str, Any]) -> MkDocsFacts:
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


def _name_in_pyproject(root: Path) -> str | None:
    """Read the project's name off its line: a whole TOML parser is slow to load for that."""
    try:
        text = (root / "pyproject.toml").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    table = re.search(r"^\[project\][ \t]*$(.*?)(?:^\[|\Z)", text, re.MULTILINE | re.DOTALL)
    name = table and re.search(r"^name[ \t]*=[ \t]*[\"']([\w.-]+)[\"']", table[1], re.MULTILINE)
    return name[1] if name else None


def _title_of_readme(root: Path) -> str | None:
    for name in _README_NAMES:
        try:
            with (root / name).open("rb") as file:
                text = file.read(_README_HEAD_BYTES).decode("utf-8-sig", "replace")
        except OSError:
            continue
        heading = re.search(r"^#[ \t]+(\S.*?)[ \t#]*$", text, re.MULTILINE)
        if heading:
            return " ".join(re.sub(r"[`*_<>\[\]]", "", heading.group(1)).split()) or None
    return None
