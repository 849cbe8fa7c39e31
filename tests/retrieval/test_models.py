import pytest
from bert_model import a_cross_encoder, a_model

from tesserae.config import RetrievalSettings
from tesserae.errors import BackendError
from tesserae.retrieval.models import load_encoder, load_reranker


def test_the_leg_of_meaning_can_be_turned_off(tmp_path):
    assert load_encoder(RetrievalSettings(encoder="off"), tmp_path) is None


def test_the_word_vectors_can_be_asked_for(tmp_path):
    encoder = load_encoder(RetrievalSettings(encoder="words"), tmp_path)
    assert encoder.name.startswith("wordllama")


def test_without_a_setting_there_is_an_encoder(tmp_path):
    assert load_encoder(RetrievalSettings(), tmp_path) is not None


def test_a_folder_is_found_from_the_project(tmp_path):
    a_model(tmp_path / "models" / "small")
    encoder = load_encoder(RetrievalSettings(encoder="models/small"), tmp_path)
    assert encoder.reads_text


@pytest.mark.parametrize("name", ["semantc", "models/none"])
def test_a_name_that_is_no_folder_is_an_error_that_names_the_option(tmp_path, name):
    with pytest.raises(BackendError, match=r"retrieval\.encoder names"):
        load_encoder(RetrievalSettings(encoder=name), tmp_path)


def test_there_is_no_cross_encoder_unless_one_is_named(tmp_path):
    a_cross_encoder(tmp_path / "cross")
    assert load_reranker(RetrievalSettings(), tmp_path) is None
    reranker = load_reranker(RetrievalSettings(reranker="cross"), tmp_path)
    assert len(reranker.scores("tide", ["tide gauge", "moon"])) == 2
