"""The deadline's calendar entry, read by a calendar library."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from icalendar import Calendar
from samples import QUESTION, REPORT

from pbem.reports import calendar
from pbem.reports.payloads import complete


def test_the_entry_is_at_the_deadline_and_moves_with_the_window() -> None:
    entry = Calendar.from_ical(calendar.entry(complete(REPORT), "[soe1] Spain: your turn"))

    (event,) = entry.walk("VEVENT")
    assert event["UID"] == "soe1.spain@example.org"
    assert event["SEQUENCE"] == 41
    assert event.decoded("DTSTART") == datetime(2026, 12, 3, 20, tzinfo=UTC)
    assert event.decoded("DTSTAMP") == datetime(2026, 12, 1, 20, tzinfo=UTC)
    assert event["SUMMARY"] == "[soe1] Spain: your turn"
    (alarm,) = entry.walk("VALARM")
    assert alarm.decoded("TRIGGER") == -timedelta(hours=6)


def test_the_same_payload_gives_the_same_bytes() -> None:
    given = complete(REPORT)

    assert calendar.entry(given, "s") == calendar.entry(given, "s")
    assert calendar.entry(given, "s").endswith(b"END:VCALENDAR\r\n")


def test_hostile_words_stay_in_their_line() -> None:
    given = complete(REPORT | {"question": QUESTION})
    entry = calendar.entry(given, "a;b,c\nBEGIN:VALARM")

    (event,) = Calendar.from_ical(entry).walk("VEVENT")
    assert event["SUMMARY"] == "a;b,c\nBEGIN:VALARM"
    assert len(Calendar.from_ical(entry).walk("VALARM")) == 1
