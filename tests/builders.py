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
        source = replace(a_source(text, path), front_matter=front.data, body_start=front.body_start)
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
        self,
        name: str,
        type_: NodeType = NodeType.CONCEPT,
        description: str = "",
        key: str = "",
        **fields: object,
    ) -> Node:
        """Add a node of any other type; its key is its name in lower case if none is given."""
        id_ = node_id(type_.value, key or name.lower(), name)
        return self._add(Node(id_, type_, name, description=description, **fields))

    def edge(
        self,
        source: Node,
        type_: EdgeType,
        target: Node,
        said: str = "",
        weight: float = 1.0,
        where: Node | None = None,
    ) -> Edge:
        """Add an edge; `said` is looked up for its line in `where`, else in the source's text."""
        document = where or (source if "path" in source.metadata else None)
        evidence = (self._evidence(document, said),) if document else ()
        self._edges.append(Edge(source.id, type_, target.id, weight, evidence))
        return self._edges[-1]

    def found_in(self, node: Node, document: Node, said: str) -> None:
        """Give a node the evidence that a document names it."""
        self._nodes[node.id] = replace(node, evidence=(self._evidence(document, said),))

    def _evidence(self, document: Node, said: str) -> Evidence:
        path = str(document.metadata["path"])
        line = self.texts[path][: self.texts[path].index(said)].count("\n") + 1 if said else 1
        return Evidence(document.id, path, line, line, said.strip())

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


def tide_library() -> HandMade:
    """Return a small library on tides with a node of every kind that has a page."""
    made = HandMade()
    paper = made.document(
        "papers/equilibrium.md",
        "---\ntitle: The equilibrium tide\n---\n\n# The equilibrium tide\n\n"
        "The equilibrium tide is the shape that the sea would take if it followed the pull of the "
        "moon and the sun at every instant, without friction and without any delay at all.\n\n"
        "## Results\n\nThe equilibrium theory predicts the height to 12 cm.\n\n"
        "It is evaluated on the Brest record by its residual.\n",
        "1687-07-05",
    )
    note = made.document(
        "notes/harmonic.md",
        "# On the harmonic method\n\nThe harmonic method sums constituents, as the "
        "[equilibrium tide](../papers/equilibrium.md) suggests.\n\n"
        "The harmonic method is more accurate than the equilibrium theory.\n\n"
        "The equilibrium theory does not predict the height to 12 cm.\n\n"
        "How late does the neap tide come?\n",
        "1867-09-01",
    )
    log = made.document(
        "log/1868-03-02.md", "# Log of 1868-03-02\n\nThe harmonic method again.\n", "1868-03-02"
    )
    theory = made.thing(
        "equilibrium theory", NodeType.MODEL, "The equilibrium theory predicts the height to 12 cm."
    )
    method = made.thing(
        "harmonic method",
        NodeType.ALGORITHM,
        "The harmonic method sums constituents, as the equilibrium tide suggests.",
        aliases=("harmonic analysis",),
    )
    record = made.thing("Brest record", NodeType.DATASET)
    residual = made.thing("residual", NodeType.METRIC)
    family = made.thing("tidal prediction", NodeType.APPROACH_FAMILY)
    newton = made.thing("Isaac Newton", NodeType.PERSON)
    work = made.thing(
        "The equilibrium tide",
        NodeType.PAPER,
        metadata={"identifier": "doi:10.5479/sil.52126"},
    )
    code = made.thing(
        "kelvin/tide-machine",
        NodeType.REPOSITORY,
        metadata={"url": "https://github.com/kelvin/tide-machine"},
    )
    question = made.thing("How late does the neap tide come?", NodeType.OPEN_QUESTION)
    score = made.thing("harmonic method: residual 4", NodeType.RESULT)
    claim = made.thing("predicts", NodeType.PERFORMANCE_CLAIM)
    denial = made.thing("does not predict", NodeType.PERFORMANCE_CLAIM)
    better = made.thing("more accurate", NodeType.COMPARISON_CLAIM)
    predicts = "The equilibrium theory predicts the height to 12 cm."
    denies = "The equilibrium theory does not predict the height to 12 cm."
    sums = "The harmonic method sums constituents, as the "
    compares = "The harmonic method is more accurate than the equilibrium theory."
    evaluated = "It is evaluated on the Brest record by its residual."
    asks = "How late does the neap tide come?"
    made.edge(paper, EdgeType.DOCUMENTS, work, "The equilibrium tide")
    made.edge(paper, EdgeType.AUTHORED_BY, newton, "The equilibrium tide")
    made.edge(paper, EdgeType.INTRODUCES, theory, predicts)
    made.edge(paper, EdgeType.USES_DATASET, record, evaluated)
    made.edge(paper, EdgeType.USES_METRIC, residual, evaluated)
    made.edge(paper, EdgeType.BELONGS_TO_APPROACH_FAMILY, family, predicts)
    made.edge(paper, EdgeType.SUPPORTS_CLAIM, claim, predicts)
    made.edge(note, EdgeType.REFERENCES, paper, sums)
    made.edge(note, EdgeType.MENTIONS, method, sums, weight=3.0)
    made.edge(note, EdgeType.MENTIONS, theory, compares)
    made.edge(note, EdgeType.BELONGS_TO_APPROACH_FAMILY, family, sums)
    made.edge(note, EdgeType.SUPPORTS_CLAIM, denial, denies)
    made.edge(note, EdgeType.SUPPORTS_CLAIM, better, compares)
    made.edge(note, EdgeType.DISCUSSES, question, asks)
    made.edge(note, EdgeType.REPORTS_RESULT, score, sums)
    made.edge(note, EdgeType.IMPLEMENTED_IN, code, sums)
    made.edge(log, EdgeType.MENTIONS, method, "The harmonic method again.")
    for thing in (theory, method):
        made.edge(thing, EdgeType.SUPPORTS_CLAIM, better)
        made.edge(thing, EdgeType.BELONGS_TO_APPROACH_FAMILY, family)
    made.edge(theory, EdgeType.SUPPORTS_CLAIM, claim)
    made.edge(theory, EdgeType.SUPPORTS_CLAIM, denial)
    made.edge(denial, EdgeType.CONTRADICTS_CLAIM, claim)
    made.edge(method, EdgeType.ACHIEVES_SCORE, score)
    made.edge(method, EdgeType.IMPROVES_ON, theory, denies, where=note)
    made.edge(method, EdgeType.EVALUATED_ON, record)
    for node, document, said in (
        (theory, paper, predicts),
        (method, note, "The harmonic method sums constituents, as the "),
        (score, note, sums),
        (claim, paper, predicts),
        (denial, note, denies),
        (better, note, compares),
        (question, note, asks),
    ):
        made.found_in(node, document, said)
    return made
