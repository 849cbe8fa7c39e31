"""The `.txt` and the `.json` beside every page: the same words for machines.

Both stand at the path of the page's source, so that they lie in the same place whatever form the
site's addresses have.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from tesserae.site.pages import Document, SitePage
from tesserae.site.urls import sibling_uri


def page_siblings(page: SitePage | Document) -> Iterator[tuple[str, str]]:
    """Yield the path and the content of both siblings of a page."""
    yield sibling_uri(page.src_uri, ".txt"), f"{page.title}\n\n{page.markdown}"
    yield sibling_uri(page.src_uri, ".json"), page_record(page)


def page_record(page: SitePage | Document) -> str:
    """Return a page as one line of JSON: `title kind body links` and more, keys sorted."""
    record: dict[str, object] = {
        "body": page.markdown,
        "kind": page.kind if isinstance(page, SitePage) else "sources",
        "links": [
            {"href": link.href, "id": link.id, "rel": link.rel, "title": link.title}
            for link in page.links
        ],
        "title": page.title,
        "url": page.url,
    }
    if page.id is not None:
        record["id"] = page.id
    if page.description:
        record["description"] = page.description
    if page.updated is not None:
        record["updated"] = page.updated.isoformat()
    if isinstance(page, SitePage):
        if page.type:
            record["type"] = page.type
        if page.aliases:
            record["aliases"] = list(page.aliases)
        if page.sources:
            record["sources"] = list(page.sources)
    else:
        record["type"] = "SourceDocument"
        record["sources"] = [page.path]
    return json.dumps(record, ensure_ascii=False, sort_keys=True, allow_nan=False)
