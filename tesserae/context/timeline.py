"""What happened on a day, or day by day: the daily digests of the graph."""

from __future__ import annotations

from datetime import date

from tesserae.context.library import Library
from tesserae.errors import QueryError
from tesserae.model.citation import quoted
from tesserae.model.graph import Node
from tesserae.model.ontology import NodeType

_KIND = "daily_digest"


def parse_day(text: str, *, name: str) -> date:
    """Return the day that an argument names.

    Raises:
        QueryError: It is no date.
    """
    try:
        return date.fromisoformat(text.strip())
    except ValueError as error:
        raise QueryError(f"{name}: {text[:40]!r} is no day; write it as 2026-03-01") from error


def digest_of(library: Library, day: date) -> str:
    """Return the digest of one day.

    Raises:
        QueryError: Nothing is known of that day; the message names the nearest days.
    """
    nodes = _days(library)
    if day in nodes:
        node = nodes[day]
        body = library.page_of(node.id) or node.description
        return body.strip("\n") + "\n"
    nearest = sorted(nodes, key=lambda other: (abs(other - day), other))[:3]
    known = f"; the nearest days are {', '.join(map(str, sorted(nearest)))}" if nearest else ""
    raise QueryError(f"nothing is known of {day}{known}")


def days_between(library: Library, since: date | None, until: date | None) -> list[str]:
    """Return a line for each day with something on it, newest first; both ends are included.

    Raises:
        QueryError: `since` lies after `until`.
    """
    if since is not None and until is not None and since > until:
        raise QueryError(f"since {since} lies after until {until}; give the earlier day first")
    first, last = since or date.min, until or date.max
    nodes = _days(library)
    return [
        f"- {day}: {quoted(' '.join(nodes[day].description.split())) or 'something happened'}"
        for day in sorted(nodes, reverse=True)
        if first <= day <= last
    ]


def _days(library: Library) -> dict[date, Node]:
    found = {}
    for node in library.view.nodes(NodeType.SYNTHESIS):
        stamp = node.metadata.get("date")
        if node.metadata.get("synthesis_kind") == _KIND and isinstance(stamp, str):
            found[date.fromisoformat(stamp)] = node
    return found
