"""Small values that several tests begin with."""

from __future__ import annotations

import shutil
from pathlib import Path

from tesserae.config import load_settings
from tesserae.engine.compiled import Compiled
from tesserae.engine.pipeline import Pipeline
from tesserae.model.graph import Edge, Evidence, Graph, Node
from tesserae.model.ids import NodeId, node_id
from tesserae.model.ontology import EdgeType, NodeType


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
