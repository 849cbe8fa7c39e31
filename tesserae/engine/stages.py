"""The stages of a compile in their order, and the one place that loads what is heavy.

A stage is named by its dotted path and imported when it runs, so that a compile which finds
nothing changed never imports a parser or a graph library.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

STAGES = (
    "tesserae.engine.extracting:extract_sources",
    "tesserae.engine.merging:merge_graph",
    "tesserae.engine.projecting:project_wiki",
    "tesserae.engine.session_records:ingest_sessions",
    "tesserae.engine.writing:write_files",
)
COMPILE = "tesserae.engine.run:compile_project"
COMPILE_LOCK = "tesserae.engine.lock:compile_lock"
GRAPH_STORE = "tesserae.graph.store:SqliteGraphStore"
FIND_ITEMS = "tesserae.activity.gather_findings:find_items"
READ_HEAD = "tesserae.sources.git:read_head"
READ_HISTORY = "tesserae.sources.git:read_history"
READ_GRAPH = "tesserae.graph.document:parse_graph"
READ_WIKI = "tesserae.wiki.disk:read_wiki"
STORED_SESSION = "tesserae.engine.session_records:stored_session"
STORED_SESSIONS = "tesserae.engine.session_records:stored_sessions"
SITE_SHELF = "tesserae.engine.shelf:site_shelf"
SUMMARY_TEXT = "tesserae.engine.summary_text:summary_text"
PROJECT_READER = "tesserae.engine.reading:ProjectReader"
SERVED_ANSWERS = "tesserae.engine.served_answers:served_answer"
MACHINE_SHELF = "tesserae.engine.shelf:machine_shelf"
SERVE_STDIO = "tesserae.sidecar.serve:serve_stdio"
SERVE_HTTP = "tesserae.sidecar.serve:serve_http"


def load_named(name: str) -> Any:  # noqa: ANN401 - what a name stands for is known to its user
    """Import what a dotted path names: `package.module:attribute`."""
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)
