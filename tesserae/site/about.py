"""The page that says what this graph is made of and what built the site."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tesserae.graph.view import GraphView
from tesserae.model.ontology import KIND_OF_TYPE, EdgeType, NodeType
from tesserae.site.links import LinkedText
from tesserae.site.pages import PageLink, PageRole, SitePage
from tesserae.site.panels import AboutView, TypeCount
from tesserae.site.places import label_of
from tesserae.site.routes import Routes
from tesserae.site.urls import page_url
from tesserae.wiki.text import escape

NO_FOLDER = "no page"


def build_about(
    view: GraphView,
    *,
    name: str,
    versions: Mapping[str, str],
    exports: Sequence[PageLink],
    routes: Routes,
    directory_urls: bool,
) -> tuple[SitePage, AboutView]:
    """Count the ontology's types in a graph; types that do not occur are left out.

    Args:
        view: The published graph.
        name: The project's.
        versions: What the site was built with, by name.
        exports: The machine-readable files at the site's root.
        routes: Where the page stands.
        directory_urls: How the site forms its addresses.
    """
    nodes = Counter(node.type for node in view.nodes())
    edges = Counter(edge.type for edge in view.graph.edges)
    about = AboutView(
        node_types=tuple(
            TypeCount(type_.value, label_of(type_), _folder(type_), nodes[type_])
            for type_ in NodeType
            if nodes[type_]
        ),
        edge_types=tuple(
            TypeCount(type_.value, label_of(type_), "", edges[type_])
            for type_ in EdgeType
            if edges[type_]
        ),
        versions=tuple(sorted(versions.items())),
        exports=tuple(exports),
    )
    uri = routes.place("about")
    page = SitePage(
        src_uri=uri,
        url=page_url(uri, directory_urls=directory_urls),
        role=PageRole.ABOUT,
        kind=PageRole.ABOUT.value,
        title="About this site",
        body=LinkedText(_markdown(about, name)),
        description=f"The ontology of {name} with counts, and what built this site.",
    )
    return page, about


def _folder(type_: NodeType) -> str:
    kind = KIND_OF_TYPE.get(type_)
    return kind.value if kind else NO_FOLDER


def _markdown(about: AboutView, name: str) -> str:
    lines = [
        "# About this site",
        "",
        f"The documents, the code and the history of {escape(name)}, read as a typed graph.",
        "",
        "## Nodes",
        "",
        "| type | folder | count |",
        "|---|---|--:|",
        *(f"| {row.name} | {row.folder} | {row.count:,} |" for row in about.node_types),
        "",
        "## Edges",
        "",
        "| type | count |",
        "|---|--:|",
        *(f"| `{row.name}` | {row.count:,} |" for row in about.edge_types),
        "",
        "## Versions",
        "",
        "| part | version |",
        "|---|---|",
        *(f"| {escape(part)} | {escape(version)} |" for part, version in about.versions),
    ]
    return "\n".join(lines) + "\n"
