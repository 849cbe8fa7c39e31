from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tesserae.model.graph import Node
from tesserae.model.ids import node_id
from tesserae.model.ontology import NodeType
from tesserae.wiki.paths import (
    assign_paths,
    is_part,
    node_of_page,
    part_id,
    part_path,
    path_key,
    relative_href,
    resolve_href,
)


def concepts(*names):
    nodes = [Node(node_id("Concept", name, name), NodeType.CONCEPT, name) for name in names]
    return sorted(nodes, key=lambda node: node.id)


def path_of(nodes, name, **options):
    paths = assign_paths(nodes, **options)
    return paths[next(node.id for node in nodes if node.name == name)]


names = st.lists(st.text(min_size=1), unique=True, max_size=12)


@given(names)
def test_no_two_pages_share_a_path_on_any_disk(names):
    paths = assign_paths(concepts(*names)).values()
    assert len({path_key(path) for path in paths}) == len(names)


def test_on_a_collision_the_smallest_id_keeps_the_bare_slug():
    nodes = concepts("Tide", "tide!", "TIDE?")
    paths = [assign_paths(nodes)[node.id] for node in nodes]
    digests = [node.id.split(":")[2][:4] for node in nodes]
    assert paths == [
        "concepts/tide.md",
        f"concepts/tide-{digests[1]}.md",
        f"concepts/tide-{digests[2]}.md",
    ]


def test_names_in_any_script_get_readable_paths():
    nodes = concepts("概念", "方法", "C++", "C#", "C", "Ünïcode", "Unicode", "🚀", "---")
    assert path_of(nodes, "概念") == "concepts/概念.md"
    assert len({path_key(path) for path in assign_paths(nodes).values()}) == 9


def test_reserved_names_are_safe():
    nodes = concepts("MetaData", "metaData", "README", "Index", "con", "nul", "aux.txt")
    paths = assign_paths(nodes).values()
    stems = {Path(path).stem.casefold() for path in paths}
    assert stems.isdisjoint({"readme", "index", "con", "nul", "aux"})
    assert len({path_key(path) for path in paths}) == 7


def test_a_persons_file_keeps_its_path_and_ours_takes_another():
    nodes = concepts("Tide")
    digest = nodes[0].id.split(":")[2][:4]
    assert path_of(nodes, "Tide", taken=["concepts/TIDE.md"]) == f"concepts/tide-{digest}.md"


def test_a_document_that_lies_in_the_wiki_is_its_own_page():
    path = ".tesserae/wiki/notes/mine.md"
    node = Node(
        node_id("SourceDocument", path, "Mine"),
        NodeType.SOURCE_DOCUMENT,
        "Mine",
        metadata={"path": path},
    )
    assert assign_paths([node]) == {node.id: "notes/mine.md"}


def test_links_between_pages_are_relative():
    assert relative_href("concepts/a.md", "concepts/b.md") == "b.md"
    assert relative_href("concepts/a.md", "entities/b.md") == "../entities/b.md"
    assert relative_href("concepts/a/part-2.md", "concepts/a.md") == "../a.md"
    assert relative_href("concepts/a.md", "concepts/a/part-2.md") == "a/part-2.md"
    assert relative_href("a.md", "concepts/b c.md") == "concepts/b%20c.md"


segments = st.lists(st.sampled_from(["a", "b", "c d", "é"]), min_size=1, max_size=3)


@given(segments, segments)
def test_a_relative_link_leads_where_it_should(origin, target):
    origin_path, target_path = "/".join(origin) + ".md", "/".join(target) + ".md"
    href = relative_href(origin_path, target_path)
    decoded = href.replace("%20", " ").replace("%C3%A9", "é")
    assert resolve_href(origin_path, decoded) == target_path


def test_a_link_out_of_the_wiki_leads_to_no_page():
    assert resolve_href("concepts/a.md", "../../docs/a.md") is None


def test_a_page_that_continues_another_names_it():
    (node,) = concepts("Tide")
    page = part_id(node.id, "mentions-2")
    assert is_part(page)
    assert node_of_page(page) == node.id
    assert part_path("concepts/tide.md", "mentions-2") == "concepts/tide/mentions-2.md"
