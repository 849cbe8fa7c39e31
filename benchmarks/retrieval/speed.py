"""Measure what a search, a context and a rebuilt index cost, in CPU milliseconds.

The collection is made up: words fall off as in real text, and names are shared by a few units
each, so that the graph has something to walk.

    python benchmarks/retrieval/speed.py                     # 1,000 and 10,000 units
    python benchmarks/retrieval/speed.py --units 100000
"""

from __future__ import annotations

import argparse
import random
import resource
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import accumulate
from pathlib import Path

from tesserae.context.compile import ContextRequest, compile_context
from tesserae.context.library import Library
from tesserae.graph.view import GraphView
from tesserae.model.graph import Graph
from tesserae.retrieval.index import build_index
from tesserae.retrieval.index_file import load_index, write_index
from tesserae.retrieval.search import Retriever
from tesserae.retrieval.semantic import find_wordllama
from tesserae.retrieval.units import Collection, Unit, make_collection

SYLLABLES = [first + second for first in "bdfgklmnprstvz" for second in ("a", "e", "i", "o", "un")]
WORDS_A_UNIT = 90
WARM_UP = 5


def make_words(count: int, generator: random.Random) -> list[str]:
    """Make up distinct pronounceable words."""
    words: dict[str, None] = {}
    while len(words) < count:
        words["".join(generator.choices(SYLLABLES, k=generator.randint(2, 4)))] = None
    return list(words)


def make_units(count: int, generator: random.Random) -> list[Unit]:
    """Make up units whose words are as unevenly common as those of real text."""
    words = make_words(3_000 + 4 * int(count**0.75), generator)
    weights = list(accumulate(1 / (rank + 10) for rank in range(len(words))))
    names = [
        " ".join(word.title() for word in generator.sample(words, 2)) for _ in range(count // 2)
    ]
    units = []
    for number in range(count):
        text = generator.choices(words, cum_weights=weights, k=WORDS_A_UNIT)
        for name in generator.choices(names, k=4):
            text.insert(generator.randrange(1, len(text)), name)
        title = names[number % len(names)] if number < len(names) else f"Note {number}"
        units.append(
            Unit(f"unit:{number:06}", title, f"{' '.join(text)}.", names=(title,), path=f"{number}")
        )
    return units


def make_queries(units: list[Unit], generator: random.Random) -> list[str]:
    """Take a few words, with a name among them now and then, from units."""
    return [" ".join(generator.sample(generator.choice(units).text.split(), 7)) for _ in range(60)]


def cpu_ms(call: Callable[[], object]) -> float:
    """Return the CPU time of one call."""
    before = time.process_time()
    call()
    return (time.process_time() - before) * 1000


def measure(count: int) -> None:
    """Print the rows of one size."""
    generator = random.Random(7)
    encoder = find_wordllama()
    units = make_units(count, generator)
    collection: Collection = make_collection(units)
    queries = make_queries(units, generator)
    before = time.process_time()
    index = build_index(collection, encoder=encoder)
    print(
        f"| {count:,} | index from nothing | {(time.process_time() - before) * 1000:.0f} |",
        flush=True,
    )
    changed = make_collection([replace(units[0], text="Something else."), *units[1:]])
    rebuilt = cpu_ms(lambda: build_index(changed, encoder=encoder, previous=index))
    print(f"| {count:,} | index rebuilt after one edit | {rebuilt:.0f} |")
    with tempfile.TemporaryDirectory() as folder:
        written = cpu_ms(lambda: write_index(index, Path(folder)))
        loaded = cpu_ms(lambda: load_index(Path(folder)))
        mapped = load_index(Path(folder))
        size = sum(path.stat().st_size for path in Path(folder).iterdir()) / 2**20
    if mapped is None:
        raise SystemExit("the index that was just written cannot be read")
    print(f"| {count:,} | index written ({size:.0f} MB) | {written:.0f} |")
    print(f"| {count:,} | index opened | {loaded:.1f} |")
    retriever = Retriever(mapped, encoder)
    for query in queries[:WARM_UP]:
        retriever.search(query)
    report(count, "search", [cpu_ms(lambda text=text: retriever.search(text)) for text in queries])
    library = Library(GraphView(Graph({}, ())), retriever)
    report(
        count,
        "compile_context",
        [
            cpu_ms(lambda text=text: compile_context(library, ContextRequest(text)))
            for text in queries
        ],
    )


def report(count: int, what: str, times: list[float]) -> None:
    """Print the median and the slowest of many calls."""
    print(f"| {count:,} | {what}, median | {statistics.median(times):.1f} |")
    print(f"| {count:,} | {what}, slowest | {max(times):.1f} |", flush=True)


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--units", nargs="+", type=int, default=[1_000, 10_000])
    options = parser.parse_args()
    print("| units | what | CPU ms |\n|--:|---|--:|")
    for count in options.units:
        measure(count)
    print(f"\nLargest memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
