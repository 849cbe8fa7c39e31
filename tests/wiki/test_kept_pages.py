"""A page that is taken as it stands is the page that would be built."""

import hashlib
from dataclasses import replace

import pytest
from builders import tide_library
from hypothesis import given, settings
from hypothesis import strategies as st

from tesserae.model.graph import Edge, Evidence, Graph
from tesserae.model.ontology import EDGE_ENDS, EdgeType, NodeType
from tesserae.model.source import Commit
from tesserae.wiki.disk import read_wiki
from tesserae.wiki.kept_pages import KeptPages, Memory, parse_kept_pages, render_kept_pages
from tesserae.wiki.pages.build import PageSet
from tesserae.wiki.projection import ProjectionInputs, project
from tesserae.wiki.store import sync_wiki
from tesserae.workspace import Workspace, Writer

NAMES = ("Residual", "On the harmonic method", "King tide", "spring tide", "tidal prediction")
DAYS = ("1687-07-05", "1867-09-01", "1900-01-01")
TEXTS = (
    "See [[King tide]], [[harmonic analysis]] and [the log](../log/1868-03-02.md#log).",
    "![](tide.png) and [the paper](../papers/equilibrium.md#results).",
    "[[On the harmonic method]], again.",
)
EDGE_TYPES = sorted(EdgeType)


class Bases(dict):
    """Merge bases in memory."""

    def put(self, bodies):
        self.update(bodies)


class Library:
    """A wiki that is projected with a memory while its graph changes."""

    def __init__(self, root):
        self.workspace = Workspace(root)
        made = tide_library()
        graph = made.graph()
        self.texts = dict(made.texts)
        self.nodes, self.edges = dict(graph.nodes), {_key(edge): edge for edge in graph.edges}
        self.assets = set()
        self.commits = []
        self.bases = Bases()
        self.kept = b""
        self.redirects = {}

    def graph(self):
        nodes = {id_: self.nodes[id_] for id_ in sorted(self.nodes)}
        return Graph(nodes, tuple(self.edges[key] for key in sorted(self.edges)))

    def inputs(self, memory=None):
        return ProjectionInputs(
            self.graph(),
            lambda path: self.texts.get(path, ""),
            frozenset(self.texts),
            assets=frozenset(self.assets),
            commits=tuple(self.commits),
            memory=memory,
        )

    def digest(self, path):
        return hashlib.sha256(self.texts.get(path, "").encode()).hexdigest()

    def compile(self):
        """Project with and without the memory; return both, and carry the first one out."""
        disk = read_wiki(self.workspace.wiki_dir)
        memory = Memory(parse_kept_pages(self.kept, "basis"), "basis", self.digest)
        fresh = project(self.inputs(), disk, self.bases, redirects=self.redirects)
        found = project(self.inputs(memory), disk, self.bases, redirects=self.redirects)
        sync_wiki(found.plan, self.workspace.wiki_dir, self.bases, Writer(self.workspace))
        self.kept = render_kept_pages(found.kept)
        self.redirects = dict(found.plan.redirects)
        return found, fresh

    # --- changes

    def change(self, action, number, other):
        getattr(self, f"_{action}")(number, other)

    def _node(self, number):
        ids = sorted(self.nodes)
        return self.nodes[ids[number % len(ids)]]

    def _document(self, number):
        documents = [
            self.nodes[id_]
            for id_ in sorted(self.nodes)
            if self.nodes[id_].type is NodeType.SOURCE_DOCUMENT
        ]
        return documents[number % len(documents)]

    def _put(self, node, **fields):
        self.nodes[node.id] = replace(node, **fields)

    def _rename(self, number, other):
        self._put(self._node(number), name=NAMES[other % len(NAMES)])

    def _alias(self, number, other):
        self._put(self._node(number), aliases=(NAMES[other % len(NAMES)],))

    def _describe(self, number, other):
        self._put(self._node(number), description=f"It is number {other}.")

    def _status(self, number, other):
        node = self._node(number)
        self._put(node, metadata={**node.metadata, "status": ("open", "resolved")[other % 2]})

    def _date(self, number, other):
        node = self._document(number)
        day = DAYS[other % len(DAYS)]
        self._put(node, metadata={**node.metadata, "created": day, "updated": day})

    def _heading(self, number, other):
        node = self._document(number)
        rows = [["", 0, "", 1, 1], [f"Part {other}", 2, f"part-{other}", other % 4 + 1, 9]]
        self._put(node, metadata={**node.metadata, "sections": rows})

    def _write(self, number, other):
        path = self._document(number).metadata["path"]
        self.texts[path] = f"{self.texts[path]}\n{TEXTS[other % len(TEXTS)]}\n"

    def _grow(self, number, other):
        node = self._document(number)
        path = node.metadata["path"]
        self.texts[path] += "".join(f"\n\n{'Many words. ' * 300}{each}" for each in range(30))
        self._put(node, metadata={**node.metadata, "size": len(self.texts[path].encode())})

    def _edge(self, number, other):
        source, target = self._node(number), self._node(other)
        fitting = [
            type_
            for type_ in EDGE_TYPES
            if source.type in EDGE_ENDS[type_][0] and target.type in EDGE_ENDS[type_][1]
        ]
        if fitting and source.id != target.id:
            document = self._document(other)
            path = document.metadata["path"]
            passage = Evidence(document.id, path, number % 5 + 1, number % 5 + 1, f"So {number}.")
            edge = Edge(
                source.id, fitting[(number + other) % len(fitting)], target.id, 1.0, (passage,)
            )
            self.edges[_key(edge)] = edge

    def _cut(self, number, other):
        if self.edges:
            self.edges.pop(sorted(self.edges)[number % len(self.edges)])

    def _drop(self, number, other):
        node = self._node(number)
        if len(self.nodes) > 3 and node.id != self._document(0).id:
            del self.nodes[node.id]
            self.texts.pop(node.metadata.get("path"), None)
            self.edges = {
                key: edge
                for key, edge in self.edges.items()
                if node.id not in (edge.source, edge.target)
            }

    def _asset(self, number, other):
        self.assets ^= {("notes/tide.png", "images/tide.png", "log/tide.png")[other % 3]}

    def _commit(self, number, other):
        path = self._document(number).metadata["path"]
        self.commits.append(
            Commit(f"{other:040x}", f"1868-03-0{other % 8 + 1}T10:00:00+00:00", "A", "Fix", (path,))
        )

    def _touch(self, number, other):
        pages = sorted(self.workspace.wiki_dir.rglob("*.md"))
        page = pages[number % len(pages)]
        text = page.read_text(encoding="utf-8")
        if other % 4 == 0:
            page.unlink()
        elif other % 4 == 1:
            page.write_text(text[: len(text) // 2], encoding="utf-8")
        elif other % 4 == 2:
            page.write_text(f"{text}\n\n", encoding="utf-8")
        else:
            page.write_text(f"{text}\nMy own words on [[King tide]].\n", encoding="utf-8")

    def _own(self, number, other):
        path = self.workspace.wiki_dir / "concepts" / ("residual.md", "mine.md")[other % 2]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("# Mine\n\nOf a person.\n", encoding="utf-8")


def _key(edge):
    return (edge.source, edge.type, edge.target)


ACTIONS = sorted(name[1:] for name in vars(Library) if name.startswith("_") and name[1].isalpha())
ACTIONS = [name for name in ACTIONS if name not in {"node", "document", "put"}]
changes = st.tuples(st.sampled_from(ACTIONS), st.integers(0, 60), st.integers(0, 60))


@settings(max_examples=25, deadline=None)
@given(st.lists(st.lists(changes, max_size=3), max_size=4))
def test_with_a_memory_the_wiki_is_the_same(tmp_path_factory, rounds):
    library = Library(tmp_path_factory.mktemp("library"))
    for steps in [[], *rounds, []]:
        for step in steps:
            library.change(*step)
        found, fresh = library.compile()
        assert found.pages == fresh.pages
        assert found.graph == fresh.graph
        assert found.plan == fresh.plan


@pytest.fixture
def library(tmp_path):
    library = Library(tmp_path)
    library.compile()
    return library


def built(library, monkeypatch):
    """Return the titles of the pages that a compile builds."""
    titles = []
    build = PageSet.pages_of

    def pages_of(self, node):
        titles.append(node.name)
        return build(self, node)

    disk = read_wiki(library.workspace.wiki_dir)
    memory = Memory(parse_kept_pages(library.kept, "basis"), "basis", library.digest)
    monkeypatch.setattr(PageSet, "pages_of", pages_of)
    project(library.inputs(memory), disk, library.bases)
    return titles


def test_nothing_is_built_where_nothing_changed(library, monkeypatch):
    assert built(library, monkeypatch) == []


def test_an_edit_builds_the_pages_that_show_it(library, monkeypatch):
    residual = next(node for node in library.nodes.values() if node.name == "residual")
    library.nodes[residual.id] = replace(residual, description="What is left over.")
    assert built(library, monkeypatch) == ["residual"]


def test_a_page_that_a_person_touched_is_built(library, monkeypatch):
    page = library.workspace.wiki_dir / "entities/residual.md"
    page.write_text(page.read_text(encoding="utf-8") + "\nMine.\n", encoding="utf-8")
    assert built(library, monkeypatch) == ["residual"]


def test_a_damaged_memory_or_one_of_other_settings_is_none(library):
    assert parse_kept_pages(library.kept, "basis").pages
    assert parse_kept_pages(library.kept, "other") == KeptPages()
    assert parse_kept_pages(library.kept[:-9], "basis") == KeptPages()
    assert parse_kept_pages(library.kept.replace(b"Model", b"Nodel"), "basis") == KeptPages()
    assert parse_kept_pages(b"", "basis") == KeptPages()


def test_pages_that_link_to_a_renamed_thing_are_built(library):
    residual = next(node for node in library.nodes.values() if node.name == "residual")
    library.nodes[residual.id] = replace(residual, name="King tide")
    found, fresh = library.compile()
    assert found.pages == fresh.pages
