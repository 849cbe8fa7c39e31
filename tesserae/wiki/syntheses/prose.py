"""Dates, counts and lists as a person would write them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from tesserae.model.graph import Node
from tesserae.wiki.pages.inputs import PageMap
from tesserae.wiki.text import listing
from tesserae.wiki.wording import date_range, long_date, number, paragraph, sentence, weekday

__all__ = [
    "as_title",
    "date_range",
    "long_date",
    "names",
    "number",
    "paragraph",
    "plain_names",
    "sentence",
    "span_of_years",
    "weekday",
]


def span_of_years(days: Sequence[date]) -> str:
    """Return "in 2021" or "from 2019 to 2024"; empty without dates."""
    years = sorted({day.year for day in days})
    if not years:
        return ""
    return f"in {years[0]}" if len(years) == 1 else f"from {years[0]} to {years[-1]}"


def as_title(name: str) -> str:
    """Return a name as a title begins with it: "tide" as "Tide", but "mAP" as it is."""
    first_word = name.split(" ", 1)[0]
    return name[:1].upper() + name[1:] if first_word.islower() else name


def names(
    nodes: Sequence[Node], origin: str, pages: PageMap, *, limit: int, word: str = "and"
) -> str:
    """Return "[a], [b] and three more" with links."""
    shown = [pages.link(origin, node) for node in nodes[:limit]]
    if len(nodes) > limit:
        shown.append(number(len(nodes) - limit, "more", "more"))
    return listing(shown, word=word)


def plain_names(nodes: Sequence[Node], *, limit: int) -> str:
    """Return "a, b and three more" as plain text, for descriptions."""
    shown = [node.name for node in nodes[:limit]]
    if len(nodes) > limit:
        shown.append(number(len(nodes) - limit, "more", "more"))
    return listing(shown)
