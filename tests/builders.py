"""Small values that several tests begin with."""

from __future__ import annotations

import hashlib
import shutil
from dataclasses import replace
from pathlib import Path

import mkdocs.config
from mkdocs.commands.build import build as build_with_mkdocs

from tesserae.config import load_settings
from tesserae.engine.compiled import Compiled
from tesserae.engine.pipeline import Pipeline
from tesserae.extract import Extraction, extract
from tesserae.graph.inputs import DocumentInput, GraphBuild, GraphInputs
from tesserae.graph.merge import build_graph
from tesserae.model.graph import Edge, Evidence, Graph, Node
from tesserae.model.ids import NodeId, node_id
from tesserae.model.ontology import EdgeType, NodeType
from tesserae.model.source import MediaType, Source
from tesserae.sources.front_matter import parse_front_matter


def a_graph() -> Graph:
    """Return one document that mentions two concepts, one of which is a kind of the other."""
    document = node_id("SourceDocument", "tides.md", "Tides")
    evidence = (Evidence(document, "tides.md", 3, 4, "A spring tide is a tide."),)
    nodes = [
        Node(document, NodeType.SOURCE_DOCUMENT, "Tides", metadata={"path": "tides.md"}),
        *(
            Node(
                node_id("Concept", name, name),
                NodeType.CONCEPT,
                name,
                description=f"What a {name} is.",
                evidence=evidence,
            )
            for name in ("spring tide", "tide")
        ),
    ]
    spring, tide = (node_id("Concept", name, name) for name in ("spring tide", "tide"))
    edges = [
        Edge(NodeId(document), EdgeType.MENTIONS, tide, 2.0, evidence),
        Edge(NodeId(document), EdgeType.MENTIONS, spring, 1.0, evidence),
        Edge(spring, EdgeType.IS_A, tide, 1.0, evidence),
    ]
    return Graph(
        {node.id: node for node in sorted(nodes, key=lambda node: node.id)},
        tuple(sorted(edges, key=lambda edge: (edge.source, edge.type, edge.target))),
    )


TIDE_NOTES = {
    "README.md": "# Tide notes\n\nSee the [spring tide](docs/spring.md) and [[Neap tide]].\n",
    "docs/spring.md": (
        "---\ntitle: Spring tide\ndate: 2026-03-01\nauthor: William Ferrel\n---\n\n"
        "# Spring tide\n\nA **spring tide** is the tide of the largest range.\n\n"
        "The spring tide follows the new moon, so the **tidal range** grows.\n"
    ),
    "docs/neap.md": (
        "---\ntitle: Neap tide\ndate: 2026-03-08\n---\n\n# Neap tide\n\n"
        "A **neap tide** is the tide of the smallest range.\n\n## Open questions\n\n"
        "- How late does the neap tide come after the half moon?\n"
    ),
    "src/harmonic.py": '"""Sum of constituents."""\n\n\ndef height(hour: float) -> float:\n'
    '    """Return the height of the tide."""\n    return hour\n',
}
"""A small project whose documents link to each other."""


def a_project(root: Path, files: dict[str, str] | None = None) -> Path:
    """Write a project and return its folder."""
    for name, text in (TIDE_NOTES if files is None else files).items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def a_compile(root: Path) -> Compiled:
    """Compile a project as a command would."""
    return Pipeline(load_settings(root)).run()


def artifacts(root: Path) -> dict[str, bytes]:
    """Return what a compile is to make the same everywhere, by path."""
    workspace = root / ".tesserae"
    names = ("graph.json", "report.md", "config.json", "manifest.json", "redirects.yml")
    files = [workspace / name for name in names]
    files += sorted((workspace / "wiki").rglob("*"))
    return {
        path.relative_to(workspace).as_posix(): path.read_bytes()
        for path in files
        if path.is_file()
    }


def from_scratch(root: Path, target: Path) -> dict[str, bytes]:
    """Compile a copy of a project's inputs and return its artifacts.

    Of the workspace only what is an input is copied: what people wrote into the wiki, verdicts and
    redirects.
    """
    shutil.copytree(root, target, symlinks=True, ignore=shutil.ignore_patterns(".tesserae"))
    for name in ("aliases.yml", "redirects.yml"):
        if (root / ".tesserae" / name).exists():
            (target / ".tesserae").mkdir(exist_ok=True)
            shutil.copy(root / ".tesserae" / name, target / ".tesserae" / name)
    if (root / ".tesserae/wiki").exists():
        shutil.copytree(root / ".tesserae/wiki", target / ".tesserae/wiki")
    a_compile(target)
    return artifacts(target)


def a_source(text: str, path: str = "docs/note.md", **front_matter: object) -> Source:
    """Return a source with a text; front matter is given as data and stands in no line."""
    suffix = path.rsplit(".", 1)[-1]
    media_type = {"py": MediaType.PYTHON, "txt": MediaType.TEXT}.get(suffix, MediaType.MARKDOWN)
    kind = "SourceFile" if media_type is MediaType.PYTHON else "SourceDocument"
    return Source(
        id=node_id(kind, path, path),
        path=path,
        media_type=media_type,
        text=text,
        sha256=hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest(),
        size=len(text),
        front_matter=front_matter,
    )


def a_document(text: str, path: str = "docs/note.md", **front_matter: object) -> DocumentInput:
    """Return a source as merging takes it: extracted, and read back from its cached form."""
    source = a_source(text, path, **front_matter)
    extraction = Extraction.from_json(extract(source).to_json())
    return DocumentInput(source.id, path, source.media_type, source.size, None, None, extraction)


def a_build(*documents: DocumentInput, **options: object) -> GraphBuild:
    """Merge documents into a graph."""
    return build_graph(GraphInputs(documents, "Sample", **options))


def names_of(build: GraphBuild, *types: NodeType) -> dict[str, Node]:
    """Return the nodes of some types (or all but documents) by each of their names, lower case."""
    found = {}
    for node in build.graph.nodes.values():
        if node.type in types or (not types and node.type is not NodeType.SOURCE_DOCUMENT):
            found.update({name.lower(): node for name in (node.name, *node.aliases)})
    return found


def edges_of(build: GraphBuild, type_: EdgeType) -> set[tuple[str, str]]:
    """Return the edges of a type as pairs of names; a document's name is its path."""
    nodes = build.graph.nodes

    def label(id_: NodeId) -> str:
        return str(nodes[id_].metadata.get("path", nodes[id_].name))

    return {
        (label(edge.source), label(edge.target)) for edge in build.graph.edges if edge.type is type_
    }


class HandMade:
    """A graph made by hand, for what reads graphs: documents by their text, things by name."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self._nodes: dict[NodeId, Node] = {}
        self._edges: list[Edge] = []

    def document(self, path: str, text: str, day: str = "", **metadata: object) -> Node:
        """Add a document; its title is its first heading, its sections are read from the text."""
        front = parse_front_matter(text)
        source = replace(
            a_source(text, path), front_matter=front.data, body_start=front.body_start
        )
        extraction = extract(source)
        rows = [
            [part.heading, part.level, part.anchor, part.start_line, part.end_line]
            for part in extraction.sections
        ]
        title = extraction.title or path
        self.texts[path] = text
        facts = {
            "path": path,
            "media_type": source.media_type.value,
            "size": len(text.encode()),
            "sections": rows,
            **({"created": day, "updated": day} if day else {}),
            **metadata,
        }
        id_ = node_id("SourceDocument", path, " ".join(path.rsplit(".", 1)[0].split("/")[-2:]))
        return self._add(Node(id_, NodeType.SOURCE_DOCUMENT, title, metadata=facts))

    def thing(
        self, name: str, type_: NodeType = NodeType.CONCEPT, description: str = "", **fields: object
    ) -> Node:
        """Add a node of any other type."""
        id_ = node_id(type_.value, name.lower(), name)
        return self._add(Node(id_, type_, name, description=description, **fields))

    def edge(
        self, source: Node, type_: EdgeType, target: Node, said: str = "", weight: float = 1.0
    ) -> Edge:
        """Add an edge; `said` is looked up in the source's text for its line."""
        path = str(source.metadata.get("path", ""))
        line = 1
        if said and path:
            line = self.texts[path][: self.texts[path].index(said)].count("\n") + 1
        evidence = (Evidence(source.id, path, line, line, said),) if path else ()
        self._edges.append(Edge(source.id, type_, target.id, weight, evidence))
        return self._edges[-1]

    def _add(self, node: Node) -> Node:
        self._nodes[node.id] = node
        return node

    def graph(self) -> Graph:
        """Return the graph, sorted."""
        nodes = {id_: self._nodes[id_] for id_ in sorted(self._nodes)}
        edges = sorted(self._edges, key=lambda edge: (edge.source, edge.type, edge.target))
        return Graph(nodes, tuple(edges))


def a_site(root: Path, *, strict: bool = False, command: str = "build", **options: object) -> Path:
    """Build the site of a project as `mkdocs build` does, and return its folder.

    `options` are those of MkDocs; a project without mkdocs.yml gets one with a plain theme.
    """
    config_file = root / "mkdocs.yml"
    if not config_file.exists():
        config_file.write_text(
            "site_name: Tide notes\ntheme: mkdocs\n"
            "plugins: [search, {tesserae: {timezone: UTC}}]\n",
            encoding="utf-8",
        )
    (root / "docs").mkdir(exist_ok=True)
    config = mkdocs.config.load_config(str(config_file), strict=strict, **options)
    config.plugins.on_startup(command=command, dirty=False)
    try:
        build_with_mkdocs(config)
    finally:
        config.plugins.on_shutdown()
    return Path(config.site_dir)
