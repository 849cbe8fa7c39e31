"""An index of the wiki for language models, of all of it or of what a topic reaches.

Source: the llms.txt proposal, J. Howard, 2024 (llmstxt.org).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from tesserae.context.compile import ContextRequest, compile_context
from tesserae.context.library import Library
from tesserae.graph.view import GraphView
from tesserae.model.citation import display_name, escaped
from tesserae.model.ids import NodeId
from tesserae.model.ontology import KIND_OF_TYPE, Kind

MAX_LISTED = 50
"""Pages of one kind that are listed; what is left out is counted."""
_DESCRIPTION = 120


def wiki_index(
    project: str, view: GraphView, pages: Mapping[str, NodeId], *, prefix: str = ""
) -> str:
    """List the pages of each kind, those with the most links first.

    Args:
        project: What stands above the list.
        view: The graph.
        pages: The wiki's pages by path.
        prefix: Stands before each path.
    """
    by_id = {node_id: path for path, node_id in pages.items() if node_id in view}
    ordered = sorted(by_id, key=lambda node_id: (-view.degree(node_id), node_id))
    head = f"# {escaped(project)}\n\n> What {escaped(project)} knows, one page for each thing."
    return "\n\n".join([head, *_sections(view, ordered, by_id, prefix=prefix)]) + "\n"


def topic_index(
    library: Library, topic: str, pages: Mapping[str, NodeId], *, budget: int, prefix: str = ""
) -> str:
    """List the pages that a topic reaches, then give the compiled context itself.

    Args:
        library: The project.
        topic: Words, or the name of a thing.
        pages: The wiki's pages by path.
        budget: Characters of the compiled context.
        prefix: Stands before each path.

    Raises:
        QueryError: The topic is empty, or nothing is found.
    """
    bundle = compile_context(library, ContextRequest(topic, budget=budget))
    by_id = {node_id: path for path, node_id in pages.items() if node_id in library.view}
    reached = dict.fromkeys(key.partition("#")[0] for key in bundle.ranked_nodes)
    ordered = [NodeId(key) for key in reached if key in by_id]
    name = escaped(" ".join(topic.split()))
    head = f"# {name}\n\n> What this project knows of {name}."
    sections = _sections(library.view, ordered, by_id, prefix=prefix)
    return "\n\n".join([head, *sections, bundle.body.strip("\n")]) + "\n"


def _sections(
    view: GraphView, ordered: Iterable[NodeId], by_id: Mapping[NodeId, str], *, prefix: str
) -> Iterable[str]:
    of_kind: dict[Kind, list[NodeId]] = defaultdict(list)
    for node_id in ordered:
        of_kind[KIND_OF_TYPE[view.node(node_id).type]].append(node_id)
    for kind in Kind:
        found = of_kind.get(kind, [])
        if not found:
            continue
        lines = [_line(view, node_id, prefix + by_id[node_id]) for node_id in found[:MAX_LISTED]]
        if len(found) > MAX_LISTED:
            lines.append(f"- and {len(found) - MAX_LISTED} more")
        yield f"## {kind.value.capitalize()}\n\n" + "\n".join(lines)


def _line(view: GraphView, node_id: NodeId, address: str) -> str:
    node = view.node(node_id)
    about = " ".join(node.description.split())
    if len(about) > _DESCRIPTION:
        about = about[: _DESCRIPTION - 1].rstrip() + "\u2026"
    target = address.replace(" ", "%20").replace("(", "%28").replace(")", "%29")
    name = escaped(display_name(node_id, node.name))
    return f"- [{name}]({target})" + (f": {escaped(about)}" if about else "")
