"""Second stage: what the sources say becomes one graph."""

from __future__ import annotations

import posixpath
from dataclasses import replace
from urllib.parse import unquote

from tesserae.config import Settings
from tesserae.engine.merge_cache import CACHE_NAME, NarrowDocument, render_merge_cache
from tesserae.engine.run import Run
from tesserae.errors import ConfigError
from tesserae.graph.canonical import Verdicts, parse_verdicts
from tesserae.graph.inputs import BrokenLink, DocumentInput, GraphBuild, GraphInputs
from tesserae.graph.merge import build_graph
from tesserae.graph.remembered import Remembered
from tesserae.model.source import MediaType
from tesserae.workspace import Workspace


def merge_graph(run: Run) -> Run:
    """Build the graph of all documents."""
    run.progress.start("Merging", None)
    settings = run.settings
    documents, remembered = _remembered(run)
    build = build_graph(
        GraphInputs(
            documents=documents,
            project_name=settings.project_name,
            repo_url=settings.repo_url,
            terms={term.name: term.type or "" for term in settings.terms},
            verdicts=_verdicts(settings, run.workspace),
            remembered=remembered,
        )
    )
    _leave_memory(run, build)
    broken = tuple(
        link for link in build.broken_links if not _leads_to_a_file(link, run.inputs.found.files)
    )
    # The extractions are the largest thing in memory and of no use from here on.
    build = replace(build, broken_links=broken, memory=None)
    return replace(run, build=build, documents=(), recall=None)


def _remembered(run: Run) -> tuple[tuple[DocumentInput, ...], Remembered | None]:
    """Return the documents, and what the last merge left where this one can go on from it."""
    recall = run.recall
    if recall is None:
        return run.documents, None
    remembered = recall.remembered(_prose_hashes(run))
    if remembered is not None:
        return run.documents, remembered
    documents = tuple(
        replace(doc, extraction=recall.read(doc.path)) if doc.path in recall.narrow else doc
        for doc in run.documents
    )
    return documents, None


def _leave_memory(run: Run, build: GraphBuild) -> None:
    """Keep what the next merge may go on from."""
    memory = build.memory
    assert memory is not None  # every merge leaves one
    recall, hashes = run.recall, _prose_hashes(run)
    left = [
        recall.leave(doc.path, hashes[doc.path], doc.extraction, memory)
        if recall is not None
        else NarrowDocument.of(doc.path, hashes[doc.path], memory.narrow(doc.extraction))
        for doc in run.documents
        if doc.path in hashes
    ]
    run.writer.write(run.workspace.cache_dir / CACHE_NAME, render_merge_cache(memory, left))


def _prose_hashes(run: Run) -> dict[str, str]:
    merged = {doc.path for doc in run.documents if doc.media_type is not MediaType.PYTHON}
    return {ref.path: ref.sha256 for ref in run.refs if ref.path in merged}


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
