"""What a project knows, as the context commands read it: the graph, the index, the wiki pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tesserae.graph.view import GraphView
from tesserae.model.citation import Citation, display_name, escaped
from tesserae.model.ids import NodeId
from tesserae.retrieval.search import Retriever
from tesserae.retrieval.units import FRAGMENT, Unit

MAX_PLACES = 3
"""How many places of one node are cited."""
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r"^ {0,3}(#{1,6})(?=[ \t]|$)")
_DEEPEST = 6


def no_page(node_id: NodeId) -> str | None:
    """Know of no wiki page."""
    del node_id
    return None


@dataclass(frozen=True, slots=True)
class Library:
    """One generation of a project."""

    view: GraphView
    retriever: Retriever
    page_of: Callable[[NodeId], str | None] = no_page
    """The markdown of a node's wiki page, or None where it has none."""

    def name_of(self, unit: Unit) -> str:
        """Return what a unit is called, on one line."""
        return display_name(unit.key, unit.title)

    def body_of(self, unit: Unit) -> str:
        """Return the text that stands for a unit: passage, wiki page, description, or a stub."""
        if unit.type == FRAGMENT:
            return _without_heading(unit.text).strip("\n")
        page = self.page_of(NodeId(unit.key))
        if page is not None and page.strip():
            return _without_heading(page).strip("\n")
        if unit.key in self.view:
            node = self.view.node(NodeId(unit.key))
            excerpts = [f"> {evidence.excerpt}" for evidence in node.evidence[:MAX_PLACES]]
            text = "\n\n".join(part for part in (node.description, *excerpts) if part.strip("> "))
            if text:
                return text
        return unit.text or f"No description of {escaped(self.name_of(unit))} is known yet."

    def citations_of(self, unit: Unit) -> tuple[Citation, ...]:
        """Return where a unit comes from, best first, at most `MAX_PLACES`; never none."""
        name = self.name_of(unit)
        if unit.type != FRAGMENT and unit.key in self.view:
            places = tuple(
                Citation(unit.key, name, found.path, found.start_line, found.end_line)
                for found in self.view.places(NodeId(unit.key))[:MAX_PLACES]
            )
            if places:
                return places
        return (
            Citation(unit.node_id or unit.key, name, unit.path, unit.start_line, unit.end_line),
        )


def render_citations(citations: Iterable[Citation], *, numbers: Sequence[int]) -> str:
    """Render the list of sources that ends every answer.

    Args:
        citations: The sources, in order.
        numbers: The number of each, which may repeat where one section has several sources.
    """
    return "\n".join(
        citation_line(citation, number) for citation, number in zip(citations, numbers, strict=True)
    )


def citation_line(citation: Citation, number: int) -> str:
    """Render one source: its number, name, place and id."""
    place = f" \u2014 {code(citation.span)}" if citation.path else ""
    return f"- [{number}] {escaped(citation.name)}{place} ({code(citation.node_id)})"


def code(text: str) -> str:
    """Render untrusted text as inline code on one line."""
    plain = " ".join(text.split())
    longest = max((len(ticks) for ticks in re.findall(r"`+", plain)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if longest else ""
    return f"{fence}{pad}{plain}{pad}{fence}"


def demoted(markdown: str, *, below: int) -> str:
    """Move all headings down so that none is as high as `below`; code blocks are left alone."""
    lines = markdown.split("\n")
    headings = list(headings_in(lines))
    if not headings:
        return markdown
    shift = max(0, below + 1 - min(level for _, level in headings))
    for number, level in headings:
        marks = "#" * min(level + shift, _DEEPEST)
        lines[number] = _HEADING.sub(marks, lines[number], count=1)
    return "\n".join(lines)


def headings_in(lines: Sequence[str]) -> Iterable[tuple[int, int]]:
    """Yield (line from 0, level) of the headings that stand in no code block."""
    fence = ""
    for number, line in enumerate(lines):
        opened = _FENCE.match(line)
        if opened and not fence:
            fence = opened[1]
        elif opened and opened[1].startswith(fence):
            fence = ""
        elif not fence:
            heading = _HEADING.match(line)
            if heading:
                yield number, len(heading[1])


def _without_heading(text: str) -> str:
    """Drop the first line where it is the heading that the section repeats."""
    first, _, rest = text.lstrip("\n").partition("\n")
    return rest if _HEADING.match(first) and rest.strip() else text
