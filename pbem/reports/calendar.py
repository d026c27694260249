"""The deadline as a calendar entry (RFC 5545): one for a seat, moved by each new window."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from icalendar import Alarm, Calendar, Event

from pbem.reports import times

WARNING = timedelta(hours=6)
"""How long before the deadline the calendar reminds."""


def entry(payload: Mapping[str, Any], subject: str) -> bytes:
    """The entry for the question's deadline, its UID by game and seat, its SEQUENCE the window.

    A later window's entry thus replaces the earlier one. Its DTSTAMP is the payload's `at`.
    """
    game, seat, window = payload["game"]["name"], payload["seat"], payload["window"] or 0
    moderator = payload["moderator"]
    host = moderator.get("address", "").rpartition("@")[2] or "localhost"
    due, written = times.moment(payload["question"]["due"]), times.moment(payload["at"])

    event = Event()
    event.add("uid", f"{game}.{seat}@{host}")
    event.add("dtstamp", written)
    event.add("last-modified", written)
    event.add("sequence", window)
    event.add("dtstart", due)
    event.add("dtend", due)
    event.add("summary", subject)
    event.add("description", f"Orders for {payload['game']['title']} are due.")
    event.add("transp", "TRANSPARENT")
    event.add_component(_alarm(subject))

    calendar = Calendar()
    calendar.add("prodid", f"-//{moderator.get('name') or 'pbem'}//pbem//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add_component(event)
    entry: bytes = calendar.to_ical()
    return entry


def _alarm(subject: str) -> Alarm:
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("trigger", -WARNING)
    alarm.add("description", subject)
    return alarm
