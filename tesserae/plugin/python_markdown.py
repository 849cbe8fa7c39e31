"""Wiki pages that use more than CommonMark and GFM: the project's own Python-Markdown, made safe.

A construct counts only where the project has the extension that renders it; without it,
Python-Markdown would show it as text just as comrak does.
"""

from __future__ import annotations

import copy
import html
import re
from collections.abc import Iterable
from functools import lru_cache
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor
from markdown.util import AMP_SUBSTITUTE
from mkdocs.config.defaults import MkDocsConfig

from tesserae.site.urls import is_safe

_CONSTRUCTS: tuple[tuple[str, frozenset[str]], ...] = (
    (r"^ {0,3}!!! ?[\w-]", frozenset({"admonition", "markdown.extensions.admonition"})),
    (r"^ {0,3}\?\?\?\+? ?[\w-]", frozenset({"pymdownx.details"})),
    (r"^ {0,3}===[!+]? [\"']", frozenset({"pymdownx.tabbed"})),
    (r"^ {0,3}/// ", frozenset({"pymdownx.blocks.admonition", "pymdownx.blocks.tab"})),
    (r"\$\$|\\\(|\\\[|(?<![\\$\w])\$[^\s$][^$\n]*\$(?!\w)", frozenset({"pymdownx.arithmatex"})),
    (r"^ {0,3}(?:```|~~~) ?mermaid", frozenset({"pymdownx.superfences"})),
    (r"\{ ?[:#.][^}\n]+\}", frozenset({"attr_list", "markdown.extensions.attr_list"})),
    (r"^: {1,3}\S", frozenset({"def_list", "markdown.extensions.def_list"})),
    (r"^\*\[[^\]\n]+\]:", frozenset({"abbr", "markdown.extensions.abbr"})),
    (r"==\S[^=\n]*==", frozenset({"pymdownx.mark"})),
    (r"\+\+[\w\"-]", frozenset({"pymdownx.keys"})),
)
DEAD_LINKS = "tesserae.plugin.python_markdown:DeadLinks"
"""The name under which Python-Markdown finds the extension."""
_EXTRA = ("extra", "markdown.extensions.extra", "pymdownx.extra")
_IN_EXTRA = frozenset({"attr_list", "def_list", "abbr"})


def needs_python_markdown(text: str, config: MkDocsConfig) -> bool:
    """Say whether a text holds a construct that an extension of the project renders."""
    names = frozenset(name for name in config.markdown_extensions if isinstance(name, str))
    pattern = _pattern(names)
    return pattern is not None and pattern.search(text) is not None


def safe_config(config: MkDocsConfig) -> MkDocsConfig:
    """Return a configuration whose Markdown shows raw HTML as text and drops unsafe links."""
    safe = copy.copy(config)
    safe["markdown_extensions"] = [*config.markdown_extensions, SafeMarkdown()]
    return safe


class DeadLinks(Extension):  # type: ignore[misc]  # Python-Markdown has no types
    """Takes links that run something out of the pages of the user's, and changes nothing else."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Python-Markdown's name
        """Register the check; it runs just before MkDocs rewrites links."""
        md.treeprocessors.register(SafeLinks(md), "tesserae_safe_links", priority=2)


class SafeMarkdown(Extension):  # type: ignore[misc]  # Python-Markdown has no types
    """Takes raw HTML and links that run something out of Python-Markdown."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Python-Markdown's name
        """Register what makes a text inert; it runs just before MkDocs rewrites links."""
        md.preprocessors.deregister("html_block", strict=False)
        md.inlinePatterns.deregister("html", strict=False)
        md.treeprocessors.register(SafeLinks(md), "tesserae_safe_links", priority=2)


class SafeLinks(Treeprocessor):  # type: ignore[misc]  # as above
    """Turns links that a browser would run into plain text."""

    def run(self, root: Element) -> None:
        """Check every link and image."""
        for element in list(root.iter()):
            for name in ("href", "src"):
                address = element.get(name)
                if address is not None and not is_safe(_as_browsers_read(address)):
                    element.attrib.pop(name)
                    element.tag = "span"


def _as_browsers_read(address: str) -> str:
    return html.unescape(address.replace(AMP_SUBSTITUTE, "&"))


@lru_cache(maxsize=8)
def _pattern(names: frozenset[str]) -> re.Pattern[str] | None:
    known: Iterable[str] = names
    if names.intersection(_EXTRA):
        known = names | _IN_EXTRA
    available = frozenset(known)
    parts = [pattern for pattern, needed in _CONSTRUCTS if needed & available]
    return re.compile("|".join(parts), re.MULTILINE) if parts else None
