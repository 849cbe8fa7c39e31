"""Measure what a compile and a build cost, and print one markdown table.

Whole processes are timed from outside: CPU seconds are user + system of the process and its
children, memory is the largest resident set. Each figure is the median of `--runs`. Ratios compare
figures of this very run, since a shared machine's speed drifts.

    python benchmarks/speed/run.py                  # our own corpora
    python benchmarks/speed/run.py --project DIR      # a project of yours as well
"""

from __future__ import annotations

import argparse
import json
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from corpus import make_project, make_wiki

BIN = Path(sys.executable).parent
ENV = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}


@dataclass(frozen=True, slots=True)
class Cost:
    """What one process used."""

    cpu_s: float
    memory_mb: float


def cost_of(command: Sequence[str | Path], *, cwd: Path) -> Cost:
    """Run a command to its end; a command that fails ends the benchmark."""
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            [str(part) for part in command], cwd=cwd, env=ENV, stdout=log, stderr=subprocess.STDOUT
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            log.seek(0)
            sys.exit(f"{' '.join(map(str, command))} failed:\n{log.read().decode()}")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def median(costs: Sequence[Cost]) -> Cost:
    """Take the median of each figure on its own."""
    return Cost(
        statistics.median(cost.cpu_s for cost in costs),
        max(cost.memory_mb for cost in costs),
    )


def measure(
    command: Sequence[str | Path],
    *,
    cwd: Path,
    runs: int,
    before: Callable[[int], None] = lambda _: None,
) -> Cost:
    """Run a command `runs` times, each after `before(number of the run)`."""
    costs = []
    for number in range(runs):
        before(number)
        costs.append(cost_of(command, cwd=cwd))
    return median(costs)


def forget(project: Path) -> None:
    """Remove what earlier runs left, so that the next one is cold."""
    for name in (".tesserae", "site"):
        shutil.rmtree(project / name, ignore_errors=True)


def edit(project: Path) -> Callable[[int], None]:
    """Return a step that changes one sentence of one note, differently in each run."""
    note = sorted(path for path in project.rglob("*.md") if ".tesserae" not in path.parts)[7]

    def step(number: int) -> None:
        with note.open("a", encoding="utf-8") as file:
            file.write(f"\nRun {number} found nothing new in the Sparse Ledger.\n")

    return step


def configure(project: Path, **options: object) -> None:
    """Write the configuration that every measured build shares."""
    (project / "docs").mkdir(exist_ok=True)
    block = json.dumps({"timezone": "UTC", **options})
    (project / "mkdocs.yml").write_text(
        "site_name: bench\ntheme: {name: material, font: false}\n"
        f"plugins: [search, {{tesserae: {block}}}]\n",
        encoding="utf-8",
    )


def measure_compile(project: Path, *, runs: int) -> dict[str, Cost]:
    """Measure `tesserae compile` cold, unchanged and after one edit."""
    command = [BIN / "tesserae", "compile"]
    cold = measure(command, cwd=project, runs=runs, before=lambda _: forget(project))
    unchanged = measure(command, cwd=project, runs=runs)
    return {
        "cold": cold,
        "unchanged": unchanged,
        "one edit": measure(command, cwd=project, runs=runs, before=edit(project)),
    }


def measure_build(project: Path, *, runs: int) -> dict[str, Cost]:
    """Measure `mkdocs build`, compile included: cold, unchanged, after one edit, page cache."""
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet"]
    configure(project)
    costs = {"cold": measure(command, cwd=project, runs=runs, before=lambda _: forget(project))}
    costs["unchanged"] = measure(command, cwd=project, runs=runs)
    costs["one edit"] = measure(command, cwd=project, runs=runs, before=edit(project))
    configure(project, page_cache=True)
    cost_of(command, cwd=project)
    costs["unchanged, page cache"] = measure(command, cwd=project, runs=runs)
    return costs


def folder_size(folder: Path) -> int:
    """Sum the bytes of all files below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def row(*cells: object) -> None:
    """Print one row of the table as soon as it is known."""
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def bench_size(work: Path, count: int, *, runs: int) -> float:
    """Measure one size of our own corpus; returns the CPU seconds of a cold compile."""
    project = work / f"project-{count}"
    corpus_bytes = make_project(project, count)
    configure(project)
    compiled = measure_compile(project, runs=runs)
    for name, cost in compiled.items():
        row(f"compile, {count} notes, {name}", f"{cost.cpu_s:.2f}", f"{cost.memory_mb:.0f}", "")
    built = measure_build(project, runs=runs)
    pages = sum(1 for _ in (project / "site").rglob("*.html"))
    baseline = work / f"baseline-{count}"
    make_wiki(baseline, pages - 2)
    bare = measure([sys.executable, "-m", "mkdocs", "build", "--quiet"], cwd=baseline, runs=runs)
    row(
        f"bare MkDocs + Material + search, {pages} pages",
        f"{bare.cpu_s:.2f}",
        f"{bare.memory_mb:.0f}",
        "1",
    )
    for name, cost in built.items():
        ratio = f"{cost.cpu_s / bare.cpu_s:.2f}"
        row(
            f"build, {count} notes ({pages} pages), {name}",
            f"{cost.cpu_s:.2f}",
            f"{cost.memory_mb:.0f}",
            ratio,
        )
    site = folder_size(project / "site")
    row(
        f"size of that site: {site / 1e6:.1f} MB for {corpus_bytes / 1e6:.1f} MB of notes",
        "",
        "",
        f"{site / corpus_bytes:.1f}",
    )
    return compiled["cold"].cpu_s


def bench_project(work: Path, source: Path, *, runs: int) -> None:
    """Measure the compile of a copy of a project that the user names."""
    project = work / source.name
    shutil.copytree(source, project)
    for name, cost in measure_compile(project, runs=runs).items():
        row(f"compile, {source.name}, {name}", f"{cost.cpu_s:.2f}", f"{cost.memory_mb:.0f}", "")


def bench_large_file(work: Path) -> None:
    """Measure a project with one markdown file of 20 MB, which is over the limit of a source."""
    project = work / "large"
    project.mkdir()
    (project / "README.md").write_text("# A project with a large file\n", encoding="utf-8")
    make_project(work / "paragraphs", 200)
    texts = [
        path.read_text(encoding="utf-8") for path in sorted((work / "paragraphs").rglob("*.md"))
    ]
    body = "\n".join(text.split("---\n", 2)[2] for text in texts)
    (project / "large.md").write_text(body * math.ceil(20e6 / len(body)), encoding="utf-8")
    cost = cost_of([BIN / "tesserae", "compile"], cwd=project)
    row("compile, one file of 20 MB", f"{cost.cpu_s:.2f}", f"{cost.memory_mb:.0f}", "")


def main() -> None:
    """Parse the arguments, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--sizes", default="300,1000,3000", help="numbers of notes, comma-separated"
    )
    parser.add_argument("--runs", type=int, default=3, help="runs per figure")
    parser.add_argument(
        "--project", type=Path, action="append", default=[], help="a project to copy"
    )
    options = parser.parse_args()
    sizes = [int(size) for size in options.sizes.split(",") if size]
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        row("what", "CPU s", "MB", "ratio")
        row("---", "---:", "---:", "---:")
        for project in options.project:
            bench_project(work, project.resolve(), runs=options.runs)
        cold = {size: bench_size(work, size, runs=options.runs) for size in sizes}
        if len(cold) > 1:
            small, large = min(cold), max(cold)
            exponent = math.log(cold[large] / cold[small]) / math.log(large / small)
            row(
                f"growth of a cold compile from {small} to {large} notes: N^{exponent:.2f}",
                "",
                "",
                "",
            )
        bench_large_file(work)


if __name__ == "__main__":
    main()
