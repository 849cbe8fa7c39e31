"""What a door answers, as text: every door that calls these gives the same bytes.

A list is an iterator of rendered items, so that a door may stop where its reader's limit lies.
"""

from __future__ import annotations

from collections.abc import Sequence

from tesserae.context.ask import SENTENCES
from tesserae.context.ask import ask as answer_question
from tesserae.context.compile import (
    DEFAULT_BUDGET,
    DEFAULT_DEPTH,
    ContextRequest,
    compile_context,
)
from tesserae.context.facts import find_facts, render_fact
from tesserae.context.findings import find_findings, render_finding
from tesserae.context.hits import hit_lines, types_of
from tesserae.context.llms import wiki_index
from tesserae.context.read import read_entry
from tesserae.context.timeline import days_between, digest_of, parse_day
from tesserae.context.writer import Writer
from tesserae.engine.library import open_writer
from tesserae.engine.reading import Reading
from tesserae.errors import QueryError

MAX_HITS = 100
MAX_ITEMS = 500


def search(reading: Reading, query: str, *, kind: str = "", limit: int = MAX_HITS) -> list[str]:
    """Return hits, one text each, best first."""
    types = types_of(kind) if kind.strip() else None
    hits = reading.library.retriever.search(query, limit=limit, types=types)
    return ["\n".join(hit_lines(hit, number)) for number, hit in enumerate(hits, start=1)]


def context(
    reading: Reading,
    query: str = "",
    *,
    seeds: Sequence[str] = (),
    depth: int = DEFAULT_DEPTH,
    budget: int = DEFAULT_BUDGET,
    synthesize: bool = False,
) -> str:
    """Return a bundle, in prose where it is wanted and a model is configured."""
    request = ContextRequest(query, seeds=tuple(seeds), depth=depth, budget=budget)
    writer = _writer(reading) if synthesize else None
    return compile_context(reading.library, request, writer=writer).body


def _writer(reading: Reading) -> Writer:
    if reading.settings is None:
        raise QueryError("a published site has no model; call without synthesize")
    return open_writer(reading.settings)


def ask(reading: Reading, question: str, *, limit: int = SENTENCES) -> str:
    """Return an answer with its sources."""
    return answer_question(reading.library, question, limit=limit).body


def read(reading: Reading, name: str) -> str:
    """Return one thing, whole."""
    return read_entry(reading.library, name, reading.pages)


def facts(reading: Reading, query: str = "", *, as_of: str = "") -> list[str]:
    """Return statements, one text each."""
    day = parse_day(as_of, name="as_of") if as_of.strip() else None
    return [render_fact(fact) for fact in find_facts(reading.library, query, as_of=day)[:MAX_ITEMS]]


def day(reading: Reading, day: str) -> str:
    """Return what one day brought."""
    return digest_of(reading.library, parse_day(day, name="day"))


def days(reading: Reading, *, since: str = "", until: str = "") -> list[str]:
    """Return one line a day, newest first."""
    return days_between(
        reading.library,
        parse_day(since, name="since") if since.strip() else None,
        parse_day(until, name="until") if until.strip() else None,
    )


def findings(
    reading: Reading,
    *,
    node_id: str = "",
    query: str = "",
    kinds: Sequence[str] = (),
    since: str = "",
) -> list[str]:
    """Return what agents found out, one text each."""
    first = parse_day(since, name="since") if since.strip() else None
    found = find_findings(reading.library, node_id=node_id, query=query, kinds=kinds, since=first)
    return [render_finding(reading.library, node) for node in found[:MAX_ITEMS]]


def llms_txt(reading: Reading, *, prefix: str = "") -> str:
    """Return the index of the wiki; `prefix` stands before the path of each page."""
    return wiki_index(reading.project, reading.library.view, reading.pages, prefix=prefix)


def page(reading: Reading, path: str) -> str | None:
    """Return a page of the wiki by its path, None where there is none."""
    node_id = reading.pages.get(path) or reading.pages.get(f"{path}.md")
    return reading.library.page_of(node_id) if node_id is not None else None
