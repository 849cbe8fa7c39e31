"""What merging takes and gives: extractions with their documents in, a checked graph out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from tesserae.extract import Extraction
from tesserae.graph.canonical import Verdicts
from tesserae.graph.remembered import Memory, Remembered
from tesserae.model.graph import Graph
from tesserae.model.ids import NodeId
from tesserae.model.ontology import NodeType
from tesserae.model.source import MediaType


@dataclass(frozen=True, slots=True)
class DocumentInput:
    """One source with what was extracted from it."""

    source_id: NodeId
    """The id of its SourceDocument or SourceFile node."""
    path: str
    media_type: MediaType
    size: int
    created: date | None
    updated: date | None
    extraction: Extraction


@dataclass(frozen=True, slots=True)
class UserLink:
    """A link that a person added by hand to a wiki page."""

    source: NodeId
    target: NodeId
    path: str
    """The page's path, relative to the project root."""
    line: int
    excerpt: str = ""


@dataclass(frozen=True, slots=True)
class GraphInputs:
    """Everything that a graph is a function of."""

    documents: Sequence[DocumentInput]
    project_name: str
    repo_url: str | None = None
    terms: Mapping[str, str] = field(default_factory=dict)
    """Terms from the settings, each with a node type or ""."""
    verdicts: Verdicts = field(default_factory=Verdicts)
    user_links: Sequence[UserLink] = ()
    remembered: Remembered | None = None
    """What the last merge left; it is used up."""


class BrokenLink(NamedTuple):
    """A link of a document that leads to no source."""

    path: str
    line: int
    target: str


class NearDuplicate(NamedTuple):
    """Two nodes that may be one."""

    left: NodeId
    right: NodeId
    reason: str


@dataclass(frozen=True, slots=True)
class GraphBuild:
    """A checked, sorted graph and what its report lists."""

    graph: Graph
    broken_links: tuple[BrokenLink, ...] = ()
    near_duplicates: tuple[NearDuplicate, ...] = ()
    weakest: tuple[NodeId, ...] = ()
    """The nodes with the least evidence for being a thing, weakest first."""
    questions: tuple[NodeId, ...] = ()
    """Open questions without a `resolved_by`."""
    memory: Memory | None = field(default=None, repr=False, compare=False)
    """What the next merge may go on from."""


def parse_node_type(name: str) -> NodeType | None:
    """Return the type of that name, written in any case, or None."""
    folded = name.replace(" ", "").replace("_", "").casefold()
    for type_ in NodeType:
        if type_.value.casefold() == folded:
            return type_
    return None
