"""Measure how well the retriever finds what is known to be relevant, leg by leg.

A collection is a folder with `corpus.jsonl` (id, title, text) and `queries.jsonl` (id, text,
relevant). One configuration serves all of them.

    python benchmarks/retrieval/run.py DIR...              # the default install
    python benchmarks/retrieval/run.py --half odd DIR...   # every second query
    python benchmarks/retrieval/run.py --encoder off|auto|DIR DIR...
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tesserae.retrieval.fusion import best
from tesserae.retrieval.index import build_index
from tesserae.retrieval.search import Retriever
from tesserae.retrieval.semantic import Encoder, find_wordllama
from tesserae.retrieval.transformer import load_sentence_encoder
from tesserae.retrieval.units import Unit, make_collection

DEPTH = 100
"""How far down a ranking the reciprocal rank looks."""


@dataclass(frozen=True, slots=True)
class Query:
    """A question and the keys of the units that answer it."""

    text: str
    relevant: frozenset[str]


@dataclass(frozen=True, slots=True)
class Figures:
    """Means over all queries, in percent, and the median time."""

    recall_5: float
    recall_10: float
    ndcg_10: float
    mrr: float
    cpu_ms: float


def load_units(folder: Path) -> list[Unit]:
    """Read a corpus."""
    with (folder / "corpus.jsonl").open(encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    return [
        Unit(key=record["id"], title=record["title"], text=record["text"], names=(record["title"],))
        for record in records
    ]


def load_queries(folder: Path, half: str) -> list[Query]:
    """Read the queries, or every second one of them."""
    with (folder / "queries.jsonl").open(encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    queries = [Query(record["text"], frozenset(record["relevant"])) for record in records]
    return {"all": queries, "even": queries[0::2], "odd": queries[1::2]}[half]


def measure(rank: Callable[[str], Sequence[str]], queries: Sequence[Query]) -> Figures:
    """Rank every query and average the usual figures."""
    rows, times = [], []
    for query in queries:
        before = time.process_time()
        ranking = rank(query.text)
        times.append((time.process_time() - before) * 1000)
        rows.append(judge(ranking, query.relevant))
    means = [100 * statistics.fmean(column) for column in zip(*rows, strict=True)]
    return Figures(*means, cpu_ms=statistics.median(times))


def judge(ranking: Sequence[str], relevant: frozenset[str]) -> tuple[float, float, float, float]:
    """Return recall@5, recall@10, nDCG@10 and reciprocal rank of one ranking."""
    gain = sum(
        1 / math.log2(place + 1)
        for place, key in enumerate(ranking[:10], start=1)
        if key in relevant
    )
    ideal = sum(1 / math.log2(place + 1) for place in range(1, min(10, len(relevant)) + 1))
    first = next((place for place, key in enumerate(ranking, 1) if key in relevant), None)
    return (
        len(relevant.intersection(ranking[:5])) / len(relevant),
        len(relevant.intersection(ranking[:10])) / len(relevant),
        gain / ideal,
        1 / first if first else 0.0,
    )


def legs_of(retriever: Retriever) -> dict[str, Callable[[str], Sequence[str]]]:
    """Return each leg, their sum and the whole as functions from a query to keys."""
    keys = retriever.index.units.keys.to_list()

    def leg(name: str) -> Callable[[str], Sequence[str]]:
        return lambda query: [
            keys[number] for number in best(getattr(retriever.legs(query), name), DEPTH).tolist()
        ]

    def whole(query: str) -> Sequence[str]:
        return [keys[number] for number in retriever.rank(query).units[:DEPTH].tolist()]

    return {**{name: leg(name) for name in ("words", "meaning", "fused")}, "whole": whole}


def encoder_named(name: str) -> Encoder | None:
    """Return no encoder, the default one, or the transformer in a folder."""
    if name == "off":
        return None
    return find_wordllama() if name == "auto" else load_sentence_encoder(Path(name))


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--half", choices=("all", "even", "odd"), default="all")
    parser.add_argument("--encoder", default="auto", help="off, auto, or a folder with a model")
    options = parser.parse_args()
    encoder = encoder_named(options.encoder)
    print("| collection | units | queries | leg | R@5 | R@10 | nDCG@10 | MRR | CPU ms |")
    print("|---|--:|--:|---|--:|--:|--:|--:|--:|")
    for folder in options.folders:
        before = time.process_time()
        index = build_index(make_collection(load_units(folder)), encoder=encoder)
        built = time.process_time() - before
        queries = load_queries(folder, options.half)
        for name, rank in legs_of(Retriever(index, encoder)).items():
            row = measure(rank, queries)
            print(
                f"| {folder.name} | {len(index.units)} | {len(queries)} | {name} "
                f"| {row.recall_5:.1f} | {row.recall_10:.1f} | {row.ndcg_10:.1f} "
                f"| {row.mrr:.1f} | {row.cpu_ms:.1f} |",
                flush=True,
            )
        print(f"| {folder.name} | {len(index.units)} | | index | | | | | {built * 1000:.0f} |")


if __name__ == "__main__":
    main()
