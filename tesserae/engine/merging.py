"""Second stage: what the sources say becomes one graph."""

from __future__ import annotations

import posixpath
from dataclasses import replace
from urllib.parse import unquote

from tesserae.config import Settings
from tesserae.engine.run import Run
from tesserae.errors import ConfigError
from tesserae.graph.canonical import Verdicts, parse_verdicts
from tesserae.graph.inputs import BrokenLink, GraphInputs
from tesserae.graph.merge import build_graph
from tesserae.workspace import Workspace


def merge_graph(run: Run) -> Run:
    """Build the graph of all documents."""
    run.progress.start("Merging", None)
    settings = run.settings
    build = build_graph(
        GraphInputs(
            documents=run.documents,
            project_name=settings.project_name,
            repo_url=settings.repo_url,
            terms={term.name: term.type or "" for term in settings.terms},
            verdicts=_verdicts(settings, run.workspace),
        )
    )
    broken = tuple(
        link for link in build.broken_links if not _leads_to_a_file(link, run.inputs.found.files)
    )
    # The extractions are the largest thing in memory and of no use from here on.
    return replace(run, build=replace(build, broken_links=broken), documents=())


def _verdicts(settings: Settings, workspace: Workspace) -> Verdicts:
    """Read the person's verdicts; aliases of the configured terms count as such."""
    try:
        text = workspace.aliases_path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        text = ""
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(
            "cannot be read as UTF-8", path=workspace.relative(workspace.aliases_path)
        ) from error
    verdicts = parse_verdicts(text, path=workspace.relative(workspace.aliases_path))
    groups = tuple((term.name, *term.aliases) for term in settings.terms if term.aliases)
    return replace(verdicts, same=(*verdicts.same, *groups))


def _leads_to_a_file(link: BrokenLink, files: frozenset[str]) -> bool:
    """Say whether a link that leads to no source leads to another file, or a folder, of ours."""
    target = unquote(link.target.partition("#")[0].partition("?")[0])
    base = "" if target.startswith("/") else posixpath.dirname(link.path)
    path = posixpath.normpath(posixpath.join(base, target.lstrip("/")))
    return path in files or any(file.startswith(f"{path}/") for file in files)
