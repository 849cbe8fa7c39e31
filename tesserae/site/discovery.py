"""The two small files by which a crawler or an agent finds its way: robots.txt and ai-readme.md."""

from __future__ import annotations

from collections.abc import Sequence

from tesserae.site.panels import KindView
from tesserae.wiki.text import escape, link

AI_README = "ai-readme.md"
ROBOTS = "robots.txt"


def robots_txt(base: str | None) -> str:
    """Allow everything, and name the sitemap where its address is known."""
    lines = ["User-agent: *", "Allow: /"]
    if base:
        lines.append(f"Sitemap: {base}sitemap.xml")
    return "\n".join(lines) + "\n"


def ai_readme(
    name: str, kinds: Sequence[KindView], exports: Sequence[tuple[str, str]], *, base: str | None
) -> str:
    """Say what the site holds and which file is for what.

    Args:
        name: The project's.
        kinds: The kinds that have pages.
        exports: Path and purpose of each machine-readable file.
        base: The address of the site; without it links are relative to its root.
    """
    prefix = base or ""
    lines = [
        f"# {escape(name)}, for machines",
        "",
        "This site is made from a typed knowledge graph. Every page has two siblings at the path "
        "of its source: `.txt` (markdown) and `.json` (title, kind, body, links). The page "
        "`concepts/example/` has `concepts/example.txt` and `concepts/example.json`.",
        "",
        "## Files",
        "",
        *(f"- {link(path, prefix + path)}: {purpose}" for path, purpose in exports),
        "",
        "## Kinds of pages",
        "",
        *(f"- {link(kind.title, prefix + kind.url)}: {kind.count:,}" for kind in kinds),
        "",
        "## How to cite",
        "",
        "A node id has the form `Type:slug:hash`. Evidence names a file of the project and its "
        "lines, as in `docs/example.md:12-14`.",
    ]
    return "\n".join(lines) + "\n"
