"""`search-index.json`: what the palette searches, one short record for each page of a wiki kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tesserae.model.ids import NodeId
from tesserae.site.places import Place
from tesserae.site.siblings import to_json
from tesserae.wiki.text import shorten

MAX_SUMMARY = 100


def search_index(places: Sequence[Place], aliases: Mapping[NodeId, tuple[str, ...]]) -> str:
    """Return the records in the order of titles.

    Args:
        places: The pages to find.
        aliases: Other names, by node id.
    """
    ordered = sorted(places, key=lambda place: (place.title.casefold(), place.id))
    return to_json({"pages": [_record(place, aliases.get(place.id, ())) for place in ordered]})


def _record(place: Place, aliases: tuple[str, ...]) -> dict[str, object]:
    record: dict[str, object] = {
        "id": place.id,
        "kind": place.kind,
        "title": place.title,
        "url": place.url,
    }
    if place.description:
        record["summary"] = shorten(place.description, limit=MAX_SUMMARY)
    if aliases:
        record["aliases"] = list(aliases)
    return record
