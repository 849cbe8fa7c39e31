"""Deterministic inputs for the speed benchmark: a project of notes, and a wiki for bare MkDocs.

Both are made from one seed, so a table can be measured again anywhere. The notes have what real
ones have: front matter, wikilinks and relative links, tables, code, dated digests, recurring terms.
"""

from __future__ import annotations

import random
from datetime import date, timedelta
from pathlib import Path

_FIRST = [
    "Adaptive",
    "Bounded",
    "Causal",
    "Coarse",
    "Dense",
    "Eager",
    "Guided",
    "Layered",
    "Lazy",
    "Merged",
    "Paired",
    "Sparse",
]
_SECOND = [
    "Anchor",
    "Beacon",
    "Buffer",
    "Channel",
    "Filter",
    "Kernel",
    "Ledger",
    "Mapper",
    "Planner",
    "Router",
    "Sampler",
    "Table",
]
_AREAS = ["storage", "routing", "planning", "imaging", "sampling", "indexing"]
_AUTHORS = ("Ada Lovelace", "Charles Babbage", "George Boole", "Mary Somerville")
_DATASETS = ("Harbour-12", "Meadow-3k", "Orchard-7", "Quarry-90")
_METRICS = ("median latency", "recall@5", "peak memory", "error rate")
_SENTENCES = (
    "The {a} passes its result to the {b} before the next round begins.",
    "On {d} the {a} lowers {m} by {n} percent, while the {b} leaves it unchanged.",
    "Unlike the {b}, the {a} keeps no state between two calls and can be restarted at any time.",
    "We measured {m} on {d} with the {a} switched off and saw {n} failures in an hour.",
    "The setting `{area}.{key}_limit` bounds how many entries the {a} may hold at once.",
    "A restart of the {a} loses at most {n} entries, because the {b} writes each one twice.",
    "See [[{link}]] for the case in which the {a} and the {b} wait for each other.",
)
_HEADINGS = ("Overview", "Background", "Design", "Results", "Limits", "Settings")
_START = date(2025, 1, 1)


def make_project(root: Path, count: int, *, seed: int = 1) -> int:
    """Write `count` notes below `root` and return their size in bytes."""
    rng = random.Random(seed)
    terms = [f"{first} {second}" for first in _FIRST for second in _SECOND]
    notes = [_place(number, terms[number % len(terms)]) for number in range(count)]
    titles = [title for title, _ in notes]
    size = 0
    for number, (title, path) in enumerate(notes):
        successor = notes[(number + 1) % count][1]
        text = _note(
            rng, number=number, title=title, terms=terms, titles=titles, successor=successor
        )
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        size += len(text.encode())
    return size


def _place(number: int, term: str) -> tuple[str, str]:
    area = _AREAS[number % len(_AREAS)]
    if number % 9 == 0:
        day = _START + timedelta(days=number % 400)
        return f"Digest of {day} ({number})", f"log/{day}/digest-{number}.md"
    slug = term.lower().replace(" ", "-")
    return f"{term} in {area} ({number})", f"docs/{area}/{slug}-{number}.md"


def _note(
    rng: random.Random,
    *,
    number: int,
    title: str,
    terms: list[str],
    titles: list[str],
    successor: str,
) -> str:
    day = _START + timedelta(days=number % 400)
    lines = ["---", f'title: "{title}"', f"date: {day}", f"author: {rng.choice(_AUTHORS)}"]
    lines += ["tags:", f"  - {_AREAS[number % len(_AREAS)]}", "---", "", f"# {title}", ""]
    for heading in rng.sample(_HEADINGS, 5):
        lines += [f"## {heading}", ""]
        for _ in range(rng.randint(1, 3)):
            count = rng.randint(4, 7)
            lines += [" ".join(_sentence(rng, terms, titles) for _ in range(count)), ""]
        if heading == "Results":
            lines += ["| metric | before | after |", "|---|---|---|"]
            lines += [
                f"| {metric} | {rng.randint(1, 99)} | {rng.randint(1, 99)} |" for metric in _METRICS
            ]
            lines.append("")
        if heading == "Settings":
            lines += [
                "```python",
                "def drain(limit: int) -> int:",
                "    return limit - 1",
                "```",
                "",
            ]
    lines += ["## Related", ""] + [
        f"- [[{other}]]" for other in rng.sample(titles, min(4, len(titles)))
    ]
    return "\n".join([*lines, f"- [the next note](/{successor})", ""])


def _sentence(rng: random.Random, terms: list[str], titles: list[str]) -> str:
    a, b = rng.sample(terms, 2)
    return rng.choice(_SENTENCES).format(
        a=a,
        b=b,
        area=rng.choice(_AREAS),
        d=rng.choice(_DATASETS),
        key=rng.choice(_SECOND).lower(),
        link=rng.choice(titles),
        m=rng.choice(_METRICS),
        n=rng.randint(2, 90),
    )


def make_wiki(root: Path, count: int, *, seed: int = 2) -> None:
    """Write a MkDocs project with `count` wiki-like pages: what bare MkDocs is measured on.

    Each page is about 4.6 kB with front matter, some 25 internal links, a table and quotes; the
    pages stay out of the navigation, which is the cheapest way to build them.
    """
    rng = random.Random(seed)
    words = [word.lower() for word in (*_FIRST, *_SECOND, *_AREAS)]
    paths = [f"wiki/{_AREAS[number % 6]}/page-{number:05d}.md" for number in range(count)]
    docs = root / "docs"
    docs.mkdir(parents=True)
    (docs / "index.md").write_text("# Home\n\nA wiki.\n", encoding="utf-8")
    for number, path in enumerate(paths):
        page = _wiki_page(rng, number=number, words=words, paths=paths)
        target = docs / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(page, encoding="utf-8")
    (root / "mkdocs.yml").write_text(
        "site_name: baseline\ntheme: {name: material, font: false}\nplugins: [search]\n"
        "not_in_nav: /wiki/**\nnav: [index.md]\n",
        encoding="utf-8",
    )


def _wiki_page(rng: random.Random, *, number: int, words: list[str], paths: list[str]) -> str:
    def link() -> str:
        target = rng.choice(paths)
        return f"[{rng.choice(words)} {rng.choice(words)}](../{target.removeprefix('wiki/')})"

    def prose(length: int) -> str:
        return " ".join(rng.choice(words) for _ in range(length)).capitalize() + "."

    title = f"Page {number}"
    lines = ["---", f"title: {title}", "tags: [a, b]", "---", "", f"# {title}", "", prose(60), ""]
    lines += ["## Summary", "", f"{prose(90)} See {link()} and {link()}.", "", "## Facts", ""]
    lines += ["| subject | relation | object |", "|---|---|---|"]
    lines += [f"| {rng.choice(words)} | `uses` | {link()} |" for _ in range(6)]
    lines += ["", "## Evidence", ""]
    for _ in range(3):
        lines += [f"> {prose(25)}", "", f"{link()}, line {rng.randint(1, 400)}", ""]
    if number % 3 == 0:
        lines += ["```python", "def f(x: int) -> int:", "    return x + 1", "```", ""]
    lines += ["## Related", ""] + [f"- {link()}: {prose(8)}" for _ in range(8)]
    lines += ["", "## Backlinks", ""] + [f"- {link()}" for _ in range(6)]
    return "\n".join([*lines, ""])
