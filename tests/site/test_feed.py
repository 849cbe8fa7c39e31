"""What a feed lists."""

from dataclasses import replace
from datetime import date

from tesserae.model.ids import NodeId
from tesserae.model.ontology import Kind
from tesserae.site.feed import rss
from tesserae.site.links import LinkedText
from tesserae.site.pages import PageRole, SitePage


def test_a_page_that_continues_a_day_is_no_item():
    day = SitePage(
        src_uri="timeline/2026-03-08.md",
        url="timeline/2026-03-08/",
        role=PageRole.DAY,
        kind=Kind.SYNTHESES.value,
        title="Daily digest, 8 March 2026",
        body=LinkedText("Said.\n"),
        id=NodeId("Synthesis:daily:0123456789ab"),
        updated=date(2026, 3, 8),
    )
    rest = replace(day, title=f"{day.title}: commits 2", id=NodeId(f"{day.id}#commits-2"))
    feed = rss("Tides", [day, rest], base="https://example.org/", now=None)
    assert feed.count("<item>") == 1
    assert "commits 2" not in feed
