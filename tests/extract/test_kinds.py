from __future__ import annotations

from tesserae.extract.kinds import cited_names, examples, laws, type_hints
from tesserae.model.ontology import NodeType


def test_examples_know_their_kind():
    found = list(examples("Tidal constituents such as M2, S2 and N2 add up."))
    assert [example.item for example in found] == ["M2", "S2", "N2"]
    assert found[0].kind == "Tidal constituents"


def test_a_type_noun_types_the_names_before_it():
    hints = list(type_hints("We use the Gauge01 and Tidebase datasets."))
    assert {(hint.name, hint.type) for hint in hints} >= {
        ("Gauge01", NodeType.DATASET),
        ("Tidebase", NodeType.DATASET),
    }


def test_laws_carry_the_name_of_somebody():
    assert laws("Ferrel's law and the moon's pull matter.") == ["Ferrel's law"]


def test_cited_names_are_names():
    assert set(cited_names("As Darwin et al. and Ferrel & Kelvin, 1882 say.")) == {
        "Darwin", "Ferrel", "Kelvin",
    }  # fmt: skip


def test_a_long_run_of_capitals_is_read_once():
    hints = list(type_hints("The key " + "DEADBEEF" * 64 + " of the Tanks and Temples dataset."))
    assert [(hint.name, hint.type) for hint in hints] == [("Temples", NodeType.DATASET)]
