"""Deadlines as pure functions: what must hold at every moment of five years in ten time zones."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from pbem.campaign import deadline_arithmetic as p
from pbem.settings.pacing import ALL_DAYS, WORKING_DAYS, Bank, Pace

HOUR, DAY, NOTHING = timedelta(hours=1), timedelta(days=1), timedelta()
NOON = datetime(2026, 3, 28, 12, tzinfo=UTC)
ZONES = [
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "America/Santiago",  # leaps over midnight
    "Africa/Casablanca",  # goes back for Ramadan
    "Africa/Cairo",  # leaps over midnight
    "Asia/Kathmandu",
    "Australia/Lord_Howe",  # by half an hour
    "Antarctica/Troll",  # by two hours
    "Pacific/Apia",
]
BERLIN = ZoneInfo("Europe/Berlin")


def berlin(*at):
    """A moment by the clock there."""
    return datetime(*at, tzinfo=BERLIN).astimezone(UTC)


# Every moment


moments = st.datetimes(datetime(2024, 1, 1), datetime(2028, 12, 31), timezones=st.just(UTC)).map(
    lambda moment: moment.replace(microsecond=0)
)
weekdays = st.sets(st.sampled_from(ALL_DAYS), min_size=1).map(lambda days: tuple(sorted(days)))
between = st.none() | st.tuples(st.integers(0, 23), st.integers(0, 24)).filter(
    lambda hours: hours[0] <= hours[1]
)
spans = st.tuples(st.dates(date(2024, 1, 1), date(2028, 12, 31)), st.integers(0, 20)).map(
    lambda span: (span[0], span[0] + span[1] * DAY)
)
paces = st.builds(
    Pace,
    length=st.integers(1, 60),
    unit=st.sampled_from(["hours", "days"]),
    weekdays=st.just(ALL_DAYS) | weekdays,
    between=between,
    blackout=st.lists(spans, max_size=3).map(tuple),
    zone=st.sampled_from(ZONES),
    grace=st.integers(0, 72),
)
lengths = st.integers(0, 60 * 24 * 9).map(lambda minutes: timedelta(minutes=minutes))
own = st.sampled_from(["", *ZONES])
leaps = datetime(2026, 3, 29, 0, 30, tzinfo=UTC)
turns_back = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


def wall(moment, zone):
    return moment.astimezone(ZoneInfo(zone))


def is_allowed(pace, due, own):
    """Told anew from what the pace says: the day by the game's clock, the hour by the player's."""
    hours = pace.between or ((8, 22) if own else (0, 24))
    clock = wall(due, own or pace.zone)
    at = clock.replace(tzinfo=None)
    before = wall(due - timedelta(seconds=1), own or pace.zone).replace(tzinfo=None)
    shown = [at, before + timedelta(seconds=1)]  # where clocks leap, both are the time
    hour_fits = any(hours[0] * HOUR <= time_of(it) <= hours[1] * HOUR for it in shown)
    day = wall(due, pace.zone).date()
    blacked_out = any(first <= day <= last for first, last in pace.blackout)
    return hour_fits and day.weekday() in pace.weekdays and not blacked_out


def time_of(at):
    return at - datetime.combine(at.date(), time())


def counted_by_hand(pace, start, end):
    """Minutes that count, one by one."""
    minutes, zone = 0, ZoneInfo(pace.zone)
    while start < end:
        minutes += p.counts(pace, start.astimezone(zone).date())
        start += timedelta(minutes=1)
    return timedelta(minutes=minutes)


@given(paces, moments, own)
@example(Pace(between=(2, 2), zone="Europe/Berlin", length=1), leaps, "")
@example(Pace(between=(2, 3), zone="Europe/Berlin", length=1), turns_back, "")
def test_a_deadline_is_never_too_early_and_always_at_an_allowed_hour(pace, start, own):
    due = p.deadline(pace, start, own=own)
    assert due.tzinfo is UTC
    assert due >= start
    assert p.counted(pace, start, due) >= p.length(pace) - 3 * HOUR * (pace.unit == "days")
    assert is_allowed(pace, due, own)


@given(paces, moments, st.integers(0, 3 * 24 * 60), own)
def test_who_is_asked_later_is_never_due_earlier(pace, start, minutes, own):
    later = start + timedelta(minutes=minutes)
    assert p.deadline(pace, start, own=own) <= p.deadline(pace, later, own=own)


@given(paces, moments, lengths)
def test_the_time_that_counts_is_the_time_that_was_given(pace, start, length):
    end = p.forward(pace, start, length)
    assert p.counted(pace, start, end) == length
    assert end >= start + length


@given(paces, moments, lengths)
def test_time_is_counted_back_as_it_is_counted_on(pace, end, length):
    start = p.backward(pace, end, length)
    assert p.counted(pace, start, end) == length
    assert p.counted(pace, start + timedelta(seconds=1), end) <= length


@given(paces, moments, st.integers(0, 600))
def test_only_days_that_are_played_are_counted(pace, start, minutes):
    start = start.replace(second=0)
    end = start + timedelta(minutes=minutes)
    assert p.counted(pace, start, end) == counted_by_hand(pace, start, end)


@given(paces, moments, lengths, lengths)
def test_counted_time_adds_up(pace, start, first, second):
    middle = start + first
    end = middle + second
    parts = p.counted(pace, start, middle) + p.counted(pace, middle, end)
    assert p.counted(pace, start, end) == parts


@given(paces, moments, own)
def test_nothing_before_the_deadline_would_have_fitted_too(pace, moment, own):
    """Looked for every half an hour of the two days before it."""
    fits = p.fitting(pace, moment, own)
    looked = max(moment, fits - 2 * DAY)
    while looked < fits:
        assert not is_allowed(pace, looked, own)
        looked += HOUR / 2
    assert p.fitting(pace, fits, own) == fits


@given(paces, moments)
def test_whole_days_end_at_the_hour_at_which_they_began(pace, start):
    pace = Pace(length=pace.length % 30 + 1, unit="days", weekdays=pace.weekdays, zone=pace.zone)
    begun, due = wall(start, pace.zone), wall(p.deadline(pace, start), pace.zone)
    assume(p.counts(pace, begun.date()))
    there = datetime.combine(due.date(), begun.time(), ZoneInfo(pace.zone))
    leapt_over = there.astimezone(UTC).astimezone(ZoneInfo(pace.zone)) != due
    days = [begun.date() + n * DAY for n in range(1, (due.date() - begun.date()).days + 1)]
    assert due.time() == begun.time() or (leapt_over and due.time() > begun.time())
    assert sum(p.counts(pace, day) for day in days) == pace.length


@given(paces, moments, own)
def test_reminders_come_in_order_before_the_deadline_and_the_grace_behind_it(pace, start, own):
    due = p.deadline(pace, start, own=own)
    times = p.reminders(pace, due, p.length(pace))
    assert times == sorted(times)
    assert all(at < due for at in times)
    for at, left in zip(times, pace.reminders, strict=True):
        assert p.counted(pace, at, due) == p.length(pace) * left / 100
    end = p.default_at(pace, due)
    assert p.counted(pace, due, end) == pace.grace * HOUR
    assert p.next_at(pace, due, p.length(pace), 0) == times[0]
    assert p.next_at(pace, due, p.length(pace), len(times)) == due
    assert p.next_at(pace, due, p.length(pace), 0, late=True) == end


@given(paces, moments, lengths, lengths)
def test_a_stop_takes_no_time_and_gives_none(pace, start, before, stopped):
    """Whatever the calendar does meanwhile, as much is left behind it as was left when it began."""
    stop = start + before
    again = p.runs_from(pace, start, stop, stop + stopped)
    assert p.counted(pace, again, stop + stopped) == p.counted(pace, start, stop)


@given(st.integers(1, 200), moments, st.integers(0, 100))
def test_an_extension_begins_at_the_deadline(length, start, hours):
    pace = Pace(length=length)
    due = p.deadline(pace, start)
    assert p.deadline(pace, start, extra=hours * HOUR) == due + hours * HOUR


banks = st.tuples(st.integers(1, 200), st.integers(1, 100), st.integers(0, 200)).map(
    lambda hours: Bank(hours[0], hours[1], max(hours[:2]) + hours[2])
)


@given(banks, st.lists(lengths, max_size=20))
def test_a_bank_is_never_empty_never_over_its_cap_and_gives_what_it_promises(bank, answers):
    pace, has, used, given_ = Pace(bank=bank), p.length(Pace(bank=bank)), NOTHING, bank.start * HOUR
    for took in answers:
        took = min(took, has)
        has, used = p.filled_up(pace, has, took), used + took
        given_ += bank.increment * HOUR
        assert bank.increment * HOUR <= has <= bank.cap * HOUR
        assert used + has <= given_


# By hand


def test_hours_pass_as_they_do_also_where_clocks_change():
    pace = Pace(length=48, zone="Europe/Berlin")
    assert p.deadline(pace, NOON) == NOON + 2 * DAY


@pytest.mark.parametrize(
    ("start", "due"),
    [
        ((2026, 3, 27, 20, 0), (2026, 3, 29, 20, 0)),  # a day of 23 hours
        ((2026, 10, 23, 20, 0), (2026, 10, 25, 20, 0)),  # a day of 25 hours
        ((2026, 3, 27, 2, 30), (2026, 3, 29, 3, 0)),  # half past two is left out
        ((2026, 10, 23, 2, 30), (2026, 10, 25, 2, 30)),  # it comes twice: the first of them
    ],
)
def test_two_days_end_at_the_same_hour(start, due):
    pace = Pace(length=2, unit="days", zone="Europe/Berlin")
    assert p.deadline(pace, berlin(*start)) == berlin(*due)


@pytest.mark.parametrize(
    ("start", "due"),
    [
        ((2026, 12, 4, 15), (2026, 12, 9, 15)),  # Friday to Wednesday
        ((2026, 12, 5, 15), (2026, 12, 10, 0)),  # Saturday: Monday, Tuesday and Wednesday
        ((2026, 12, 22, 9), (2026, 12, 29, 9)),  # over Christmas
    ],
)
def test_working_days_leave_out_week_ends_and_holidays(start, due):
    christmas = ((date(2026, 12, 24), date(2026, 12, 27)),)
    pace = Pace(
        length=3, unit="days", weekdays=WORKING_DAYS, blackout=christmas, zone="Europe/Berlin"
    )
    assert p.deadline(pace, berlin(*start)) == berlin(*due)


def test_hours_that_end_at_night_wait_for_the_morning():
    pace = Pace(length=12, between=(8, 22), zone="Europe/Berlin")
    assert p.deadline(pace, berlin(2026, 12, 1, 9)) == berlin(2026, 12, 1, 21)
    assert p.deadline(pace, berlin(2026, 12, 1, 11)) == berlin(2026, 12, 2, 8)


def test_a_fixed_hour_keeps_the_timetable_whenever_an_answer_came():
    """An early answer opens the next window early: its deadline is on the grid all the same."""
    pace = Pace(length=24, between=(20, 20), zone="Europe/Berlin")
    for hour in range(21):
        assert p.deadline(pace, berlin(2026, 12, 1, hour)) == berlin(2026, 12, 2, 20)
    assert p.deadline(pace, berlin(2026, 12, 1, 21)) == berlin(2026, 12, 3, 20)


def test_a_warning_at_a_fixed_hour_counts_back_from_the_deadline():
    """Not from the end of the hours, which came earlier."""
    pace = Pace(length=24, between=(20, 20), zone="Europe/Berlin")
    due = p.deadline(pace, berlin(2026, 12, 1, 6))
    assert p.reminders(pace, due, p.length(pace))[0] == berlin(2026, 12, 2, 8)


def test_a_warning_does_not_lie_on_a_day_off():
    pace = Pace(length=48, weekdays=WORKING_DAYS, zone="Europe/Berlin")
    due = p.deadline(pace, berlin(2026, 12, 4, 12))
    assert due == berlin(2026, 12, 8, 12)
    assert p.reminders(pace, due, p.length(pace))[0] == berlin(2026, 12, 7, 12)


def test_a_deadline_falls_by_day_where_the_player_lives():
    pace = Pace(length=24)
    start = datetime(2026, 12, 1, 18, tzinfo=UTC)
    assert p.deadline(pace, start) == start + DAY
    tokyo = p.deadline(pace, start, own="Asia/Tokyo").astimezone(ZoneInfo("Asia/Tokyo"))
    assert (tokyo.day, tokyo.hour) == (3, 8)


def test_an_extension_ends_at_an_hour_that_fits_too():
    pace = Pace(length=24, between=(20, 20), weekdays=WORKING_DAYS, zone="Europe/Berlin")
    start = berlin(2026, 12, 2, 21)
    assert p.deadline(pace, start) == berlin(2026, 12, 4, 20)
    assert p.deadline(pace, start, extra=6 * HOUR) == berlin(2026, 12, 7, 20)


def test_a_bank_gives_what_is_left_of_it():
    pace = Pace(bank=Bank(72, 24, 120))
    assert p.deadline(pace, NOON) == NOON + 3 * DAY
    assert p.deadline(pace, NOON, bank=30 * HOUR) == NOON + 30 * HOUR
    assert p.filled_up(pace, 72 * HOUR, 10 * HOUR) == 86 * HOUR
    assert p.filled_up(pace, 110 * HOUR, 2 * HOUR) == 120 * HOUR
    assert p.filled_up(pace, 30 * HOUR, 31 * HOUR) == 24 * HOUR
