"""The pages of the last compile by what they were built from, so that the same are not built again.

Only marks of pages are kept: a page is taken from the wiki folder, where it still stands to the
byte as it was projected. The memory is safe to delete; one that is damaged, or made by other code
or with other settings, is none.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from tesserae.model.ids import NodeId
from tesserae.model.page import WikiPage, content_hash
from tesserae.wiki.aspects import GATE_OF, Aspects
from tesserae.wiki.disk import DiskPage, WikiOnDisk
from tesserae.wiki.pages.build import PageSet
from tesserae.wiki.reads import EVERYTHING
from tesserae.wiki.store import SyncPlan

_FORMAT = 1


@dataclass(frozen=True, slots=True)
class BuiltPages:
    """The pages of one node with the keys that were read for them."""

    keys: Sequence[str]
    files: Sequence[tuple[str, str]]
    """(path, mark) of the page and of those that continue it; empty marks where a person wrote."""


@dataclass(frozen=True, slots=True)
class KeptPages:
    """A memory of the pages of one compile."""

    basis: str = ""
    """Names the code and the settings that made them."""
    gates: Mapping[str, str] = field(default_factory=dict)
    digests: Mapping[str, str] = field(default_factory=dict)
    """Key of a read → digest of what it gave."""
    pages: Mapping[NodeId, BuiltPages] = field(default_factory=dict)

    def changed(self, aspects: Aspects) -> frozenset[str]:
        """Return the keys that give something else now."""
        same = {gate for gate, value in aspects.gates.items() if self.gates.get(gate) == value}
        closed = {kind for kind, gate in GATE_OF.items() if gate in same}
        return frozenset(
            key
            for key, value in self.digests.items()
            if key[:1] not in closed and aspects.digest(key) != value
        )

    def standing(
        self, node_id: NodeId, changed: frozenset[str], disk: Mapping[str, DiskPage]
    ) -> list[WikiPage] | None:
        """Return the pages of a node where nothing they show changed and nobody touched them."""
        built = self.pages.get(node_id)
        if built is None or not changed.isdisjoint(built.keys):
            return None
        found: list[WikiPage] = []
        for path, mark in built.files:
            page = disk.get(path)
            if page is None or not mark or mark_of(page) != mark:
                return None
            found.append(page.page())
        return found


def mark_of(page: DiskPage) -> str:
    """Return what tells a file of ours from every other that could stand in its place."""
    return _mark(page.text, page.header.body_start, page.body_hash)


def mark_of_text(text: str, body: str) -> str:
    """Return the mark of a page that is about to be written."""
    return _mark(text, len(text) - len(body), content_hash(body))


def _mark(text: str, body_start: int, body_hash: str) -> str:
    head = zlib.crc32(text[:body_start].encode("utf-8", "surrogatepass"))
    return f"{len(text)} {head:08x} {body_hash[7:39]}"


def render_kept_pages(kept: KeptPages) -> bytes:
    """Render the file that `parse_kept_pages` reads."""
    numbers = {key: index for index, key in enumerate(kept.digests)}
    data = {
        "basis": kept.basis,
        "gates": kept.gates,
        "digests": kept.digests,
        "pages": {
            node_id: [[numbers[key] for key in built.keys], built.files]
            for node_id, built in kept.pages.items()
        },
    }
    text = json.dumps(data, separators=(",", ":")).encode()
    return b"tesserae pages %d %08x\n%s" % (_FORMAT, zlib.crc32(text), text)


def parse_kept_pages(data: bytes, basis: str) -> KeptPages:
    """Read a memory; a damaged one, or one with another basis, is empty."""
    head, _, text = data.partition(b"\n")
    if head != b"tesserae pages %d %08x" % (_FORMAT, zlib.crc32(text)):
        return KeptPages()
    try:
        rows = json.loads(text)
        if rows["basis"] != basis:
            return KeptPages()
        keys = list(rows["digests"])
        pages = {
            NodeId(node_id): BuiltPages(
                [keys[number] for number in numbers], [(path, mark) for path, mark in files]
            )
            for node_id, (numbers, files) in rows["pages"].items()
        }
        return KeptPages(basis, rows["gates"], rows["digests"], pages)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError):
        # The checksum holds, so a careless hand wrote it: as good as none.
        return KeptPages()


@dataclass(frozen=True, slots=True)
class Memory:
    """What a projection may fall back on."""

    kept: KeptPages
    basis: str
    digest_of_source: Callable[[str], str]
    """Path of a source → a hash of its content."""


@dataclass(slots=True)
class Remembering:
    """One projection with a memory: what is taken as it stands, and what is to be kept of it."""

    pages: PageSet
    memory: Memory
    disk: WikiOnDisk
    standing: set[str] = field(default_factory=set)
    """Paths of the pages that are taken as they stand."""
    _aspects: Aspects = field(init=False)
    _changed: frozenset[str] = field(init=False)
    _read: dict[NodeId, tuple[Collection[str], tuple[WikiPage, ...]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._aspects = Aspects(self.pages.map, self.memory.digest_of_source, self.pages.relevance)
        self._changed = self.memory.kept.changed(self._aspects)

    def build(self) -> list[WikiPage]:
        """Return every page of the wiki, in path order."""
        found: list[WikiPage] = []
        kept = self.memory.kept
        for node in self.pages.nodes():
            standing = kept.standing(node.id, self._changed, self.disk.pages)
            if standing is not None:
                self.standing.update(page.path for page in standing)
                self._read[node.id] = (kept.pages[node.id].keys, tuple(standing))
                found += standing
                continue
            built = self.pages.pages_of(node)
            found += built.pages
            if EVERYTHING not in built.keys:
                self._read[node.id] = (built.keys, built.pages)
        return self.pages.sorted(found)

    def keep(self, plan: SyncPlan) -> KeptPages:
        """Return what the next projection may fall back on, once the plan is carried out."""
        edited = plan.merged
        digests: dict[str, str] = {}
        pages: dict[NodeId, BuiltPages] = {}
        known, changed = self.memory.kept.digests, self._changed
        for node_id, (keys, built) in self._read.items():
            for key in keys:
                if key not in digests:
                    same = known.get(key) if key not in changed else None
                    digests[key] = same or self._aspects.digest(key)
            files = [
                (page.path, "" if page.path in edited else self._mark(page, plan)) for page in built
            ]
            pages[node_id] = BuiltPages(tuple(keys), files)
        return KeptPages(self.memory.basis, self._aspects.gates, digests, pages)

    def _mark(self, page: WikiPage, plan: SyncPlan) -> str:
        text = plan.writes.get(page.path)
        if text is not None:
            return mark_of_text(text, page.body)
        found = self.disk.pages.get(page.path)
        return mark_of(found) if found is not None else ""
