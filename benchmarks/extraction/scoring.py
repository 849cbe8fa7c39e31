"""Compare a graph with the labels of its set.

**The matching rule.** A surface form names a node where it equals the node's name or one of its
aliases, after Unicode NFC, with case folded and runs of white space as one space. Nothing else is
folded: not plurals, not hyphens, not word order. Only *things* are looked at: nodes of the folders
papers, repos, concepts, entities and topics. A document that bears the title "Bloom filter" does
not make up for a missing concept.

**What counts.**

- A thing is *found* where any of its forms names a node, and *typed* where such a node has an
  accepted type. All kinds of concepts and topics accept each other: the labels do not quarrel about
  whether a code is an Algorithm or a TechnicalTerm.
- A junk form *exists* where it names a node.
- A node is *right* where it is a found thing of an accepted type, or a fair name, or a labelled
  author; *unjudged* where the labels say nothing of it. Precision leaves the unjudged aside; they
  are counted beside it.
- Acronym pairs (two names for one thing) must both be carried by one node. Of the spellings of one
  name (plural, hyphen, case) at least one must be carried, and all that are by the same node.
  Different pairs must not share a node.
- A link is found where an edge `references`, `depends_on` or `extends` leads from the one document
  to the other, or an edge `supersedes` either way.
- A description counts where the node named by the form has the given words in its description.
"""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from labels import Forms, Labels

from tesserae.model.graph import Edge, Graph, Node
from tesserae.model.ids import NodeId
from tesserae.model.ontology import TYPES_OF_KIND, EdgeType, Kind, NodeType

_THING_KINDS = (Kind.PAPERS, Kind.REPOS, Kind.CONCEPTS, Kind.ENTITIES, Kind.TOPICS)
THING_TYPES = frozenset(type_ for kind in _THING_KINDS for type_ in TYPES_OF_KIND[kind])
# A result is a row of a table: nobody labels those, and nobody calls them junk.
PAGE_TYPES = (TYPES_OF_KIND[Kind.CONCEPTS] | TYPES_OF_KIND[Kind.ENTITIES]) - {NodeType.RESULT}
_LINK_TYPES = (EdgeType.REFERENCES, EdgeType.DEPENDS_ON, EdgeType.EXTENDS)


@dataclass(frozen=True, slots=True)
class Rate:
    """So many of so many, with what is missing from the whole."""

    hits: int
    total: int
    misses: tuple[str, ...] = ()

    @property
    def share(self) -> float:
        """Return hits / total; 1 of nothing."""
        return self.hits / self.total if self.total else 1.0


@dataclass(frozen=True, slots=True)
class TypeScore:
    """How one node type fares."""

    labelled: int
    found: int
    typed: int
    nodes: int
    right: int
    unjudged: int

    @property
    def recall(self) -> Rate:
        """Return the labelled things of the type that exist with an accepted type."""
        return Rate(self.typed, self.labelled)

    @property
    def precision(self) -> Rate:
        """Return the judged nodes of the type that are right."""
        return Rate(self.right, self.nodes - self.unjudged)


@dataclass(frozen=True, slots=True)
class Score:
    """All figures of one set."""

    types: Mapping[NodeType, TypeScore]
    things: Rate
    typed: Rate
    junk: Rate
    """Hits are the junk forms that exist; `misses` names them."""
    unmatched: Rate
    """Hits are the concept and entity nodes that no label speaks of; `misses` names them."""
    acronyms: Rate
    spellings: Rate
    both_names: Rate
    """Pairs of both lists of which one node carries every form."""
    different: Rate
    links: Rate
    link_precision: Rate
    authors: Rate
    author_precision: Rate
    questions: Rate
    described: Rate
    any_description: Rate
    """Found things that carry any description."""
    evidence: Rate
    """Thing nodes with evidence."""
    nodes: Mapping[str, int] = field(default_factory=dict)


class NameIndex:
    """Which things bear a name."""

    def __init__(self, nodes: Iterable[Node]) -> None:
        self.nodes: dict[NodeId, Node] = {
            node.id: node for node in nodes if node.type in THING_TYPES
        }
        self._ids: dict[str, set[NodeId]] = defaultdict(set)
        for node in self.nodes.values():
            for name in (node.name, *node.aliases):
                self._ids[fold(name)].add(node.id)

    def ids(self, *forms: str) -> set[NodeId]:
        """Return the nodes that any of the forms names."""
        return set().union(*(self._ids.get(fold(form), set()) for form in forms))


def fold(name: str) -> str:
    """Return a name as it is compared."""
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


@dataclass(frozen=True, slots=True)
class Matches:
    """Which nodes the labels speak of."""

    index: NameIndex
    found: Mapping[Forms, set[NodeId]]
    """The nodes that a thing's forms name."""
    typed: Mapping[Forms, set[NodeId]]
    """Those of an accepted type."""
    right: frozenset[NodeId]
    judged: frozenset[NodeId]


def match(graph: Graph, labels: Labels) -> Matches:
    """Find the nodes that things, fair names and junk name."""
    index = NameIndex(graph.nodes.values())
    found = {thing.forms: index.ids(*thing.forms) for thing in labels.things}
    typed = {
        thing.forms: {
            node_id for node_id in found[thing.forms] if index.nodes[node_id].type in thing.accepted
        }
        for thing in labels.things
    }
    people = (forms for _, forms in labels.authors)
    fair = index.ids(*(form for forms in (*labels.fair, *people) for form in forms))
    return Matches(
        index=index,
        found=found,
        typed=typed,
        right=frozenset(fair.union(*typed.values())),
        judged=frozenset(fair.union(*found.values(), index.ids(*labels.junk))),
    )


def score(graph: Graph, labels: Labels) -> Score:
    """Compare every list of the labels with the graph."""
    matches = match(graph, labels)
    index, found = matches.index, matches.found
    things = [thing.forms for thing in labels.things]
    pairs = (*labels.acronyms, *labels.spellings)
    pages = [node for node in index.nodes.values() if node.type in PAGE_TYPES]
    strangers = [node for node in pages if node.id not in matches.judged]
    present = tuple(form for form in labels.junk if index.ids(form))
    bare = [node for node in index.nodes.values() if not node.evidence]
    links, link_precision = _links(graph, labels)
    authors, author_precision = _authors(graph, labels)
    return Score(
        types=_types(graph, labels, matches),
        things=_rate(things, lambda forms: bool(found[forms])),
        typed=_rate(things, lambda forms: bool(matches.typed[forms])),
        junk=Rate(len(present), len(labels.junk), present),
        unmatched=Rate(len(strangers), len(pages), _labels_of(strangers)),
        acronyms=_rate(labels.acronyms, lambda forms: _carried_by_one(index, forms)),
        spellings=_rate(labels.spellings, lambda forms: len(index.ids(*forms)) == 1),
        both_names=_rate(pairs, lambda forms: _carried_by_one(index, forms)),
        different=_rate(labels.different, lambda forms: not _carried_by_one(index, forms)),
        links=links,
        link_precision=link_precision,
        authors=authors,
        author_precision=author_precision,
        questions=_questions(graph, labels),
        described=_described(index, labels),
        any_description=_rate(
            [forms for forms in things if found[forms]],
            lambda forms: any(index.nodes[i].description for i in found[forms]),
        ),
        evidence=Rate(len(index.nodes) - len(bare), len(index.nodes), _labels_of(bare)),
        nodes=dict(sorted(Counter(str(node.type) for node in graph.nodes.values()).items())),
    )


def _rate(forms: Sequence[Forms], is_hit: Callable[[Forms], bool]) -> Rate:
    misses = tuple(" | ".join(one) for one in forms if not is_hit(one))
    return Rate(len(forms) - len(misses), len(forms), misses)


def _labels_of(nodes: Iterable[Node]) -> tuple[str, ...]:
    return tuple(sorted(f"{node.type}: {node.name}" for node in nodes))


def _carried_by_one(index: NameIndex, forms: Forms) -> bool:
    return bool(set.intersection(*(index.ids(form) for form in forms)))


def _types(graph: Graph, labels: Labels, matches: Matches) -> Mapping[NodeType, TypeScore]:
    scores = {}
    for type_ in (type_ for type_ in NodeType if type_ in THING_TYPES):
        wanted = [thing.forms for thing in labels.things if thing.preferred is type_]
        nodes = {node.id for node in matches.index.nodes.values() if node.type is type_}
        if wanted or nodes:
            scores[type_] = TypeScore(
                labelled=len(wanted),
                found=sum(bool(matches.found[forms]) for forms in wanted),
                typed=sum(bool(matches.typed[forms]) for forms in wanted),
                nodes=len(nodes),
                right=len(nodes & matches.right),
                unjudged=len(nodes - matches.judged),
            )
    documents = _documents(graph)
    hits = len(set(documents) & set(labels.documents))
    scores[NodeType.SOURCE_DOCUMENT] = TypeScore(
        len(labels.documents), hits, hits, len(documents), hits, 0
    )
    asked = _questions(graph, labels)
    count = sum(node.type is NodeType.OPEN_QUESTION for node in graph.nodes.values())
    scores[NodeType.OPEN_QUESTION] = TypeScore(
        asked.total, asked.hits, asked.hits, count, min(asked.hits, count), count - asked.hits
    )
    return scores


def _documents(graph: Graph) -> Mapping[str, NodeId]:
    return {
        str(node.metadata.get("path", node.name)): node.id
        for node in graph.nodes.values()
        if node.type is NodeType.SOURCE_DOCUMENT
    }


def _links(graph: Graph, labels: Labels) -> tuple[Rate, Rate]:
    path_of = {node_id: path for path, node_id in _documents(graph).items()}
    made: set[tuple[str, str]] = set()
    replaced: set[tuple[str, str]] = set()
    for edge in graph.edges:
        if edge.source in path_of and edge.target in path_of:
            pair = (path_of[edge.source], path_of[edge.target])
            if edge.type in _LINK_TYPES:
                made.add(pair)
            elif edge.type is EdgeType.SUPERSEDES:
                replaced.update((pair, pair[::-1]))
    wanted = set(labels.links)
    missing = sorted(wanted - made - replaced)
    extra = sorted(made - wanted)
    return (
        Rate(len(wanted) - len(missing), len(wanted), _arrows(missing)),
        Rate(len(made) - len(extra), len(made), _arrows(extra)),
    )


def _authors(graph: Graph, labels: Labels) -> tuple[Rate, Rate]:
    path_of = {node_id: path for path, node_id in _documents(graph).items()}
    made: dict[str, list[set[str]]] = defaultdict(list)
    for edge in graph.edges:
        if edge.type is EdgeType.AUTHORED_BY and edge.source in path_of:
            made[path_of[edge.source]].append(_names(graph, edge))
    wanted: dict[str, list[set[str]]] = defaultdict(list)
    for path, forms in labels.authors:
        wanted[path].append({fold(form) for form in forms})
    missing = _without_partner(wanted, made)
    extra = _without_partner(made, wanted)
    count = sum(map(len, made.values()))
    return (
        Rate(len(labels.authors) - len(missing), len(labels.authors), missing),
        Rate(count - len(extra), count, extra),
    )


def _names(graph: Graph, edge: Edge) -> set[str]:
    person = graph.nodes[edge.target]
    return {fold(name) for name in (person.name, *person.aliases)}


def _without_partner(
    those: Mapping[str, list[set[str]]], others: Mapping[str, list[set[str]]]
) -> tuple[str, ...]:
    return tuple(
        f"{path} — {min(names)}"
        for path, people in sorted(those.items())
        for names in people
        if not any(names & other for other in others.get(path, ()))
    )


def _questions(graph: Graph, labels: Labels) -> Rate:
    asked = [
        fold(node.name) for node in graph.nodes.values() if node.type is NodeType.OPEN_QUESTION
    ]
    return _rate(
        labels.questions,
        lambda words: any(all(fold(word) in name for word in words) for name in asked),
    )


def _described(index: NameIndex, labels: Labels) -> Rate:
    def is_hit(pair: Forms) -> bool:
        form, words = pair
        return any(
            fold(words) in fold(index.nodes[node_id].description) for node_id in index.ids(form)
        )

    return _rate(tuple(labels.described.items()), is_hit)


def _arrows(pairs: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(f"{source} → {target}" for source, target in pairs)
