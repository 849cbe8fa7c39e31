"""Links that people wrote into the wiki by hand, which become `user_link` edges.

The graph must come out the same whether the merge bases are at hand or not (a fresh clone has
none), so a link's being hand-made must be readable from the page itself. Hence:

- With its base, a page's hand-made links are those whose target occurs more often on the page than
  in the base. When such a page is written, its front matter records them (`user_links`).
- Without its base, the record is what counts, as far as the page still holds those links. It also
  says which of several links to one target is the person's: `concepts/tide.md (2)`.
- Links are known before the pages are projected, and projecting may bring a link to the same
  target (a Related item that the person had written first). Then the page and its new base hold
  the target equally often; the record marks that target with `=`, and it counts as hand-made for
  as long as the page links to it.

A page whose base can only be the projection that is still to be made (a fresh clone with an edit
that was never compiled) shows its new links one round later: the plan of the sync carries the
final links, and the engine projects once more where they differ from those it began with.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
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

_RECORDED = re.compile(r"(?P<also>=?)(?P<target>.*?)(?: \((?P<number>\d{1,4})\))?")


@dataclass(frozen=True, slots=True)
class HandLink:
    """One target that a person linked to from one page."""

    target: str
    """Path of the wiki, or `[[name]]`."""
    line: int
    """In the file, front matter included."""
    excerpt: str
    """The line of text that holds the link, in plain words."""


@dataclass(frozen=True, slots=True)
class PageLinks:
    """The hand-made links of one page."""

    path: str
    page_id: NodeId
    """Empty for a person's own page."""
    links: tuple[HandLink, ...]
    record: tuple[str, ...] = ()
    """What the front matter is to record."""

    def below(self, lines: int) -> PageLinks:
        """Return the links of a body that so many lines stand above."""
        moved = (replace(link, line=link.line + lines) for link in self.links)
        return replace(self, links=tuple(moved))


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
            body = page.body
            hand = _hand_made(page, base, redirects)
            places = _occurrences(body, page.path, redirects)
            chosen = _choose(places, hand, base, page.header.marks.user_links)
            links = _page_links(page.path, page.header.id, places, chosen)
            found.append(links.below(_lines_above(page.text)))
    found += own_page_links(disk, redirects)
    return tuple(sorted((each for each in found if each.links), key=lambda each: each.path))


def own_page_links(disk: WikiOnDisk, redirects: Mapping[str, str]) -> list[PageLinks]:
    """Return the links of people's own pages: all of them were written by hand."""
    found: list[PageLinks] = []
    for path, text in disk.own.items():
        places = _occurrences(text, path, redirects)
        if places:
            found.append(_page_links(path, NO_ID, places, dict.fromkeys(places, 0)))
    return found


def record_links(
    found: DiskPage,
    base: str | None,
    body: str,
    page: WikiPage,
    redirects: Mapping[str, str],
) -> PageLinks:
    """Return the hand-made links of a merged body, with what its front matter is to record.

    Beside those that were hand-made before, these are the links that only the person keeps on the
    page: an item with a note on it, say, which the projection has dropped. Lines count in the body.
    """
    places = _occurrences(body, page.path, redirects)
    projected = _occurrences(page.body, page.path, redirects)
    hand = _hand_made(found, base, redirects) & places.keys()
    if base is not None:
        hand |= {each for each in places if len(places[each]) > len(projected.get(each, ()))}
    ours = None if base is None else page.body
    chosen = _choose(places, hand, ours, found.header.marks.user_links)
    record = []
    for target in sorted(chosen):
        also = len(places[target]) <= len(projected.get(target, ()))
        number = f" ({chosen[target] + 1})" if chosen[target] else ""
        record.append(f"{ALSO_PROJECTED if also else ''}{target}{number}")
    return replace(_page_links(page.path, page.id, places, chosen), record=tuple(record))


def _page_links(
    path: str,
    page_id: NodeId,
    places: Mapping[str, Sequence[tuple[int, str]]],
    chosen: Mapping[str, int],
) -> PageLinks:
    links = []
    for target in sorted(chosen):
        line, words = places[target][chosen[target]]
        links.append(HandLink(target, line, shorten(plain_line(words), limit=MAX_EXCERPT)))
    return PageLinks(path, page_id, tuple(links))


def _hand_made(page: DiskPage, base: str | None, redirects: Mapping[str, str]) -> set[str]:
    """Return the targets that a person linked to by hand, as the module's docstring says."""
    on_page = _occurrences(page.body, page.path, redirects)
    recorded = [_RECORDED.fullmatch(each) for each in page.header.marks.user_links]
    kept = {each["target"]: bool(each["also"]) for each in recorded if each}
    if base is None:
        return kept.keys() & on_page.keys()
    in_base = _occurrences(base, page.path, redirects)
    added = {target for target in on_page if len(on_page[target]) > len(in_base.get(target, ()))}
    return added | {target for target, also in kept.items() if also and target in on_page}


def _choose(
    places: Mapping[str, Sequence[tuple[int, str]]],
    hand: Collection[str],
    projected: str | None,
    record: Sequence[str],
) -> dict[str, int]:
    """Say which of several links to a target is the person's.

    It is the first one on a line that is not the projection's; where that is not known, the one
    that was recorded.
    """
    numbers = {
        match["target"]: int(match["number"] or 1) - 1
        for match in map(_RECORDED.fullmatch, record)
        if match
    }
    ours = frozenset(projected.split("\n")) if projected is not None else frozenset()
    chosen: dict[str, int] = {}
    for target in hand:
        found = places[target]
        recorded = min(max(numbers.get(target, 0), 0), len(found) - 1)
        own = [index for index, (_, words) in enumerate(found) if words not in ours]
        chosen[target] = own[0] if own and projected is not None else recorded
    return chosen


def _lines_above(text: str) -> int:
    """Return how many lines stand above the body, the blank ones included."""
    body_start = parse_header(text).body_start
    rest = text[body_start:]
    return text.count("\n", 0, body_start) + len(rest) - len(rest.lstrip("\n"))


def _occurrences(
    body: str, path: str, redirects: Mapping[str, str]
) -> dict[str, list[tuple[int, str]]]:
    """Return, for each target, the lines that link to it: number in the body, and text."""
    lines = body.split("\n")
    found: dict[str, list[tuple[int, str]]] = {}
    for target, link in _wiki_links(body, path, redirects):
        index = body.count("\n", 0, link.start)
        found.setdefault(target, []).append((index + 1, lines[index]))
    return found


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
