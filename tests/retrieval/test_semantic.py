import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tesserae.errors import BackendError
from tesserae.retrieval.semantic import (
    find_wordllama,
    load_static_encoder,
    make_vectors,
    quantised,
)

rows = arrays(np.float32, (4, 8), elements=st.floats(-100, 100, width=32))


@pytest.fixture(scope="module")
def encoder():
    return find_wordllama()


@given(rows)
def test_codes_stay_within_a_byte_and_zero_stays_zero(values):
    codes = quantised(values)
    assert codes.dtype == np.int8
    assert np.abs(codes.astype(int)).max() <= 127
    assert not quantised(np.zeros((1, 8), np.float32)).any()


@given(rows, st.integers(0, 3))
def test_a_cosine_lies_between_minus_one_and_one(values, number):
    scores = make_vectors(values, centred=False).scores(values[number])
    assert np.isfinite(scores).all()
    assert (np.abs(scores) <= 1 + 1e-9).all()


def test_a_vector_is_nearest_to_itself():
    values = np.eye(5, 8, dtype=np.float32)
    scores = make_vectors(values, centred=False).scores(values[2])
    assert scores.tolist() == [0.0, 0.0, 1.0, 0.0, 0.0]


def test_no_units_give_no_scores():
    empty = make_vectors(np.zeros((0, 8), np.float32), centred=True)
    assert empty.scores(np.ones(8, np.float32)).tolist() == []


def test_word_vectors_load_without_a_network_and_know_synonyms(encoder):
    car, automobile, sonnet = (
        encoder.encode_query(word, lambda _: 1.0) for word in ("car", "automobile", "sonnet")
    )
    near = make_vectors(np.stack([automobile, sonnet]), centred=False).scores(car)
    assert near[0] > near[1] + 0.2


def test_a_query_without_a_known_word_has_no_direction(encoder):
    for query in ("", "潮汐", "---"):
        assert not encoder.encode_query(query, lambda _: 1.0).any()


def test_a_lone_surrogate_does_not_stop_an_encoder(encoder):
    assert encoder.encode_query("a\ud800b", lambda _: 1.0).shape == (256,)


def test_a_damaged_file_of_weights_is_an_error_that_names_it(tmp_path):
    weights = tmp_path / "weights.safetensors"
    weights.write_bytes(b"not weights")
    with pytest.raises(BackendError, match=r"weights\.safetensors"):
        load_static_encoder(weights, tmp_path / "tokenizer.json", name="x")
