"""The pages that a person wrote: those of `docs_dir`, and their own in the wiki folder."""

from __future__ import annotations

import logging
import posixpath
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from tesserae.config import Settings
from tesserae.graph.view import GraphView
from tesserae.model.graph import JsonValue, Node
from tesserae.model.ontology import NodeType
from tesserae.site.links import LinkedText
from tesserae.site.pages import Document
from tesserae.site.urls import page_url
from tesserae.sources.front_matter import parse_front_matter

logger = logging.getLogger("mkdocs.plugins.tesserae")


@dataclass(frozen=True, slots=True)
class Text:
    """A file taken apart."""

    body: str
    data: Mapping[str, JsonValue]


def drop_unreadable(files: Files, *, named: Collection[str], docs_dir: str) -> None:
    """Take pages that are not UTF-8 or cannot be read from the site: MkDocs would stop at them.

    Args:
        files: The site's files.
        named: Paths of the project that were reported already.
        docs_dir: The folder of the pages, relative to the project.
    """
    for file in list(files.documentation_pages()):
        try:
            file.content_string  # noqa: B018 - read for its errors
        except (OSError, ValueError) as error:
            files.remove(file)
            path = posixpath.normpath(posixpath.join(docs_dir, file.src_uri))
            if path not in named:
                reason = "is not UTF-8" if isinstance(error, ValueError) else "cannot be read"
                logger.warning("%s: %s; it is left out of the site", path, reason)


def find_documents(
    files: Files, config: MkDocsConfig, settings: Settings, view: GraphView
) -> list[Document]:
    """Return the pages of the site that are not ours, in the order of the files."""
    sources = sources_by_path(view)
    documents = []
    for file in files.documentation_pages():
        path = posixpath.normpath(posixpath.join(settings.docs_dir, file.src_uri))
        node = sources.get(path) if file.generated_by is None else None
        text = read_text(file.content_string, body_start=_body_start(node))
        documents.append(
            build_document(
                file.src_uri,
                path,
                LinkedText(text.body),
                title=_title(text, file),
                node=node,
                directory_urls=config.use_directory_urls,
            )
        )
    return documents


def build_document(
    src_uri: str,
    path: str,
    body: LinkedText,
    *,
    title: str,
    node: Node | None,
    directory_urls: bool,
) -> Document:
    """Build a document from its text and, where it is a source, from its node."""
    return Document(
        src_uri=src_uri,
        url=page_url(src_uri, directory_urls=directory_urls),
        path=path,
        title=node.name if node else title,
        body=body,
        id=node.id if node else None,
        description=node.description if node else "",
        updated=_date(node.metadata.get("updated")) if node else None,
    )


def read_text(text: str, *, body_start: int | None = None) -> Text:
    """Take a file apart into front matter and body.

    Args:
        text: The whole file.
        body_start: The line on which the body begins, where that is known; the front matter is
            then not read.
    """
    clean = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    data: Mapping[str, JsonValue] = {}
    if body_start is None:
        front_matter = parse_front_matter(clean)
        data, body_start = front_matter.data, front_matter.body_start
    body = clean.split("\n", body_start - 1)[-1] if body_start > 1 else clean
    return Text(body.lstrip("\n"), data)


def _body_start(node: Node | None) -> int | None:
    """Return where the body of a source begins: with its first section."""
    sections = node.metadata.get("sections") if node else None
    first = sections[0] if isinstance(sections, list) and sections else None
    start = first[3] if isinstance(first, list) and len(first) > 3 else None
    return start if isinstance(start, int) else None


def sources_by_path(view: GraphView) -> dict[str, Node]:
    """Return the documents of the graph by their path in the project."""
    found: dict[str, Node] = {}
    for node in view.nodes(NodeType.SOURCE_DOCUMENT):
        path = node.metadata.get("path")
        if isinstance(path, str):
            found.setdefault(path, node)
    return found


def taken_paths(files: Files) -> Iterator[str]:
    """Yield the source and the target of every file that is there before ours."""
    for file in files:
        yield file.src_uri
        yield file.dest_uri


def title_of(text: Text, fallback: str) -> str:
    """Return the title that a text gives itself: front matter, else its first heading."""
    title = text.data.get("title")
    if title:
        return str(title)
    first = text.body.partition("\n")[0]
    if first.startswith("# "):
        return first[2:].strip().rstrip("#").strip() or fallback
    return fallback


def _title(text: Text, file: File) -> str:
    return title_of(text, file.name.replace("-", " ").replace("_", " ").capitalize())


def _date(value: JsonValue) -> date | None:
    try:
        return date.fromisoformat(value[:10]) if isinstance(value, str) else None
    except ValueError:
        return None
