"""Measure what an agent pays to find the file that answers a question about this repository.

Three ways to start: the compiled context, a search by words that reads the best files whole, and
reading everything. A token counts as four characters.

    python benchmarks/agents/run.py
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tesserae.config import load_settings
from tesserae.context.compile import ContextRequest, compile_context
from tesserae.context.library import Library
from tesserae.engine.library import open_library
from tesserae.engine.pipeline import Pipeline
from tesserae.retrieval.tokenise import STOP_WORDS

ROOT = Path(__file__).parents[2]
QUESTIONS = Path(__file__).with_name("questions.jsonl")
CHARS_A_TOKEN = 4
FILES_READ = 3
_WORD = re.compile(r"[\w.-]{2,}")


@dataclass(frozen=True, slots=True)
class Found:
    """What one way gave for one question."""

    characters: int
    files: tuple[str, ...]
    """In the order in which an agent sees them."""


def from_context(library: Library, question: str, budget: int) -> Found:
    """Compile context; its citations name the files."""
    bundle = compile_context(library, ContextRequest(question, budget=budget))
    return Found(len(bundle.body), tuple(dict.fromkeys(c.path for c in bundle.citations if c.path)))


def from_grep(texts: Mapping[str, str], question: str) -> Found:
    """Rank files by how many words of the question they hold, and read the best ones whole."""
    words = {word.lower().strip(".-") for word in _WORD.findall(question)} - STOP_WORDS
    scores = {}
    for path, text in texts.items():
        lower = text.lower()
        held = [lower.count(word) for word in words]
        scores[path] = (sum(count > 0 for count in held), sum(held))
    best = sorted(texts, key=lambda path: (*(-part for part in scores[path]), path))[:FILES_READ]
    return Found(sum(len(texts[path]) for path in best), tuple(best))


def report(name: str, questions: list[tuple[str, set[str]]], find: Callable[[str], Found]) -> None:
    """Print one row: tokens a question, and how often a right file is there."""
    found = [(find(question), files) for question, files in questions]
    tokens = sum(one.characters for one, _ in found) / len(found) / CHARS_A_TOKEN
    right = sum(bool(files & set(one.files)) for one, files in found) / len(found)
    first = sum(one.files[:1] != () and one.files[0] in files for one, files in found) / len(found)
    early = sum(bool(files & set(one.files[:3])) for one, files in found) / len(found)
    print(f"| {name} | {tokens:,.0f} | {right:.0%} | {early:.0%} | {first:.0%} |")
    for (question, files), (one, _) in zip(questions, found, strict=True):
        if not files & set(one.files) and len(one.files) < len(questions):
            print(f"    missed: {question}")


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--project", type=Path, default=ROOT)
    options = parser.parse_args()
    compiled = Pipeline(load_settings(options.project)).run()
    library = open_library(compiled)
    texts = {
        path: (compiled.root / path).read_text(encoding="utf-8", errors="replace")
        for path in compiled.manifest.sources
    }
    rows = map(json.loads, QUESTIONS.read_text(encoding="utf-8").splitlines())
    questions = [(str(row["question"]), set(row["files"])) for row in rows]
    print(
        "| way | tokens a question | right file | in the first 3 | first |\n|---|--:|--:|--:|--:|"
    )
    for budget in (4_000, 8_000, 16_000, 32_000):
        report(
            f"compile_context, {budget:,} characters",
            questions,
            lambda question, budget=budget: from_context(library, question, budget),
        )
    report(f"grep, then {FILES_READ} files whole", questions, lambda q: from_grep(texts, q))
    whole = Found(sum(map(len, texts.values())), tuple(texts))
    report(f"all {len(texts)} files", questions, lambda _: whole)


if __name__ == "__main__":
    main()
