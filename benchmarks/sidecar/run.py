"""Measure the server that agents ask: start, first answer, memory over many queries, many clients.

The project is a folder of made-up notes, or one that is given; it is copied, so that compiles and
edits touch nothing of it.

    python benchmarks/sidecar/run.py                     # 300 notes, 10,000 queries
    python benchmarks/sidecar/run.py --project DIR --queries 1000
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TypeAlias

TESSERAE = [sys.executable, "-c", "from tesserae.cli import main; main()"]
Json: TypeAlias = "dict[str, object]"
CLIENTS = 4
WARM_UP = 500
TICKS = os.sysconf("SC_CLK_TCK")
SYLLABLES = ("ba", "do", "fi", "ku", "le", "mo", "ni", "ra", "su", "te", "vor", "lan", "mer", "nok")


class Server:
    """One server process, spoken to in lines."""

    def __init__(self, project: Path) -> None:
        self._number = 0
        self.process = subprocess.Popen(
            [*TESSERAE, "mcp", "-C", str(project)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        client = {"name": "benchmark", "version": "1"}
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
        self.ask("initialize", hello)

    def ask(self, method: str, params: Json) -> Json:
        """Send a request and return its result."""
        self._number += 1
        message = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()
        result: Json = json.loads(self.process.stdout.readline())["result"]
        return result

    def call(self, name: str, **arguments: object) -> Json:
        """Call a tool."""
        return self.ask("tools/call", {"name": name, "arguments": arguments})

    def cpu_s(self) -> float:
        """Return the CPU seconds that the process has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").split()
        return (int(fields[13]) + int(fields[14])) / TICKS

    def memory_mb(self) -> float:
        """Return the memory of the process that no file stands behind."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii").split("\n")
        return next(int(line.split()[1]) for line in lines if line.startswith("RssAnon")) / 1024

    def close(self) -> float:
        """Close its input and return how many seconds it took to end."""
        before = time.monotonic()
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()
        return time.monotonic() - before


def shown(result: Json) -> str:
    """Return the first text of an answer."""
    blocks = result["content"]
    assert isinstance(blocks, list)
    return str(blocks[0]["text"])


def make_notes(folder: Path, count: int) -> None:
    """Write notes that share names."""
    generator = random.Random(7)
    words = ["".join(generator.choices(SYLLABLES, k=3)) for _ in range(2_000)]
    names = [" ".join(word.title() for word in generator.sample(words, 2)) for _ in range(count)]
    (folder / "docs").mkdir(parents=True)
    for number in range(count):
        sentences = [
            f"{generator.choice(names)} is a {' '.join(generator.choices(words, k=8))}."
            for _ in range(20)
        ]
        text = f"# {names[number]}\n\n" + "\n\n".join(sentences) + "\n"
        (folder / f"docs/note-{number}.md").write_text(text, encoding="utf-8")


def make_queries(project: Path, count: int) -> list[str]:
    """Take words from the documents, and now and then words that stand nowhere."""
    generator = random.Random(11)
    pages = sorted(project.rglob("*.md"))[:400]
    words = " ".join(page.read_text("utf-8", "replace") for page in pages).split()
    return [
        " ".join(generator.sample(words, generator.randint(1, 8)))
        + f" {number}" * (number % 7 == 0)
        for number in range(count)
    ]


def measure_start(project: Path) -> None:
    """Print what a start costs."""
    code = "import time; import mcp.server, uvicorn; print(time.process_time())"
    imports = float(subprocess.check_output([sys.executable, "-c", code]))
    print(f"| import of the SDK, CPU | {imports:.2f} s |")
    server = Server(project)
    started = server.cpu_s()
    print(f"| start to the first answer, CPU | {started:.2f} s |")
    server.call("search", query="tide")
    print(f"| first query after that, CPU | {server.cpu_s() - started:.2f} s |")
    print(f"| end after the input closed | {server.close():.2f} s |", flush=True)


def measure_memory(project: Path, queries: list[str]) -> None:
    """Print how memory grows over many queries."""
    server = Server(project)
    for query in queries[:WARM_UP]:
        server.call("search", query=query)
        server.call("compile_context", query=query)
    start, times = server.memory_mb(), []
    for number, query in enumerate(queries):
        before = time.monotonic()
        name = ("search", "compile_context", "ask", "facts")[number % 4]
        server.call(name, **{"question" if name == "ask" else "query": query})
        times.append(time.monotonic() - before)
    grown = server.memory_mb() - start
    print(f"| memory after the warm-up | {start:.0f} MB |")
    print(f"| growth over {len(queries):,} queries | {grown:.1f} MB |")
    print(f"| a query, median | {statistics.median(times) * 1000:.0f} ms |", flush=True)
    server.close()


def measure_clients(project: Path, queries: list[str]) -> None:
    """Print how many answers of several clients were errors while the project is compiled."""
    servers = [Server(project) for _ in range(CLIENTS)]
    faults: list[str] = []
    answered = [0]
    done = threading.Event()

    def use(server: Server) -> None:
        place = 0
        while not done.is_set():
            result = server.call("compile_context", query=queries[place % len(queries)])
            text = shown(result)
            if result.get("isError") and "nothing is found" not in text:
                faults.append(text)
            answered[0] += 1
            place += 1

    users = [threading.Thread(target=use, args=(server,)) for server in servers]
    for user in users:
        user.start()
    for number in range(3):
        note = project / f"docs/fresh-{number}.md"
        note.write_text(f"# Fresh {number}\n\nA **fresh note** is number {number}.\n", "utf-8")
        subprocess.run(
            [*TESSERAE, "compile", "--wait", "120"], cwd=project, check=True, capture_output=True
        )
    done.set()
    for user in users:
        user.join()
    found = shown(servers[0].call("search", query="fresh note number 2"))
    for server in servers:
        server.close()
    print(
        f"| {CLIENTS} clients during 3 compiles: answers, errors | {answered[0]}, {len(faults)} |"
    )
    print(f"| the last compile is seen | {'yes' if 'fresh-2.md' in found else 'no'} |")
    for fault in sorted(set(faults))[:5]:
        print(f"  {fault[:200]}")


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--project", type=Path)
    parser.add_argument("--notes", type=int, default=300)
    parser.add_argument("--queries", type=int, default=10_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TESSERAE_HOME"] = f"{folder}/home"
        project = Path(folder) / "project"
        if options.project:
            skipped = shutil.ignore_patterns(".git", ".tesserae", "site")
            shutil.copytree(options.project, project, ignore=skipped)
        else:
            make_notes(project, options.notes)
        subprocess.run([*TESSERAE, "compile"], cwd=project, check=True, capture_output=True)
        queries = make_queries(project, options.queries)
        print("| what | measured |\n|---|--:|")
        measure_start(project)
        measure_memory(project, queries)
        measure_clients(project, queries)


if __name__ == "__main__":
    main()
