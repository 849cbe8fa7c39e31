"""Dates and counts as a person would write them."""

from __future__ import annotations

from datetime import date

from tesserae.wiki.text import count

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


def paragraph(*sentences: str) -> str:
    """Join the sentences that are there."""
    return " ".join(sentence(each) for each in sentences if each)
