"""The scorer of the extraction benchmark, tried on a graph small enough to count by hand."""

from __future__ import annotations

import pytest
from labels import load_labels
from scoring import fold, score

from tesserae.model.graph import Edge, Evidence, Graph, Node
from tesserae.model.ids import node_id
from tesserae.model.ontology import EdgeType, NodeType

LABELS = """
documents: {a.md: Alpha, b.md: Beta}
things:
  Concept:
    - sail plan | sail plans
    - keel
  Person:
    - Ada Lovelace
  Metric:
    - displacement-length ratio | DLR
fair: [rudder]
junk: [Overview, b.md]
variants:
  acronyms: [DLR | displacement-length ratio, keel | fin]
  spellings: [sail plan | sail plans]
  different: [keel | rudder]
links: {a.md: [b.md], b.md: [a.md]}
authors: {a.md: [Ada Lovelace | A. Lovelace], b.md: [Ada Lovelace]}
questions: [how deep keel]
described: {keel: below the hull, sail plan: drawing}
"""


def a_node(type_: NodeType, name: str, *aliases: str, description: str = "") -> Node:
    return Node(
        id=node_id(type_, name, name),
        type=type_,
        name=name,
        aliases=aliases,
        description=description,
        metadata={"path": name} if type_ is NodeType.SOURCE_DOCUMENT else {},
        evidence=(Evidence(node_id("SourceDocument", "a.md", "a.md"), "a.md", 1, 1),),
    )


ALPHA = a_node(NodeType.SOURCE_DOCUMENT, "a.md")
BETA = a_node(NodeType.SOURCE_DOCUMENT, "b.md")
ADA = a_node(NodeType.PERSON, "Ada Lovelace")
SAIL = a_node(NodeType.ALGORITHM, "Sail  Plan", "sail plans")
RATIO = a_node(NodeType.CONCEPT, "DLR")
NODES = (
    ALPHA,
    BETA,
    ADA,
    SAIL,
    RATIO,
    a_node(NodeType.CONCEPT, "rudder"),
    a_node(NodeType.CONCEPT, "Overview"),
    a_node(NodeType.DATASET, "Mystery"),
    a_node(NodeType.OPEN_QUESTION, "How deep should the keel be?"),
)
EDGES = (
    Edge(ALPHA.id, EdgeType.AUTHORED_BY, ADA.id),
    Edge(ALPHA.id, EdgeType.REFERENCES, BETA.id),
)


@pytest.fixture
def labels(tmp_path):
    path = tmp_path / "labels.yml"
    path.write_text(LABELS, encoding="utf-8")
    return load_labels(path)


@pytest.fixture
def result(labels):
    return score(
        Graph({node.id: node for node in sorted(NODES, key=lambda n: n.id)}, EDGES), labels
    )


def test_case_and_white_space_do_not_matter():
    assert fold("Sail \n Plan") == fold("sail plan")


def test_a_hyphen_does_matter():
    assert fold("sail-plan") != fold("sail plan")


def test_a_thing_counts_where_its_name_or_an_alias_exists(result):
    assert result.things.misses == ("keel",)


def test_one_kind_of_idea_stands_for_another_but_not_for_a_metric(result):
    assert result.typed.misses == ("keel", "displacement-length ratio | DLR")


def test_junk_that_exists_is_named(result):
    assert (result.junk.hits, result.junk.misses) == (1, ("Overview",))


def test_a_node_without_a_label_is_listed_for_the_eye(result):
    assert result.unmatched.misses == ("Dataset: Mystery",)


def test_two_names_must_stand_on_one_node(result):
    assert result.acronyms.misses == ("DLR | displacement-length ratio", "keel | fin")


def test_an_absent_spelling_does_no_harm(result):
    assert result.spellings.share == 1


def test_things_that_do_not_exist_are_kept_apart(result):
    assert result.different.share == 1


def test_a_link_counts_in_its_own_direction(result):
    assert result.links.misses == ("b.md → a.md",)


def test_an_author_is_missed_per_document(result):
    assert result.authors.misses == ("b.md — ada lovelace",)
    assert result.author_precision.share == 1


def test_a_question_counts_by_its_words(result):
    assert result.questions.share == 1


def test_a_description_must_hold_the_words(result):
    assert result.described.misses == ("keel | below the hull", "sail plan | drawing")


def test_precision_leaves_out_what_no_label_speaks_of(result):
    concepts = result.types[NodeType.CONCEPT]
    assert (concepts.nodes, concepts.right, concepts.unjudged) == (3, 1, 0)
    assert result.types[NodeType.DATASET].precision.total == 0


def test_a_misspelt_section_is_an_error(tmp_path):
    path = tmp_path / "labels.yml"
    path.write_text(LABELS + "junks: []\n", encoding="utf-8")
    with pytest.raises(ValueError, match="junks"):
        load_labels(path)
