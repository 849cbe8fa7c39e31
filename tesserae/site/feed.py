"""`rss.xml`: the newest syntheses and digests.

A feed needs whole addresses, so there is none without `site_url`.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from email.utils import format_datetime

from tesserae.model.ontology import Kind
from tesserae.site.pages import PageRole, SitePage
from tesserae.wiki.paths import is_part

MAX_ITEMS = 30
# What XML 1.0 cannot hold, not even escaped.
_ILLEGAL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")


def rss(name: str, pages: Sequence[SitePage], *, base: str, now: date | None) -> str:
    """Return the feed, newest first, without undated pages and those that continue another.

    Args:
        name: The project's.
        pages: All pages of the site.
        base: The address of the site, ending in a slash.
        now: The newest date among the inputs.
    """
    dated = [
        (page.updated, page)
        for page in pages
        if page.updated is not None
        and page.kind == Kind.SYNTHESES.value
        and page.role in (PageRole.DETAIL, PageRole.DAY)
        and not (page.id and is_part(page.id))
    ]
    dated.sort(key=lambda entry: entry[1].url)
    dated.sort(key=lambda entry: entry[0], reverse=True)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
        "<channel>",
        f"<title>{xml_text(name)}</title>",
        f"<link>{xml_text(base)}</link>",
        f"<description>{xml_text(f'Syntheses and digests of {name}')}</description>",
        f'<atom:link href="{xml_text(base)}rss.xml" rel="self" type="application/rss+xml"/>',
    ]
    if now is not None:
        lines.append(f"<lastBuildDate>{rfc_date(now)}</lastBuildDate>")
    for day, page in dated[:MAX_ITEMS]:
        lines += _item(page, day, base)
    return "\n".join([*lines, "</channel>", "</rss>", ""])


def rfc_date(day: date) -> str:
    """Return midnight UTC of a day as feeds write it."""
    return format_datetime(datetime.combine(day, time(), UTC), usegmt=True)


def xml_text(text: str) -> str:
    """Escape text for an element or an attribute of XML."""
    return html.escape(_ILLEGAL.sub("\N{REPLACEMENT CHARACTER}", text))


def _item(page: SitePage, day: date, base: str) -> list[str]:
    address = xml_text(base + page.url)
    return [
        "<item>",
        f"<title>{xml_text(page.title)}</title>",
        f"<link>{address}</link>",
        f'<guid isPermaLink="true">{address}</guid>',
        f"<pubDate>{rfc_date(day)}</pubDate>",
        f"<description>{xml_text(page.description)}</description>",
        "</item>",
    ]
