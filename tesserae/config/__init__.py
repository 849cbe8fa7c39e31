"""Settings: frozen values, and the one loader that reads mkdocs.yml and the environment.

Nothing else in the package reads an environment variable. The command line and the plugin build
the same `Settings` for the same project, so that either of them may run the next compile without
doing the other's work again.
"""

from tesserae.config.environment import agent_environment, git_environment, machine_timezone
from tesserae.config.load import load_settings, settings_from_block
from tesserae.config.mkdocs_file import (
    find_config_file,
    mkdocs_facts,
    parse_mkdocs_config,
    plugin_block,
    read_mkdocs_config,
)
from tesserae.config.project import blob_base, find_root, guess_project_name
from tesserae.config.settings import (
    DEFAULT_SITE_DIR,
    DEFAULT_WIKI_DIR,
    FALLBACK_PROJECT_NAME,
    PLUGIN_NAME,
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

__all__ = [
    "DEFAULT_SITE_DIR",
    "DEFAULT_WIKI_DIR",
    "FALLBACK_PROJECT_NAME",
    "PLUGIN_NAME",
    "PUBLISHABLE",
    "SEARCH_MODES",
    "ActivitySettings",
    "MkDocsFacts",
    "ModelSettings",
    "RetrievalSettings",
    "SessionSettings",
    "Settings",
    "SourceSettings",
    "Term",
    "agent_environment",
    "blob_base",
    "find_config_file",
    "find_root",
    "git_environment",
    "guess_project_name",
    "load_settings",
    "machine_timezone",
    "mkdocs_facts",
    "parse_mkdocs_config",
    "plugin_block",
    "read_mkdocs_config",
    "settings_from_block",
]
