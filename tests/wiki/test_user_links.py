import pytest
from builders import HandMade

from tesserae.graph.view import GraphView
from tesserae.model.ontology import EdgeType, NodeType
from tesserae.wiki.disk import read_wiki
from tesserae.wiki.projection import ProjectionInputs, project
from tesserae.wiki.store import sync_wiki
from tesserae.workspace import Workspace, Writer


class Bases(dict):
    """Merge bases in memory."""

    def put(self, bodies):
        self.update(bodies)


class Project:
    """A wiki of a hand-made graph: two concepts that one document names together, and a third."""

    def __init__(self, root):
        self.workspace = Workspace(root)
        self.dir = self.workspace.wiki_dir
        self.bases = Bases()
        made = self.made = HandMade()
        text = "# Notes\n\nA spring tide follows the full moon.\n"
        document = made.document("docs/notes.md", text)
        self.tide = made.thing("Spring tide", NodeType.CONCEPT, "A spring tide is large.")
        self.moon = made.thing("Full moon", NodeType.CONCEPT)
        self.wind = made.thing("Wind", NodeType.CONCEPT, aliases=("breeze",))
        for thing in (self.tide, self.moon):
            made.edge(document, EdgeType.MENTIONS, thing, "A spring tide follows the full moon.")
        other = made.document("docs/wind.md", "# On wind\n\nThe wind blows.\n")
        made.edge(other, EdgeType.MENTIONS, self.wind, "The wind blows.")

    def compile(self):
        inputs = ProjectionInputs(self.made.graph(), self.made.texts.get, self.made.texts)
        projection = project(inputs, read_wiki(self.dir), self.bases)
        sync_wiki(projection.plan, self.dir, self.bases, Writer(self.workspace))
        return projection

    def links(self):
        """Compile until nothing changes, and return the hand-made links of the graph."""
        first = self.compile()
        again = self.compile()
        assert (again.plan.writes, again.graph) == ({}, first.graph)
        edges = [edge for edge in first.graph.edges if edge.type is EdgeType.USER_LINK]
        nodes = first.graph.nodes
        return {(nodes[edge.source].name, nodes[edge.target].name) for edge in edges}

    def write(self, path, text):
        target = self.dir / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def read(self, path):
        return (self.dir / path).read_text(encoding="utf-8")

    def append(self, path, text):
        self.write(path, self.read(path) + text)


@pytest.fixture
def wiki(tmp_path):
    wiki = Project(tmp_path)
    wiki.compile()
    return wiki


def test_links_that_we_write_are_not_hand_made(wiki):
    assert "full-moon.md" in wiki.read("concepts/spring-tide.md")
    assert wiki.links() == set()


@pytest.mark.parametrize("link", ["[wind](wind.md)", "[[Wind]]", "[[breeze]]", "[[concepts/wind]]"])
def test_a_link_that_a_person_adds_becomes_an_edge(wiki, link):
    wiki.append("concepts/spring-tide.md", f"\n## Mine\n\nMind the {link}.\n")
    assert wiki.links() == {("Spring tide", "Wind")}


def test_an_edge_knows_the_line_and_the_words_of_its_link(wiki):
    wiki.append("concepts/spring-tide.md", "\n## Mine\n\nMind the **[wind](wind.md)**.\n")
    wiki.links()
    (edge,) = [edge for edge in wiki.compile().graph.edges if edge.type is EdgeType.USER_LINK]
    (evidence,) = edge.evidence
    lines = wiki.read("concepts/spring-tide.md").split("\n")
    assert evidence.path == ".tesserae/wiki/concepts/spring-tide.md"
    assert lines[evidence.start_line - 1] == "Mind the **[wind](wind.md)**."
    assert evidence.excerpt == "Mind the wind."


def test_the_page_that_is_linked_to_shows_the_sentence(wiki):
    wiki.append("concepts/spring-tide.md", "\n## Mine\n\nMind the [wind](wind.md).\n")
    wiki.links()
    assert "- [Spring tide](spring-tide.md): “Mind the wind.”" in wiki.read("concepts/wind.md")


def test_a_link_taken_back_takes_its_edge_along(wiki):
    before = wiki.read("concepts/spring-tide.md")
    wiki.append("concepts/spring-tide.md", "\n## Mine\n\nMind the [wind](wind.md).\n")
    wiki.links()
    wiki.write("concepts/spring-tide.md", before)
    assert wiki.links() == set()


def test_a_second_link_to_a_page_that_we_link_to_is_hand_made_until_it_goes(wiki):
    path = "concepts/spring-tide.md"
    wiki.append(path, "\n## Mine\n\nSee the [moon](full-moon.md).\n")
    assert wiki.links() == {("Spring tide", "Full moon")}
    wiki.write(path, wiki.read(path).replace("\n## Mine\n\nSee the [moon](full-moon.md).\n", ""))
    assert wiki.links() == set()


def test_a_note_behind_an_item_of_ours_is_no_link(wiki):
    text = wiki.read("concepts/spring-tide.md")
    line = next(line for line in text.split("\n") if "full-moon.md" in line)
    wiki.write("concepts/spring-tide.md", text.replace(line, f"{line}, mind this"))
    assert wiki.links() == set()


def test_links_are_the_same_without_the_merge_bases(wiki):
    wiki.append("concepts/spring-tide.md", "\n## Mine\n\nMind the [wind](wind.md).\n")
    wiki.append("concepts/wind.md", "\n## Mine\n\nIt lifts the [tide](spring-tide.md).\n")
    with_bases = wiki.links()
    graph = wiki.compile().graph
    wiki.bases.clear()
    assert wiki.links() == with_bases
    assert wiki.compile().graph == graph


def test_an_edit_that_no_compile_has_seen_is_found_on_a_fresh_clone(wiki):
    wiki.append("concepts/spring-tide.md", "\n## Mine\n\nMind the [wind](wind.md).\n")
    wiki.bases.clear()
    assert wiki.links() == {("Spring tide", "Wind")}


def test_an_item_that_the_projection_brings_as_well_stays_hand_made(wiki):
    path = "concepts/wind.md"
    text = wiki.read(path)
    item = "- [Full moon](full-moon.md), they say\n"
    related = text.index("## Related\n\n") + len("## Related\n\n") if "## Related" in text else None
    wiki.write(
        path,
        text[:related] + item + text[related:] if related else f"{text}\n## Related\n\n{item}",
    )
    assert wiki.links() == {("Wind", "Full moon")}
    document = wiki.made.document("docs/both.md", "# Both\n\nWind at full moon.\n")
    for thing in (wiki.wind, wiki.moon):
        wiki.made.edge(document, EdgeType.MENTIONS, thing, "Wind at full moon.")
    assert wiki.links() == {("Wind", "Full moon")}
    assert wiki.read(path).count("(full-moon.md)") == 1


def test_every_link_of_a_persons_own_page_is_hand_made(wiki):
    path = ".tesserae/wiki/notes/mine.md"
    text = "# Mine\n\nOn [wind](../concepts/wind.md) and [[Spring tide]].\n"
    wiki.write("notes/mine.md", text)
    wiki.made.document(path, text)
    assert wiki.links() == {("Mine", "Wind"), ("Mine", "Spring tide")}
    assert wiki.read("notes/mine.md") == text


def test_a_link_to_a_persons_own_page_is_an_edge(wiki):
    wiki.write("notes/mine.md", "# Mine\n")
    wiki.made.document(".tesserae/wiki/notes/mine.md", "# Mine\n")
    wiki.append("concepts/wind.md", "\n## More\n\n[Mine](../notes/mine.md)\n")
    assert wiki.links() == {("Wind", "Mine")}


@pytest.mark.parametrize(
    "link",
    [
        "[a](https://example.org/wind.md)",
        "[a](javascript:alert(1).md)",
        "[a](../../../../etc/wind.md)",
        "`[a](wind.md)`",
        "![[wind]]",
        "[a](nowhere.md)",
        "[a](spring-tide.md)",
    ],
)
def test_what_leads_to_no_other_page_is_no_edge(wiki, link):
    wiki.append("concepts/spring-tide.md", f"\n## Mine\n\nSee {link}.\n")
    assert wiki.links() == set()


def test_a_link_into_a_part_of_a_page_is_one_to_the_page(wiki):
    wiki.append("concepts/spring-tide.md", "\n## Mine\n\n[more](wind/mentions-2.md)\n")
    assert wiki.links() == {("Spring tide", "Wind")}


def test_a_link_to_a_page_that_moved_follows_it(tmp_path):
    wiki = Project(tmp_path)
    wiki.compile()
    wiki.append("concepts/spring-tide.md", "\n## Mine\n\n[breeze](breeze.md)\n")
    disk = read_wiki(wiki.dir)
    inputs = ProjectionInputs(wiki.made.graph(), wiki.made.texts.get, wiki.made.texts)
    moved = {"concepts/breeze.md": "concepts/wind.md"}
    graph = project(inputs, disk, wiki.bases, redirects=moved).graph
    edges = GraphView(graph).out_edges(wiki.tide.id, EdgeType.USER_LINK)
    assert [edge.target for edge in edges] == [wiki.wind.id]
