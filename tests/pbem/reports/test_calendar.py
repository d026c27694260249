"""Calendar entries of deadlines, read by a calendar library."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from icalendar import Calendar, Event

from pbem.reports import calendar
from pbem.reports.mail_parts import CalendarEntry
from tests.pbem.reports.sampled import mail_of
from tests.pbem.reports.samples import REPORT

TOLD = {
    "method": "publish",
    "window": 41,
    "number": 0,
    "due": "2026-12-03T20:00:00+00:00",
    "at": "2026-12-01T20:00:00+00:00",
}


def texts(seat: str) -> tuple[str, str]:
    return f"[soe1] {seat}: orders are due", "Orders for Struggle of Empires are due."


def made(told: dict[str, Any], seat: str = "Spain") -> Calendar:
    return Calendar.from_ical(calendar.entry(mail_of(REPORT), CalendarEntry(**told), *texts(seat)))


def event_of(entry: Calendar) -> Event:
    (event,) = entry.walk("VEVENT")
    return event


def test_the_entry_is_at_the_deadline() -> None:
    entry = made(TOLD)

    event = event_of(entry)
    assert entry["METHOD"] == "PUBLISH"
    assert event["UID"] == "soe1.spain.w41@example.org"
    assert event["SEQUENCE"] == 0
    assert event.decoded("DTSTART") == datetime(2026, 12, 3, 20, tzinfo=UTC)
    assert event.decoded("DTSTAMP") == datetime(2026, 12, 1, 20, tzinfo=UTC)
    assert event["SUMMARY"] == "[soe1] Spain: orders are due"
    (alarm,) = entry.walk("VALARM")
    assert alarm.decoded("TRIGGER") == -timedelta(hours=6)


def test_an_entry_that_moves_keeps_its_name_and_raises_its_number() -> None:
    before, after = event_of(made(TOLD)), event_of(made(TOLD | {"number": 1}))

    assert before["UID"] == after["UID"]
    assert (before["SEQUENCE"], after["SEQUENCE"]) == (0, 1)


def test_each_window_has_an_entry_of_its_own() -> None:
    assert event_of(made(TOLD))["UID"] != event_of(made(TOLD | {"window": 42}))["UID"]


def test_a_cancelled_entry_says_so_and_rings_no_more() -> None:
    entry = made(TOLD | {"method": "cancel", "number": 1})

    event = event_of(entry)
    assert entry["METHOD"] == "CANCEL"
    assert event["STATUS"] == "CANCELLED"
    assert (event["UID"], event["SEQUENCE"]) == ("soe1.spain.w41@example.org", 1)
    assert not entry.walk("VALARM")


@pytest.mark.parametrize("method", ["publish", "cancel"])
def test_an_entry_has_what_its_method_demands(method: str) -> None:
    """RFC 5546, 3.2.1 and 3.2.5; RFC 5545, 3.8.2.2: an end, if there is one, is later."""
    event = event_of(made(TOLD | {"method": method, "number": 1}))

    for name in ("UID", "DTSTAMP", "DTSTART", "SUMMARY", "SEQUENCE", "ORGANIZER"):
        assert name in event
    assert "ATTENDEE" not in event
    assert "DTEND" not in event


def test_the_same_payload_gives_the_same_bytes() -> None:
    given, told = mail_of(REPORT), CalendarEntry(**TOLD)

    assert calendar.entry(given, told, *texts("Spain")) == calendar.entry(
        given, told, *texts("Spain")
    )
    assert calendar.entry(given, told, *texts("Spain")).endswith(b"END:VCALENDAR\r\n")


def test_hostile_words_stay_in_their_line() -> None:
    entry = made(TOLD, "a;b,c\nBEGIN:VALARM")

    assert event_of(entry)["SUMMARY"] == "[soe1] a;b,c\nBEGIN:VALARM: orders are due"
    assert len(entry.walk("VALARM")) == 1
