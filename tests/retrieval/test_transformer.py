import math

import numpy as np
import pytest
from bert_model import HEADS, LAYERS, WIDTH, a_cross_encoder, a_model

from tesserae.errors import BackendError
from tesserae.retrieval.transformer import (
    TEXT_TOKENS,
    load_cross_encoder,
    load_sentence_encoder,
)


def _by_hand(weights, tokens):
    """Run the same model one number at a time."""

    def dense(name, vector):
        return weights[f"{name}.weight"] @ vector + weights[f"{name}.bias"]

    def norm(name, vector):
        scaled = (vector - vector.mean()) / math.sqrt(vector.var() + 1e-12)
        return scaled * weights[f"{name}.weight"] + weights[f"{name}.bias"]

    def gelu(vector):
        return np.array([value * 0.5 * (1 + math.erf(value / math.sqrt(2))) for value in vector])

    state = [
        norm(
            "embeddings.LayerNorm",
            weights["embeddings.word_embeddings.weight"][token]
            + weights["embeddings.position_embeddings.weight"][place]
            + weights["embeddings.token_type_embeddings.weight"][0],
        )
        for place, token in enumerate(tokens)
    ]
    size = WIDTH // HEADS
    for number in range(LAYERS):
        layer = f"encoder.layer.{number}"
        queries, keys, values = (
            [dense(f"{layer}.attention.self.{part}", vector) for vector in state]
            for part in ("query", "key", "value")
        )
        after = []
        for place, vector in enumerate(state):
            seen = np.zeros(WIDTH)
            for head in range(HEADS):
                part = slice(head * size, (head + 1) * size)
                fit = np.array([queries[place][part] @ key[part] for key in keys])
                shares = np.exp(fit / math.sqrt(size))
                shares /= shares.sum()
                seen[part] = sum(
                    share * value[part] for share, value in zip(shares, values, strict=True)
                )
            mixed = norm(
                f"{layer}.attention.output.LayerNorm",
                vector + dense(f"{layer}.attention.output.dense", seen),
            )
            wide = gelu(dense(f"{layer}.intermediate.dense", mixed))
            after.append(
                norm(f"{layer}.output.LayerNorm", mixed + dense(f"{layer}.output.dense", wide))
            )
        state = after
    return np.mean(state, axis=0)


def test_a_model_gives_what_it_gives_by_hand(tmp_path):
    weights = a_model(tmp_path / "model")
    encoder = load_sentence_encoder(tmp_path / "model")
    found = encoder.encode_query("tide gauge moon", None)
    assert found == pytest.approx(_by_hand(weights, [0, 3, 4, 5, 1]), abs=1e-4)


def test_a_text_has_the_same_vector_alone_and_among_others(tmp_path):
    a_model(tmp_path / "model")
    encoder = load_sentence_encoder(tmp_path / "model")
    alone, among = encoder.encode_texts(["tide"]), encoder.encode_texts(["moon " * 50, "tide"])
    assert alone[0].tolist() == among[1].tolist()
    assert encoder.encode_texts([]).shape == (0, WIDTH)


def test_the_end_of_a_long_text_is_not_read(tmp_path):
    a_model(tmp_path / "model")
    encoder = load_sentence_encoder(tmp_path / "model")
    long, longer = encoder.encode_texts(["tide " * TEXT_TOKENS, "tide " * 5_000 + "moon"])
    assert long.tolist() == longer.tolist()


def test_the_first_token_is_taken_where_the_model_says_so(tmp_path):
    a_model(tmp_path / "model")
    mean = load_sentence_encoder(tmp_path / "model").encode_query("tide", None)
    (tmp_path / "model/1_Pooling").mkdir()
    pooling = '{"pooling_mode_cls_token": true}'
    (tmp_path / "model/1_Pooling/config.json").write_text(pooling, encoding="utf-8")
    first = load_sentence_encoder(tmp_path / "model").encode_query("tide", None)
    assert first.tolist() != mean.tolist()


def test_a_cross_encoder_scores_each_text(tmp_path):
    a_cross_encoder(tmp_path / "model")
    model = load_cross_encoder(tmp_path / "model")
    scores = model.scores("tide", ["gauge", "moon", "gauge", "a\ud800"])
    assert len(scores) == 4
    assert scores[0] == scores[2] != scores[1]


def test_a_folder_without_a_model_is_an_error_that_says_what_is_needed(tmp_path):
    with pytest.raises(BackendError, match=r"needs config\.json"):
        load_sentence_encoder(tmp_path)


def test_a_model_of_another_shape_is_refused(tmp_path):
    a_model(tmp_path / "model", prefix="other.")
    with pytest.raises(BackendError, match="not of BERT's shape"):
        load_sentence_encoder(tmp_path / "model")


def test_an_encoder_is_no_cross_encoder(tmp_path):
    a_model(tmp_path / "model")
    with pytest.raises(BackendError, match="no classifier"):
        load_cross_encoder(tmp_path / "model")


def test_a_damaged_tokenizer_is_an_error(tmp_path):
    a_model(tmp_path / "model")
    (tmp_path / "model/tokenizer.json").write_text("{", encoding="utf-8")
    with pytest.raises(BackendError, match=r"tokenizer\.json"):
        load_sentence_encoder(tmp_path / "model")
