from tesserae.model.ontology import (
    EDGE_ENDS,
    KIND_OF_TYPE,
    PAGE_TYPES,
    TYPES_OF_KIND,
    EdgeType,
    Kind,
    NodeType,
)


def test_every_edge_type_says_what_may_stand_at_its_ends():
    assert set(EDGE_ENDS) == set(EdgeType)
    assert all(source and target for source, target in EDGE_ENDS.values())


def test_every_type_lives_in_at_most_one_folder():
    assert sum(map(len, TYPES_OF_KIND.values())) == len(KIND_OF_TYPE)
    assert set(TYPES_OF_KIND) == set(Kind)


def test_code_claims_and_findings_have_no_page():
    without = {NodeType.CODE_CLASS, NodeType.CAUSAL_CLAIM, NodeType.SESSION_TODO}
    assert not without & PAGE_TYPES
