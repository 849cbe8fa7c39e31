import numpy as np
import pytest
from retrieval_samples import keys, retriever

from tesserae.errors import BackendError
from tesserae.retrieval.rerank import CANDIDATES, MAX_CHARACTERS, rerank
from tesserae.retrieval.search import Retriever


class ByLength:
    """Likes long texts."""

    def __init__(self):
        self.seen = []

    def scores(self, query, texts):
        self.seen = list(texts)
        return [len(text) for text in texts]


class Broken:
    """Cannot be run."""

    def scores(self, query, texts):
        raise BackendError("the model cannot be run")


def test_the_candidates_share_their_old_scores_in_the_new_order():
    units = retriever().index.units
    fused = np.array([0.9, 0.8, 0.7, 0, 0, 0, 0, 0])
    out = rerank(ByLength(), "q", units, fused)
    lengths = [len(units[number].content) for number in range(3)]
    assert sorted(out.tolist()) == sorted(fused.tolist())
    assert np.argsort(-out[:3]).tolist() == np.argsort([-length for length in lengths]).tolist()


def test_few_candidates_are_read_and_not_all_of_a_long_text():
    model = ByLength()
    searcher = retriever({f"T{number}": "tide " * 2_000 for number in range(40)})
    Retriever(searcher.index, None, model).search("tide")
    assert len(model.seen) == CANDIDATES
    assert max(map(len, model.seen)) == MAX_CHARACTERS


def test_a_model_that_fails_is_an_error_and_not_another_order():
    with pytest.raises(BackendError):
        Retriever(retriever().index, None, Broken()).search("tide")


def test_nothing_to_rerank_is_nothing():
    assert keys(Retriever(retriever({}).index, None, Broken()).search("tide")) == []
