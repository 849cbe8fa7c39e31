"""The files at the root of a site, by path: what each is for, and its content."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from tesserae.graph.document import GraphDocument, render_graph
from tesserae.graph.view import GraphView
from tesserae.site.build import Site
from tesserae.site.discovery import AI_README, ROBOTS, ai_readme, robots_txt
from tesserae.site.feed import rss
from tesserae.site.graph_json import published_graph
from tesserae.site.jsonld import graph_jsonld
from tesserae.site.llms_txt import llms_full, llms_txt
from tesserae.site.search_index import search_index

FEED = "rss.xml"
EXPORTS: tuple[tuple[str, str], ...] = (
    ("llms.txt", "a short index of the site"),
    ("llms-full.txt", "the text of every page"),
    ("graph.json", "every node and edge, with evidence"),
    ("graph.jsonld", "the pages and their links as a schema.org Dataset"),
    ("search-index.json", "titles and summaries of every page"),
    ("manifest.json", "sha256 and size of every file"),
)
"""Path and purpose of what the site offers to machines."""


@dataclass(frozen=True, slots=True)
class RootInputs:
    """What the files at the root are made of, besides the site itself."""

    view: GraphView
    description: str
    base: str | None
    """The address of the site, ending in a slash; None where it is not known."""
    now: date | None
    graph: GraphDocument | None = None
    """The lines of the graph, where they are known already."""


def root_files(site: Site, inputs: RootInputs) -> Iterator[tuple[str, str]]:
    """Yield path and content of every file at the root but the manifest."""
    base = inputs.base

    def address(url: str) -> str:
        return f"{base or ''}{url}" or "./"

    yield ROBOTS, robots_txt(base)
    yield AI_README, ai_readme(site.name, site.chrome.kinds, EXPORTS, base=base)
    yield (
        "llms.txt",
        llms_txt(site.name, inputs.description, site.documents, site.pages, address),
    )
    yield "llms-full.txt", llms_full(site.name, site.documents, site.pages, address)
    yield "graph.json", published_graph(inputs.graph or render_graph(inputs.view.graph))
    yield "graph.jsonld", graph_jsonld(site.name, inputs.view, site.places, base=base)
    aliases = {node.id: node.aliases for node in inputs.view.nodes() if node.aliases}
    yield "search-index.json", search_index(site.places.all(), aliases)
    if base:
        yield FEED, rss(site.name, site.pages, base=base, now=inputs.now)
