from __future__ import annotations

import pytest

from tesserae.extract import cues
from tesserae.model.ontology import NodeType


@pytest.mark.parametrize(
    ("sentence", "pair"),
    [
        ("We use mean sea level (MSL) as zero.", ("MSL", "mean sea level")),
        ("The MSL (mean sea level) is zero.", ("MSL", "mean sea level")),
        ("Structure from Motion (SfM) needs texture.", ("SfM", "Structure from Motion")),
        ("Head-of-line blocking (HOL blocking) stalls.", ("HOL blocking", "Head-of-line blocking")),
        ("Markers (SSR, simple sequence repeats) vary.", ("SSR", "simple sequence repeats")),
    ],
)
def test_an_abbreviation_is_read_from_its_bracket(sentence, pair):
    assert tuple(next(iter(cues.abbreviations(sentence)))) == pair


@pytest.mark.parametrize(
    "sentence", ["The gauge (see below) works.", "He left (in 1843).", "A cold winter (CLI) came."]
)
def test_other_brackets_hold_no_abbreviation(sentence):
    assert list(cues.abbreviations(sentence)) == []


def test_an_abbreviation_may_be_spelled_out():
    assert list(cues.spelled_out("MSL stands for mean sea level.")) == [("MSL", "mean sea level")]
    assert list(cues.spelled_out("TSS: true skill statistic, and more.")) == [
        ("TSS", "true skill statistic")
    ]


@pytest.mark.parametrize(
    ("sentence", "subject", "quality"),
    [
        ("A spring tide is a tide of large range.", "spring tide", 3),
        ("Tidal range (TR) is the difference of two levels.", "Tidal range", 3),
        ("Slack water refers to the time without a current.", "Slack water", 3),
        ("Seiches are waves that stand in a basin.", "Seiches", 2),
        ("Seiches are common in lakes.", "Seiches", 1),
    ],
)
def test_a_defining_sentence_has_a_subject(sentence, subject, quality):
    found = cues.definition_of(sentence)
    assert (found.subject, found.quality) == (subject, quality)


@pytest.mark.parametrize(
    "sentence",
    [
        "This is a tide.",
        "It is the moon.",
        "When the tide is a spring tide, it runs.",
        "There is a way.",
    ],
)
def test_a_pointing_word_is_no_subject(sentence):
    assert cues.definition_of(sentence) is None


def test_an_apposition_defines_its_head():
    found = list(cues.appositions("We met a seiche, a wave that stands in a basin."))
    assert [definition.subject for definition in found] == ["seiche"]


def test_second_names_are_pairs():
    assert list(cues.other_names("The bore, also known as tidal surge, runs upstream.")) == [
        ("bore", "tidal surge")
    ]
    assert list(cues.other_names("This wave is also called surge.")) == []


def test_examples_know_their_kind():
    found = list(cues.examples("Tidal constituents such as M2, S2 and N2 add up."))
    assert [example.item for example in found] == ["M2", "S2", "N2"]
    assert found[0].kind == "Tidal constituents"


def test_a_type_noun_types_the_names_before_it():
    hints = list(cues.type_hints("We use the Gauge01 and Tidebase datasets."))
    assert {(hint.name, hint.type) for hint in hints} >= {
        ("Gauge01", NodeType.DATASET),
        ("Tidebase", NodeType.DATASET),
    }


def test_laws_carry_the_name_of_somebody():
    assert cues.laws("Ferrel's law and the moon's pull matter.") == ["Ferrel's law"]


def test_cited_names_are_names():
    assert set(cues.cited_names("As Darwin et al. and Ferrel & Kelvin, 1882 say.")) == {
        "Darwin", "Ferrel", "Kelvin",
    }  # fmt: skip
