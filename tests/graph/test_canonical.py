from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserae.errors import ConfigError
from tesserae.graph.canonical import Groups, Verdicts, group_keys, parse_verdicts

KEYS = st.sampled_from(["a", "b", "c", "d", "e", "f"])
PAIRS = st.lists(st.tuples(KEYS, KEYS), max_size=10)


def same(keys: dict[str, int], one: str, other: str, **options: object) -> bool:
    groups = group_keys(
        keys,
        keys,
        options.pop("pairs", ()),
        options.pop("verdicts", Verdicts()),
        frozenset(options.pop("parts", ())),
    )
    return groups.find(one) == groups.find(other)


@given(PAIRS, st.randoms())
def test_groups_do_not_depend_on_the_order_of_joins(pairs, random):
    groups, shuffled = Groups(), Groups()
    for left, right in pairs:
        groups.join(left, right)
    for left, right in random.sample(pairs, len(pairs)):
        shuffled.join(right, left)
    assert [groups.find(key) for key in "abcdef"] == [shuffled.find(key) for key in "abcdef"]


@given(PAIRS, PAIRS)
def test_barred_keys_never_meet(bars, pairs):
    groups = Groups()
    bars = [(left, right) for left, right in bars if left != right]
    for left, right in bars:
        groups.bar(left, right)
    for left, right in pairs:
        groups.join(left, right)
    assert all(groups.find(left) != groups.find(right) for left, right in bars)


@pytest.mark.parametrize(
    ("keys", "one", "other", "expected"),
    [
        ({"web socket": 3, "websocket": 2}, "web socket", "websocket", True),
        ({"=PyTorch": 3, "^pytorch": 2, "pytorch": 9}, "=PyTorch", "pytorch", True),
        ({"=NeRF": 9, "nerf": 1}, "=NeRF", "nerf", True),
        ({"=mAP": 3, "map": 5}, "=mAP", "map", False),
        ({"=ERC20": 2, "erc 20": 4}, "=ERC20", "erc 20", True),
        ({"=JSON": 9, "=Json": 1}, "=JSON", "=Json", True),
    ],
)
def test_spellings_are_one_thing_or_two(keys, one, other, expected):
    assert same(keys, one, other) is expected


def test_a_first_name_is_no_acronym():
    assert not same({"=SAM": 9, "^sam": 1, "sam": 0}, "=SAM", "^sam", parts=["sam"])


def test_an_abbreviation_goes_with_most_documents():
    keys = {"=MAP": 5, "maximum a posteriori": 4, "mean average precision": 4}
    pairs = [("=MAP", "maximum a posteriori", 3), ("=MAP", "mean average precision", 1)]
    assert same(keys, "=MAP", "maximum a posteriori", pairs=pairs)
    assert not same(keys, "=MAP", "mean average precision", pairs=pairs)


def test_an_unexplained_acronym_finds_the_one_phrase_of_its_letters():
    keys = {"=MVS": 4, "multi view stereo": 3, "point cloud": 3}
    assert same(keys, "=MVS", "multi view stereo")
    keys["mean vector space"] = 3
    assert not same(keys, "=MVS", "multi view stereo")


def test_a_verdict_keeps_two_apart():
    verdicts = Verdicts(different=(("web socket", "websocket"),))
    assert not same({"web socket": 3, "websocket": 2}, "web socket", "websocket", verdicts=verdicts)


def test_verdicts_are_read_from_yaml():
    verdicts = parse_verdicts(
        "same: [[NeRF, Neural Radiance Fields]]\ndifferent:\n- [mAP, MAP]\n"
        "not_a_thing: [Thing, 7]\ntype: {PSNR: Metric}\nname: {nerf: NeRF}\n"
    )
    assert verdicts.same == (("NeRF", "Neural Radiance Fields"),)
    assert verdicts.not_a_thing == {"Thing", "7"}
    assert verdicts.types == {"PSNR": "Metric"}
    assert parse_verdicts("") == Verdicts()


@pytest.mark.parametrize("text", ["[a, b]", "same: [", "just words"])
def test_other_yaml_is_refused_with_the_path(text):
    with pytest.raises(ConfigError, match=r"^aliases\.yml"):
        parse_verdicts(text)
