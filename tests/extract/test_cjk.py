from __future__ import annotations

import pytest

from tesserae.extract.cjk import CjkText, is_cjk_label, name_pairs, quoted, split_definition


def phrases_of(*sentences: str) -> dict[str, int]:
    text = CjkText()
    for number, sentence in enumerate(sentences):
        text.take(sentence, number)
    return {found.text: found.times for found in text.phrases()}


def test_what_recurs_with_varied_neighbours_is_a_phrase():
    found = phrases_of("潮汐分析需要数据。", "长期潮汐分析的结果,潮汐分析很准。")
    assert found["潮汐分析"] == 3
    assert "汐分析" not in found


@pytest.mark.parametrize(
    ("sentence", "pair"),
    [
        ("我们使用调和分析(harmonic analysis)计算。", ("调和分析", "harmonic analysis")),
        ("「平均海平面」（mean sea level，MSL）是零点。", ("平均海平面", "mean sea level")),
        ("多版本潮汐表(MVT)很大。", ("多版本潮汐表", "MVT")),
        ("B+树(B+ tree)很矮。", ("B+树", "B+ tree")),
    ],
)
def test_a_bracket_holds_the_other_name(sentence, pair):
    assert tuple(next(name_pairs(sentence))) == pair


def test_a_definition_has_a_subject():
    assert split_definition("大潮是一种潮差最大的潮汐。") == ("大潮", 3)
    assert split_definition("我们的结果是错的。") is None


def test_a_latin_word_joins_what_follows_it():
    assert phrases_of("K1分潮很大。", "这里K1分潮小,K1分潮弱。")["K1分潮"] == 3


def test_section_names_and_clauses_are_no_labels():
    assert is_cjk_label("调和分析")
    assert not is_cjk_label("结论")
    assert not is_cjk_label("我们怎么做")
    assert quoted("文中「潮差」都以米计,「怎么做」另说。") == ["潮差"]
