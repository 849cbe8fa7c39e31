"""Measure how well the extraction reads the labelled sets, and print tables.

    python benchmarks/extraction/run.py                     # the three sets that lie here
    python benchmarks/extraction/run.py botany --show       # one set, every miss by name
    python benchmarks/extraction/run.py --labels L.yml --project DIR

A set is compiled in a temporary copy, by the same pipeline as any project, with no model and no
settings. `scoring` states the matching rule and what counts.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, fields
from pathlib import Path

from labels import load_labels
from scoring import Rate, Score, score

from tesserae.config import load_settings
from tesserae.engine.pipeline import Pipeline
from tesserae.model.graph import Graph

HERE = Path(__file__).parent
SETS = tuple(sorted(path.parent.name for path in HERE.glob("*/labels.yml")))
_ROWS = (
    ("things found", "things"),
    ("… with an accepted type", "typed"),
    ("described in the given words", "described"),
    ("found things with a description", "any_description"),
    ("two names, one node", "acronyms"),
    ("two spellings, one node", "spellings"),
    ("every form of a pair on one node", "both_names"),
    ("different things kept apart", "different"),
    ("links that are edges", "links"),
    ("link edges that are labelled", "link_precision"),
    ("authors found", "authors"),
    ("authors that are labelled", "author_precision"),
    ("open questions", "questions"),
    ("nodes with evidence", "evidence"),
    ("junk that exists", "junk"),
    ("concept and entity nodes without a label", "unmatched"),
)


def compile_graph(project: Path) -> Graph:
    """Compile a copy of a project and return its graph."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / project.resolve().name
        shutil.copytree(project, copy, ignore=shutil.ignore_patterns(".git", ".tesserae"))
        return Pipeline(load_settings(copy)).run().graph()


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the sets that the command line names."""
    options = _parser().parse_args(arguments)
    places = [(name, HERE / name / "labels.yml", HERE / name / "docs") for name in options.sets]
    if options.labels:
        places = [(options.project.name, options.labels, options.project)]
    scores = {
        name: score(compile_graph(project), load_labels(labels)) for name, labels, project in places
    }
    if options.json:
        print(json.dumps({name: _as_json(one) for name, one in scores.items()}, indent=1))
        return
    print(_overview(scores))
    for name, one in scores.items():
        print(f"\n### {name}\n\n{_types_table(one)}")
        if options.show:
            print(_misses(one))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sets", nargs="*", default=SETS, metavar="SET", help=", ".join(SETS))
    parser.add_argument("--labels", type=Path, help="a label file of your own, with --project")
    parser.add_argument("--project", type=Path, help="the project that --labels speaks of")
    parser.add_argument("--show", action="store_true", help="list every miss")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    return parser


def _overview(scores: dict[str, Score]) -> str:
    lines = [f"| | {' | '.join(scores)} |", f"|---|{'---:|' * len(scores)}"]
    for title, name in _ROWS:
        cells = (_cell(getattr(one, name)) for one in scores.values())
        lines.append(f"| {title} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _cell(rate: Rate) -> str:
    return f"{rate.share:.0%} ({rate.hits}/{rate.total})" if rate.total else "-"


def _types_table(one: Score) -> str:
    lines = [
        "| type | labelled | recall | nodes | precision | unjudged |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for type_, row in one.types.items():
        recall = f"{row.recall.share:.0%}" if row.labelled else "-"
        precision = f"{row.precision.share:.0%}" if row.precision.total else "-"
        lines.append(
            f"| {type_} | {row.labelled} | {recall} | {row.nodes} | {precision} | {row.unjudged} |"
        )
    return "\n".join(lines)


def _misses(one: Score) -> str:
    parts = []
    for title, name in _ROWS:
        rate: Rate = getattr(one, name)
        if rate.misses:
            listed = "\n".join(f"- {miss}" for miss in rate.misses)
            parts.append(f"\n**{title}** ({len(rate.misses)})\n\n{listed}")
    return "\n".join(parts)


def _as_json(one: Score) -> dict[str, object]:
    data: dict[str, object] = {
        field.name: {**asdict(rate), "share": round(rate.share, 4)}
        for field in fields(one)
        if isinstance(rate := getattr(one, field.name), Rate)
    }
    data["types"] = {str(type_): asdict(row) for type_, row in one.types.items()}
    data["nodes"] = dict(one.nodes)
    return data


if __name__ == "__main__":
    main()
