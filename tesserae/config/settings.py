"""The values that a project is configured with, and their defaults."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from zoneinfo import ZoneInfo

from tesserae.model.ontology import NodeType

PLUGIN_NAME = "tesserae"
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
