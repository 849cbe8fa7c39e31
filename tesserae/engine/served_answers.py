"""Answers as the box on served pages shows them: rows of plain text with a place and an id."""

from __future__ import annotations

import re

from tesserae.context.ask import ask
from tesserae.context.compile import ContextRequest, compile_context
from tesserae.engine.reading import Reading
from tesserae.model.citation import Citation
from tesserae.model.graph import JsonValue

HITS = 20
_ESCAPE = re.compile(r"\\([\\`\[\]<>])")


def served_answer(reading: Reading, name: str, query: str) -> dict[str, JsonValue]:
    """Answer a question of a page.

    Args:
        reading: The project.
        name: `search`, `context` or `ask`.
        query: The words.

    Returns:
        `items` of `text place id` to show, and `body` with the whole markdown, or `hits`.

    Raises:
        QueryError: The question is empty, or nothing is found.
    """
    library = reading.library
    if name == "search":
        hits = library.retriever.search(query, limit=HITS)
        return {
            "items": [_item(hit.unit.title, library.citations_of(hit.unit)[0]) for hit in hits],
            "hits": [hit.to_json() for hit in hits],
        }
    if name == "context":
        bundle = compile_context(library, ContextRequest(query))
        return {
            "items": [_item(citation.name, citation) for citation in bundle.citations],
            **bundle.to_json(),
        }
    answer = ask(library, query)
    quotes = answer.body.partition("\n\n## Citations")[0].split("\n")
    lines = [
        _ESCAPE.sub(r"\1", line[2:].rpartition(" [")[0]) for line in quotes if line[:2] == "- "
    ]
    rows = zip(lines, answer.citations, strict=False)
    return {"items": [_item(text, citation) for text, citation in rows], **answer.to_json()}


def _item(text: str, citation: Citation) -> dict[str, JsonValue]:
    place = " \u2014 ".join(part for part in (citation.name, citation.span) if part)
    return {"text": text, "place": place, "id": citation.node_id}
