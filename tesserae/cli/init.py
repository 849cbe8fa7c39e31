"""`tesserae init`: mkdocs.yml, what git keeps of the workspace, and the workflow for publishing.

It can run again at any time: what is there already stays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click

from tesserae.cli.mkdocs_config import NewConfig, add_plugin, render_config
from tesserae.cli.output import counted, open_project, project_option, say, warn
from tesserae.cli.workflow import WORKFLOW_PATH, render_workflow
from tesserae.config import (
    Settings,
    find_config_file,
    guess_project_name,
    machine_timezone,
    plugin_block,
    read_mkdocs_config,
)
from tesserae.engine.gitignore import is_ours, render_gitignore
from tesserae.errors import ConfigError, WorkspaceError
from tesserae.model.source import MediaType
from tesserae.sources.files import SourceRef, find_sources
from tesserae.sources.git import origin_address, pages_address, read_head
from tesserae.workspace import Workspace, Writer

HIDDEN_DOCS = ".tesserae/docs"
MAX_FOLDERS = 12
_DOCS_DIR = "docs"


@click.command()
@project_option
@click.option("--github-pages", is_flag=True, help="Write the workflow that publishes the site.")
@click.option("--share-sessions", is_flag=True, help="Let git keep what came from agent sessions.")
def init(project: Path, github_pages: bool, share_sessions: bool) -> None:
    """Prepare a project: mkdocs.yml and what git keeps."""
    settings = open_project(project)
    writer = Writer(Workspace(settings.root, settings.wiki_dir))
    refs = find_sources(
        settings.root, settings.sources, wiki_dir=settings.wiki_dir, site_dir=settings.site_dir
    ).refs
    _print_found(refs)
    docs_dir = _write_config(settings, refs, writer)
    _write_gitignore(writer, docs_dir, share_sessions=share_sessions)
    if github_pages:
        _write_workflow(settings, writer)
    writer.clear_temporary()
    say("Next: `tesserae serve` shows the site, `tesserae build` writes it.")


def _print_found(refs: Sequence[SourceRef]) -> None:
    if not refs:
        say("Found no markdown, text or Python file yet; add one whenever you like.")
        return
    code: Counter[str] = Counter()
    documents: Counter[str] = Counter()
    for ref in refs:
        folder = ref.path.partition("/")[0] + "/" if "/" in ref.path else "./"
        (code if ref.media_type is MediaType.PYTHON else documents)[folder] += 1
    say("Found:")
    folders = sorted({*code, *documents})
    for folder in folders[:MAX_FOLDERS]:
        parts = [
            counted(counts[folder], word)
            for counts, word in ((documents, "document"), (code, "Python file"))
            if counts[folder]
        ]
        say(f"  {folder:20} {', '.join(parts)}")
    if len(folders) > MAX_FOLDERS:
        say(f"  and {len(folders) - MAX_FOLDERS} more folders")


def _write_config(settings: Settings, refs: Sequence[SourceRef], writer: Writer) -> str:
    """Write or complete mkdocs.yml; return its docs folder."""
    config_file = find_config_file(settings.root)
    if config_file is None:
        docs_dir = _DOCS_DIR if _has_docs(settings.root, refs) else HIDDEN_DOCS
        origin = origin_address(settings.root)
        text = render_config(
            NewConfig(
                site_name=guess_project_name(settings.root) or settings.root.name or "Project",
                timezone=machine_timezone(),
                docs_dir=None if docs_dir == _DOCS_DIR else docs_dir,
                site_url=pages_address(origin),
                repo_url=origin,
            )
        )
        writer.write(settings.root / "mkdocs.yml", text)
        say("Wrote mkdocs.yml.")
        return docs_dir
    block = plugin_block(read_mkdocs_config(config_file))
    if block is None:
        _complete(config_file, writer)
    else:
        say(f"{config_file.name} lists the plugin already.")
        if "timezone" not in block:
            warn(
                f"{config_file.name} sets no `timezone` for the plugin; another machine may date "
                f"things differently (here it is {machine_timezone()})"
            )
    return settings.docs_dir


def _complete(config_file: Path, writer: Writer) -> None:
    try:
        # As bytes: line ends and a byte order mark stay what they are.
        text = config_file.read_bytes().decode("utf-8")
        changed = add_plugin(text, timezone=machine_timezone())
    except (OSError, UnicodeDecodeError) as error:
        raise WorkspaceError("cannot be read as UTF-8", path=config_file.name) from error
    except ConfigError as error:
        raise ConfigError(error.message, path=config_file.name) from error
    writer.write(config_file, changed)
    say(f"Added the plugin to {config_file.name}.")


def _has_docs(root: Path, refs: Sequence[SourceRef]) -> bool:
    """Say whether `docs/` is a folder that MkDocs could build from."""
    has_markdown = any(
        ref.media_type is MediaType.MARKDOWN and ref.path.startswith(f"{_DOCS_DIR}/")
        for ref in refs
    )
    return has_markdown and not (root / _DOCS_DIR).is_symlink()


def _write_gitignore(writer: Writer, docs_dir: str, *, share_sessions: bool) -> None:
    workspace = writer.workspace
    keeps_docs = docs_dir == HIDDEN_DOCS
    if keeps_docs:
        # MkDocs refuses a docs folder that is not there, and git keeps no empty one.
        keep = workspace.root / HIDDEN_DOCS / ".gitkeep"
        if not keep.exists():
            writer.write(keep, "")
    path = workspace.dir / ".gitignore"
    text = render_gitignore(share_sessions=share_sessions, keep_docs=keeps_docs)
    if path.exists() and not is_ours(path.read_text(encoding="utf-8", errors="replace")):
        warn(f"{workspace.relative(path)} is not as Tesserae wrote it, so it stays as it is")
    elif writer.write(path, text):
        say(f"Wrote {workspace.relative(path)}.")


def _write_workflow(settings: Settings, writer: Writer) -> None:
    path = settings.root / WORKFLOW_PATH
    branch = read_head(settings.root).branch or "main"
    requirements = [
        name
        for name in ("requirements-docs.txt", "docs/requirements.txt")
        if (settings.root / name).is_file()
    ]
    config_file = find_config_file(settings.root)
    assert config_file is not None  # it was written above
    site_dir = settings.site_dir
    text = render_workflow(branch=branch, requirements=requirements, site_dir=site_dir)
    if path.exists() and path.read_text(encoding="utf-8", errors="replace") != text:
        warn(f"{WORKFLOW_PATH} is there already and stays as it is")
        return
    if writer.write(path, text):
        say(f"Wrote {WORKFLOW_PATH}.")
    say("In the repository's settings choose Pages, Source, GitHub Actions.")
    if read_mkdocs_config(config_file).get("site_url") is None:
        warn(f"{config_file.name} sets no `site_url`; without it there is no feed and no sitemap")
