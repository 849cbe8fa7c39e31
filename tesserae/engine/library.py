"""What a compiled project hands to its readers: the graph, the index of its passages, its pages.

The index lies under `.tesserae/cache/` and belongs to one generation of graph and sources; it is
built at the first question after a change.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

from tesserae.config import Settings
from tesserae.context.library import Library
from tesserae.context.writer import ModelWriter
from tesserae.engine.compiled import Compiled
from tesserae.engine.manifest import Manifest
from tesserae.errors import ConfigError
from tesserae.graph.view import GraphView
from tesserae.llm.backends import open_model
from tesserae.model.graph import Graph
from tesserae.model.ids import NodeId
from tesserae.retrieval.index_file import open_index
from tesserae.retrieval.models import load_encoder, load_reranker
from tesserae.retrieval.search import Retriever
from tesserae.retrieval.units import Collection, project_collection
from tesserae.sources.load import normalise_text
from tesserae.workspace import Workspace

INDEX_FOLDER = "retrieval"
PageOf = Callable[[NodeId], str | None]


def open_library(compiled: Compiled) -> Library:
    """Open what a project knows, building the index where it is not of this generation.

    Raises:
        GraphError: The graph was damaged since the compile.
        WorkspaceError: The index cannot be written.
        BackendError: A model that the settings name cannot be read.
    """
    return build_library(
        compiled.settings, compiled.manifest, compiled.graph(), page_of=_pages(compiled)
    )


def build_library(
    settings: Settings, manifest: Manifest, graph: Graph, *, page_of: PageOf
) -> Library:
    """Join a graph with its index.

    Args:
        settings: The project.
        manifest: The compile that made the graph.
        graph: The whole graph.
        page_of: The markdown of a node's wiki page.

    Raises:
        WorkspaceError: The index cannot be written.
        BackendError: A model that the settings name cannot be read.
    """
    view = GraphView(graph)
    workspace = Workspace(settings.root, settings.wiki_dir)

    def collect() -> Collection:
        return project_collection(view, _texts(workspace.root, manifest))

    encoder = load_encoder(settings.retrieval, settings.root)
    index = open_index(
        workspace.cache_dir / INDEX_FOLDER, collect, stamp=_generation(manifest), encoder=encoder
    )
    retriever = Retriever(index, encoder, load_reranker(settings.retrieval, settings.root))
    return Library(view, retriever, page_of=page_of)


def _texts(root: Path, manifest: Manifest) -> Callable[[str], str | None]:
    """Read sources as they were compiled; one that changed since would have other lines."""

    def text_of(path: str) -> str | None:
        known = manifest.sources.get(path)
        try:
            data = (root / path).read_bytes()
            if known is None or hashlib.sha256(data).hexdigest() != known["sha256"]:
                return None
            return normalise_text(data)
        except (OSError, UnicodeDecodeError):
            # The file went since the compile; the next one notices.
            return None

    return text_of


def _pages(compiled: Compiled) -> PageOf:
    """Read the wiki's pages at the first need of one."""
    bodies: dict[NodeId, str] = {}

    def page_of(node_id: NodeId) -> str | None:
        if not bodies:
            bodies.update({page.id: page.body for page in compiled.pages()})
        return bodies.get(node_id)

    return page_of


def _generation(manifest: Manifest) -> str:
    """Name the graph and the texts that the index is made of."""
    named = json.dumps([manifest.sources, manifest.outputs], sort_keys=True, default=dict)
    return hashlib.sha256(named.encode()).hexdigest()


def open_writer(settings: Settings) -> ModelWriter:
    """Return the configured model as a writer of answers.

    Raises:
        ConfigError: None is configured.
    """
    model = open_model(settings.model, Workspace(settings.root, settings.wiki_dir).cache_dir)
    if model is None:
        raise ConfigError(
            "no model is configured; set the option `model`, or ask without synthesis"
        )
    return ModelWriter(model)
