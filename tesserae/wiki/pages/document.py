"""The page of a document: its whole text, then what it speaks of and what links to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tesserae.model.graph import Edge, Node
from tesserae.model.ids import NodeId
from tesserae.model.ontology import CODE_TYPES, EdgeType, NodeType
from tesserae.model.page import WikiPage
from tesserae.model.source import Commit
from tesserae.wiki.code_host import CodeHost
from tesserae.wiki.pages.claims import add_claims, claims_of
from tesserae.wiki.pages.documents import Document
from tesserae.wiki.pages.facts import linked
from tesserae.wiki.pages.inputs import PageMap
from tesserae.wiki.pages.lists import PageBuilder, turn_links
from tesserae.wiki.pages.related import add_backlinks, add_related
from tesserae.wiki.pages.source import render_source
from tesserae.wiki.paths import part_id, part_path, relative_href
from tesserae.wiki.relevance import Relevance
from tesserae.wiki.text import escape, external_link, one_line, shorten

MAX_MENTIONED = 12
MAX_COMMITS = 5

_GROUPS: tuple[tuple[str, EdgeType], ...] = (
    ("Introduces", EdgeType.INTRODUCES),
    ("About", EdgeType.DOCUMENTS),
    ("Discusses", EdgeType.DISCUSSES),
    ("Approach", EdgeType.BELONGS_TO_APPROACH_FAMILY),
    ("Authors", EdgeType.AUTHORED_BY),
    ("Uses", EdgeType.USES),
    ("Data", EdgeType.USES_DATASET),
    ("Metrics", EdgeType.USES_METRIC),
    ("Code", EdgeType.IMPLEMENTED_IN),
    ("Depends on", EdgeType.DEPENDS_ON),
    ("Supersedes", EdgeType.SUPERSEDES),
    ("Mentions", EdgeType.MENTIONS),
)
_SHOWN_ELSEWHERE = CODE_TYPES | {NodeType.SOURCE_DOCUMENT}


def document_pages(node: Node, pages: PageMap, relevance: Relevance) -> list[WikiPage]:
    """Return the page of a document and the parts that a long one is split into."""
    document = pages.document_of(node.id)
    path = pages.inputs.paths[node.id]
    text = render_source(document, pages.text_of(document.path), path, pages)
    builder = PageBuilder(node, path, node.name)
    builder.add("", text.title_line)
    builder.add("", text.lead)
    builder.add_list("Contents", text.parts, _content_item(path), noun="part")
    shown = _add_mentioned(builder, pages)
    contested = [item for item in claims_of([node.id], pages) if item.against]
    add_claims(builder, contested, [], pages)
    add_related(builder, pages, relevance, without=shown)
    add_backlinks(builder, pages)
    builder.add("Provenance", _provenance(document, pages.host))
    builder.add("Activity", _activity(pages.commits_of(document.path), pages.inputs.repo_url))
    template = WikiPage(
        id=node.id,
        type=node.type,
        path=path,
        title=node.name,
        body="",
        aliases=node.aliases,
        description=one_line(node.description),
        sources=(document.path,),
        updated=document.updated,
    )
    return [*builder.build(template), *_parts(text.parts, document, path)]


def _content_item(path: str) -> Callable[[tuple[str, str], str], str]:
    """Return a renderer of list items: a part of the document, named by how it begins."""

    def render(part: tuple[str, str], origin: str) -> str:
        name, text = part
        return f"- [{_part_title(text, name)}]({relative_href(origin, part_path(path, name))})"

    return render


def _part_title(text: str, name: str) -> str:
    first_line = text.split("\n", 1)[0]
    words = first_line.lstrip("# ").strip() if first_line.startswith("#") else ""
    return escape(shorten(words or name.replace("-", " "), limit=100))


def _parts(parts: Sequence[tuple[str, str]], document: Document, path: str) -> list[WikiPage]:
    node = document.node
    pages: list[WikiPage] = []
    for index, (name, text) in enumerate(parts):
        here = part_path(path, name)
        around = [path, *(part_path(path, each) for each, _ in parts)]
        turns = turn_links(here, around[index], around[index + 2 : index + 3])
        pages.append(
            WikiPage(
                id=part_id(node.id, name),
                type=node.type,
                path=here,
                title=f"{node.name}: {name.replace('-', ' ')}",
                body=f"# {escape(node.name)}\n\n{text}\n\n{turns}\n",
                sources=(document.path,),
                updated=document.updated,
            )
        )
    return pages


def _add_mentioned(builder: PageBuilder, pages: PageMap) -> set[NodeId]:
    """Add what the document speaks of, by the way in which it does; what it says most, first."""
    by_type: dict[EdgeType, list[Edge]] = {}
    for edge in pages.view.out_edges(builder.node.id):
        by_type.setdefault(edge.type, []).append(edge)
    lines: list[str] = []
    shown: set[NodeId] = set()
    for label, type_ in _GROUPS:
        edges = sorted(by_type.get(type_, ()), key=_prominence)
        found = (pages.view.face(edge.target) for edge in edges if edge.target not in shown)
        nodes = [node for node in found if node.type not in _SHOWN_ELSEWHERE]
        if not nodes:
            continue
        shown.update(each.id for each in nodes)
        more = len(nodes) - MAX_MENTIONED
        rest = f" and {more:,} more" if more > 0 else ""
        if lines and type_ is EdgeType.MENTIONS:
            label = f"Also {label.lower()}"
        lines.append(f"- {label}: {linked(nodes[:MAX_MENTIONED], builder.path, pages)}{rest}")
    builder.add("Mentions", "\n".join(lines))
    return shown


def _prominence(edge: Edge) -> tuple[float, int, NodeId]:
    line = edge.evidence[0].start_line if edge.evidence else 0
    return (-edge.weight, line, edge.target)


def _provenance(document: Document, host: CodeHost | None) -> str:
    """Say which file this is a copy of, and from when it is."""
    said = external_link(document.path, host.file_url(document.path)) if host else ""
    said = f"A copy of {said or escape(document.path)}"
    if document.created:
        said += f", dated {document.created.isoformat()}"
    if document.updated and document.updated != document.created:
        said += f", last changed {document.updated.isoformat()}"
    return f"{said}."


def _activity(commits: Sequence[Commit], repo_url: str | None) -> str:
    """List the last commits that touched the file."""
    host = CodeHost.of(repo_url)
    return "\n".join(
        f"- {commit.at[:10]}: {escape(commit.subject)} ({commit_link(commit, host)})"
        for commit in commits[:MAX_COMMITS]
    )


def commit_link(commit: Commit, host: CodeHost | None) -> str:
    """Return the short name of a commit, linked where there is a host."""
    short = commit.sha[:7]
    return f"[{short}]({host.commit_url(commit.sha)})" if host else short
