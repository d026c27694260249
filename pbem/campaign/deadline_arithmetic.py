"""Arithmetic of deadlines: pure functions of a game's pace and the moment from which time runs.

All moments, in and out, are aware and in UTC. Time counts on playing days only, by the calendar of
the game's zone, from midnight to midnight. An hour is always an hour, even across a clock change; a
whole day leads to the same local time on the next playing day. A local time that a clock change
skips means the moment of the change; one that occurs twice means the first occurrence.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from pbem.settings.pacing import Pace

DAY = timedelta(days=1)
NOTHING = timedelta()
WAKING = (8, 22)
"""The hours at which deadlines fall if a player's time zone is known and the game sets none."""


# The calendar


def counts(pace: Pace, day: date) -> bool:
    """Tell whether this day, in the game's zone, is a playing day."""
    return day.weekday() in pace.weekdays and not any(a <= day <= b for a, b in pace.blackout)


def instant(zone: ZoneInfo, day: date, at: time) -> datetime:
    """Return the moment at which it is this local time on this day.

    That is the first of two if the time occurs twice, and the clock change itself if it is skipped.
    """
    local = datetime.combine(day, at.replace(fold=0), zone)
    utc = local.astimezone(UTC)
    if utc.astimezone(zone).replace(tzinfo=None) == local.replace(tzinfo=None):
        return utc
    return _leap(zone, local.replace(fold=1).astimezone(UTC), utc)


def _leap(zone: ZoneInfo, before: datetime, after: datetime) -> datetime:
    """Find the moment, to the second, of the one clock change between these two moments."""
    offset = before.astimezone(zone).utcoffset()
    while after - before > timedelta(seconds=1):
        middle = (before + (after - before) / 2).replace(microsecond=0)
        if middle.astimezone(zone).utcoffset() == offset:
            before = middle
        else:
            after = middle
    return after.replace(microsecond=0)


@lru_cache(maxsize=4096)
def _midnight(zone: ZoneInfo, day: date) -> datetime:
    return instant(zone, day, time())


def _spans(pace: Pace, start: datetime) -> Iterator[tuple[datetime, datetime]]:
    """Yield the stretches of time that count from `start` on, day by day."""
    zone = ZoneInfo(pace.zone)
    day = start.astimezone(zone).date()
    while True:
        begin, end = max(start, _midnight(zone, day)), _midnight(zone, day + DAY)
        if counts(pace, day) and begin < end:
            yield begin, end
        day += DAY


def _spans_back(pace: Pace, end: datetime) -> Iterator[tuple[datetime, datetime]]:
    zone = ZoneInfo(pace.zone)
    day = end.astimezone(zone).date()
    while True:
        begin, stop = _midnight(zone, day), min(end, _midnight(zone, day + DAY))
        if counts(pace, day) and begin < stop:
            yield begin, stop
        day -= DAY


def forward(pace: Pace, start: datetime, length: timedelta) -> datetime:
    """Find the first moment by which this much time has counted since `start`."""
    left = length
    for begin, end in _spans(pace, start):
        if left <= end - begin:
            return begin + left
        left -= end - begin
    raise AssertionError("days go on")


def backward(pace: Pace, end: datetime, length: timedelta) -> datetime:
    """Find the last moment from which this much time counts until `end`."""
    left = length
    if left <= NOTHING:
        return end
    for begin, stop in _spans_back(pace, end):
        if left <= stop - begin:
            return stop - left
        left -= stop - begin
    raise AssertionError("days go on")


def counted(pace: Pace, start: datetime, end: datetime) -> timedelta:
    """Return how much time counts between two moments."""
    total = NOTHING
    if start >= end:
        return total
    for begin, stop in _spans(pace, start):
        if begin >= end:
            return total
        total += min(stop, end) - begin
    raise AssertionError("days go on")


def _whole_days(pace: Pace, start: datetime) -> datetime:
    """Add the pace's number of playing days; any other day counts from the start of the next
    one."""
    zone = ZoneInfo(pace.zone)
    local = start.astimezone(zone)
    day, at = local.date(), local.time()
    if not counts(pace, day):
        day, at = _next_played(pace, day), time()
    for _ in range(pace.length):
        day = _next_played(pace, day)
    return instant(zone, day, at)


def _next_played(pace: Pace, day: date) -> date:
    day += DAY
    while not counts(pace, day):
        day += DAY
    return day


def fitting(pace: Pace, moment: datetime, own: str = "") -> datetime:
    """Find the first moment from then on at which a deadline may fall.

    It falls on a playing day, and at an allowed hour by the clock of the player's `own` zone, or
    else of the game's.
    """
    between = pace.between or (WAKING if own else None)
    clock = ZoneInfo(own or pace.zone)
    while True:
        begin = next(_spans(pace, moment))[0]
        fits = _waking(clock, begin, between) if between else begin
        if fits == moment:
            return moment
        moment = fits


def _waking(clock: ZoneInfo, moment: datetime, between: tuple[int, int]) -> datetime:
    """Return the first moment from then on that lies between these hours of a day."""
    day = moment.astimezone(clock).date()
    while True:
        opens = instant(clock, day, time(between[0]))
        closes = _midnight(clock, day + DAY)
        if between[1] < 24:
            closes = instant(clock, day, time(between[1]))
        if moment <= closes:
            return max(moment, opens)
        day += DAY


# Deadlines


def length(pace: Pace, bank: timedelta | None = None) -> timedelta:
    """Return how much time an answer has; `bank` is what is left in the seat's time bank."""
    if pace.bank:
        return timedelta(hours=pace.bank.start) if bank is None else bank
    return timedelta(hours=pace.length) if pace.unit == "hours" else DAY * pace.length


def deadline(
    pace: Pace,
    start: datetime,
    *,
    own: str = "",
    bank: timedelta | None = None,
    extra: timedelta = NOTHING,
) -> datetime:
    """Return the deadline of a question whose time runs from `start`.

    `own`: the player's zone; `bank`: what is left in the seat's time bank; `extra`: what the host
    has added.
    """
    if pace.unit == "days" and not pace.bank:
        end = _whole_days(pace, start)
    else:
        end = forward(pace, start, length(pace, bank))
    due = fitting(pace, end, own)
    return fitting(pace, due + extra, own) if extra else due


def default_at(pace: Pace, due: datetime) -> datetime:
    """Return when the default is taken: at the deadline, or after the grace period (playing
    time)."""
    return forward(pace, due, timedelta(hours=pace.grace)) if pace.grace else due


def reminders(pace: Pace, due: datetime, time_: timedelta) -> list[datetime]:
    """Return when to remind of a deadline, in order; `time_` is the whole time for the answer."""
    return [backward(pace, due, time_ * left / 100) for left in pace.reminders]


def next_at(
    pace: Pace, due: datetime, time_: timedelta, reminded: int, *, late: bool = False
) -> datetime:
    """Return what comes next after this many reminders: another reminder, the deadline or the
    default.

    If the seat is `late`, everybody has been told so, and only the default is left.
    """
    ahead = [] if late else [*reminders(pace, due, time_)[reminded:], due]
    return min([*ahead, default_at(pace, due)])


def runs_from(pace: Pace, since: datetime, stopped: datetime, again: datetime) -> datetime:
    """Return the moment from which time counts as running once the clocks go on `again`.

    The time that had passed when they were `stopped` stays used.
    """
    return backward(pace, again, counted(pace, since, stopped))


def filled_up(pace: Pace, bank: timedelta, used: timedelta) -> timedelta:
    """Return what a seat has in its bank after an answer that took this long."""
    if pace.bank is None:
        return bank
    more = timedelta(hours=pace.bank.increment)
    return min(max(bank - used, NOTHING) + more, timedelta(hours=pace.bank.cap))
