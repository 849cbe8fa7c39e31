"""Third stage: the graph becomes the pages of the wiki, merged with what people wrote there."""

from __future__ import annotations

from dataclasses import replace

from tesserae.engine.inputs import sha256_of_lines
from tesserae.engine.run import Run
from tesserae.errors import ConfigError, SourceError
from tesserae.graph.history import HistoryStore
from tesserae.model.page import content_hash
from tesserae.sources.git import committed_versions
from tesserae.wiki.front_matter import normalised_body, parse_header
from tesserae.wiki.kept_pages import Memory, parse_kept_pages, render_kept_pages
from tesserae.wiki.projection import ProjectionInputs, project
from tesserae.wiki.redirects import parse_redirects, render_redirects

PAGES_CACHE = "pages.json"


def project_wiki(run: Run) -> Run:
    """Project the pages and plan what to write; nothing is written yet."""
    assert run.build is not None  # merging came before
    run.progress.start("Writing pages", None)
    settings = run.settings
    bases = HistoryStore(run.workspace.history_path)
    sources = frozenset(ref.path for ref in run.refs)
    projection = project(
        ProjectionInputs(
            graph=run.build.graph,
            text_of=lambda path: _text(run, path),
            sources=sources,
            assets=run.inputs.found.files - sources,
            project_name=settings.project_name,
            repo_url=settings.repo_url,
            docs_dir=settings.docs_dir,
            wiki_dir=settings.wiki_dir,
            commits=run.history.commits,
            now=run.now,
            memory=_memory(run),
        ),
        run.wiki,
        bases,
        git_bodies=lambda path, digest: _committed_body(run, path, digest),
        redirects=_redirects(run),
    )
    return replace(
        run,
        graph=projection.graph,
        projected=projection.pages,
        pages=projection.plan.pages,
        plan=projection.plan,
        redirects_text=render_redirects(projection.plan.redirects),
        bases=bases,
        kept_pages=render_kept_pages(projection.kept) if projection.kept is not None else b"",
    )


def _memory(run: Run) -> Memory:
    """Load the pages of the last compile, as far as this code and these settings made them."""
    settings = run.settings
    basis = sha256_of_lines(
        str(each)
        for each in (
            run.inputs.code,
            settings.project_name,
            settings.repo_url,
            settings.docs_dir,
            settings.wiki_dir,
        )
    )
    try:
        data = (run.workspace.cache_dir / PAGES_CACHE).read_bytes()
    except OSError:
        data = b""
    hashes = {ref.path: ref.sha256 for ref in run.refs}
    return Memory(parse_kept_pages(data, basis), basis, lambda path: hashes.get(path, ""))


def _text(run: Run, path: str) -> str:
    try:
        return run.text_of(path)
    except SourceError:
        # Gone since it was extracted: the next compile sees that; this page stays without text.
        return ""


def _committed_body(run: Run, path: str, digest: str) -> str | None:
    """Return the body with this hash among the committed versions of a page."""
    if run.inputs.history.head.sha is None:
        return None
    for text in committed_versions(run.settings.root, f"{run.settings.wiki_dir}/{path}"):
        body = normalised_body(text[parse_header(text).body_start :])
        if content_hash(body) == digest:
            return body
    return None


def _redirects(run: Run) -> dict[str, str]:
    path = run.workspace.redirects_path
    try:
        return parse_redirects(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError("cannot be read as UTF-8", path=run.workspace.relative(path)) from error
