"""The pace of a game: how it is stored, how a host writes it, and how it is described."""

import difflib
import re
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from functools import cache
from itertools import pairwise
from typing import Literal
from zoneinfo import ZoneInfo, available_timezones

import msgspec
from msgspec import Struct

from engine.core.messages import Message, message, text

LONG_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
ALL_DAYS = tuple(range(7))
WORKING_DAYS = ALL_DAYS[:5]
LONGEST = 8_760
"""The most hours of anything: a year."""
MOST_REMINDERS = 10


class NotAPace(ValueError):
    """The text does not describe a pace; the message says how to write it."""


class NotAZone(NotAPace):
    """The text is not a time zone; `near` lists zones that may be meant."""

    def __init__(self, said: str, near: tuple[str, ...]) -> None:
        super().__init__(f"{said!r} is not a time zone: write one like {', '.join(near)}")
        self.near = near


class Bank(Struct, frozen=True):
    """Hours that a seat can use freely: how many at the start, how many each answer adds, and the
    most it can have."""

    start: int
    increment: int
    cap: int


class Pace(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """How long a game waits for answers. Time counts only on days that are played.

    `length` is in elapsed hours, or in whole days by the clock of `zone`; with a `bank`, each
    seat's own time counts instead. Deadlines fall `between` two hours of the day, by the player's
    own clock if it is known. `grace` is in hours. `reminders` lists the percentages of the time
    that are left when they are sent.
    """

    length: int = 48
    unit: Literal["hours", "days"] = "hours"
    bank: Bank | None = None
    weekdays: tuple[int, ...] = ALL_DAYS
    between: tuple[int, int] | None = None
    blackout: tuple[tuple[date, date], ...] = ()
    zone: str = "UTC"
    grace: int = 0
    reminders: tuple[int, ...] = (50, 12)


def stored(pace: Pace) -> str:
    """Write a pace as JSON, for the store."""
    return msgspec.json.encode(pace).decode()


def restored(text: str) -> Pace:
    """Read a pace from JSON. Raises ValueError."""
    return msgspec.json.decode(text, type=Pace)


def changed(pace: Pace, settings: Mapping[str, str]) -> Pace:
    """Change a pace by settings (keys of SETTINGS) as a host writes them. Raises NotAPace."""
    for name in SETTINGS:
        if name in settings:
            pace = SETTINGS[name](pace, " ".join(settings[name].split()))
    return pace


# Reading

_LENGTH = re.compile(
    r"(\d{1,4}) ?(?:(?P<hours>h|hours?)|(?P<days>d|days?)|(?P<working>(?:working|week) ?days?))",
    re.IGNORECASE,
)
_TIME = r"(\d{1,4}) ?(h|hours?|d|days?)"
_BANK = re.compile(rf"{_TIME} ?\+ ?{_TIME}(?:,? ?(?:max|at most|up to) ?{_TIME})?", re.IGNORECASE)
_HOURS = re.compile(r"(\d{1,2})(?::00)?(?: ?(?:-|to) ?(\d{1,2})(?::00)?)?", re.IGNORECASE)
_DATES = re.compile(r"(\d{4}-\d\d-\d\d)(?: ?(?:\.\.|to) ?(\d{4}-\d\d-\d\d))?", re.IGNORECASE)
NONE = ("none", "off", "no", "0", "")


def _time(pace: Pace, text: str) -> Pace:
    found = _LENGTH.fullmatch(text)
    if not found or not 0 < int(found[1]) * (1 if found["hours"] else 24) <= LONGEST:
        raise NotAPace(f"{text!r} is not a pace: write 48h, 2 days or 3 working days")
    weekdays = pace.weekdays
    if found["working"] and weekdays == ALL_DAYS:
        weekdays = WORKING_DAYS
    unit: Literal["hours", "days"] = "hours" if found["hours"] else "days"
    kept = {"length": int(found[1]), "unit": unit, "weekdays": weekdays, "bank": None}
    return msgspec.structs.replace(pace, **kept)


def _bank(pace: Pace, text: str) -> Pace:
    if text.lower() in NONE:
        return msgspec.structs.replace(pace, bank=None)
    found = _BANK.fullmatch(text)
    if not found:
        raise NotAPace(f"{text!r} is not a time bank: write it like 72h +24h max 120h")
    start, increment = _in_hours(found[1], found[2]), _in_hours(found[3], found[4])
    cap = _in_hours(found[5], found[6]) if found[5] else start
    if not 0 < start <= cap <= LONGEST or not 0 < increment <= cap:
        raise NotAPace(
            f"{text!r} is not a time bank: it should begin with an hour or more, grow by an hour or"
            " more, and its maximum should be no less than either"
        )
    return msgspec.structs.replace(pace, bank=Bank(start, increment, cap))


def _in_hours(number: str, unit: str) -> int:
    return int(number) * (24 if unit.lower().startswith("d") else 1)


def _grace(pace: Pace, text: str) -> Pace:
    found = re.fullmatch(_TIME, text, re.IGNORECASE)
    if text.lower() not in NONE and not found:
        raise NotAPace(f"{text!r} is not a grace: write it like 12h, or none")
    hours = _in_hours(found[1], found[2]) if found else 0
    if hours > LONGEST:
        raise NotAPace(f"{text!r} is too long a grace: at most {LONGEST}h")
    return msgspec.structs.replace(pace, grace=hours)


def _hours(pace: Pace, text: str) -> Pace:
    if text.lower() in (*NONE[:3], "any", "all", ""):
        return msgspec.structs.replace(pace, between=None)
    found = _HOURS.fullmatch(text)
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
    if not 0 <= first <= last <= 24 or first == 24:
        raise NotAPace(
            f"{text!r} are not hours of a day: write 8-22, 20 for one fixed hour, or any"
        )
    between = None if (first, last) == (0, 24) else (first, last)
    return msgspec.structs.replace(pace, between=between)


def _days(pace: Pace, text: str) -> Pace:
    if text.lower() in ("any", "all", "every day"):
        return msgspec.structs.replace(pace, weekdays=ALL_DAYS)
    days = {day for part in re.split(r"[, ]+", text) for day in _span_of_days(part, text)}
    return msgspec.structs.replace(pace, weekdays=tuple(sorted(days)))


def _span_of_days(part: str, text: str) -> list[int]:
    ends = [_day(name, text) for name in part.split("-")]
    if len(ends) > 2:
        raise NotAPace(f"{text!r} are not days of the week: {_HOW_DAYS}")
    first, last = ends[0], ends[-1]
    return [(first + n) % 7 for n in range((last - first) % 7 + 1)]


_HOW_DAYS = "write mon-fri, or mon,wed,fri, or all"


def _day(name: str, text: str) -> int:
    fits = [n for n, long in enumerate(LONG_DAYS) if long.lower().startswith(name.lower())]
    if len(name) < 2 or len(fits) != 1:
        raise NotAPace(f"{text!r} are not days of the week: {_HOW_DAYS}")
    return fits[0]


def _blackout(pace: Pace, text: str) -> Pace:
    """Add dates to those that are there already; `none` removes all before it."""
    spans = list(pace.blackout)
    for part in filter(None, re.split(r"[, ]+", re.sub(r" ?(?:\.\.|\bto\b) ?", "..", text))):
        if part.lower() in NONE:
            spans.clear()
        else:
            spans.append(_span_of_dates(part))
    return msgspec.structs.replace(pace, blackout=tuple(sorted(set(spans))))


def _span_of_dates(text: str) -> tuple[date, date]:
    found = _DATES.fullmatch(text)
    try:
        first = date.fromisoformat(found[1] if found else "")
        last = date.fromisoformat(found[2]) if found and found[2] else first
    except ValueError:
        raise NotAPace(
            f"{text!r} are not dates: write 2026-12-24..2026-12-27, 2026-12-24 or none"
        ) from None
    if not timedelta() <= last - first <= timedelta(days=366):
        raise NotAPace(f"{text!r}: the second date should follow the first, within a year")
    return first, last


def _zone(pace: Pace, text: str) -> Pace:
    return msgspec.structs.replace(pace, zone=zone_named(text))


@cache
def _zones() -> dict[str, str]:
    """Return the names of all time zones by their lower-case spelling."""
    return {name.lower(): name for name in available_timezones()} | {"utc": "UTC"}


def zone_named(text: str) -> str:
    """Find the name of a time zone, ignoring case. Raises NotAPace."""
    wanted, known = text.strip().replace(" ", "_"), _zones()
    found = known.get(wanted.lower())
    cities = [name for name in known.values() if name.lower().endswith(f"/{wanted.lower()}")]
    if found is None and len(cities) == 1:
        found = cities[0]
    if found is None:
        near = difflib.get_close_matches(wanted.lower(), list(known), 1)
        raise NotAZone(
            text, tuple(cities[:3] or [known[name] for name in near] or ["Europe/Berlin"])
        )
    ZoneInfo(found)
    return found


def _reminders(pace: Pace, text: str) -> Pace:
    given = [] if text.lower() in NONE else re.split(r"[, ]+", text)
    left = tuple(int(part) if part.isdecimal() else 0 for part in given)
    if problem := wrong_reminders(left):
        raise NotAPace(f"{text!r} are not reminders: they {problem}, like 50,12, or none")
    return msgspec.structs.replace(pace, reminders=left)


def wrong_reminders(left: tuple[int, ...]) -> str:
    """Tell what is wrong with the percentages for reminders; empty if nothing is."""
    falling = all(a > b for a, b in pairwise(left))
    if not all(0 < part < 100 for part in left) or not falling or len(left) > MOST_REMINDERS:
        return f"should be at most {MOST_REMINDERS} numbers from 99 down to 1, the greatest first"
    return ""


SETTINGS: dict[str, Callable[[Pace, str], Pace]] = {
    "time": _time,
    "bank": _bank,
    "days": _days,
    "hours": _hours,
    "blackout": _blackout,
    "zone": _zone,
    "grace": _grace,
    "reminders": _reminders,
}
"""What a host can set, by name, in the order in which settings are applied: `time` ends a bank."""


# Saying


def said(pace: Pace) -> list[Message]:
    """Describe the pace in sentences without a full stop, beginning with how long an answer may
    take."""
    lines = [_length(pace)]
    if pace.weekdays != ALL_DAYS or pace.blackout:
        lines.append(
            message("pace.days", days=_counted_days(pace), but=_free(pace), zone=text(pace.zone))
        )
    if pace.between:
        first, last = pace.between
        utc = "UTC" if first == last else ""
        slots = {
            "zone": text(pace.zone if pace.zone != "UTC" else utc),
            "named": pace.zone != "UTC",
        }
        id = "pace.hour" if first == last else "pace.hours"
        lines.append(message(id, first=first, last=last, **slots))
    if pace.grace:
        lines.append(message("pace.grace", hours=pace.grace))
    if pace.zone != "UTC" and len(lines) == (2 if pace.grace else 1):
        lines.append(message("pace.zone", zone=text(pace.zone)))
    return lines


def _length(pace: Pace) -> Message:
    if pace.bank:
        bank = pace.bank
        return message("pace.bank", start=bank.start, more=bank.increment, cap=bank.cap)
    if pace.unit == "hours":
        return message("pace.of_hours", hours=pace.length)
    return message("pace.of_days", days=pace.length, working=pace.weekdays == WORKING_DAYS)


def _counted_days(pace: Pace) -> Message | tuple[Message, ...]:
    if pace.weekdays == ALL_DAYS:
        return message("pace.every_day")
    days = tuple(message(WEEKDAYS[day]) for day in pace.weekdays)
    lasting = pace.weekdays == tuple(range(pace.weekdays[0], pace.weekdays[-1] + 1))
    if lasting and len(days) > 2:
        return message("pace.from_to", first=days[0], last=days[-1])
    return days


def _free(pace: Pace) -> tuple[Message, ...]:
    """Describe the days that do not count."""
    return tuple(
        text(str(a)) if a == b else message("pace.from_to", first=text(str(a)), last=text(str(b)))
        for a, b in pace.blackout
    )


WEEKDAYS = (
    *("pace.monday", "pace.tuesday", "pace.wednesday", "pace.thursday"),
    *("pace.friday", "pace.saturday", "pace.sunday"),
)
