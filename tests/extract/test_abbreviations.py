from __future__ import annotations

import pytest

from tesserae.extract.abbreviations import abbreviations, other_names, spelled_out


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
    assert tuple(next(iter(abbreviations(sentence)))) == pair


@pytest.mark.parametrize(
    "sentence", ["The gauge (see below) works.", "He left (in 1843).", "A cold winter (CLI) came."]
)
def test_other_brackets_hold_no_abbreviation(sentence):
    assert list(abbreviations(sentence)) == []


def test_an_abbreviation_may_be_spelled_out():
    assert list(spelled_out("MSL stands for mean sea level.")) == [("MSL", "mean sea level")]
    assert list(spelled_out("TSS: true skill statistic, and more.")) == [
        ("TSS", "true skill statistic")
    ]


def test_second_names_are_pairs():
    assert list(other_names("The bore, also known as tidal surge, runs upstream.")) == [
        ("bore", "tidal surge")
    ]
    assert list(other_names("This wave is also called surge.")) == []
