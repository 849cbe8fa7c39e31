"""How a sentence relates two things."""

from __future__ import annotations

import pytest

from tesserae.extract.relations import relations
from tesserae.model.ontology import EdgeType


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Rye starter extends Wheat starter.", (EdgeType.EXTENDS, "Rye starter", "Wheat starter")),
        (
            "The stone oven improves on the Tin Oven, they say.",
            (EdgeType.IMPROVES_ON, "stone oven", "Tin Oven"),
        ),
        (
            "Levain was compared with Poolish in March.",
            (EdgeType.COMPARES_AGAINST, "Levain", "Poolish"),
        ),
    ],
)
def test_a_verb_relates_its_subject_to_its_object(text, found):
    assert [tuple(relation) for relation in relations(text)] == [found]


@pytest.mark.parametrize(
    "text",
    [
        "It extends the Tin Oven.",
        "This extends to all loaves, which the baker and we know.",
        "Compared with Poolish, it is sour.",
    ],
)
def test_a_sentence_without_two_things_relates_nothing(text):
    assert not list(relations(text))
