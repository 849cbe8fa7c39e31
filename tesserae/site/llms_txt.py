"""`llms.txt`, a short index for language models, and `llms-full.txt`, the text of every page.

Source: the llms.txt proposal, J. Howard, 2024 (llmstxt.org).
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator, Mapping, Sequence

from tesserae.model.ontology import Kind
from tesserae.site.links import LinkTable
from tesserae.site.pages import KIND_TITLES, AnyPage, Document, PageRole, SitePage
from tesserae.site.siblings import titled
from tesserae.site.urls import is_external, joined_path, sibling_uri
from tesserae.wiki.text import escape, link, shorten

Address = Callable[[str], str]
"""From a URL relative to the site's root to the address to print: a whole one where it is known."""

MAX_BYTES = 5 * 1024 * 1024
TRUNCATED = "[TRUNCATED — see graph.jsonld for the full set]"
MAX_LISTED = 50
"""Pages of one kind in llms.txt; the index of the kind has all."""
MAX_DESCRIPTION = 120


def llms_txt(
    name: str,
    description: str,
    documents: Sequence[Document],
    pages: Sequence[SitePage],
    address: Address,
) -> str:
    """List the documents and the pages of each kind, at most `MAX_LISTED` of each."""
    lines = [f"# {escape(name)}", "", f"> {escape(description or name)}", ""]
    if documents:
        lines += ["## Documents", "", *_listing(documents, address), ""]
    for kind in Kind:
        of_kind = [page for page in pages if _is_detail(page) and page.kind == kind.value]
        if of_kind:
            lines += [f"## {KIND_TITLES[kind]}", "", *_listing(of_kind, address)]
            if len(of_kind) > MAX_LISTED:
                index = next(page for page in pages if _is_index_of(page, kind))
                rest = len(of_kind) - MAX_LISTED
                lines.append(f"- {link(f'{rest} more', _text_of(index, address))}")
            lines.append("")
    lines += [
        "## Optional",
        "",
        f"- {link('Full text', address('llms-full.txt'))}: every page in one file",
        f"- {link('Graph', address('graph.json'))}: every node and edge, with evidence",
        f"- {link('Search index', address('search-index.json'))}: titles and summaries",
        f"- {link('About these files', address('ai-readme.md'))}",
    ]
    return "\n".join(lines) + "\n"


def llms_full(
    name: str,
    documents: Sequence[Document],
    pages: Sequence[SitePage],
    address: Address,
) -> str:
    """Join the text of every page; links lead to pages, from wherever the text is read.

    Lists of other pages are left out: they say nothing of their own. Over `MAX_BYTES` the text is
    cut at a line and ends in `TRUNCATED`.
    """
    texts: list[AnyPage] = [*documents, *(page for page in pages if _is_detail(page))]
    urls = {page.src_uri: page.url for page in documents}
    urls.update((page.src_uri, page.url) for page in pages)
    parts = [f"# {escape(name)}\n"]
    left = MAX_BYTES - len(parts[0].encode()) - len(TRUNCATED.encode()) - 2
    rebaser = _Rebaser(urls, address)
    for page in texts:
        text = f"\n---\n\n<{address(page.url)}>\n\n{titled(page, rebaser.rebase(page))}\n"
        size = len(text.encode("utf-8", "replace"))
        if size > left:
            parts += [_cut(text, left), f"\n{TRUNCATED}\n"]
            break
        left -= size
        parts.append(text)
    return "".join(parts)


class _Rebaser:
    """Leads links to whole addresses; what a link leads to is found out once for a folder."""

    def __init__(self, urls: Mapping[str, str], address: Address) -> None:
        self._urls = urls
        self._address = address
        self._tables: dict[str, LinkTable] = {}

    def rebase(self, page: AnyPage) -> str:
        """Return a page's body."""
        folder = posixpath.dirname(page.src_uri)
        table = self._tables.get(folder)
        if table is None:
            table = self._tables[folder] = LinkTable(lambda href: self._target(folder, href))
        here = self._address(page.url)
        return page.body.render(lambda href: here + href if href[:1] == "#" else table[href])

    def _target(self, folder: str, href: str) -> str:
        if href.startswith("/") or is_external(href):
            return href
        path, mark, rest = href.partition("#")
        target = joined_path(folder, path)
        if target.startswith("../"):
            return href
        if target in self._urls:
            return f"{self._address(self._urls[target])}{mark}{rest}"
        slash = "/" if path.endswith("/") and target != "." else ""
        return f"{self._address('' if target == '.' else target + slash)}{mark}{rest}"


def _cut(text: str, size: int) -> str:
    head = text.encode("utf-8", "replace")[: max(size, 0)].decode("utf-8", "ignore")
    return head[: head.rfind("\n") + 1]


def _listing(pages: Sequence[AnyPage], address: Address) -> Iterator[str]:
    for page in pages[:MAX_LISTED]:
        about = shorten(page.description, limit=MAX_DESCRIPTION)
        yield f"- {link(page.title, _text_of(page, address))}" + (
            f": {escape(about)}" if about else ""
        )


def _text_of(page: AnyPage, address: Address) -> str:
    return address(_quoted(sibling_uri(page.src_uri, ".txt")))


def _quoted(uri: str) -> str:
    return uri.replace(" ", "%20").replace("(", "%28").replace(")", "%29")


def _is_detail(page: SitePage) -> bool:
    return page.role in (PageRole.DETAIL, PageRole.DAY)


def _is_index_of(page: SitePage, kind: Kind) -> bool:
    return page.role is PageRole.INDEX and page.kind == kind.value
