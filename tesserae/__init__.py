"""Tesserae: a project becomes a typed knowledge graph, a markdown wiki and a published site.

The flow, and the folders that hold it::

    sources, sessions -> extract -> graph -> wiki -> site
                                      |-> retrieval -> context
                                      `-> activity, recall, memory

Three doors lead in: `cli` (commands), `plugin` (MkDocs hooks) and `sidecar` (MCP tools).
"""

__version__ = "0.1.0"
