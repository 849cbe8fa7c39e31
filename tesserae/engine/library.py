"""What a compiled project hands to its readers: the graph, the index of its passages, its pages.

The index lies under `.tesserae/cache/` and belongs to one generation of graph and sources; it is
built at the first question after a change.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

from tesserae.context.library import Library
from tesserae.engine.compiled import Compiled
from tesserae.errors import SourceError
from tesserae.graph.view import GraphView
from tesserae.model.ids import NodeId
from tesserae.retrieval.index import open_index
from tesserae.retrieval.models import load_encoder, load_reranker
from tesserae.retrieval.search import Retriever
from tesserae.retrieval.units import Collection, project_collection
from tesserae.sources.load import load_text

INDEX_FOLDER = "retrieval"


def open_library(compiled: Compiled) -> Library:
    """Open what a project knows, building the index where it is not of this generation.

    Raises:
        GraphError: The graph was damaged since the compile.
        WorkspaceError: The index cannot be written.
        BackendError: A model that the settings name cannot be read.
    """
    view = GraphView(compiled.graph())

    def collect() -> Collection:
        return project_collection(view, _texts(compiled.root))

    settings = compiled.settings.retrieval
    encoder = load_encoder(settings, compiled.root)
    index = open_index(
        compiled.workspace.cache_dir / INDEX_FOLDER,
        collect,
        stamp=_generation(compiled),
        encoder=encoder,
    )
    retriever = Retriever(index, encoder, load_reranker(settings, compiled.root))
    return Library(view, retriever, page_of=_pages(compiled))


def _texts(root: Path) -> Callable[[str], str | None]:
    def text_of(path: str) -> str | None:
        try:
            return load_text(root, path)
        except SourceError:
            # The file went since the compile; the next one notices.
            return None

    return text_of


def _pages(compiled: Compiled) -> Callable[[NodeId], str | None]:
    """Read the wiki's pages at the first need of one."""
    bodies: dict[NodeId, str] = {}

    def page_of(node_id: NodeId) -> str | None:
        if not bodies:
            bodies.update({page.id: page.body for page in compiled.pages()})
        return bodies.get(node_id)

    return page_of


def _generation(compiled: Compiled) -> str:
    """Name the graph and the texts that the index is made of."""
    manifest = compiled.manifest
    named = json.dumps([manifest.sources, manifest.outputs], sort_keys=True, default=dict)
    return hashlib.sha256(named.encode()).hexdigest()
