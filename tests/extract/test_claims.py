from __future__ import annotations

import pytest

from tesserae.extract.claims import (
    CLAIM_WORDS,
    choose_claims,
    cjk_claim_in,
    claim_content,
    claim_in,
    mirrored_content,
)


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("We introduce a gauge that needs no power at all.", "ContributionClaim"),
        ("The new gauge reduces the error by 12 % at night.", "PerformanceClaim"),
        ("Unlike the old gauge, the new one floats on water.", "ComparisonClaim"),
        ("The gauge cannot see waves that are shorter than a metre.", "LimitationClaim"),
        ("The error grows because the float sticks to the wall.", "CausalClaim"),
        ("The gauge stands at the end of the old harbour wall.", None),
        ("Does the gauge fail because the float sticks to the wall?", None),
    ],
)
def test_a_claim_is_of_one_kind(sentence, kind):
    words = CLAIM_WORDS & set(sentence.rstrip(".?").split())
    claim = claim_in(sentence, 0, words)
    assert (claim and claim.kind) == kind


def test_a_chinese_claim_is_of_one_kind():
    assert cjk_claim_in("本文提出一种新的潮位计算方法,精度更高。", 0).kind == "ContributionClaim"


def test_the_surest_claims_stay_in_text_order():
    words = ("because", "We", "introduce")
    texts = [
        "It sinks because the water rises again.",
        "We introduce a float of cork and tin.",
    ] * 20
    claims = [claim_in(text, number, words) for number, text in enumerate(texts)]
    chosen = choose_claims(claims, 4_000)
    assert [claim.sentence for claim in chosen] == [1, 3]


def test_a_denial_has_the_content_of_what_it_denies():
    stated, denied = claim_content("The gauge drifts."), claim_content("The gauge does not drift.")
    assert stated[1] is False
    assert denied[1] is True
    assert claim_content("The gauge is stable.")[0] == claim_content("The gauge is not stable.")[0]


def test_a_comparison_knows_its_mirror():
    one = mirrored_content("Cork is lighter than tin.").split()
    other = mirrored_content("Tin is lighter than cork.").split()
    assert one == other[::-1]
