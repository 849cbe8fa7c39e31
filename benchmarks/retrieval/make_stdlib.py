"""Make a collection that nothing was tuned on: find a library function by its words.

The first paragraph of a docstring is the question; the function without its docstring answers it.

    python benchmarks/retrieval/make_stdlib.py DIR && python benchmarks/retrieval/run.py DIR
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import sysconfig
from collections.abc import Iterator
from pathlib import Path

QUERIES = 300
WORDS = range(4, 31)
MIN_SOURCE = 80
LEFT_OUT = {"test", "tests", "idlelib", "lib2to3", "site-packages", "turtledemo"}


def functions() -> Iterator[tuple[str, str, str]]:
    """Yield the name, the source and the first paragraph of the docstring of each function."""
    root = Path(sysconfig.get_paths()["stdlib"])
    for path in [*sorted(root.glob("*.py")), *sorted(root.glob("*/*.py"))]:
        if LEFT_OUT.isdisjoint(path.parts):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef) and ast.get_docstring(node):
                    told = " ".join(str(ast.get_docstring(node)).split("\n\n")[0].split())
                    node.body = node.body[1:] or [ast.Pass()]
                    yield node.name, ast.unparse(node), told


def main() -> None:
    """Write `corpus.jsonl` and `queries.jsonl`."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    found = {
        told: (name, source)
        for name, source, told in functions()
        if len(told.split()) in WORDS and len(source) > MIN_SOURCE
    }
    corpus = [
        {"id": f"d{number}", "title": name, "text": source}
        for number, (name, source) in enumerate(found.values())
    ]
    asked = random.Random(3).sample(list(enumerate(found)), QUERIES)
    queries = [
        {"id": f"q{number}", "text": told, "relevant": [f"d{number}"]} for number, told in asked
    ]
    for name, records in (("corpus", corpus), ("queries", queries)):
        lines = "".join(json.dumps(record) + "\n" for record in records)
        (folder / f"{name}.jsonl").write_text(lines, encoding="utf-8")


if __name__ == "__main__":
    main()
