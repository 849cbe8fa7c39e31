import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tesserae.retrieval.arrays import (
    bounds_of,
    byte_order,
    count_rows,
    sparse_rows,
    strings,
    take_ragged,
)

pairs = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)))


@given(st.lists(st.text(), unique=True))
def test_every_string_is_found_at_its_place(texts):
    ordered = sorted(texts, key=byte_order)
    block = strings(ordered)
    assert block.to_list() == ordered
    assert [block.find(text) for text in ordered] == list(range(len(ordered)))


def test_a_string_that_is_not_there_is_not_found():
    block = strings(["a", "c"])
    assert [block.find(text) for text in ("", "b", "d")] == [None, None, None]


def test_a_lone_surrogate_survives():
    assert strings(["a\ud800"])[0] == "a\ud800"


@given(pairs)
def test_counting_pairs_is_adding_ones(places):
    rows = np.array([row for row, _ in places], np.int64)
    columns = np.array([column for _, column in places], np.int64)
    counted = count_rows(rows, columns, count=6)
    added = sparse_rows(rows, columns, np.ones(len(places)), count=6)
    for row in range(6):
        assert [part.tolist() for part in counted.row(row)] == [
            part.tolist() for part in added.row(row)
        ]


@given(st.lists(st.integers(0, 4), max_size=8), st.data())
def test_rows_of_any_length_are_taken_in_order(lengths, data):
    bounds = bounds_of(lengths)
    rows = data.draw(st.lists(st.integers(0, len(lengths) - 1))) if lengths else []
    expected = [place for row in rows for place in range(bounds[row], bounds[row + 1])]
    assert take_ragged(bounds, np.array(rows, np.int64)).tolist() == expected
