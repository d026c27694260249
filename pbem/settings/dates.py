"""Reads dates as people write them in a line of mail: `3 May`, `May 3`, `3.5.`, `2027-05-03`."""

import re
from datetime import date, timedelta
from typing import Any, NamedTuple

from engine.core.messages import message, text

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
WRITTEN = "|".join(re.sub(r"\?P<\w+>", "?:", form.pattern) for form in _FORMS)
"""The pattern of a date, in any case."""
_DATE = re.compile(WRITTEN, re.IGNORECASE)
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
"""`3-12 May` and `May 3-12`: one month's name for both days."""
LONGEST = 200
"""The most days of a span: a longer one is taken for a mistake."""


class NotDates(ValueError):
    """The text has no usable dates; the message says how to write them."""

    def __init__(self, id: str, /, **slots: Any) -> None:
        super().__init__(id)
        self.message = message(id, **slots)


class Span(NamedTuple):
    """From one day to another, both included."""

    first: date
    last: date


def span(said: str, today: date) -> Span:
    """Read the days that a line means: from a given day, or from `today`, to another.

    A date without a year is its next occurrence. Raises NotDates.
    """
    whole = said
    for form in _SHORT:  # a month's name given for two days is added to each
        whole = form.sub(_each_named, whole)
    found = _DATE.findall(whole)
    if not found:
        raise NotDates("not_dates.none", said=said and text(said))
    if re.search(r"\d", _DATE.sub("", whole)):
        raise NotDates("not_dates.unclear", said=text(said))
    opening = said.strip().lower().partition(" ")[0]
    if len(found) == 1 and opening == "from":
        raise NotDates("not_dates.until_when")
    if len(found) > 2:
        raise NotDates("not_dates.too_many", said=text(said), number=len(found))
    last = next_day(found[-1], today)
    first = _latest(found[0], last) if len(found) == 2 or opening == "on" else today
    if last < today:
        raise NotDates("not_dates.passed", day=text(str(last)))
    if first > last or (last - first).days > LONGEST:
        raise NotDates("not_dates.far_apart", first=text(found[0]), last=text(found[-1]))
    return Span(max(first, today), last)


def any_in(said: str) -> bool:
    """Tell whether a text has a date in it."""
    return any(form.search(said) for form in (_DATE, *_SHORT))


def _each_named(found: re.Match[str]) -> str:
    first, last, name = found["first"], found["last"], found["name"]
    last_day = re.match(r"\d+", last)
    if last_day and int(first) > int(last_day[0]):  # `20 to 3 January` begins in December
        number = MONTHS[name.lower()]
        before = next(each for each in MONTHS if MONTHS[each] == (number - 2) % 12 + 1)
        return f"{first} {before} to {last if name in last else f'{name} {last}'}"
    return f"{first} {name} to {last if name in last else f'{last} {name}'}"


def _parts(said: str) -> tuple[int | None, int, int]:
    """Return year, month and day of a date. Raises NotDates."""
    found = next(filter(None, (form.fullmatch(said) for form in _FORMS)), None)
    if found is None:
        raise NotDates("not_dates.no_date", said=text(said))
    parts = found.groupdict()
    month = int(parts["month"]) if parts.get("month") else MONTHS[parts["name"].lower()]
    return int(parts["year"]) if parts.get("year") else None, month, int(parts["day"])


def _date(said: str, year: int) -> date:
    _, month, day = _parts(said)
    try:
        return date(year, month, day)
    except ValueError:
        raise NotDates("not_dates.no_such_day", said=text(said), year=text(str(year))) from None


def next_day(said: str, today: date) -> date:
    """Return the date; without a year, its next occurrence. Raises NotDates."""
    year = _parts(said)[0]
    if year is not None:
        return _date(said, year)
    this = _date(said, today.year)
    return this if this >= today else _date(said, today.year + 1)


def _latest(said: str, last: date) -> date:
    """Return the date; without a year, its last occurrence up to `last`."""
    year = _parts(said)[0]
    if year is not None:
        return _date(said, year)
    this = _date(said, last.year)
    return this if this <= last else _date(said, last.year - 1)


def days(of: Span) -> int:
    """Count the days of a span."""
    return (of.last - of.first + timedelta(days=1)).days
