"""The communities of the graph as topics: a centre, its members, the documents on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tesserae.model.graph import Node
from tesserae.model.ids import NodeId
from tesserae.model.ontology import NodeType
from tesserae.wiki.pages.documents import Document
from tesserae.wiki.pages.inputs import PageMap
from tesserae.wiki.syntheses.chronicle import THING_TYPES, Chronicle

MEASURES = frozenset({NodeType.DATASET, NodeType.BENCHMARK, NodeType.METRIC})
"""What things are measured with: no topics of their own."""
MIN_MEMBERS = 5
MIN_DOCUMENTS = 3


@dataclass(frozen=True, slots=True)
class Community:
    """A topic that the corpus speaks of."""

    centre: Node
    """Its most central member, after which it is named."""
    members: tuple[Node, ...]
    """Its things, the centre included, the best-connected first."""
    documents: tuple[tuple[Document, int], ...]
    """Documents with the number of members that they speak of, the most telling first."""
    questions: tuple[Node, ...]


def find_communities(pages: PageMap, chronicle: Chronicle) -> list[Community]:
    """Return the communities that are large enough to be written about, the largest first."""
    grouped: dict[NodeId, list[Node]] = {}
    for node in pages.view.nodes():
        centre = node.metadata.get("community")
        if isinstance(centre, str):
            grouped.setdefault(NodeId(centre), []).append(node)
    found = [
        _community(centre, nodes, pages, chronicle) for centre, nodes in sorted(grouped.items())
    ]
    kept = [each for each in found if each is not None]
    return sorted(kept, key=lambda each: (-len(each.documents), each.centre.id))


def _community(
    key: NodeId, nodes: Sequence[Node], pages: PageMap, chronicle: Chronicle
) -> Community | None:
    members = [node for node in nodes if node.type in THING_TYPES]
    members.sort(key=lambda node: (node.id != key, -pages.view.degree(node.id), node.id))
    inside = [pages.documents[node.id] for node in nodes if node.id in pages.documents]
    if len(members) < MIN_MEMBERS or len(inside) < MIN_DOCUMENTS:
        return None
    speaking: Counter[str] = Counter()
    for member in members:
        speaking.update(document.path for document in chronicle.spoken.get(member.id, ()))
    inside.sort(key=lambda document: (-speaking[document.path], document.path))
    questions = tuple(node for node in nodes if node.type is NodeType.OPEN_QUESTION)
    return Community(
        _face(members),
        tuple(members),
        tuple((document, speaking[document.path]) for document in inside),
        questions,
    )


def _face(members: Sequence[Node]) -> Node:
    """Return the member that a reader would name the topic by.

    That is the most central one, unless it only measures or is a document: then the best-connected
    idea.
    """
    return next((node for node in members if node.type not in MEASURES), members[0])
