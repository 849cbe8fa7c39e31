"""The user's own pages: read as they stand in `docs_dir`, matched with the sources of the graph."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from datetime import date

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from tesserae.config import Settings
from tesserae.graph.view import GraphView
from tesserae.model.graph import JsonValue, Node
from tesserae.model.ontology import NodeType
from tesserae.site.pages import Document
from tesserae.site.urls import page_url
from tesserae.sources.front_matter import parse_front_matter


def find_documents(
    files: Files, config: MkDocsConfig, settings: Settings, view: GraphView
) -> list[Document]:
    """Return the pages of the site that are not ours, in the order of the files.

    A page that is not UTF-8 is left out here and taken from the site by `drop_unreadable`.
    """
    sources = _sources_by_path(view)
    documents = []
    for file in files.documentation_pages():
        path = posixpath.normpath(posixpath.join(settings.docs_dir, file.src_uri))
        node = sources.get(path) if file.generated_by is None else None
        text = file.content_string
        front_matter = parse_front_matter(text)
        body = "".join(text.splitlines(keepends=True)[front_matter.body_start - 1 :])
        documents.append(
            Document(
                src_uri=file.src_uri,
                url=page_url(file.src_uri, directory_urls=config.use_directory_urls),
                path=path,
                title=_title(node, front_matter.data, file),
                markdown=body.lstrip("\n"),
                id=node.id if node else None,
                description=node.description if node else "",
                updated=_date(node.metadata.get("updated")) if node else None,
            )
        )
    return documents


def taken_paths(files: Files) -> Iterator[str]:
    """Yield the source and the target of every file that is not ours."""
    for file in files:
        yield file.src_uri
        yield file.dest_uri


def _sources_by_path(view: GraphView) -> dict[str, Node]:
    found: dict[str, Node] = {}
    for node in view.nodes(NodeType.SOURCE_DOCUMENT):
        path = node.metadata.get("path")
        if isinstance(path, str):
            found.setdefault(path, node)
    return found


def _title(node: Node | None, data: dict[str, JsonValue], file: File) -> str:
    if node is not None:
        return node.name
    title = data.get("title")
    return str(title) if title else file.name.replace("-", " ").replace("_", " ").capitalize()


def _date(value: JsonValue) -> date | None:
    try:
        return date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
