"""What agents found out while they worked: decisions, insights, questions and the like."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from tesserae.context.library import Library, code
from tesserae.errors import QueryError
from tesserae.model.citation import display_name, escaped, quoted
from tesserae.model.graph import Node
from tesserae.model.ids import NodeId
from tesserae.model.ontology import FINDING_TYPES, SESSION_TYPES, TYPE_RANK, NodeType

_PREFIX = "Session"
FINDING_KINDS = {
    type_.removeprefix(_PREFIX).lower(): type_
    for type_ in sorted(FINDING_TYPES, key=TYPE_RANK.__getitem__)
}
"""A finding's kind as a person says it → its type."""
_MAX_FOUND = 200


def find_findings(
    library: Library,
    *,
    node_id: str = "",
    query: str = "",
    kinds: Sequence[str] = (),
    since: date | None = None,
) -> list[Node]:
    """Return findings: the best for a query first, else the newest first.

    Args:
        library: The project.
        node_id: Keep those that a node is linked with, at once or through its session.
        query: Words that they answer.
        kinds: Kinds to keep, `FINDING_KINDS`; all where there are none.
        since: Keep those of this day and later.

    Raises:
        QueryError: A kind or a node does not exist, or both a node and a query are given.
    """
    if node_id.strip() and query.strip():
        raise QueryError("give either node_id or query, not both")
    types = _types(kinds)
    if query.strip():
        hits = library.retriever.search(query, limit=_MAX_FOUND, types=types)
        found: Iterable[Node] = [library.view.node(NodeId(hit.unit.key)) for hit in hits]
    else:
        near = _near(library, node_id.strip()) if node_id.strip() else None
        nodes = (
            node for node in library.view.nodes(*sorted(types)) if near is None or node.id in near
        )
        found = sorted(nodes, key=lambda node: (day_of_finding(node), node.id), reverse=True)
    first = str(since) if since else ""
    return [node for node in found if day_of_finding(node) >= first]


def render_finding(library: Library, node: Node) -> str:
    """Render a finding: its kind, its words, its day, and the session it comes from."""
    kind = node.type.removeprefix(_PREFIX).lower()
    day = day_of_finding(node)
    said = quoted(" ".join((node.description or node.name).split()))
    sessions = [
        display_name(other, library.view.node(other).name)
        for other in sorted(library.view.neighbours(node.id))
        if library.view.node(other).type is NodeType.SESSION
    ]
    answer = node.metadata.get("answer")
    if isinstance(answer, str) and answer.strip():
        said += f" \u2192 {quoted(' '.join(answer.split()))}"
    elif node.metadata.get("resolved") is True:
        said += " (done)"
    source = f" \u2014 {escaped(sessions[0])}" if sessions else ""
    return f"- **{kind}**{f' {day}' if day else ''}: {said}{source} ({code(node.id)})"


def day_of_finding(node: Node) -> str:
    """Return the day of a finding's turn, empty where it is not known."""
    for name in ("at", "date", "created"):
        value = node.metadata.get(name)
        if isinstance(value, str) and value:
            return value[:10]
    return ""


def _types(kinds: Sequence[str]) -> frozenset[NodeType]:
    found = set()
    for kind in kinds:
        word = kind.strip().lower()
        known = FINDING_KINDS.get(word) or FINDING_KINDS.get(word.removesuffix("s"))
        if known is None:
            names = ", ".join(FINDING_KINDS)
            raise QueryError(f"no kind of finding is called {kind[:40]!r}; use {names}")
        found.add(known)
    return frozenset(found) or FINDING_TYPES


def _near(library: Library, node_id: str) -> set[NodeId]:
    """Return the ids beside a node, and those beside the sessions and findings among them."""
    if node_id not in library.view:
        raise QueryError(f"no node is called {code(node_id[:120])}; take an id from a search")
    view, here = library.view, NodeId(node_id)
    near = {here, *view.neighbours(here)}
    for other in sorted(near):
        if view.node(other).type in SESSION_TYPES:
            near |= view.neighbours(other)
    return near
