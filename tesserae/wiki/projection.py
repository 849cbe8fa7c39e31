"""From the graph of the sources to the wiki: links of people, syntheses, pages, and what to write.

Links that people wrote by hand are part of the graph, and are found by comparing a page with what
it was projected from. On a fresh clone that may be the very projection that is made here; then
one more round brings in the links that this comparison finds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from tesserae.extract.links import LinkResolver
from tesserae.graph.view import GraphView
from tesserae.model.graph import Graph
from tesserae.model.ids import NodeId
from tesserae.model.ontology import NodeType
from tesserae.model.page import WikiPage
from tesserae.model.source import Commit
from tesserae.wiki.disk import DiskPage, WikiOnDisk
from tesserae.wiki.kept_pages import KeptPages, Memory, Remembering
from tesserae.wiki.pages.build import PageSet
from tesserae.wiki.pages.inputs import WikiInputs
from tesserae.wiki.paths import assign_paths
from tesserae.wiki.store import BaseStore, GitBodies, SyncPlan, find_base, plan_sync
from tesserae.wiki.syntheses import SynthesisInputs, build_syntheses, with_syntheses
from tesserae.wiki.user_links import (
    PageLinks,
    find_user_links,
    own_page_links,
    user_link_edges,
    with_edges,
)
from tesserae.workspace import DEFAULT_WIKI_DIR

MAX_ROUNDS = 4


@dataclass(frozen=True, slots=True)
class ProjectionInputs:
    """What the wiki of a project is projected from."""

    graph: Graph
    """Of the sources: without links of people and without syntheses."""
    text_of: Callable[[str], str]
    """Path of a source → its text, LF, front matter included."""
    sources: Collection[str]
    """Paths of all sources."""
    assets: Collection[str] = ()
    """Files of the project that are no sources (images, attachments)."""
    project_name: str = ""
    repo_url: str | None = None
    docs_dir: str | None = None
    wiki_dir: str = DEFAULT_WIKI_DIR
    commits: Sequence[Commit] = ()
    now: date | None = None
    memory: Memory | None = None
    """Of the last projection; without one every page is built."""


@dataclass(frozen=True, slots=True)
class Projection:
    """The wiki as it is to be."""

    graph: Graph
    """With links of people and with syntheses."""
    pages: tuple[WikiPage, ...]
    """Without any edit, in path order."""
    plan: SyncPlan
    """With the pages as they stand after the merge."""
    kept: KeptPages | None = None
    """What the next projection may fall back on once the plan is carried out."""


def project(
    inputs: ProjectionInputs,
    disk: WikiOnDisk,
    bases: BaseStore,
    *,
    git_bodies: GitBodies | None = None,
    redirects: Mapping[str, str] | None = None,
) -> Projection:
    """Project the wiki and plan what to write; nothing is written."""

    def base_of(page: DiskPage) -> str | None:
        return find_base(page, bases, git_bodies)

    moved = redirects or {}
    own = tuple(own_page_links(disk, moved))
    links = find_user_links(disk, base_of, moved)
    paths = assign_paths(inputs.graph.nodes.values(), disk.taken, wiki_dir=inputs.wiki_dir)
    for _ in range(MAX_ROUNDS):
        view, every_path, built = _project_once(inputs, links, paths, disk)
        plan = plan_sync(
            disk,
            built.pages,
            bases,
            git_bodies=git_bodies,
            redirects=moved,
            standing=built.standing,
        )
        found = plan.user_links + own
        if found and plan.redirects != moved:
            # A page moved just now: what people linked at its old place is meant at its new one.
            moved = plan.redirects
            own = tuple(own_page_links(disk, moved))
            links = find_user_links(disk, base_of, moved)
            continue
        settled = _shown(found) == _shown(links)
        links = found
        if settled:
            break
    # The same links, with the lines on which they stand once the pages are written.
    edges = user_link_edges(links, view, every_path, wiki_dir=inputs.wiki_dir)
    graph = with_edges(view.graph, edges) if edges else view.graph
    kept = built.remembering.keep(plan) if built.remembering is not None else None
    return Projection(graph, tuple(built.pages), plan, kept)


@dataclass(frozen=True, slots=True)
class _Built:
    pages: list[WikiPage]
    remembering: Remembering | None = None

    @property
    def standing(self) -> Collection[str]:
        return self.remembering.standing if self.remembering is not None else ()


def _build(page_set: PageSet, memory: Memory | None, disk: WikiOnDisk) -> _Built:
    if memory is None:
        return _Built(page_set.build())
    remembering = Remembering(page_set, memory, disk)
    return _Built(remembering.build(), remembering)


def _project_once(
    inputs: ProjectionInputs,
    links: Sequence[PageLinks],
    paths: Mapping[NodeId, str],
    disk: WikiOnDisk,
) -> tuple[GraphView, Mapping[NodeId, str], _Built]:
    view = _with_links(GraphView(inputs.graph), links, paths, inputs.wiki_dir)
    drafts = build_syntheses(
        SynthesisInputs(
            view=view,
            paths=paths,
            taken=disk.taken,
            commits=inputs.commits,
            now=inputs.now,
            repo_url=inputs.repo_url,
            wiki_dir=inputs.wiki_dir,
            project_name=inputs.project_name,
            text_of=inputs.text_of,
        )
    )
    every_path = {**paths, **{draft.node.id: draft.page.path for draft in drafts}}
    if drafts:
        view = GraphView(with_syntheses(view.graph, drafts))
        view = _with_links(view, links, every_path, inputs.wiki_dir)
    page_set = PageSet(
        WikiInputs(
            view=view,
            paths=paths,
            text_of=inputs.text_of,
            resolver=LinkResolver(inputs.sources, _titles(view)),
            syntheses=drafts,
            taken=disk.taken,
            assets=inputs.assets,
            repo_url=inputs.repo_url,
            docs_dir=inputs.docs_dir,
            wiki_dir=inputs.wiki_dir,
            commits=inputs.commits,
            now=inputs.now,
        )
    )
    return view, every_path, _build(page_set, inputs.memory, disk)


def _with_links(
    view: GraphView, links: Sequence[PageLinks], paths: Mapping[NodeId, str], wiki_dir: str
) -> GraphView:
    edges = user_link_edges(links, view, paths, wiki_dir=wiki_dir) if links else []
    return GraphView(with_edges(view.graph, edges)) if edges else view


def _shown(links: Sequence[PageLinks]) -> dict[NodeId | str, tuple[tuple[str, str], ...]]:
    """Return what pages show of links: where they lead and their words, but not their lines.

    A page that moved is known by its id, a person's own page by its path.
    """
    return {
        each.page_id or each.path: tuple((link.target, link.excerpt) for link in each.links)
        for each in links
    }


def _titles(view: GraphView) -> dict[str, tuple[str, ...]]:
    return {
        str(node.metadata.get("path", "")): (node.name, *node.aliases)
        for node in view.nodes(NodeType.SOURCE_DOCUMENT)
    }
