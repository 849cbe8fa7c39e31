"""The pages of papers and repositories: what they are, who made them, what they rest on."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tesserae.model.graph import Node
from tesserae.model.ids import NodeId
from tesserae.model.ontology import EdgeType, NodeType
from tesserae.model.page import WikiPage
from tesserae.wiki.links import splice
from tesserae.wiki.pages.claims import add_claims, claims_of, results_of
from tesserae.wiki.pages.documents import Document
from tesserae.wiki.pages.facts import add_facts, linked, unique
from tesserae.wiki.pages.inputs import PageMap
from tesserae.wiki.pages.lists import PageBuilder
from tesserae.wiki.pages.mentions import add_mentions, find_mentions
from tesserae.wiki.pages.source import LinkRewriter
from tesserae.wiki.pages.thing import add_lead, begin, documents_of, finish
from tesserae.wiki.reads import Face
from tesserae.wiki.relevance import Relevance
from tesserae.wiki.text import external_link, link, listing, shorten

MAX_ABSTRACT = 3_000
MIN_ABSTRACT = 120
MAX_AUTHORS = 30

_FACTS: tuple[tuple[str, EdgeType], ...] = (
    ("Approach", EdgeType.BELONGS_TO_APPROACH_FAMILY),
    ("Methods", EdgeType.USES),
    ("Data", EdgeType.USES_DATASET),
    ("Metrics", EdgeType.USES_METRIC),
    ("Code", EdgeType.IMPLEMENTED_IN),
)
_PROSE = re.compile(r"(?!\s*(?:[#>|`~<!=]|[-*+]\s|\d+[.)]\s|\[\^|-{3,}))")


def paper_pages(node: Node, pages: PageMap, relevance: Relevance) -> list[WikiPage]:
    """Return the page of a paper: abstract, authors, what it uses, claims, who cites it."""
    builder = begin(node, pages)
    mentions = find_mentions(node, pages)
    own = _own_documents(node, pages)
    builder.add("", _abstract(own, builder.path, pages))
    shown = _add_paper_facts(builder, own, pages)
    shown |= add_facts(builder, pages)
    others = [mention for mention in mentions if mention.document not in own]
    add_mentions(builder, others, pages)
    same = [document.node.id for document in own]
    claimants = [node.id, *same]
    results = unique(result for document in own for result in results_of(document.node, pages))
    add_claims(builder, claims_of(claimants, pages), results, pages)
    documents = documents_of(mentions)
    return finish(builder, documents, pages, relevance, shown=shown, also=same)


def _own_documents(node: Node, pages: PageMap) -> list[Document]:
    """Return the documents that are this paper, or a note on it; those with an abstract first."""
    found = {
        edge.source for edge in pages.view.in_edges(node.id, EdgeType.DOCUMENTS)
    } & pages.documents.keys()
    documents = [pages.document_of(document_id) for document_id in sorted(found)]
    return sorted(documents, key=lambda each: (_abstract_line(each) is None, each.path))


def _abstract_line(document: Document) -> int | None:
    """Return the line of a heading that says "Abstract"; 0 where the file's name says it."""
    for heading in document.headings:
        if heading.level and heading.text.strip().casefold() in {"abstract", "摘要", "概要"}:
            return heading.line
    return 0 if document.stem.casefold() == "abstract" else None


def _abstract(documents: Sequence[Document], origin: str, pages: PageMap) -> str:
    """Return the abstract, or the first paragraph that is long enough to be one."""
    for document in documents:
        lines = pages.text_of(document.path).split("\n")
        start = _abstract_line(document) or document.body_line - 1
        paragraph = _first_paragraph(lines[start:])
        if paragraph:
            rewriter = LinkRewriter(document, origin, pages)
            return shorten(splice(paragraph, rewriter.changes(paragraph)), limit=MAX_ABSTRACT)
    return ""


def _first_paragraph(lines: Sequence[str]) -> str:
    for paragraph in "\n".join(lines[:200]).split("\n\n"):
        bare = paragraph.strip("\n")
        if len(bare) >= MIN_ABSTRACT and _PROSE.match(bare) and "\n#" not in bare:
            return bare
    return ""


def _add_paper_facts(builder: PageBuilder, own: Sequence[Document], pages: PageMap) -> set[NodeId]:
    view, node = pages.view, builder.node
    makers = [node.id, *(document.node.id for document in own)]
    lines: list[str] = []
    shown: set[NodeId] = set()

    def add(label: str, nodes: Sequence[Face]) -> None:
        if nodes:
            shown.update(each.id for each in nodes)
            names = linked(nodes[:MAX_AUTHORS], builder.path, pages)
            more = f" and {len(nodes) - MAX_AUTHORS:,} more" if len(nodes) > MAX_AUTHORS else ""
            lines.append(f"- {label}: {names}{more}")

    def targets(type_: EdgeType) -> list[Face]:
        return unique(
            view.face(edge.target) for maker in makers for edge in view.out_edges(maker, type_)
        )

    add("Authors", _authors(makers, pages))
    published = min((each.created for each in own if each.created), default=None)
    if published:
        lines.append(f"- Published: {published.isoformat()}")
    if identifier := _identifier(node):
        lines.append(f"- {identifier}")
    for label, type_ in _FACTS:
        add(label, targets(type_))
    if own:
        shown.update(document.node.id for document in own)
        files = [link(each.path, pages.href(builder.path, each.node.id)) for each in own]
        lines.append(f"- Read from: {listing(files)}")
    builder.add("", "\n".join(lines))
    return shown


def _authors(makers: Sequence[NodeId], pages: PageMap) -> list[Face]:
    """Return the authors in the order in which the front matter names them."""
    edges = [edge for maker in makers for edge in pages.view.out_edges(maker, EdgeType.AUTHORED_BY)]
    edges.sort(key=lambda edge: (edge.source, _line_of(edge.evidence), edge.target))
    return unique(pages.view.face(edge.target) for edge in edges)


def _line_of(evidence: Sequence[object]) -> int:
    return getattr(evidence[0], "start_line", 0) if evidence else 0


def _identifier(node: Node) -> str:
    scheme, _, number = str(node.metadata.get("identifier", "")).partition(":")
    if scheme == "arxiv" and number:
        return f"arXiv: {external_link(number, f'https://arxiv.org/abs/{number}')}"
    if scheme == "doi" and number:
        return f"DOI: {external_link(number, f'https://doi.org/{number}')}"
    return ""


def repository_pages(node: Node, pages: PageMap, relevance: Relevance) -> list[WikiPage]:
    """Return the page of a repository or a project: where it is, what it implements."""
    builder = begin(node, pages)
    mentions = find_mentions(node, pages)
    add_lead(builder, mentions, pages)
    url = node.metadata.get("url")
    if isinstance(url, str) and url:
        builder.add("", f"Code: {external_link(url, url)}")
    shown = add_facts(builder, pages)
    papers = _papers_of([mention.document for mention in mentions], pages)
    if papers:
        shown.update(paper.id for paper in papers)
        builder.add("Papers", "\n".join(f"- {pages.link(builder.path, each)}" for each in papers))
    add_mentions(builder, mentions, pages)
    return finish(builder, documents_of(mentions), pages, relevance, shown=shown)


def _papers_of(documents: Sequence[Document], pages: PageMap) -> list[Face]:
    """Return the papers that some documents are about."""
    found = unique(
        pages.view.face(edge.target)
        for document in documents
        for edge in pages.view.out_edges(document.node.id, EdgeType.DOCUMENTS)
    )
    return [node for node in found if node.type is NodeType.PAPER]
