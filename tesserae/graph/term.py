"""A term while it is being put together: its spellings, where it stands, what it is taken for."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple

from tesserae.extract.extraction import Cue
from tesserae.model.ids import NodeId
from tesserae.model.ontology import EdgeType, NodeType

MAX_PLACES = 24
"""Documents in which a term's spellings and examples are looked at."""


class Place(NamedTuple):
    """A term in one document."""

    document: int
    times: int
    sentence: int
    """The first one that holds it."""


class Naming(NamedTuple):
    """A value of the front matter that names a term."""

    document: int
    role: str
    value: str
    line: int


class Definition(NamedTuple):
    """A sentence that says what a term is."""

    rank: tuple[float, ...]
    """Greater is better."""
    document: int
    sentence: int


CUE_EDGES: dict[str, EdgeType] = {
    Cue.TITLE: EdgeType.DOCUMENTS,
    Cue.INTRODUCED: EdgeType.INTRODUCES,
    Cue.HEADING: EdgeType.DISCUSSES,
}
"""The cues that link a document to a term; all others only count towards its being one."""


@dataclass(slots=True)
class Term:
    """One thing with all its spellings."""

    key: str
    """The representative of its keys."""
    keys: list[str]
    score: float
    surfaces: dict[str, Counter[str]] = field(default_factory=dict)
    """For each key, its spellings in the first documents."""
    types: dict[NodeType, float] = field(default_factory=lambda: defaultdict(float))
    """What front matter says it is."""
    hints: Counter[str] = field(default_factory=Counter)
    """What the words around it say it is, by the names of node types."""
    documents: int = 0
    """How many documents mention it."""
    only_named: int = 0
    """How many more name it in their front matter only."""
    places: list[Place] = field(default_factory=list)
    """The first few of them."""
    best: Definition | None = None
    named: list[Naming] = field(default_factory=list)
    node: NodeId | None = None

    def note(self, key: str, surface: str) -> None:
        """Count a spelling."""
        votes = self.surfaces.get(key)
        if votes is None:
            votes = self.surfaces[key] = Counter()
        votes[surface] += 1

    def spellings(self) -> list[str]:
        """Return every spelling, without the marks of vague ones."""
        return [surface.lstrip("~") for votes in self.surfaces.values() for surface in votes]
