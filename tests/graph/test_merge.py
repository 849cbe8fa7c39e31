"""What a reader finds in the graph of a few documents."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from builders import a_build, a_document, edges_of, names_of
from hypothesis import given, settings
from hypothesis import strategies as st

from tesserae.graph.canonical import Verdicts
from tesserae.graph.document import render_graph
from tesserae.graph.inputs import UserLink
from tesserae.model.ontology import EdgeType, NodeType

GLOSSARY = """# Glossary

| Term | Meaning |
|---|---|
| tidal range | The difference of two levels. |
| mean sea level | The level without tides. |
"""
SPRING = """# Spring tide

A spring tide is a tide of the largest tidal range. It follows the new moon.
Mean sea level (MSL) is our zero. See [the gauge](gauge.md) and [[Neap tide]].
"""
GAUGE = """# The gauge

The stilling tube of the gauge keeps waves out, and a stilling tube fills slowly.
The gauge reads MSL, and its **stilling tube** is of tin.
"""
NEAP = "# Neap tide\n\nA neap tide is a tide of the smallest tidal range.\n"
FILES = {
    "docs/glossary.md": GLOSSARY,
    "docs/spring.md": SPRING,
    "docs/gauge.md": GAUGE,
    "docs/neap.md": NEAP,
}


def sample(**options: object):
    return a_build(*(a_document(text, path) for path, text in FILES.items()), **options)


def test_terms_are_nodes_with_evidence_and_the_definition_of_the_corpus():
    nodes = names_of(sample())
    assert nodes["spring tide"].description.startswith("A spring tide is a tide")
    assert nodes["stilling tube"].evidence[0].span == "docs/gauge.md:3"
    assert nodes["tidal range"].evidence


def test_an_abbreviation_and_its_long_form_are_one_node():
    nodes = names_of(sample())
    assert nodes["msl"] is nodes["mean sea level"]


def test_links_between_documents_are_references():
    assert edges_of(sample(), EdgeType.REFERENCES) == {
        ("docs/spring.md", "docs/gauge.md"),
        ("docs/spring.md", "docs/neap.md"),
    }


def test_section_names_and_general_words_are_no_nodes():
    text = "# Tides\n\n## Motivation\n\nA note.\n\n## Backwards compatibility\n\nNone.\n"
    build = a_build(*(a_document(text, f"docs/{number}.md") for number in range(9)))
    names = {name.lower() for name in names_of(build)}
    assert names.isdisjoint({"motivation", "backwards compatibility", "note", "compatibility"})


@settings(max_examples=15, deadline=None)
@given(st.permutations(sorted(FILES)))
def test_the_order_of_the_inputs_does_not_matter(paths):
    build = a_build(*(a_document(FILES[path], path) for path in paths))
    assert build == sample()


def test_the_hash_seed_does_not_matter():
    program = (
        f"import sys; sys.path[:0] = {sys.path!r}\n"
        "from builders import a_build, a_document\n"
        f"files = {FILES!r}\n"
        "print(repr(a_build(*(a_document(text, path) for path, text in files.items()))))\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


def test_the_graph_can_be_written():
    assert json.loads(render_graph(sample().graph).text)["nodes"]


# front matter -------------------------------------------------------------------------------------


def test_authors_are_people_whatever_stands_beside_their_names():
    build = a_build(
        a_document(
            "# A\n\nText.\n", "a.md", author="Ada Lovelace (@ada), Mary Somerville <m@example.org>"
        ),
        a_document("# B\n\nText.\n", "b.md", authors=["Ada Lovelace"]),
    )
    assert edges_of(build, EdgeType.AUTHORED_BY) == {
        ("a.md", "Ada Lovelace"),
        ("a.md", "Mary Somerville"),
        ("b.md", "Ada Lovelace"),
    }
    assert {node.type for node in names_of(build, NodeType.PERSON).values()} == {NodeType.PERSON}


def test_what_a_document_requires_is_found_by_number_label_and_path():
    build = a_build(
        a_document("# One\n", "tip/tip-1.md", tip=1),
        a_document("# Two\n", "tip/tip-2.md", tip=2, requires=1),
        a_document("# Three\n", "tip/tip-3.md", tip=3, requires="1, 2", replaces="TIP-2"),
        a_document(
            "# Four\n\nSee TIP-3, and TIP 9.\n", "tip/tip-4.md", tip=4, requires=["tip-2.md"]
        ),
    )
    assert edges_of(build, EdgeType.DEPENDS_ON) == {
        ("tip/tip-2.md", "tip/tip-1.md"),
        ("tip/tip-3.md", "tip/tip-1.md"),
        ("tip/tip-3.md", "tip/tip-2.md"),
        ("tip/tip-4.md", "tip/tip-2.md"),
    }
    assert ("tip/tip-4.md", "tip/tip-3.md") in edges_of(build, EdgeType.REFERENCES)
    assert edges_of(build, EdgeType.SUPERSEDES) == {("tip/tip-3.md", "tip/tip-2.md")}


def test_a_label_is_the_document_and_no_second_node():
    build = a_build(
        a_document("# One\n", "tip/tip-1.md", tip=1),
        *(a_document(f"# N{n}\n\nTIP-1 rules. TIP-1 holds.\n", f"n{n}.md") for n in range(4)),
    )
    assert "tip-1" not in names_of(build)
    assert "tip-1" in names_of(build, NodeType.SOURCE_DOCUMENT)


@pytest.mark.parametrize(
    ("key", "type_"),
    [
        ("methods", NodeType.METHODOLOGICAL_CONCEPT),
        ("datasets", NodeType.DATASET),
        ("metrics", NodeType.METRIC),
        ("sub_topic", NodeType.APPROACH_FAMILY),
        ("topics", NodeType.RESEARCH_TOPIC),
        ("tasks", NodeType.TASK),
    ],
)
def test_a_key_of_the_front_matter_types_its_values(key, type_):
    build = a_build(a_document("# A\n\nText.\n", "a.md", **{key: "Harmonic Sieve"}))
    assert names_of(build)["harmonic sieve"].type is type_


def test_status_words_and_categories_are_no_nodes():
    build = a_build(
        *(
            a_document(
                "# A\n\nText.\n", f"{n}.md", status="Final", type="Standards Track", category="Core"
            )
            for n in range(5)
        )
    )
    assert names_of(build) == {}


def test_a_paper_is_one_node_for_all_that_cite_it():
    build = a_build(
        a_document("# Tides of the sea\n\nText.\n", "p.md", type="Paper", arxiv="1234.56789"),
        a_document("# B\n\n[paper](https://arxiv.org/abs/1234.56789v2)\n", "b.md"),
    )
    papers = names_of(build, NodeType.PAPER)
    assert list(papers) == ["tides of the sea"]
    assert ("b.md", "Tides of the sea") in edges_of(build, EdgeType.REFERENCES)


def test_a_code_host_link_is_a_repository():
    build = a_build(a_document("# A\n\nSee https://github.com/ada/engine/blob/main/x.c.\n", "a.md"))
    assert names_of(build, NodeType.REPOSITORY)["ada/engine"].metadata["url"] == (
        "https://github.com/ada/engine"
    )


# one thing, one node ------------------------------------------------------------------------------


def test_an_acronym_is_no_common_word_of_the_same_letters():
    build = a_build(
        a_document("# A\n\nThe mean average precision (mAP) rises. The map shows mAP.\n", "a.md"),
        a_document("# B\n\nA map of the sea, another map, and a map. The mAP falls.\n", "b.md"),
    )
    node = names_of(build)["mean average precision"]
    assert "mAP" in (node.name, *node.aliases)
    assert "map" not in (node.name, *node.aliases)


def test_a_person_is_no_model_of_the_same_letters():
    build = a_build(
        a_document(
            "# A\n\nThe Segment Any Model (SAM) is large. SAM is slow.\n", "a.md", author="Sam Holt"
        ),
        a_document("# B\n\nI met Sam today, and Sam ran SAM.\n", "b.md"),
    )
    assert "Sam" not in names_of(build)["segment any model"].aliases
    assert names_of(build)["sam holt"].type is NodeType.PERSON


def test_verdicts_win():
    verdicts = Verdicts(
        same=(("spring tide", "neap tide"),),
        not_a_thing=frozenset({"stilling tube"}),
        types={"tidal range": "Metric"},
        names={"mean sea level": "Mean Sea Level"},
    )
    nodes = names_of(sample(verdicts=verdicts))
    assert nodes["spring tide"] is nodes["neap tide"]
    assert "stilling tube" not in nodes
    assert nodes["tidal range"].type is NodeType.METRIC
    assert nodes["mean sea level"].name == "Mean Sea Level"


def test_terms_of_the_settings_are_nodes():
    build = a_build(
        a_document("# A\n\nOnly one seiche here.\n", "a.md"), terms={"seiche": "Concept"}
    )
    assert names_of(build)["seiche"].type is NodeType.CONCEPT


def test_a_tag_may_hold_slashes_and_a_hash():
    build = a_build(
        *(a_document("# A\n\nText.\n", f"{n}.md", tags=["#sea/tidal_bore"]) for n in range(3))
    )
    assert any("bore" in name for name in names_of(build, NodeType.RESEARCH_TOPIC))


# the rest -----------------------------------------------------------------------------------------


def test_broken_links_are_listed_with_their_lines():
    build = a_build(
        a_document("# A\n\n[x](gone.md) ![y](gone.png) [z](https://example.org)\n", "a.md")
    )
    assert [tuple(link) for link in build.broken_links] == [("a.md", 3, "gone.md")]


def test_open_questions_are_nodes():
    build = a_build(a_document("# A\n\n## Open questions\n\n- Why does the gauge drift?\n", "a.md"))
    assert "why does the gauge drift?" in names_of(build, NodeType.OPEN_QUESTION)
    assert len(build.questions) == 1


def test_claims_that_deny_each_other_are_linked():
    build = a_build(
        a_document("# A\n\nThe old gauge is slow because cork swells in water.\n", "a.md"),
        a_document("# B\n\nThe old gauge is not slow because cork swells in water.\n", "b.md"),
    )
    assert len(edges_of(build, EdgeType.CONTRADICTS_CLAIM)) == 1


def test_results_need_a_known_system_and_a_known_metric():
    table = (
        "| System | drift |\n|---|---:|\n| Corkfloat | 1.2 |\n| Tinfloat | 3.4 |\n| other | x |\n"
    )
    build = a_build(a_document(f"# A\n\n{table}", "a.md", metrics=["drift"], methods=["Corkfloat"]))
    assert "corkfloat: drift 1.2" in names_of(build, NodeType.RESULT)


def test_inline_code_that_names_a_symbol_mentions_it():
    build = a_build(
        a_document("def read_level():\n    pass\n", "sea.py"),
        a_document("# A\n\nCall `read_level()` first.\n", "a.md"),
    )
    assert ("a.md", "sea.read_level") in {
        (left, name)
        for left, _ in edges_of(build, EdgeType.MENTIONS)
        for name in names_of(build, NodeType.CODE_FUNCTION)
    }


def test_a_user_link_joins_two_nodes_and_a_dangling_one_is_dropped():
    build = sample()
    ids = [names_of(build)[name].id for name in ("spring tide", "neap tide")]
    links = [
        UserLink(*ids, "wiki/a.md", 3),
        UserLink(ids[0], "Concept:gone:000000000000", "wiki/a.md", 4),
    ]
    assert edges_of(sample(user_links=links), EdgeType.USER_LINK) == {("spring tide", "neap tide")}


def test_no_documents_give_an_empty_graph():
    assert a_build().graph.nodes == {}


def test_hostile_titles_stay_text():
    build = a_build(a_document("# <script>alert(1)</script> | ](x) \x00\n\nText.\n", "a.md"))
    assert len(build.graph.nodes) == 1


def _ends(build, type_):
    nodes = build.graph.nodes
    return {
        (nodes[edge.source].name, nodes[edge.target].name)
        for edge in build.graph.edges
        if edge.type is type_
    }


def test_a_sentence_that_relates_two_things_is_an_edge_with_evidence():
    text = (
        "# Ovens\n\n- **stone oven**: an oven of stone.\n- **tin oven**: an oven of tin.\n\n"
        "The stone oven improves on the tin oven. It extends nothing.\n"
    )
    build = a_build(a_document(text, "docs/ovens.md"))
    assert _ends(build, EdgeType.IMPROVES_ON) == {("stone oven", "tin oven")}


def test_front_matter_says_what_a_document_extends():
    one = a_document("# Stone\n\nMore heat.\n", "docs/stone.md", extends="tin")
    build = a_build(one, a_document("# Tin\n\nLess heat.\n", "docs/tin.md"))
    assert _ends(build, EdgeType.EXTENDS) == {("Stone", "Tin")}


def test_an_address_on_a_code_host_is_a_reference_to_the_projects_own_file():
    link = "See [tin](https://github.com/bakers/ovens/blob/main/docs/tin.md#heat).\n"
    one = a_document(f"# Stone\n\n{link}", "docs/stone.md")
    build = a_build(one, a_document("# Tin\n\nLess heat.\n", "docs/tin.md"))
    assert ("Stone", "Tin") in _ends(build, EdgeType.REFERENCES)


def test_a_document_of_type_paper_is_about_a_paper_that_has_no_identifier():
    build = a_build(a_document("# On ovens\n\nHeat rises.\n", "docs/ovens.md", type="Paper"))
    assert _ends(build, EdgeType.DOCUMENTS) == {("On ovens", "On ovens")}
