"""Dates as people write them in a line of mail: `3 May`, `May 3`, `3.5.`, `2027-05-03`."""

import re
from datetime import date, timedelta
from typing import NamedTuple

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            ("january", "jan"), ("february", "feb"), ("march", "mar"), ("april", "apr"),
            ("may",), ("june", "jun"), ("july", "jul"), ("august", "aug"),
            ("september", "sep", "sept"), ("october", "oct"), ("november", "nov"),
            ("december", "dec"),
        ),
        1,
    )
    for name in names
}  # fmt: skip
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_TH = r"(?:st|nd|rd|th)?"
_DAY = rf"(?P<day>\d{{1,2}}){_TH}"
_YEAR = r"(?:,? (?P<year>\d{4}))?"
_FORMS = (
    re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})"),
    re.compile(rf"{_DAY}\.? (?:of )?(?P<name>{_MONTH})\.?{_YEAR}", re.IGNORECASE),
    re.compile(rf"(?P<name>{_MONTH})\.? {_DAY}{_YEAR}", re.IGNORECASE),
    re.compile(r"(?P<day>\d{1,2})\. ?(?P<month>\d{1,2})(?:\.(?: ?(?P<year>\d{4}))?|$)"),
)
_DATE = re.compile("|".join(re.sub(r"\?P<\w+>", "?:", form.pattern) for form in _FORMS), re.I)
_TO = r" ?(?:-|\u2013|to|until) ?(?:the )?"
_SHORT = (
    re.compile(
        rf"(?P<first>\d{{1,2}}){_TH}\.?{_TO}(?P<last>\d{{1,2}}{_TH}\.? (?:of )?(?P<name>{_MONTH}))",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?P<name>{_MONTH})\.? (?P<first>\d{{1,2}}){_TH}{_TO}(?P<last>\d{{1,2}}){_TH}"
        rf"(?![\d.]|:| ?(?:of )?(?:{_MONTH}))",
        re.IGNORECASE,
    ),
)
"""`3-12 May` and `May 3-12`: one name of a month for both days."""
LONGEST = 200
"""Days: what seems longer is a slip."""
EXAMPLE = "away from 3 May to 12 May"


class NotDates(ValueError):
    """What was written are no dates; the text says how to write them."""


class Span(NamedTuple):
    """From one day to another, both included."""

    first: date
    last: date


def span(text: str, today: date) -> Span:
    """Read the days that a line means: from a day, or from `today` on, to another.

    Dates without a year are the next to come. Raises NotDates.
    """
    whole = text
    for form in _SHORT:  # the name of a month that stands for two days is put to each
        whole = form.sub(_each_named, whole)
    said = _DATE.findall(whole)
    if not said:
        where = f'no date is to be found in "{text}"' if text else "no date is said"
        raise NotDates(f'{where}: write it like "{EXAMPLE}"')
    if re.search(r"\d", _DATE.sub("", whole)):
        raise NotDates(f'"{text}" is not clear: write it like "{EXAMPLE}"')
    opening = text.strip().lower().partition(" ")[0]
    if len(said) == 1 and opening == "from":
        raise NotDates(f'until when? Write it like "{EXAMPLE}"')
    if len(said) > 2:
        raise NotDates(f'there are {len(said)} dates in "{text}": write it like "{EXAMPLE}"')
    last = _next(said[-1], today)
    first = _latest(said[0], last) if len(said) == 2 or opening == "on" else today
    if last < today:
        raise NotDates(f"{last} has passed")
    if first > last or (last - first).days > LONGEST:
        raise NotDates(f'"{said[0]}" does not lie shortly before "{said[-1]}"')
    return Span(max(first, today), last)


def _each_named(found: re.Match[str]) -> str:
    first, last, name = found["first"], found["last"], found["name"]
    return f"{first} {name} to {last if name in last else f'{last} {name}'}"


def _parts(text: str) -> tuple[int | None, int, int]:
    """Year, month and day of a date. Raises NotDates."""
    found = next(filter(None, (form.fullmatch(text) for form in _FORMS)), None)
    if found is None:
        raise NotDates(f'"{text}" is no date: write it like 3 May')
    said = found.groupdict()
    month = int(said["month"]) if said.get("month") else MONTHS[said["name"].lower()]
    return int(said["year"]) if said.get("year") else None, month, int(said["day"])


def _date(text: str, year: int) -> date:
    _, month, day = _parts(text)
    try:
        return date(year, month, day)
    except ValueError:
        raise NotDates(f'there is no day "{text}" in {year}') from None


def _next(text: str, today: date) -> date:
    """The day, the next one if no year is said."""
    year = _parts(text)[0]
    if year is not None:
        return _date(text, year)
    this = _date(text, today.year)
    return this if this >= today else _date(text, today.year + 1)


def _latest(text: str, last: date) -> date:
    """The day, the latest one before the `last` if no year is said."""
    year = _parts(text)[0]
    if year is not None:
        return _date(text, year)
    this = _date(text, last.year)
    return this if this <= last else _date(text, last.year - 1)


def days(of: Span) -> int:
    """Tell how many days it is."""
    return (of.last - of.first + timedelta(days=1)).days
