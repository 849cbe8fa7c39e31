"""Tiny models of BERT's shape with made-up weights, as sentence-transformers lays them out."""

import json

import numpy as np
from safetensors.numpy import save_file
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace
from tokenizers.processors import TemplateProcessing

WIDTH, HEADS, LAYERS, WIDE = 8, 2, 2, 16
VOCABULARY = {"[CLS]": 0, "[SEP]": 1, "[UNK]": 2, "tide": 3, "gauge": 4, "moon": 5}


def a_model(folder, *, prefix="", extra=()):
    """Write one; return its weights by name."""
    draw = np.random.default_rng(5)
    shapes = {
        "embeddings.word_embeddings.weight": (len(VOCABULARY), WIDTH),
        "embeddings.position_embeddings.weight": (512, WIDTH),
        "embeddings.token_type_embeddings.weight": (2, WIDTH),
        **norm("embeddings.LayerNorm"),
    }
    for layer in (f"encoder.layer.{number}" for number in range(LAYERS)):
        for part in ("self.query", "self.key", "self.value", "output.dense"):
            shapes |= dense(f"{layer}.attention.{part}", WIDTH, WIDTH)
        shapes |= norm(f"{layer}.attention.output.LayerNorm")
        shapes |= dense(f"{layer}.intermediate.dense", WIDE, WIDTH)
        shapes |= dense(f"{layer}.output.dense", WIDTH, WIDE)
        shapes |= norm(f"{layer}.output.LayerNorm")
    named = {f"{prefix}{name}": shape for name, shape in shapes.items()} | dict(extra)
    weights = {name: draw.normal(size=shape).astype(np.float32) for name, shape in named.items()}
    folder.mkdir(parents=True)
    save_file(weights, folder / "model.safetensors")
    config = {"num_hidden_layers": LAYERS, "num_attention_heads": HEADS, "layer_norm_eps": 1e-12}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    tokenizer = Tokenizer(WordLevel(VOCABULARY, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 0), ("[SEP]", 1)],
    )
    tokenizer.save(str(folder / "tokenizer.json"))
    return weights


def dense(name, rows, columns):
    return {f"{name}.weight": (rows, columns), f"{name}.bias": (rows,)}


def norm(name):
    return {f"{name}.weight": (WIDTH,), f"{name}.bias": (WIDTH,)}


def a_cross_encoder(folder):
    """Write one that scores pairs."""
    head = {**dense("bert.pooler.dense", WIDTH, WIDTH), **dense("classifier", 1, WIDTH)}
    return a_model(folder, prefix="bert.", extra=head.items())
