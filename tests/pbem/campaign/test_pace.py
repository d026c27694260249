"""Deadlines as pure functions."""

from datetime import UTC, datetime, timedelta

from pbem.campaign import pace

NOON = datetime(2026, 3, 28, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def test_time_counts_from_the_acceptance_also_when_clocks_change():
    assert pace.due(NOON, 48) == NOON + 2 * DAY


def test_reminders_come_when_parts_of_the_pace_are_left():
    assert pace.reminders(NOON, 48, (50, 25)) == [NOON - DAY, NOON - DAY / 2]


def test_next_comes_the_first_reminder_not_given_then_the_deadline():
    times = [pace.next_at(NOON, 48, (50, 25), reminded) for reminded in range(4)]
    assert times == [NOON - DAY, NOON - DAY / 2, NOON, NOON]


def test_without_reminders_the_deadline_comes_next():
    assert pace.next_at(NOON, 48, (), 0) == NOON
