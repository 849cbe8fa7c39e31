from __future__ import annotations

from tesserae.site.links import LinkedText
from tesserae.site.pages import PageRole, SitePage
from tesserae.site.routes import Routes
from tesserae.site.timeline import TIMELINE, build_day_views, build_list


def a_day(key: str) -> SitePage:
    return SitePage(
        src_uri=f"timeline/{key}.md",
        url=f"timeline/{key}/",
        role=PageRole.DAY,
        kind="syntheses",
        title=f"Day {key}",
        body=LinkedText(f"# {key}\n"),
        description="Two commits.",
    )


DAYS = [a_day("2026-03-02"), a_day("2026-02-27"), a_day("2026-03-01")]


def test_days_are_listed_newest_first():
    [(page, view)] = build_list(TIMELINE, DAYS, Routes("", {}), directory_urls=True)

    assert [entry.key for entry in view.entries] == ["2026-03-02", "2026-03-01", "2026-02-27"]
    assert [entry.month for entry in view.entries] == ["2026-03", "2026-03", "2026-02"]
    assert "- [2026-03-02](2026-03-02.md): Two commits." in page.markdown


def test_the_neighbours_of_a_day_are_the_nearest_days_with_a_page():
    views = build_day_views(DAYS)

    middle = views["timeline/2026-03-01.md"]
    assert (middle.previous.title, middle.next.title) == ("2026-02-27", "2026-03-02")
    assert views["timeline/2026-02-27.md"].previous is None
    assert views["timeline/2026-03-02.md"].next is None


def test_without_days_there_is_no_list():
    assert list(build_list(TIMELINE, [], Routes("", {}), directory_urls=True)) == []
