"""The `.txt` and the `.json` beside every page: the same words for machines.

Both stand at the path of the page's source, so that they lie in the same place whatever form the
site's addresses have.
"""

from __future__ import annotations

import json
import posixpath
from collections.abc import Container, Iterator

from tesserae.model.ontology import Kind, NodeType
from tesserae.site.links import LinkTable
from tesserae.site.pages import AnyPage, Document, PageLink, SitePage
from tesserae.site.urls import is_external, joined_path, sibling_uri
from tesserae.wiki.text import escape


class Siblings:
    """Writes the siblings of pages; what a link leads to is found out once for a folder."""

    def __init__(self, pages: Container[str]) -> None:
        """Remember the source paths of all pages of the site."""
        self._pages = pages
        self._tables: dict[str, LinkTable] = {}

    def of(self, page: AnyPage) -> Iterator[tuple[str, str]]:
        """Yield the path and the content of both siblings of a page."""
        folder = posixpath.dirname(page.src_uri)
        table = self._tables.get(folder)
        if table is None:
            table = self._tables[folder] = LinkTable(lambda href: self._target(folder, href))
        body = page.body.render(table.__getitem__)
        yield sibling_uri(page.src_uri, ".txt"), titled(page, body)
        yield sibling_uri(page.src_uri, ".json"), page_record(page, body)

    def _target(self, folder: str, href: str) -> str:
        path, mark, rest = href.partition("#")
        if not path.endswith(".md") or is_external(href):
            return href
        if joined_path(folder, path) not in self._pages:
            return href
        return f"{sibling_uri(path, '.txt')}{mark}{rest}"


def titled(page: AnyPage, body: str) -> str:
    """Return a body that opens with the page's title."""
    return body if body.startswith("# ") else f"# {escape(page.title)}\n\n{body}"


def page_record(page: AnyPage, body: str) -> str:
    """Return a page as one line of JSON: `title kind body links` and more, keys sorted."""
    record: dict[str, object] = {
        "body": body,
        "kind": page.kind if isinstance(page, SitePage) else Kind.SOURCES.value,
        "links": [_link(link) for link in page.links.shown],
        "title": page.title,
        "url": page.url,
    }
    if page.links.more:
        record["more_links"] = page.links.more
    if page.id is not None:
        record["id"] = page.id
    if page.description:
        record["description"] = page.description
    if page.updated is not None:
        record["updated"] = page.updated.isoformat()
    if isinstance(page, Document):
        record["sources"] = [page.path]
        record["type"] = NodeType.SOURCE_DOCUMENT.value
        return to_json(record)
    if page.type:
        record["type"] = page.type
    if page.aliases:
        record["aliases"] = list(page.aliases)
    if page.sources:
        record["sources"] = list(page.sources)
    return to_json(record)


def to_json(value: object) -> str:
    """Write JSON as every export does: compact, keys sorted, no NaN, one line."""
    text = _encode(value)
    # A lone surrogate is legal in a file name and in no UTF-8 text.
    return text.encode("utf-8", "replace").decode("utf-8")


_encode = json.JSONEncoder(
    ensure_ascii=False, sort_keys=True, allow_nan=False, separators=(",", ":")
).encode


def _link(link: PageLink) -> dict[str, str | None]:
    return {"href": link.href, "id": link.id, "rel": link.rel, "title": link.title}
