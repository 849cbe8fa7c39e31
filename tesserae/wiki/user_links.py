"""Links that people wrote into the wiki by hand, which become `user_link` edges.

The graph must come out the same whether the merge bases are at hand or not (a fresh clone has
none), so a link's being hand-made must be readable from the page itself. Hence:

- With its base, a page's hand-made links are those whose target occurs more often on the page than
  in the base. When such a page is written, its front matter records them (`user_links`).
- Without its base, the record is what counts, as far as the page still holds those links.
- Links are known before the pages are projected, and projecting may bring a link to the same
  target (a Related item that the person had written first). Then the page and its new base hold
  the target equally often; the record marks that target with `=`, and it counts as hand-made for
  as long as the page links to it.

A page whose base can only be the projection that is still to be made (a fresh clone with an edit
that was never compiled) shows its new links one round later: the plan of the sync carries the
final links, and the engine projects once more where they differ from those it began with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from tesserae.graph.view import GraphView
from tesserae.model.graph import MAX_EXCERPT, Edge, Evidence, Graph
from tesserae.model.ids import NodeId, slugify
from tesserae.model.ontology import EDGE_ENDS, EdgeType, NodeType
from tesserae.model.page import WikiPage
from tesserae.wiki.disk import DiskPage, WikiOnDisk
from tesserae.wiki.front_matter import NO_ID, parse_header
from tesserae.wiki.links import (
    FoundLink,
    LinkForm,
    find_links,
    plain_line,
    scheme_of,
    split_target,
)
from tesserae.wiki.paths import node_of_page, path_key, resolve_href
from tesserae.wiki.redirects import follow
from tesserae.wiki.text import shorten

ALSO_PROJECTED = "="
"""Marks a recorded target that the projection links to as well."""


@dataclass(frozen=True, slots=True)
class HandLink:
    """One target that a person linked to from one page."""

    target: str
    """Path of the wiki, or `[[name]]`."""
    line: int = 1
    """In the file, front matter included."""
    excerpt: str = ""
    """The line of text that holds the link."""


@dataclass(frozen=True, slots=True)
class PageLinks:
    """The hand-made links of one page."""

    path: str
    page_id: NodeId
    """Empty for a person's own page."""
    links: tuple[HandLink, ...]
    record: tuple[str, ...] = ()
    """What the front matter is to record."""

    @property
    def targets(self) -> tuple[str, ...]:
        """What is linked to, without lines: two rounds agree where this agrees."""
        return tuple(link.target for link in self.links)

    def at(
        self, text: str, redirects: Mapping[str, str], projected: str | None = None
    ) -> PageLinks:
        """Return the links with their lines in a text of the page.

        Args:
            text: The whole file.
            redirects: Where pages moved.
            projected: The body without any edit: its lines are not the person's.
        """
        places = _places(text, self.path, redirects, projected)
        return replace(
            self,
            links=tuple(
                HandLink(link.target, *places[link.target])
                for link in self.links
                if link.target in places
            ),
        )


def find_user_links(
    disk: WikiOnDisk,
    base_of: Callable[[DiskPage], str | None],
    redirects: Mapping[str, str],
) -> tuple[PageLinks, ...]:
    """Find the hand-made links of every page, as far as they can be known before projecting.

    Args:
        disk: The wiki folder.
        base_of: Gives the body that an edited page was last projected with, if it is kept.
        redirects: Where pages moved: a link to the old path is one to the new.
    """
    found: list[PageLinks] = []
    for page in disk.pages.values():
        if page.is_edited:
            base = base_of(page)
            hand = _hand_made(page, base, redirects)
            links = PageLinks(page.path, page.header.id, tuple(map(HandLink, sorted(hand))))
            found.append(links.at(page.text, redirects, base))
    found += own_page_links(disk, redirects)
    return tuple(sorted((each for each in found if each.links), key=lambda each: each.path))


def own_page_links(disk: WikiOnDisk, redirects: Mapping[str, str]) -> list[PageLinks]:
    """Return the links of people's own pages: all of them were written by hand."""
    found: list[PageLinks] = []
    for path, text in disk.own.items():
        places = _places(text, path, redirects, None)
        written = tuple(HandLink(target, *places[target]) for target in sorted(places))
        if written:
            found.append(PageLinks(path, NO_ID, written))
    return found


def record_links(
    found: DiskPage,
    base: str | None,
    body: str,
    page: WikiPage,
    redirects: Mapping[str, str],
) -> PageLinks:
    """Return the hand-made links of a merged body, with what its front matter is to record."""
    on_page = _targets(body, page.path, redirects)
    projected = _targets(page.body, page.path, redirects)
    hand = sorted(_hand_made(found, base, redirects) & on_page.keys())
    record = (
        target if on_page[target] > projected[target] else ALSO_PROJECTED + target
        for target in hand
    )
    return PageLinks(page.path, page.id, tuple(map(HandLink, hand)), tuple(record))


def _hand_made(page: DiskPage, base: str | None, redirects: Mapping[str, str]) -> set[str]:
    on_page = _targets(page.body, page.path, redirects)
    recorded = page.header.marks.user_links
    if base is None:
        return {target.removeprefix(ALSO_PROJECTED) for target in recorded} & on_page.keys()
    in_base = _targets(base, page.path, redirects)
    added = {target for target, times in on_page.items() if times > in_base[target]}
    sticky = {target[1:] for target in recorded if target.startswith(ALSO_PROJECTED)}
    return added | (sticky & on_page.keys())


def _targets(text: str, path: str, redirects: Mapping[str, str]) -> Counter[str]:
    return Counter(target for target, _ in _wiki_links(text, path, redirects))


def _places(
    text: str, path: str, redirects: Mapping[str, str], projected: str | None
) -> dict[str, tuple[int, str]]:
    """Return the line and the words of the first link to each target on a line of the person's."""
    body_start = parse_header(text).body_start
    first_line = text.count("\n", 0, body_start) + 1
    body = text[body_start:]
    lines = body.split("\n")
    ours = frozenset(projected.split("\n")) if projected else frozenset()
    places: dict[str, tuple[int, str]] = {}
    elsewhere: dict[str, tuple[int, str]] = {}
    for target, link in _wiki_links(body, path, redirects):
        line = body.count("\n", 0, link.start)
        words = lines[line]
        place = (first_line + line, shorten(plain_line(words), limit=MAX_EXCERPT))
        (elsewhere if words in ours else places).setdefault(target, place)
    return {**elsewhere, **places}


def _wiki_links(
    text: str, path: str, redirects: Mapping[str, str]
) -> Iterator[tuple[str, FoundLink]]:
    """Yield the links of a page that may lead to another page of the wiki."""
    for link in find_links(text):
        if link.form in {LinkForm.AUTOLINK, LinkForm.DEFINITION} or scheme_of(link.target):
            continue
        if link.form is LinkForm.WIKILINK:
            name = link.target.partition("#")[0].strip()
            if name and not link.is_image:
                yield f"[[{name}]]", link
            continue
        target_path, _ = split_target(link.target)
        resolved = resolve_href(path, target_path) if target_path.endswith(".md") else None
        if resolved is not None:
            yield follow(redirects, resolved), link


# --- edges --------------------------------------------------------------------------------------


def user_link_edges(
    pages: Iterable[PageLinks], view: GraphView, paths: Mapping[NodeId, str], *, wiki_dir: str
) -> list[Edge]:
    """Turn hand-made links into edges between nodes; a link that leads nowhere makes none.

    Args:
        pages: Found in the wiki folder.
        view: The graph of the sources.
        paths: The path of every page, syntheses included.
        wiki_dir: The wiki folder, relative to the project root: evidence stands there.
    """
    names = _Names(view, paths)
    edges: dict[tuple[NodeId, NodeId], Edge] = {}
    for page in pages:
        source = node_of_page(page.page_id) if page.page_id else names.at(page.path)
        if source is None or source not in view:
            continue
        for link in page.links:
            target = names.find(link.target)
            if target is None or target == source or not _may_link(view, source, target):
                continue
            place = f"{wiki_dir}/{page.path}"
            evidence = Evidence(source, place, link.line, link.line, link.excerpt)
            edges.setdefault(
                (source, target), Edge(source, EdgeType.USER_LINK, target, evidence=(evidence,))
            )
    return [edges[ends] for ends in sorted(edges)]


def _may_link(view: GraphView, source: NodeId, target: NodeId) -> bool:
    sources, targets = EDGE_ENDS[EdgeType.USER_LINK]
    return view.node(source).type in sources and view.node(target).type in targets


def with_edges(graph: Graph, edges: Iterable[Edge]) -> Graph:
    """Return the graph with these edges in their places."""
    merged = {(edge.source, edge.type, edge.target): edge for edge in graph.edges}
    merged.update({(edge.source, edge.type, edge.target): edge for edge in edges})
    return Graph(graph.nodes, tuple(merged[key] for key in sorted(merged)))


class _Names:
    """What a link may call a page: its path, its file name, its title or an alias."""

    def __init__(self, view: GraphView, paths: Mapping[NodeId, str]) -> None:
        self._by_path: dict[str, NodeId] = {}
        self._by_name: dict[str, NodeId] = {}
        by_alias: dict[str, NodeId] = {}
        for node_id, path in sorted(paths.items()):
            if node_id not in view:
                continue
            node = view.node(node_id)
            self._by_path[path_key(path)] = node_id
            self._by_name.setdefault(path_key(path.rpartition("/")[2][:-3]), node_id)
            if node.type is not NodeType.SOURCE_DOCUMENT:
                by_alias.setdefault(slugify(node.name), node_id)
                for alias in node.aliases:
                    by_alias.setdefault(slugify(alias), node_id)
        self._by_alias = by_alias

    def at(self, path: str) -> NodeId | None:
        return self._by_path.get(path_key(path))

    def find(self, target: str) -> NodeId | None:
        if not target.startswith("[["):
            return self.at(target) or self._page_of_part(target)
        name = target[2:-2].removesuffix(".md")
        by_file = self.at(f"{name}.md") or self._by_name.get(path_key(name.rpartition("/")[2]))
        return by_file or self._by_alias.get(slugify(name))

    def _page_of_part(self, target: str) -> NodeId | None:
        folder = target.rpartition("/")[0]
        return self.at(f"{folder}.md") if folder else None
