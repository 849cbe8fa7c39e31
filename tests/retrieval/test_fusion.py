import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tesserae.retrieval.fusion import added, best, fuse

scores = st.lists(st.floats(-10, 10), min_size=6, max_size=6).map(np.array)
legs = st.lists(st.tuples(scores, st.floats(0, 2)), min_size=1, max_size=4)


@given(legs)
def test_fusion_ignores_the_order_of_the_legs(parts):
    assert fuse(parts).tolist() == fuse(parts[::-1]).tolist()


@given(legs)
def test_fused_scores_are_finite_and_not_negative(parts):
    fused = fuse(parts)
    assert np.isfinite(fused).all()
    assert (fused >= 0).all()


def test_a_leg_that_finds_nothing_says_nothing():
    silent = np.zeros(2)
    assert fuse([(np.array([2.0, 1.0]), 1.0), (silent, 5.0)]).tolist() == [1.0, 0.5]


def test_no_leg_at_all_gives_no_scores():
    assert fuse([]).tolist() == []
    assert fuse([(np.zeros(3), 1.0)]).tolist() == [0.0, 0.0, 0.0]


def test_an_exact_match_outweighs_the_best_of_the_others():
    total = added(np.array([0.0, 3.0]), np.array([1.75, 0.1]))
    assert best(total, 2).tolist() == [1, 0]


@given(scores, st.integers(-1, 20))
def test_the_best_are_sorted_positive_and_at_most_as_many_as_asked(values, count):
    found = best(values, count).tolist()
    expected = sorted((-value, place) for place, value in enumerate(values.tolist()) if value > 0)
    assert found == [place for _, place in expected][: max(count, 0)]


def test_ties_at_the_border_go_to_the_smaller_number():
    assert best(np.array([1.0, 1.0, 1.0, 2.0]), 2).tolist() == [3, 0]


def test_a_filter_may_leave_nothing():
    assert best(np.ones(3), 2, among=np.zeros(3, bool)).tolist() == []
