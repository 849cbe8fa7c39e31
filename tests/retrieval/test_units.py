from builders import a_graph
from retrieval_samples import unit

from tesserae.graph.view import GraphView
from tesserae.model.source import Section
from tesserae.retrieval.units import (
    FRAGMENT,
    MAX_FRAGMENT,
    Link,
    fragments,
    make_collection,
    project_collection,
    sections_of,
)

TEXT = "---\nid: 1\n---\n# Tides\n\nIntroduction.\n\n## Spring\n\nLarge.\n\n## Spring\n\nAgain.\n"
STORED = [["Tides", 1, "tides", 4, 7], ["Spring", 2, "spring", 8, 11], ["Spring", 2, "s", 12, 14]]


def _cut(text=TEXT, stored=STORED):
    return list(fragments("D:t:1", "t.md", text.split("\n"), sections_of(stored), title="Tides"))


def test_a_fragment_is_a_section_with_its_lines_and_headings():
    parts = _cut()
    assert [part.text for part in parts] == [
        "# Tides\n\nIntroduction.",
        "## Spring\n\nLarge.",
        "## Spring\n\nAgain.",
    ]
    lines = [(part.start_line, part.end_line) for part in parts]
    assert lines == [(4, 6), (8, 10), (12, 14)]
    assert parts[1].title == "Tides \u203a Spring"


def test_keys_are_unique_where_headings_are_not():
    assert [part.key for part in _cut()] == [
        "D:t:1#Tides",
        "D:t:1#Tides#Spring",
        "D:t:1#Tides#Spring~2",
    ]


def test_a_long_section_is_cut_at_blank_lines_and_nothing_is_lost():
    text = "\n\n".join(f"Paragraph {number} {'x' * 500}" for number in range(30))
    parts = _cut(text, [["", 0, "", 1, 59]])
    assert len(parts) > 4
    assert max(len(part.text) for part in parts) <= MAX_FRAGMENT
    assert "\n\n".join(part.text for part in parts) == text


def test_stored_sections_that_make_no_sense_are_left_out():
    assert list(sections_of("x")) == list(sections_of([1, ["a"], None])) == []
    assert list(sections_of([["A", 1, "a", 1, 2]])) == [Section("A", 1, "a", 1, 2, ("A",))]


def test_a_link_to_what_is_not_there_is_dropped():
    links = [Link("A", "B", 1.0), Link("A", "gone", 1.0), Link("A", "A", 1.0)]
    made = make_collection([unit("A", ""), unit("B", "")], links)
    assert made.links == (Link("A", "B", 1.0),)


def test_a_project_is_nodes_and_passages_that_are_linked():
    view = GraphView(a_graph())
    made = project_collection(view, {"tides.md": "# Tides\n\nA spring tide is a tide.\n"}.get)
    (passage,) = [one for one in made.units if one.type == FRAGMENT]
    ends = {(link.source, link.target) for link in made.links}
    tide = next(one.key for one in made.units if one.title == "tide")
    assert (tide, passage.key) in ends
    assert (passage.node_id, passage.key) in ends


def test_a_source_that_cannot_be_read_costs_its_passages_only():
    made = project_collection(GraphView(a_graph()), lambda _: None)
    assert {one.title for one in made.units} == {"Tides", "spring tide", "tide"}
