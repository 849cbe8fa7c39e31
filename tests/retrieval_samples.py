"""Small collections and an encoder that needs no files."""

import hashlib

import numpy as np

from tesserae.retrieval.index import build_index
from tesserae.retrieval.search import Retriever
from tesserae.retrieval.units import Unit, make_collection

TEXTS = {
    "Tide gauge": "A tide gauge writes the height of the sea on a drum.",
    "Lunar day": "The lunar day is longer than the solar day by fifty minutes.",
    "William Thomson": "William Thomson built the first tide-predicting machine in Glasgow.",
    "Glasgow": "Glasgow lies on the River Clyde; its university is old.",
    "Harmonic analysis": "Harmonic analysis takes a record apart into constituents.",
    "Database migration": "A migration of the database moves every table to the new schema.",
    "getUserId": "def getUserId(session): return session.user_id",
    "潮汐": "潮汐是海水在月球引力作用下的周期性涨落。",
}


class HashEncoder:
    """Gives each word a direction of its own."""

    name = "hash"
    weight = 0.5
    reads_text = False

    def encode_bags(self, bags):
        table = np.stack([_direction(word) for word in bags.words] or [np.zeros(16, np.float32)])
        rows = [bags.counts.row(unit) for unit in range(len(bags.counts))]
        return np.stack(
            [(table[words] * counts[:, None]).sum(axis=0) for words, counts in rows]
            or [np.zeros(16, np.float32)]
        ).astype(np.float32)[: len(bags.counts)]

    def encode_texts(self, texts):
        return np.stack([self.encode_query(text, None) for text in texts])

    def encode_query(self, query, idf):
        return sum((_direction(word) for word in query.lower().split()), np.zeros(16, np.float32))


class TextEncoder(HashEncoder):
    """Reads texts one by one, and counts them."""

    name = "text"
    reads_text = True

    def __init__(self):
        self.read = []

    def encode_texts(self, texts):
        self.read.extend(texts)
        if not texts:
            return np.zeros((0, 16), np.float32)
        return super().encode_texts(texts)


def unit(title, text, **fields):
    return Unit(key=fields.pop("key", title), title=title, text=text, names=(title,), **fields)


def collection(texts=TEXTS):
    return make_collection(unit(title, text) for title, text in texts.items())


def retriever(texts=TEXTS, encoder=None):
    return Retriever(build_index(collection(texts), encoder=encoder), encoder)


def keys(hits):
    return [hit.unit.key for hit in hits]


def _direction(word):
    seed = hashlib.sha256(word.encode("utf-8", "surrogatepass")).digest()[:16]
    return np.frombuffer(seed, np.uint8).astype(np.float32) - 127.5
