from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserae.extract.words import Case, fold_phrase, phrase_key, singular, word


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("cache", "caches"),
        ("patch", "patches"),
        ("query", "queries"),
        ("pose", "poses"),
        ("analysis", "analyses"),
        ("matrix", "matrices"),
        ("schema", "schemas"),
        ("cookie", "cookies"),
        ("process", "processes"),
        ("index", "indices"),
    ],
)
def test_a_noun_and_its_plural_share_a_stem(one, other):
    assert singular(one) == singular(other)


@pytest.mark.parametrize("name", ["bus", "gas", "lens", "series", "status", "https", "DNS"])
def test_an_s_that_is_no_plural_stays(name):
    assert singular(name).lower() == name.lower()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("TidalRange", "tidal ranges"),
        ("tidal-range", "Tidal Range"),
        ("Poincaré map", "poincare maps"),
        ("TextTo3D", "text-to-3D"),
        ("harbour\u2010seal", "harbour seal"),
        ("Bray–Curtis index", "Bray-Curtis index"),
    ],
)
def test_spellings_of_a_phrase_share_a_key(one, other):
    assert fold_phrase(one) == fold_phrase(other)


def test_a_single_word_keeps_its_case_class():
    assert {phrase_key("map"), phrase_key("Map"), phrase_key("mAP")} == {"map", "^map", "=mAP"}


def test_a_plural_acronym_is_its_acronym():
    assert phrase_key("NFTs") == phrase_key("NFT")
    assert phrase_key("HTTPS") != phrase_key("HTTP")


@pytest.mark.parametrize("token", ["snake_case", "server.listen", "——", "x" * 61])
def test_code_and_noise_are_no_words(token):
    assert word(token).case is Case.MARK


def test_versions_and_adverbs_end_a_phrase():
    assert word("v1.2").case is Case.NUMBER
    assert word("naturally").case is Case.STOP
    assert word("Node.js").case is not Case.MARK


@given(st.text(max_size=30))
def test_a_folded_phrase_has_no_capital_left(text):
    folded = fold_phrase(text)
    assert folded == folded.lower()


@given(
    st.lists(st.sampled_from(["tidal", "range", "waves", "Moon", "level"]), min_size=1, max_size=6)
)
def test_a_phrase_and_its_compound_share_a_key(words):
    assert fold_phrase(" ".join(words)) == fold_phrase("-".join(words))
