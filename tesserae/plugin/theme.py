"""What the plugin changes in MkDocs' configuration: theme, assets, anchors, dead links."""

from __future__ import annotations

import posixpath

from mkdocs.config.config_options import ExtraScriptValue
from mkdocs.config.defaults import MkDocsConfig
from pymdownx.slugs import slugify

from tesserae.plugin.python_markdown import DEAD_LINKS
from tesserae.site.theme import theme_dir

ASSETS = "assets/tesserae"
STYLES = ("tesserae.css",)
SCRIPTS = ("tesserae.js",)


def prepare_config(config: MkDocsConfig) -> None:
    """Let MkDocs find our templates and assets, form anchors as the wiki does, and run no link."""
    folder = theme_dir()
    directory = str(folder)
    if directory not in config.theme.dirs:
        # Before MkDocs' own fallback and after the user's folder and the theme, which may override.
        config.theme.dirs.insert(len(config.theme.dirs) - 1, directory)
    for name in STYLES:
        path = posixpath.join(ASSETS, name)
        if (folder / path).is_file() and path not in config.extra_css:
            config.extra_css.insert(0, path)
    for name in SCRIPTS:
        path = posixpath.join(ASSETS, name)
        present = [str(script) for script in config.extra_javascript]
        if (folder / path).is_file() and path not in present:
            script = ExtraScriptValue(path)
            script.defer = True
            config.extra_javascript.append(script)
    if DEAD_LINKS not in config.markdown_extensions:
        config.markdown_extensions.append(DEAD_LINKS)
    toc = config.mdx_configs.setdefault("toc", {})
    if "slugify" not in toc:
        # The default drops every letter that is not ASCII: a Chinese heading would be `_1`.
        toc["slugify"] = slugify(case="lower")


def is_material(config: MkDocsConfig) -> bool:
    """Say whether the site wears Material, or a theme that extends it."""
    return any(
        posixpath.basename(posixpath.dirname(path)) == "material" for path in config.theme.dirs
    )
