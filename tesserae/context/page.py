"""A page about a topic, written on demand: what it is, what the sources say, what lies near.

Every statement is quoted from a source and cited; nothing is stored.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from tesserae.context.ask import chosen_hits, quotes
from tesserae.context.library import Library, citation_line, demoted
from tesserae.context.sentences import Sentence
from tesserae.context.writer import Passage, Writer
from tesserae.errors import QueryError
from tesserae.model.citation import Citation, escaped, quoted, rewrite_citations
from tesserae.retrieval.search import Hit
from tesserae.retrieval.units import FRAGMENT

OVERVIEW_SENTENCES = 4
SOURCE_SENTENCES = 4
NEAR = 8


@dataclass(frozen=True, slots=True)
class TopicPage:
    """A cited page of markdown."""

    topic: str
    body: str
    citations: tuple[Citation, ...]


class _Sources:
    """Hands out numbers for sources, the same for the same place."""

    def __init__(self) -> None:
        self.citations: list[Citation] = []

    def number(self, citation: Citation) -> int:
        """Return the number of a source, from 1."""
        if citation not in self.citations:
            self.citations.append(citation)
        return self.citations.index(citation) + 1


def write_page(library: Library, topic: str, *, writer: Writer | None = None) -> TopicPage:
    """Write a page about a topic.

    Args:
        library: The project.
        topic: Any words.
        writer: A model that writes the overview; without one it is quoted sentences.

    Raises:
        QueryError: The topic is empty, or nothing is found.
        BackendError: The writer failed.
    """
    hits = chosen_hits(library, topic)
    if not hits:
        raise QueryError(f"nothing is found about {topic.strip()[:120]!r}; use other words")
    sources = _Sources()
    parts = [f"# {escaped(' '.join(topic.split()))}"]
    parts += _definition(library, hits, sources)
    overview = quotes(library, topic, hits, limit=OVERVIEW_SENTENCES)
    if writer is not None:
        parts += ["## Overview", _written(library, topic, hits, sources, writer)]
    elif overview:
        parts += ["## Overview", _list(library, overview, sources)]
    parts += _by_source(library, topic, hits, sources, said={line.text for line in overview})
    parts += _near(library, hits)
    listed = [
        citation_line(citation, number)
        for number, citation in enumerate(sources.citations, start=1)
    ]
    parts += ["## Citations", "\n".join(listed)]
    return TopicPage(topic, "\n\n".join(parts) + "\n", tuple(sources.citations))


def _definition(library: Library, hits: list[Hit], sources: _Sources) -> list[str]:
    """Open with what the node says that the topic names, where one does."""
    for hit in hits:
        if hit.unit.type != FRAGMENT and "exact" in hit.ranks and hit.unit.key in library.view:
            text = hit.unit.text.partition("\n")[0].strip()
            if text:
                number = sources.number(library.citations_of(hit.unit)[0])
                return [f"{demoted(text, below=1)} [{number}]"]
    return []


def _written(
    library: Library, topic: str, hits: list[Hit], sources: _Sources, writer: Writer
) -> str:
    passages = [
        Passage(library.citations_of(hit.unit)[0], library.body_of(hit.unit)) for hit in hits
    ]
    for passage in passages:
        sources.number(passage.citation)
    names = {passage.citation.node_id: passage.citation.name for passage in passages}
    return rewrite_citations(writer.write(topic, passages), names).strip()


def _by_source(
    library: Library, topic: str, hits: list[Hit], sources: _Sources, *, said: set[str]
) -> list[str]:
    by_path: dict[str, list[Hit]] = defaultdict(list)
    for hit in hits:
        if hit.unit.path and hit.unit.type == FRAGMENT:
            by_path[hit.unit.path].append(hit)
    parts = []
    for found in by_path.values():
        lines = [
            sentence
            for sentence in quotes(library, topic, found, limit=SOURCE_SENTENCES)
            if sentence.text not in said
        ]
        if lines:
            lines.sort(key=lambda sentence: sentence.start_line)
            title = library.name_of(found[0].unit).partition(" \u203a ")[0]
            parts += [f"### {escaped(title)}", _list(library, lines, sources)]
    return ["## What the sources say", *parts] if parts else []


def _near(library: Library, hits: list[Hit]) -> list[str]:
    """Name the nodes beside the passages that the topic also reaches."""
    names = [
        library.name_of(hit.unit)
        for hit in hits
        if hit.unit.type != FRAGMENT and "exact" not in hit.ranks
    ][:NEAR]
    return ["## Near it", "\n".join(f"- {escaped(name)}" for name in names)] if names else []


def _list(library: Library, lines: list[Sentence], sources: _Sources) -> str:
    out = []
    for sentence in lines:
        unit = sentence.unit
        cited = library.citations_of(unit)[0]
        if unit.path and unit.type == FRAGMENT:
            cited = Citation(
                cited.node_id, cited.name, unit.path, sentence.start_line, sentence.end_line
            )
        out.append(f"- {quoted(sentence.text)} [{sources.number(cited)}]")
    return "\n".join(out)
