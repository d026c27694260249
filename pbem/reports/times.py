"""Writes times for a reader: in their own zone first, then in UTC; the same in every locale.

Names and patterns come from a language (`how` of its files), by default from English.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pbem.reports.languages.language import ENGLISH, how_of

How = Mapping[str, Any]


def moment(text: str) -> datetime:
    """Read a time from a mail, such as `2026-12-03T20:00:00Z`. Raises ValueError without an
    offset."""
    time = datetime.fromisoformat(text)
    if time.tzinfo is None:
        raise ValueError(f"a time without its offset from UTC: {text!r}")
    return time.astimezone(UTC)


def zone_of(name: str) -> ZoneInfo | None:
    """Return the player's zone; None for UTC, and if it is empty or unknown."""
    if name in ("", "UTC", "Etc/UTC"):
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def long(text: str, zone: str = "", how: How | None = None, *, named: bool = False) -> str:
    """Write `Thursday 3 December, 21:00 your time (20:00 UTC)`; `named`: with the zone's name
    instead, as it may not be the reader's."""
    utc, own = moment(text), zone_of(zone)
    if own is None:
        return _written("long_utc", utc, utc, how)
    local = utc.astimezone(own)
    same = local.date() == utc.date()
    pattern = "long" if same else "long_of_two_days"
    return _written(f"{pattern}{'_named' if named else ''}", local, utc, how, zone)


def short(text: str, zone: str = "", how: How | None = None, *, named: bool = False) -> str:
    """Write `Thu 3 Dec 21:00`, followed by ` UTC` if no zone is known; `named`: in UTC, as the zone
    may not be the reader's."""
    utc, own = moment(text), zone_of(zone)
    if own is None or named:
        return _written("short_utc", utc, utc, how)
    return _written("short", utc.astimezone(own), utc, how)


def date(text: str, how: How | None = None, *, time: bool = False) -> str:
    """Write `3 December 2026`; `time`: also the time of day, in UTC. For pages that are kept."""
    utc = moment(text)
    return _written("date_and_time" if time else "date", utc, utc, how)


def lasting(seconds: float) -> str:
    """Write how long something has lasted, in the largest unit that fits at least twice: `2 hours`,
    `90 s`."""
    for unit, size in (("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{seconds // size:.0f} {unit}"
    return f"{seconds:.0f} s"


def _written(pattern: str, time: datetime, utc: datetime, how: How | None, zone: str = "") -> str:
    how = how or how_of(ENGLISH)
    days, months = how["days"], how["months"]
    written: str = how["times"][pattern].format(
        weekday=days[time.weekday()],
        day=time.day,
        year=time.year,
        month=months[time.month - 1],
        time=f"{time:%H:%M}",
        utc=f"{utc:%H:%M}",
        utc_weekday=days[utc.weekday()],
        zone=zone,
    )
    return written
