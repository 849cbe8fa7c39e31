import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserae.retrieval.arrays import sparse_rows
from tesserae.retrieval.pagerank import personalised_pagerank, transitions

edges = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=20)


def _steps(pairs, count=8):
    both = [*pairs, *((target, source) for source, target in pairs)]
    rows = np.array([source for source, _ in both], np.int64)
    columns = np.array([target for _, target in both], np.int64)
    return transitions(sparse_rows(rows, columns, np.ones(len(both)), count=count))


@given(edges, st.lists(st.integers(0, 7), min_size=1, unique=True))
def test_scores_add_up_to_one_and_lie_on_what_the_seeds_reach(pairs, seeds):
    scores = personalised_pagerank(_steps(pairs), np.array(seeds), np.ones(len(seeds)))
    assert scores.sum() == pytest.approx(1)
    assert (scores >= 0).all()
    assert (scores[seeds] > 0).all()


def test_the_nearer_node_scores_more():
    scores = personalised_pagerank(_steps([(0, 1), (1, 2), (2, 3)]), np.array([0]), np.ones(1))
    assert scores[0] > scores[1] > scores[2] > scores[3] > 0


def test_a_walk_agrees_with_solving_the_equation():
    steps = _steps([(0, 1), (1, 2), (2, 0), (2, 3)], count=4)
    matrix = np.zeros((4, 4))
    for row in range(4):
        columns, values = steps.row(row)
        matrix[row, columns] = values
    start = np.array([1.0, 0, 0, 0])
    exact = np.linalg.solve(np.eye(4) - 0.55 * matrix.T, start)
    found = personalised_pagerank(steps, np.array([0]), np.ones(1))
    assert found == pytest.approx(exact / exact.sum(), abs=0.01)


def test_weights_that_are_all_zero_count_as_equal():
    scores = personalised_pagerank(_steps([(0, 1)]), np.array([0, 1]), np.zeros(2))
    assert scores[0] == pytest.approx(scores[1])


def test_a_seed_without_links_keeps_everything():
    scores = personalised_pagerank(_steps([]), np.array([3]), np.ones(1))
    assert scores.tolist() == [0, 0, 0, 1, 0, 0, 0, 0]


def test_no_seeds_rank_nothing():
    assert not personalised_pagerank(_steps([(0, 1)]), np.zeros(0, np.int64), np.zeros(0)).any()


def test_a_walk_stays_where_it_may_go():
    within = np.array([True, True, False, False, False, False, False, False])
    steps = _steps([(0, 1), (1, 2)])
    scores = personalised_pagerank(steps, np.array([0]), np.ones(1), within=within)
    assert scores[1] > 0
    assert scores[2] == 0
