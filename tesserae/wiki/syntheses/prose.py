"""Dates, counts and lists as a person would write them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from tesserae.model.graph import Node
from tesserae.wiki.pages.inputs import PageMap
from tesserae.wiki.text import count, listing

_MONTHS = [
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
]
_NUMBERS = [
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
]
_WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]


def long_date(day: date) -> str:
    """Return "10 April 2026"."""
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def weekday(day: date) -> str:
    """Return "Friday"."""
    return _WEEKDAYS[day.weekday()]


def date_range(first: date, last: date) -> str:
    """Return "6 to 12 April 2026", naming month and year once where they are the same."""
    if first.year != last.year:
        return f"{long_date(first)} to {long_date(last)}"
    if first.month != last.month:
        return f"{first.day} {_MONTHS[first.month - 1]} to {long_date(last)}"
    return f"{first.day} to {long_date(last)}"


def span_of_years(days: Sequence[date]) -> str:
    """Return "in 2021" or "from 2019 to 2024"; empty without dates."""
    years = sorted({day.year for day in days})
    if not years:
        return ""
    return f"in {years[0]}" if len(years) == 1 else f"from {years[0]} to {years[-1]}"


def number(amount: int, singular: str, plural: str = "") -> str:
    """Return "three documents": small numbers as words, as prose has them."""
    if amount < len(_NUMBERS):
        return f"{_NUMBERS[amount]} {singular if amount == 1 else plural or singular + 's'}"
    return count(amount, singular, plural)


def sentence(text: str) -> str:
    """Return a text that begins with a capital and ends with a full stop."""
    if not text:
        return ""
    return f"{text[0].upper()}{text[1:]}" + ("" if text[-1] in ".?!" else ".")


def as_title(name: str) -> str:
    """Return a name as a title begins with it: "tide" as "Tide", but "mAP" as it is."""
    first_word = name.split(" ", 1)[0]
    return name[:1].upper() + name[1:] if first_word.islower() else name


def paragraph(*sentences: str) -> str:
    """Join the sentences that are there."""
    return " ".join(sentence(each) for each in sentences if each)


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
