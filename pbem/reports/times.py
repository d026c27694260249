"""Times as a reader wants them: his zone first, UTC beside it; the same in every locale."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


def moment(text: str) -> datetime:
    """Read a time of a payload, as `2026-12-03T20:00:00Z`. Raises ValueError without an offset."""
    time = datetime.fromisoformat(text)
    if time.tzinfo is None:
        raise ValueError(f"a time without its offset from UTC: {text!r}")
    return time.astimezone(UTC)


def zone_of(name: str) -> ZoneInfo | None:
    """Return the player's zone; None for UTC, for none and for one that is not known here."""
    if name in ("", "UTC", "Etc/UTC"):
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def long(text: str, zone: str = "") -> str:
    """Write `Thursday 3 December, 21:00 your time (20:00 UTC)`."""
    utc, own = moment(text), zone_of(zone)
    if own is None:
        return f"{_day(utc)}, {utc:%H:%M} UTC"
    local = utc.astimezone(own)
    other = (
        f"{utc:%H:%M} UTC"
        if local.date() == utc.date()
        else f"{DAYS[utc.weekday()]} {utc:%H:%M} UTC"
    )
    return f"{_day(local)}, {local:%H:%M} your time ({other})"


def short(text: str, zone: str = "") -> str:
    """Write `Thu 3 Dec 21:00`, with ` UTC` behind it where no zone is known."""
    utc, own = moment(text), zone_of(zone)
    time = utc.astimezone(own) if own else utc
    day = f"{DAYS[time.weekday()][:3]} {time.day} {MONTHS[time.month - 1][:3]}"
    return f"{day} {time:%H:%M}" + ("" if own else " UTC")


def span(seconds: int) -> str:
    """Write a length of time in its largest units: `2 days`, `1 day 6 hours`, `40 minutes`."""
    length = timedelta(seconds=seconds)
    hours, rest = divmod(length.seconds, 3600)
    units = [(length.days, "day"), (hours, "hour"), (rest // 60, "minute")]
    said = [f"{n} {unit}{'s' if n > 1 else ''}" for n, unit in units if n]
    return " ".join(said[:2]) or "less than a minute"


def _day(time: datetime) -> str:
    return f"{DAYS[time.weekday()]} {time.day} {MONTHS[time.month - 1]}"
