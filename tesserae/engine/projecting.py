"""Third stage: the graph becomes the pages of the wiki, merged with what people wrote there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tesserae.engine.run import Run
from tesserae.errors import ConfigError, SourceError
from tesserae.extract.links import LinkResolver
from tesserae.graph.history import HistoryStore
from tesserae.graph.view import GraphView
from tesserae.model.graph import Graph
from tesserae.model.ontology import NodeType
from tesserae.model.page import WikiPage, content_hash
from tesserae.sources.git import committed_versions
from tesserae.wiki.disk import DiskPage
from tesserae.wiki.front_matter import normalised_body, parse_header
from tesserae.wiki.pages import WikiInputs, build_pages
from tesserae.wiki.paths import assign_paths
from tesserae.wiki.redirects import parse_redirects, render_redirects
from tesserae.wiki.store import SyncPlan, plan_sync
from tesserae.wiki.syntheses import SynthesisInputs, build_syntheses, with_syntheses
from tesserae.wiki.user_links import (
    HandLink,
    PageLinks,
    find_user_links,
    user_link_edges,
    with_edges,
)

MAX_ROUNDS = 3
"""Links that people wrote can bring links of ours, which settle in the second round."""


@dataclass(frozen=True, slots=True)
class _Projection:
    graph: Graph
    pages: Sequence[WikiPage]
    plan: SyncPlan


def project_wiki(run: Run) -> Run:
    """Project the pages and plan what to write; nothing is written yet."""
    run.progress.start("Writing pages", None)
    bases = HistoryStore(run.workspace.history_path)
    redirects = _redirects(run)
    links = find_user_links(run.wiki, _base_finder(run, bases), redirects)
    projection = _project(run, links, bases, redirects)
    for _ in range(MAX_ROUNDS - 1):
        if _settled(projection.plan.user_links) == _settled(links):
            break
        links = projection.plan.user_links
        projection = _project(run, links, bases, redirects)
    return replace(
        run,
        graph=projection.graph,
        projected=tuple(projection.pages),
        pages=projection.plan.pages,
        plan=projection.plan,
        redirects_text=render_redirects(projection.plan.redirects),
        bases=bases,
    )


def _project(
    run: Run, links: Sequence[PageLinks], bases: HistoryStore, redirects: dict[str, str]
) -> _Projection:
    assert run.build is not None  # merging came before
    settings, commits = run.settings, run.history.commits
    graph = run.build.graph
    paths = assign_paths(graph.nodes.values(), run.wiki.taken, wiki_dir=settings.wiki_dir)
    view = GraphView(graph)
    edges = user_link_edges(links, view, paths, wiki_dir=settings.wiki_dir)
    if edges:
        graph = with_edges(graph, edges)
        view = GraphView(graph)
    drafts = build_syntheses(
        SynthesisInputs(
            view=view,
            paths=paths,
            commits=commits,
            now=run.now,
            repo_url=settings.repo_url,
            wiki_dir=settings.wiki_dir,
            project_name=settings.project_name,
        )
    )
    if drafts:
        graph = with_syntheses(graph, drafts)
        view = GraphView(graph)
    sources = {ref.path for ref in run.refs}
    pages = build_pages(
        WikiInputs(
            view=view,
            paths=paths,
            text_of=lambda path: _text(run, path),
            resolver=LinkResolver(sources, _titles(view)),
            syntheses=drafts,
            assets=run.inputs.found.files - sources,
            repo_url=settings.repo_url,
            docs_dir=settings.docs_dir,
            wiki_dir=settings.wiki_dir,
            commits=commits,
            now=run.now,
        )
    )
    plan = plan_sync(
        run.wiki,
        pages,
        bases,
        git_bodies=lambda path, digest: _committed_body(run, path, digest),
        redirects=redirects,
    )
    return _Projection(graph, pages, plan)


def _text(run: Run, path: str) -> str:
    try:
        return run.text_of(path)
    except SourceError:
        # Gone since it was extracted: the next compile sees that; this page stays without text.
        return ""


def _titles(view: GraphView) -> dict[str, tuple[str, ...]]:
    return {
        str(node.metadata.get("path", "")): (node.name, *node.aliases)
        for node in view.nodes(NodeType.SOURCE_DOCUMENT)
    }


def _settled(links: Sequence[PageLinks]) -> dict[str, tuple[HandLink, ...]]:
    """Return what the edges are made from: lines count too, since they stand in the evidence."""
    return {each.path: each.links for each in links if each.links}


def _base_finder(run: Run, bases: HistoryStore) -> Callable[[DiskPage], str | None]:
    def base_of(page: DiskPage) -> str | None:
        wanted = page.header.content_hash
        return bases.get(wanted) or _committed_body(run, page.path, wanted)

    return base_of


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
