"""Days of a named time zone as half-open intervals of instants, and the periods made of them.

A day goes from its local midnight to the next: 23 or 25 hours where the clock is changed. Where a
day has no midnight it begins with its first instant. Consecutive windows meet, so no instant is in
none or in two.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from tesserae.errors import QueryError

MAX_DAYS = 400
_DAY = timedelta(days=1)
_SECOND = timedelta(seconds=1)
_HOURS_AROUND = timedelta(hours=26)

_ISO_WEEK = re.compile(r"(\d{4})-?W(\d{2})", re.IGNORECASE)


class PeriodKind(StrEnum):
    """What somebody asked for; it names the file of the digest."""

    DAY = "daily"
    WEEK = "weekly"
    RANGE = "range"


@dataclass(frozen=True, slots=True)
class Window:
    """A local day, or the part of one that was asked for."""

    day: date
    start: datetime
    """UTC; belongs to the window."""
    end: datetime
    """UTC; does not."""
    is_whole: bool = True

    @property
    def label(self) -> str:
        """The day, `2026-03-29`."""
        return self.day.isoformat()

    @property
    def hours(self) -> float:
        """How long it is."""
        return (self.end - self.start) / timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Period:
    """One or more consecutive windows."""

    kind: PeriodKind
    label: str
    """`2026-03-29`, `2026-W13`, `2026-03-23--2026-03-29`."""
    windows: tuple[Window, ...]
    timezone: str

    @property
    def start(self) -> datetime:
        """UTC; belongs to the period."""
        return self.windows[0].start

    @property
    def end(self) -> datetime:
        """UTC; does not."""
        return self.windows[-1].end

    @property
    def file_name(self) -> str:
        """The name of the file that holds its digest."""
        return f"{self.kind}-{self.label}.md"

    @property
    def zone(self) -> ZoneInfo:
        """The zone of its days."""
        return ZoneInfo(self.timezone)


def get_zone(name: str) -> ZoneInfo:
    """Return a time zone by its name.

    Raises:
        QueryError: There is no such zone.
    """
    try:
        return ZoneInfo(name)
    except (LookupError, ValueError, OSError) as error:
        raise QueryError(
            f"{name!r} is not a time zone; write one like Europe/Zurich or UTC"
        ) from error


def day_window(day: date, zone: ZoneInfo) -> Window:
    """Return the whole of a local day."""
    return Window(day, start_of_day(day, zone), start_of_day(day + _DAY, zone))


def start_of_day(day: date, zone: ZoneInfo) -> datetime:
    """Return the first instant of a local day, in UTC.

    Where the clock is put back over midnight, it is the first of the two midnights.
    """
    midnight = datetime(day.year, day.month, day.day, tzinfo=zone)
    instant = midnight.astimezone(UTC)
    if instant.astimezone(zone).replace(tzinfo=None) == midnight.replace(tzinfo=None):
        return instant
    # The clock jumps over midnight: find the jump.
    before, after = instant - _HOURS_AROUND, instant + _HOURS_AROUND
    while after - before > _SECOND:
        middle = before + (after - before) // 2
        middle = middle.replace(microsecond=0)
        if middle.astimezone(zone).date() < day:
            before = middle
        else:
            after = middle
    return after


def local_day_of(at: datetime, zone: ZoneInfo) -> date:
    """Return the local day that an instant falls on."""
    return at.astimezone(zone).date()


def parse_day(text: str, *, today: date) -> date:
    """Read a day: `2026-03-29`, `today` or `yesterday`.

    Raises:
        QueryError: It is none.
    """
    word = text.strip().lower()
    if word in {"today", "yesterday"}:
        return today if word == "today" else today - _DAY
    try:
        if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", word):
            raise ValueError(word)
        day = date.fromisoformat(word)
        day + 2 * _DAY, day - 8 * _DAY
    except (ValueError, OverflowError) as error:
        raise QueryError(f"{text!r} is not a day; write one like 2026-03-29") from error
    return day


def day_period(day: date, zone: ZoneInfo) -> Period:
    """Return the period of one day."""
    return Period(PeriodKind.DAY, day.isoformat(), (day_window(day, zone),), zone.key)


def week_period(text: str, zone: ZoneInfo, *, today: date) -> Period:
    """Return seven days: an ISO week, or those that end with a day.

    Args:
        text: `2026-W13`, a day, or nothing for the days that end today.
        zone: The zone of the days.
        today: The day that it is there.

    Raises:
        QueryError: It is neither a week nor a day.
    """
    week = _ISO_WEEK.fullmatch(text.strip())
    if week is None:
        last = parse_day(text, today=today) if text.strip() else today
        first = last - 6 * _DAY
        label = f"{first.isoformat()}--{last.isoformat()}"
    else:
        first = _monday(text, int(week[1]), int(week[2]))
        label = f"{week[1]}-W{week[2]}"
    windows = tuple(day_window(first + number * _DAY, zone) for number in range(7))
    return Period(PeriodKind.WEEK, label, windows, zone.key)


def range_period(since: str, until: str, zone: ZoneInfo, *, today: date) -> Period:
    """Return the days from one bound to another.

    Args:
        since: A day, which is in, or an instant, which is in.
        until: A day, which is in as a whole, or an instant, which is out; empty means today.
        zone: The zone of the days, and of instants that name none.
        today: The day that it is there.

    Raises:
        QueryError: A bound is neither, or they are the wrong way round, or too far apart.
    """
    if not since:
        raise QueryError("--until needs --since: say where the range begins")
    start, first = _bound(since, zone, today=today, is_end=False)
    end, last = _bound(until or today.isoformat(), zone, today=today, is_end=True)
    if end <= start:
        raise QueryError(f"the range ends before it begins: --since {since} --until {until}")
    if (last - first).days >= MAX_DAYS:
        raise QueryError(f"a range has at most {MAX_DAYS} days; this one has more")
    windows = []
    for number in range((last - first).days + 1):
        day = day_window(first + number * _DAY, zone)
        low, high = max(day.start, start), min(day.end, end)
        if low < high:
            windows.append(Window(day.day, low, high, is_whole=(low, high) == (day.start, day.end)))
    return Period(PeriodKind.RANGE, _range_label(windows, zone), tuple(windows), zone.key)


def _range_label(windows: list[Window], zone: ZoneInfo) -> str:
    first, last = windows[0], windows[-1]
    begins, ends = first.label, last.label
    if not first.is_whole:
        begins = _time_label(first.start, zone)
    if not last.is_whole:
        ends = _time_label(last.end, zone)
    return f"{begins}--{ends}"


def _time_label(at: datetime, zone: ZoneInfo) -> str:
    return at.astimezone(zone).strftime("%Y-%m-%dT%H%M%S")


def _monday(text: str, year: int, week: int) -> date:
    try:
        monday = date.fromisocalendar(year, week, 1)
        monday + 8 * _DAY
    except (ValueError, OverflowError) as error:
        raise QueryError(f"there is no week {text!r}; write one like 2026-W13") from error
    return monday


def _bound(text: str, zone: ZoneInfo, *, today: date, is_end: bool) -> tuple[datetime, date]:
    """Return the instant of a bound, and the last or first day that it touches."""
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}|today|yesterday", text.strip(), re.IGNORECASE):
        day = parse_day(text, today=today)
        window = day_window(day, zone)
        return (window.end if is_end else window.start), day
    try:
        at = datetime.fromisoformat(text.strip())
        at = (at if at.tzinfo else at.replace(tzinfo=zone)).astimezone(UTC)
        day = local_day_of(at - _SECOND if is_end else at, zone)
        day + 2 * _DAY, day - 8 * _DAY
    except (ValueError, OverflowError) as error:
        raise QueryError(
            f"{text!r} is neither a day nor an instant; write 2026-03-29 or 2026-03-29T14:00"
        ) from error
    return at, day
