"""`report.md`: how good the graph is, and what a person could do about it.

It holds no clock and no path of this machine, and lists of no more than `MAX_ITEMS` items: a
report that nobody can read through helps nobody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from tesserae.engine.run import Run
from tesserae.graph.inputs import GraphBuild
from tesserae.model.graph import Graph, Node
from tesserae.model.ids import NodeId
from tesserae.model.ontology import PAGE_TYPES, TYPE_RANK
from tesserae.model.source import Skipped
from tesserae.wiki.store import PageConflict
from tesserae.wiki.text import escape, one_line, shorten

MAX_ITEMS = 100
_MAX_WORDS = 160


def render_report(run: Run) -> str:
    """Return the text of the report."""
    assert run.graph is not None  # projecting came before
    assert run.build is not None
    plan, skipped = (
        run.plan,
        sorted({*run.skipped, *run.faults}, key=lambda item: (item.path, item.reason)),
    )
    parts = [
        "# Report\n",
        *_counts(run.graph, len(run.pages)),
        *_section(
            "Sources that could not be read, or only in part",
            map(_skipped, skipped),
            "Every source could be read.",
        ),
        *_section(
            "Links that lead nowhere",
            (
                f"{_code(f'{link.path}:{link.line}')} → {_code(link.target)}"
                for link in run.build.broken_links
            ),
            "Every link between documents leads somewhere.",
        ),
        *_section(
            "Edits in conflict",
            map(_conflict, plan.conflicts),
            "No edit of the wiki is in conflict.",
            advice="Your text stands on the page. `tesserae wiki diff PAGE` shows the other; "
            "change the passage, or delete its line under `conflicts:`, to settle it.",
        ),
        *_section(
            "Edited pages that cannot be brought up to date",
            map(_code, plan.kept_whole),
            advice="What they were projected from is lost, so they stay whole as they are. "
            "`tesserae wiki restore PAGE` takes the new projection and keeps a copy of yours.",
        ),
        *_section(
            "Edited pages whose subject is gone",
            map(_code, plan.orphaned),
            advice="They stay until you delete them.",
        ),
        *_section("Files in the wiki folder with the id of another page", map(_code, plan.copies)),
        *_section("Copies of documents that were edited", _edited_copies(run)),
        *_graph_sections(run.graph, run.build),
    ]
    return "".join(parts)


def orphans(graph: Graph) -> list[Node]:
    """Return the nodes that have a page but no edge, in id order."""
    linked: set[NodeId] = set()
    for edge in graph.edges:
        linked.update((edge.source, edge.target))
    return [
        node for node in graph.nodes.values() if node.type in PAGE_TYPES and node.id not in linked
    ]


def _counts(graph: Graph, pages: int) -> Iterator[str]:
    nodes = Counter(node.type for node in graph.nodes.values())
    edges = Counter(edge.type for edge in graph.edges)
    yield f"\n{len(graph.nodes)} nodes, {len(graph.edges)} edges, {pages} wiki pages.\n"
    if nodes:
        yield "\n| node type | count |\n|---|---:|\n"
        for type_ in sorted(nodes, key=TYPE_RANK.__getitem__):
            yield f"| {type_} | {nodes[type_]} |\n"
    if edges:
        yield "\n| edge type | count |\n|---|---:|\n"
        for edge_type, count in sorted(edges.items(), key=lambda item: (-item[1], item[0])):
            yield f"| {edge_type} | {count} |\n"


def _graph_sections(graph: Graph, build: GraphBuild) -> Iterator[str]:
    yield from _section(
        "Nodes without an edge",
        (_node(node) for node in orphans(graph)),
        "Every node is linked to another.",
    )
    yield from _section(
        "Nodes that may be one",
        (
            f"{_node(graph.nodes[pair.left])} and {_node(graph.nodes[pair.right])}: "
            f"{_words(pair.reason)}"
            for pair in build.near_duplicates
            if pair.left in graph.nodes and pair.right in graph.nodes
        ),
        "No two nodes look like one.",
        advice="Say so under `same:` or `different:` in `.tesserae/aliases.yml`.",
    )
    yield from _section(
        "Nodes with the least evidence",
        (_node(graph.nodes[node_id]) for node_id in build.weakest if node_id in graph.nodes),
        advice="Name one under `not_a_thing:` in `.tesserae/aliases.yml` to be rid of it.",
    )
    yield from _section(
        "Questions without an answer",
        (_node(graph.nodes[node_id]) for node_id in build.questions if node_id in graph.nodes),
        "No question is open.",
    )


def _section(
    title: str, items: Iterable[str], nothing: str | None = None, *, advice: str = ""
) -> Iterator[str]:
    """Yield a section; one without items says so in a sentence, or is left out."""
    lines = list(items)
    if not lines and nothing is None:
        return
    yield f"\n## {title}\n\n"
    if not lines:
        yield f"{nothing}\n"
        return
    if advice:
        yield f"{advice}\n\n"
    yield from (f"- {line}\n" for line in lines[:MAX_ITEMS])
    if len(lines) > MAX_ITEMS:
        yield f"- and {len(lines) - MAX_ITEMS} more\n"


def _skipped(item: Skipped) -> str:
    return f"{_code(item.path)}: {_words(item.reason)}"


def _conflict(each: PageConflict) -> str:
    place = f", under “{_words(each.conflict.heading)}”" if each.conflict.heading else ""
    theirs = shorten(one_line(each.conflict.theirs), limit=_MAX_WORDS)
    return f"{_code(each.path)}{place}: the projection now says {_code(theirs)}"


def _edited_copies(run: Run) -> Sequence[str]:
    """List edits to pages that only copy a document of the docs folder, which shows itself."""
    docs = f"{run.settings.docs_dir.rstrip('/')}/"
    by_path = {page.path: page for page in run.pages}
    lines = []
    for path in run.plan.kept_edits:
        page = by_path.get(path)
        documents = [source for source in page.sources if source.startswith(docs)] if page else []
        if page is not None and page.kind == "sources" and documents:
            lines.append(f"{_code(path)}: edit {_code(documents[0])} instead, the site shows that")
    return lines


def _node(node: Node) -> str:
    return f"{_words(node.name)} ({node.type}, {_code(node.id)})"


def _words(text: str) -> str:
    return escape(shorten(one_line(text), limit=_MAX_WORDS))


def _code(text: str) -> str:
    """Quote a text that must not become live markup."""
    return f"`{one_line(text).replace('`', chr(39))}`"
