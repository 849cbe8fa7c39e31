"""A half year of days as a table: weekdays are rows, weeks are columns, the newest week is last.

A value for `tesserae/partials/heatmap.html`. Names of days and months are written out here, since
those of the standard library change with the locale of the machine that builds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

WEEKS = 26
RECENT_WEEKS = 16
"""Weeks that a narrow screen shows."""
LEVELS = 5
"""Steps of lightness, from 0 (nothing happened) to `LEVELS - 1`."""

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
# Fewer events than this on the busiest days do not make the darkest cell: one commit a day is calm.
_BUSY_AT_LEAST = LEVELS - 1
_LABEL_WEEKS = 3


@dataclass(frozen=True, slots=True)
class HeatCell:
    """One day."""

    day: date
    count: int
    level: int
    label: str
    """What a screen reader says: the count, then the day."""
    href: str | None
    """The day's page, where it has one."""


@dataclass(frozen=True, slots=True)
class HeatWeek:
    """The head of one column."""

    start: date
    """Its Monday."""
    label: str
    """`Week of 6 April 2026`."""
    month: str
    """A short month name over the first whole week of a month, else empty."""
    is_recent: bool
    """True for the last `RECENT_WEEKS`."""


@dataclass(frozen=True, slots=True)
class HeatRow:
    """One weekday through all weeks."""

    weekday: str
    cells: tuple[HeatCell | None, ...]
    """None stands for a day that is still to come."""


@dataclass(frozen=True, slots=True)
class Heatmap:
    """The table."""

    weeks: tuple[HeatWeek, ...]
    rows: tuple[HeatRow, ...]
    total: int
    """Events within the table."""
    active_days: int
    caption: str


def build_heatmap(
    counts: Mapping[date, int],
    now: date,
    *,
    hrefs: Mapping[date, str],
    unit: tuple[str, str] = ("change", "changes"),
    weeks: int = WEEKS,
) -> Heatmap:
    """Lay out the weeks that end with the one of `now`.

    Args:
        counts: Events by day; days outside the table are left out.
        now: The newest date of the project, never the clock.
        hrefs: The pages of days, as they are to stand in `href`.
        unit: What is counted, for one and for many.
        weeks: Columns.
    """
    # Ordinals, since the first and the last week of the calendar reach beyond what a date can say.
    last_monday = now.toordinal() - now.weekday()
    first = max(1, last_monday - 7 * (weeks - 1))
    days = [date.fromordinal(number) for number in range(first, now.toordinal() + 1)]
    seen = {day: max(0, counts.get(day, 0)) for day in days}
    busy = _busy(seen.values())
    cells = {
        day.toordinal(): HeatCell(
            day, count, _level(count, busy), _label(day, count, unit), hrefs.get(day)
        )
        for day, count in seen.items()
    }
    rows = tuple(
        HeatRow(weekday, tuple(cells.get(first + 7 * week + number) for week in range(weeks)))
        for number, weekday in enumerate(WEEKDAYS)
    )
    total = sum(seen.values())
    caption = f"{_counted(total, unit)} from {spoken(days[0])} to {spoken(days[-1])}"
    active_days = sum(count > 0 for count in seen.values())
    return Heatmap(_heads(first, weeks), rows, total, active_days, caption)


def spoken(day: date) -> str:
    """Write a date the way it is read aloud: `6 April 2026`."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def _counted(count: int, unit: tuple[str, str]) -> str:
    return f"{count or 'No'} {unit[0] if count == 1 else unit[1]}"


def _label(day: date, count: int, unit: tuple[str, str]) -> str:
    return f"{_counted(count, unit)} on {WEEKDAYS[day.weekday()]}, {spoken(day)}"


def _busy(counts: Iterable[int]) -> int:
    """Return the count of a busy day: nine in ten days with events have no more."""
    active = sorted(count for count in counts if count)
    return max([_BUSY_AT_LEAST, *active[-1 - len(active) // 10 :][:1]])


def _level(count: int, busy: int) -> int:
    """Return the step of lightness; anything at all is at least 1."""
    steps = LEVELS - 1
    return min(steps, -(-steps * count // busy))


def _heads(first: int, weeks: int) -> tuple[HeatWeek, ...]:
    mondays = [date.fromordinal(first + 7 * number) for number in range(weeks)]
    # The month is named over the first week that begins in it; not over a sliver at the left edge,
    # where the next name would cover it.
    named = {
        monday: MONTHS[monday.month - 1][:3]
        for previous, monday in zip([None, *mondays], mondays, strict=False)
        if previous is None or previous.month != monday.month
    }
    starts = sorted(named)
    if len(starts) > 1 and (starts[1] - starts[0]).days < 7 * _LABEL_WEEKS:
        del named[starts[0]]
    return tuple(
        HeatWeek(
            start=monday,
            label=f"Week of {spoken(monday)}",
            month=named.get(monday, ""),
            is_recent=number >= weeks - RECENT_WEEKS,
        )
        for number, monday in enumerate(mondays)
    )
