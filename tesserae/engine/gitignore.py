"""`.tesserae/.gitignore`: git keeps what people edit, and nothing that was derived or private."""

from __future__ import annotations

_HEAD = """\
# Git keeps the wiki, your verdicts about names and the redirects; all else is made again.
*
!.gitignore
"""
_KEPT = ("wiki", "aliases.yml", "redirects.yml")
_SHARED = ("harness_sessions", "summaries")
_PRIVATE = "wiki/sessions/\n"


def render_gitignore(*, share_sessions: bool = False, keep_docs: bool = False) -> str:
    """Return the text of the file.

    Args:
        share_sessions: Whether pages, records and digests of agent sessions are committed too.
        keep_docs: Whether MkDocs' docs folder lies in the workspace: it refuses to build without.
    """
    names = (*_KEPT, *(_SHARED if share_sessions else ()), *(("docs",) if keep_docs else ()))
    lines = [_HEAD]
    for name in names:
        is_file = name.endswith(".yml")
        lines.append(f"!{name}\n" if is_file else f"!{name}/\n!{name}/**\n")
    if not share_sessions:
        lines.append(_PRIVATE)
    return "".join(lines)


def is_ours(text: str) -> bool:
    """Say whether a file is one that we wrote, so that it may be written anew."""
    return text.startswith(_HEAD)
