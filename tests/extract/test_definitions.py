from __future__ import annotations

import pytest

from tesserae.extract.definitions import appositions, definition_of


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
    found = definition_of(sentence)
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
    assert definition_of(sentence) is None


def test_an_apposition_defines_its_head():
    found = list(appositions("We met a seiche, a wave that stands in a basin."))
    assert [definition.subject for definition in found] == ["seiche"]
