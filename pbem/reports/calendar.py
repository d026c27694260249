"""Writes deadlines as calendar entries (RFC 5545), published and cancelled by RFC 5546.

Each window of a seat is a separate entry with its own UID. When its deadline moves, it is published
again with a greater SEQUENCE; if it is settled before the deadline, it is cancelled.
"""

from datetime import timedelta

from icalendar import Alarm, Calendar, Event, vCalAddress, vText

from pbem.reports import times
from pbem.reports.mail_parts import CalendarEntry
from pbem.reports.mails import Mail

WARNING = timedelta(hours=6)
"""How long before the deadline the calendar reminds."""


def entry(mail: Mail, told: CalendarEntry, summary: str, description: str) -> bytes:
    """Write a calendar entry for a seat: its `number` is the SEQUENCE, `at` the DTSTAMP."""
    event = _event(mail, told, summary, description)
    if told.method == "cancel":
        event.add("status", "CANCELLED")
    else:
        event.add_component(_alarm(str(event["SUMMARY"])))
    calendar = Calendar()
    calendar.add("prodid", f"-//{mail.moderator.name or 'pbem'}//pbem//EN")
    calendar.add("version", "2.0")
    calendar.add("method", told.method.upper())
    calendar.add_component(event)
    entry: bytes = calendar.to_ical()
    return entry


def _event(mail: Mail, told: CalendarEntry, summary: str, description: str) -> Event:
    name = mail.game.name if mail.game else ""
    address = mail.moderator.address or "moderator@localhost"
    host = address.rpartition("@")[2]
    event = Event()
    event.add("uid", f"{name}.{mail.seat}.w{told.window}@{host}")
    event.add("dtstamp", times.moment(told.at))
    event.add("sequence", told.number)
    event.add("organizer", _organizer(mail.moderator.name, address))
    event.add("dtstart", times.moment(told.due))  # without an end, its duration is zero
    event.add("summary", summary)
    event.add("description", description)
    event.add("transp", "TRANSPARENT")
    return event


def _organizer(name: str, address: str) -> vCalAddress:
    organizer = vCalAddress(f"mailto:{address}")
    if name:
        organizer.params["CN"] = vText(name)
    return organizer


def _alarm(summary: str) -> Alarm:
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("trigger", -WARNING)
    alarm.add("description", summary)
    return alarm
