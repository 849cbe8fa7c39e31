from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserae.activity.window import (
    day_period,
    day_window,
    get_zone,
    parse_day,
    range_period,
    week_period,
)
from tesserae.errors import QueryError

TODAY = date(2026, 4, 1)
ZONES = st.sampled_from(
    [
        *("UTC", "Europe/Zurich", "America/Santiago", "Pacific/Apia", "Australia/Lord_Howe"),
        *("Africa/Cairo", "America/St_Johns", "Asia/Kathmandu", "America/Sao_Paulo"),
    ]
)


@pytest.mark.parametrize(
    ("day", "zone", "hours"),
    [
        ("2026-03-29", "Europe/Zurich", 23),
        ("2026-10-25", "Europe/Zurich", 25),
        ("2026-03-30", "Europe/Zurich", 24),
        ("2026-09-06", "America/Santiago", 23),
        ("2026-04-05", "Australia/Lord_Howe", 24.5),
        ("2011-12-30", "Pacific/Apia", 0),
    ],
)
def test_a_day_is_as_long_as_its_clock_says(day, zone, hours):
    assert day_window(date.fromisoformat(day), ZoneInfo(zone)).hours == hours


def test_a_day_without_midnight_begins_with_its_first_instant():
    window = day_window(date(2026, 9, 6), ZoneInfo("America/Santiago"))
    assert window.start == datetime(2026, 9, 6, 4, tzinfo=UTC)
    assert window.start.astimezone(ZoneInfo("America/Santiago")).hour == 1


@given(st.dates(date(1950, 1, 1), date(2060, 1, 1)), ZONES)
def test_days_tile_time(day, zone):
    first = day_window(day, ZoneInfo(zone))
    second = day_window(day + timedelta(days=1), ZoneInfo(zone))
    assert first.end == second.start
    assert first.start <= first.end


@given(st.integers(600_000_000, 2_500_000_000), ZONES)
def test_an_instant_lies_in_one_of_three_neighbouring_days_and_in_one_only(seconds, zone):
    at = datetime.fromtimestamp(seconds, UTC)
    day = at.astimezone(ZoneInfo(zone)).date()
    days = [day_window(day + timedelta(days=number), ZoneInfo(zone)) for number in (-1, 0, 1)]
    assert sum(window.start <= at < window.end for window in days) == 1


def test_a_week_is_an_iso_week_or_the_days_that_end_with_a_day():
    zone = ZoneInfo("UTC")
    iso = week_period("2026-W53", zone, today=TODAY)
    assert [window.label for window in iso.windows][::6] == ["2026-12-28", "2027-01-03"]
    assert iso.file_name == "weekly-2026-W53.md"
    trailing = week_period("2027-01-03", zone, today=TODAY)
    assert trailing.windows == iso.windows
    assert trailing.file_name == "weekly-2026-12-28--2027-01-03.md"
    assert week_period("", zone, today=TODAY).windows[-1].day == TODAY


@pytest.mark.parametrize("text", ["2026-W54", "2025-W53", "2026-W00", "W12", "soon", "9999-W52"])
def test_a_week_that_is_none_is_an_error(text):
    with pytest.raises(QueryError, match=r"is not a day|there is no week"):
        week_period(text, ZoneInfo("UTC"), today=TODAY)


def test_a_range_of_one_day_is_the_whole_day():
    zone = ZoneInfo("Europe/Zurich")
    period = range_period("2026-03-29", "2026-03-29", zone, today=TODAY)
    assert period.windows == day_period(date(2026, 3, 29), zone).windows
    assert period.file_name == "range-2026-03-29--2026-03-29.md"


def test_a_range_of_instants_cuts_the_days_at_its_ends():
    zone = ZoneInfo("Europe/Zurich")
    period = range_period("2026-03-28T22:00", "2026-03-29T01:00:00Z", zone, today=TODAY)
    assert [window.is_whole for window in period.windows] == [False, False]
    assert period.start == datetime(2026, 3, 28, 21, tzinfo=UTC)
    assert period.end == datetime(2026, 3, 29, 1, tzinfo=UTC)
    assert period.label == "2026-03-28T220000--2026-03-29T030000"


def test_a_range_that_ends_at_midnight_does_not_touch_the_next_day():
    period = range_period("2026-03-28", "2026-03-29T00:00", ZoneInfo("UTC"), today=TODAY)
    assert [window.label for window in period.windows] == ["2026-03-28"]


def test_a_range_without_an_end_goes_up_to_today():
    period = range_period("2026-03-30", "", ZoneInfo("UTC"), today=TODAY)
    assert [window.label for window in period.windows] == ["2026-03-30", "2026-03-31", "2026-04-01"]


@pytest.mark.parametrize(
    ("since", "until", "message"),
    [
        ("", "2026-03-01", "--until needs --since"),
        ("2026-03-02", "2026-03-01", "ends before it begins"),
        ("2020-01-01", "2026-03-01", "at most 400 days"),
        ("March", "2026-03-01", "'March' is neither a day nor an instant"),
    ],
)
def test_a_range_that_makes_no_sense_is_one_clear_line(since, until, message):
    with pytest.raises(QueryError, match=message):
        range_period(since, until, ZoneInfo("UTC"), today=TODAY)


@pytest.mark.parametrize("text", ["2026-13-01", "2026-02-30", "20260301", "9999-12-31", "x", ""])
def test_a_day_that_is_none_is_an_error(text):
    with pytest.raises(QueryError, match="is not a day; write one like"):
        parse_day(text, today=TODAY)


def test_days_have_names():
    assert parse_day("today", today=TODAY) == TODAY
    assert parse_day("yesterday", today=TODAY) == date(2026, 3, 31)


@pytest.mark.parametrize("name", ["Mars/Olympus", "", "../etc/passwd", "/etc/localtime", "Europe"])
def test_a_zone_that_does_not_exist_is_an_error(name):
    with pytest.raises(QueryError, match="is not a time zone"):
        get_zone(name)
