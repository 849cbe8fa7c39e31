"""What syntheses are made from, and the frame that they share."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from tesserae.extract.links import LinkResolver
from tesserae.graph.view import GraphView
from tesserae.model.graph import Edge, Evidence, JsonValue, Node
from tesserae.model.ids import NodeId, node_id
from tesserae.model.ontology import EdgeType, NodeType
from tesserae.model.page import WikiPage, content_hash
from tesserae.model.source import Commit
from tesserae.wiki.pages.documents import Document
from tesserae.wiki.pages.inputs import SYNTHESES, PageMap, SynthesisDraft, WikiInputs
from tesserae.wiki.pages.lists import PageBuilder
from tesserae.wiki.text import escape, one_line, shorten
from tesserae.workspace import DEFAULT_WIKI_DIR

MAX_EDGES = 50
"""Nodes that a synthesis is linked to in the graph."""
MAX_EVIDENCE = 3


def _no_text(path: str) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class SynthesisInputs:
    """What the syntheses are made from."""

    view: GraphView
    """The graph with its user links, without syntheses."""
    paths: Mapping[NodeId, str]
    taken: Collection[str] = ()
    """Paths of the wiki folder that a person's own files hold."""
    commits: Sequence[Commit] = ()
    now: date | None = None
    """The newest date among the inputs."""
    repo_url: str | None = None
    wiki_dir: str = DEFAULT_WIKI_DIR
    project_name: str = ""
    text_of: Callable[[str], str] = _no_text
    """Asked only for long documents, whose parts links lead into."""

    def page_map(self) -> PageMap:
        """Return the map by which the syntheses find other pages."""
        return PageMap(
            WikiInputs(
                view=self.view,
                paths=self.paths,
                text_of=self.text_of,
                resolver=LinkResolver((), {}),
                taken=self.taken,
                repo_url=self.repo_url,
                wiki_dir=self.wiki_dir,
                commits=self.commits,
                now=self.now,
            )
        )


@dataclass(slots=True)
class SynthesisPage:
    """A synthesis in the making."""

    kind: str
    key: str
    """What tells it from others of its kind."""
    name: str
    """Its file's name without extension."""
    title: str
    builder: PageBuilder

    @classmethod
    def begin(cls, kind: str, key: str, name: str, title: str, pages: PageMap) -> SynthesisPage:
        """Begin a page with its title."""
        node = Node(node_id("Synthesis", f"{kind}\n{key}", name), NodeType.SYNTHESIS, title)
        builder = PageBuilder(node, f"{SYNTHESES}/{pages.synthesis_file(name)}", title)
        builder.add("", f"# {escape(title)}")
        return cls(kind, key, name, title, builder)

    @property
    def path(self) -> str:
        """Where the page lies in the wiki."""
        return self.builder.path

    def finish(
        self,
        description: str,
        documents: Sequence[Document],
        things: Sequence[Node] = (),
        *,
        updated: date | None = None,
        metadata: Mapping[str, JsonValue] | None = None,
    ) -> SynthesisDraft:
        """Return the draft: the page, its node and its edges.

        Args:
            description: What the page says, in a plain sentence.
            documents: What it sums up: `summarizes` edges.
            things: What it is about: `synthesizes` edges.
            updated: The newest date that it tells of.
            metadata: More for the node.
        """
        evidence = tuple(map(_evidence_of, documents))
        about = one_line(description)
        template = WikiPage(
            id=self.builder.node.id,
            type=NodeType.SYNTHESIS,
            path=self.path,
            title=self.title,
            body="",
            description=about,
            sources=tuple(sorted({document.path for document in documents[:20]})),
            updated=updated,
        )
        page, *rest = self.builder.build(template)
        facts: dict[str, JsonValue] = {
            "synthesis_kind": self.kind,
            "content_hash": content_hash(page.body),
            **(metadata or {}),
        }
        node = Node(
            id=page.id,
            type=NodeType.SYNTHESIS,
            name=self.title,
            description=about,
            metadata=facts,
            evidence=evidence[:MAX_EVIDENCE] or _evidence_of_things(things),
        )
        edges = [
            Edge(node.id, EdgeType.SUMMARIZES, document.node.id, evidence=(evidence[index],))
            for index, document in enumerate(documents[:MAX_EDGES])
        ]
        edges += [
            Edge(node.id, EdgeType.SYNTHESIZES, thing.id, evidence=thing.evidence[:1])
            for thing in things[:MAX_EDGES]
        ]
        return SynthesisDraft(node, tuple(edges), page, tuple(rest))


def _evidence_of(document: Document) -> Evidence:
    line = document.body_line
    said = shorten(one_line(document.node.description), limit=240)
    return Evidence(document.node.id, document.path, line, line, said)


def _evidence_of_things(things: Iterable[Node]) -> tuple[Evidence, ...]:
    return tuple(each for thing in things for each in thing.evidence[:1])[:MAX_EVIDENCE]
