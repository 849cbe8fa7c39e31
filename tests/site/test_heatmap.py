from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserae.site.heatmap import LEVELS, RECENT_WEEKS, WEEKS, build_heatmap

NOW = date(2026, 5, 6)  # a Wednesday


def cell_of(heatmap, day):
    return next(cell for row in heatmap.rows for cell in row.cells if cell and cell.day == day)


def test_weekdays_are_rows_and_weeks_are_columns():
    heatmap = build_heatmap({}, NOW, hrefs={})

    assert [row.weekday for row in heatmap.rows][::6] == ["Monday", "Sunday"]
    assert {len(row.cells) for row in heatmap.rows} == {WEEKS} == {len(heatmap.weeks)}


def test_days_to_come_are_empty():
    heatmap = build_heatmap({}, NOW, hrefs={})

    assert [row.cells[-1] is None for row in heatmap.rows] == [False] * 3 + [True] * 4


def test_a_cell_says_its_count_and_its_day():
    heatmap = build_heatmap({NOW: 3}, NOW, hrefs={NOW: "timeline/2026-05-06/"})
    cell = cell_of(heatmap, NOW)

    assert cell.label == "3 changes on Wednesday, 6 May 2026"
    assert cell.href == "timeline/2026-05-06/"


def test_one_and_none_are_said_as_such():
    heatmap = build_heatmap({NOW: 1}, NOW, hrefs={}, unit=("commit", "commits"))

    assert cell_of(heatmap, NOW).label.startswith("1 commit on")
    assert cell_of(heatmap, NOW - timedelta(1)).label.startswith("No commits on")
    assert heatmap.caption == "1 commit from 10 November 2025 to 6 May 2026"


def test_one_event_a_day_is_calm_and_one_outlier_does_not_bleach_the_rest():
    days = [NOW - timedelta(number) for number in range(30)]
    calm = build_heatmap(dict.fromkeys(days, 1), NOW, hrefs={})
    spiky = build_heatmap(dict.fromkeys(days, 8) | {NOW: 500}, NOW, hrefs={})

    assert cell_of(calm, NOW).level == 1
    assert cell_of(spiky, days[5]).level == LEVELS - 1


def test_days_outside_the_table_do_not_count():
    heatmap = build_heatmap({NOW: 2, NOW + timedelta(1): 9, date(2020, 1, 1): 9}, NOW, hrefs={})

    assert (heatmap.total, heatmap.active_days) == (2, 1)


def test_months_are_named_once_and_never_on_top_of_each_other():
    heatmap = build_heatmap({}, NOW, hrefs={})
    named = [number for number, week in enumerate(heatmap.weeks) if week.month]

    assert [heatmap.weeks[number].month for number in named] == [
        *("Nov", "Dec", "Jan", "Feb", "Mar", "Apr", "May")
    ]
    assert min(b - a for a, b in pairwise(named)) >= 3


def test_a_narrow_screen_keeps_the_last_weeks():
    heatmap = build_heatmap({}, NOW, hrefs={})

    assert [week.is_recent for week in heatmap.weeks].count(True) == RECENT_WEEKS
    assert heatmap.weeks[-1].is_recent


@pytest.mark.parametrize("now", [date.min, date(1, 2, 3), date.max])
def test_the_ends_of_the_calendar_have_a_table_too(now):
    assert cell_of(build_heatmap({now: 1}, now, hrefs={}), now).count == 1


@given(
    st.dates(date(1990, 1, 1), date(2100, 1, 1)),
    st.dictionaries(st.integers(0, 200), st.integers(0, 10**6)),
)
def test_more_events_are_never_lighter(now, ages):
    counts = {now - timedelta(age): count for age, count in ages.items()}
    cells = [c for row in build_heatmap(counts, now, hrefs={}).rows for c in row.cells if c]
    by_count = sorted(cells, key=lambda cell: cell.count)

    assert [c.level for c in by_count] == sorted(c.level for c in cells)
    assert all((cell.level > 0) == (cell.count > 0) and cell.level < LEVELS for cell in cells)
