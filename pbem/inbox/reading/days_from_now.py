"""Reads days that are counted from today: `next week`, `until Friday`, `for two weeks`.

A text is read in English, after the words of other languages (`days` in `spoken.toml`). If it may
mean two things, nothing is guessed: its writer is told which two.

We have our own reader because no library reads spans of days: dateparser, the best of dateparser,
parsedatetime and recurrent, finds the days of 10 of the 30 texts in the tests, makes `next week`
one day, and takes `we` for Wednesday and `may` for May.
"""

import re
from calendar import monthrange
from datetime import date, timedelta
from typing import NamedTuple

from engine.core.messages import text as plain
from pbem.inbox.reading.other_languages import days_in_english
from pbem.settings import dates
from pbem.settings.dates import NotDates, Span

DAY, WEEK = timedelta(days=1), timedelta(weeks=1)
_WEEK = (
    *("monday mon", "tuesday tues tue", "wednesday wed", "thursday thurs thur thu", "friday fri"),
    *("saturday sat", "sunday sun"),
)
_WEEKDAYS = {name: n for n, names in enumerate(_WEEK) for name in names.split()}
_ONE_UP = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
_NUMBERS = {"a": 1, "an": 1, **{name: n for n, name in enumerate(_ONE_UP.split(), 1)}}
_OPENS = {
    **dict.fromkeys(("until", "till", "til", "to", "through", "thru", "-", "\u2013"), "until"),
    **dict.fromkeys(("from", "starting", "beginning", "as of"), "from"),
    **{word: word for word in ("since", "between", "and", "in", "after", "before")},
}
_OPENING = "|".join(word for word in _OPENS if word[0].isalpha())
_DAY_NAMES = "|".join(name for name in _WEEKDAYS if name not in ("sat", "sun"))
"""`sat` and `sun` are also ordinary words: they are days only where a day is expected."""
_NUMBER = rf"(?P<number>\d{{1,3}}|{'|'.join(_NUMBERS)})"
_LATER = "next|coming|following"
_WHEN = re.compile(
    rf"(?:(?P<opening>\b(?:{_OPENING})\b|[-\u2013]) *)?"
    r"(?P<on>(?:\b(?:on|at|by|over|during|for|the|of|all|whole|entire|including)\b *)*)"
    rf"(?:(?P<written>{dates.WRITTEN})"
    r"|\b(?:(?P<now>now)|(?P<today>today|tonight)|(?P<after>day after tomorrow)|"
    r"(?P<tomorrow>tomorrow))\b(?: (?:morning|noon|afternoon|evening|night)\b)?"
    rf"|\b(?P<day_of>{_DAY_NAMES}) (?:of |in )?(?P<week_of>this|{_LATER}) week\b"
    rf"|\b(?P<week_with>this|{_LATER}) week,? (?:on )?(?P<day_in>{_DAY_NAMES})\b"
    rf"|\b(?P<end>end of (?:the )?)?(?:(?P<which>this|{_LATER}|last) )?"
    r"(?P<unit>week(?P<behind> after next)?(?! after)|weekend|month|year)\b"
    rf"|\b(?P<duration>(?:(?:{_LATER}) )?"
    rf"{_NUMBER} (?:full |whole )?(?P<units>days?|weeks?|fortnights?|months?))\b"
    rf"|\b(?:(?P<which_day>this|{_LATER}|last) )?(?P<day>{_DAY_NAMES})\b"
    r"|\b(?P<short_day>sat|sun)\b)",
    re.IGNORECASE,
)
_ONLY = re.compile(rf"(?:{re.sub(r'[?]P<[a-z_]+>', '?:', _WHEN.pattern)}[ ,]*)+", re.IGNORECASE)
_NAMED_TWICE = re.compile(
    rf"\b(?:{'|'.join(_WEEKDAYS)})\b\.?,? (?=(?:the )?(?:{dates.WRITTEN}))", re.IGNORECASE
)
"""The name of a day in front of its date."""
_CLAUSES = re.compile(r"[,;]+|(?<!\d)[.!?]+(?=\s|$)")
_BACK = re.compile(r"\bback\b(?! (?:home|to|in|with)\b)|\breturn(?:ing)?\b", re.IGNORECASE)
_UNSURE = re.compile(r"\b(?:or|if|unless|except|every|each)\b", re.IGNORECASE)
_NEXT_SEVEN = re.compile(rf"\bfor the (?:{_LATER}) week\b", re.IGNORECASE)
"""The next seven days, or the week that begins on Monday."""
_BEFORE_SHORT = frozenset(
    {"on", "from", "until", "till", "til", "to", "through", "thru", "between", "-", "\u2013"}
)


class _Days(NamedTuple):
    """Days that a text names, and the word before them."""

    opening: str
    span: Span
    is_long: bool = False
    """Whether they are a week, a weekend or a month."""
    is_back: bool = False
    """Whether the first is the day on which the writer is back."""


def only_days(text: str) -> bool:
    """Tell whether a text consists only of days."""
    return _ONLY.fullmatch(days_in_english(text).strip()) is not None


def span(said: str, today: date) -> Span | None:
    """Return the days that a text means; None if it names none by their place in the week or
    counted from today. Raises NotDates."""
    whole, twice = _NAMED_TWICE.subn("", days_in_english(said))
    found = [(clause, one) for clause in _CLAUSES.split(whole) for one in _found(clause)]
    back = any(_BACK.search(clause) for clause, _ in found)
    if not (twice or back or any(not one["written"] for _, one in found)):
        return None
    unclear = NotDates("not_dates.unclear", said=plain(said))
    left = _WHEN.sub("", whole)
    if _UNSURE.search(left) or _NEXT_SEVEN.search(whole) or re.search(r"\d", left):
        raise unclear
    named, lasts, after = list[_Days](), timedelta(), today
    for clause, one in found:
        if one["duration"] and (one["opening"] or "").lower() != "in":
            if lasts or one["opening"]:
                raise unclear
            lasts = _length(one, today)
            continue
        each = _days(one, today, after, said)
        named.append(each._replace(is_back=_BACK.search(clause) is not None))
        after = each.span.last
    return _checked(_meant(named, lasts, today, unclear), today, unclear)


def _found(clause: str) -> list[re.Match[str]]:
    """Return the words that name days; `sat` and `sun` only where a day is expected."""
    return [one for one in _WHEN.finditer(clause) if not one["short_day"] or _expected(one)]


def _expected(one: re.Match[str]) -> bool:
    return (one["opening"] or one["on"] or "").lower().strip() in _BEFORE_SHORT


def _meant(named: list[_Days], lasts: timedelta, today: date, unclear: NotDates) -> Span:
    """Return the days that are meant, also if the writer says when they are back."""
    back = [each.span.first for each in named if each.is_back]
    others = [each for each in named if not each.is_back]
    if not back:
        return _together(others, lasts, today, unclear)
    if len(back) > 1 or any(each.is_long for each in named if each.is_back):
        raise unclear
    last = back[0] - DAY
    if not lasts and len(others) < 2 and all(e.opening in ("from", "") for e in others):
        first = others[0].span.first if others else today
        if not others or others[0].span.last <= last:
            return Span(first, last)
    meant = _together(others, lasts, today, unclear)
    if meant.last != last:
        raise unclear
    return meant


def _length(one: re.Match[str], start: date) -> timedelta:
    said = one["number"].lower()
    number, units = int(_NUMBERS.get(said, 0) or said), one["units"].lower()
    if units.startswith("month"):
        return _months_later(start, number) - start
    return number * {"d": DAY, "w": WEEK, "f": 2 * WEEK}[units[0]]


def _days(one: re.Match[str], today: date, after: date, said: str) -> _Days:
    """Return what one expression means; `after` is the last day named before it."""
    opening = _OPENS.get((one["opening"] or "").lower(), "")
    if one["written"]:
        day = dates.next_day(one["written"], today)
    elif one["unit"]:
        return _Days(opening, *_long(one, opening, today, said))
    elif one["duration"]:
        day = today + _length(one, today)
    elif one["now"]:
        opening, day = opening or "from", today
    elif one["today"]:
        day = today
    elif one["after"] or one["tomorrow"]:
        day = today + (2 * DAY if one["after"] else DAY)
    elif one["day_of"] or one["day_in"]:
        later = (one["week_of"] or one["week_with"]).lower() != "this"
        day = _monday(today) + (WEEK if later else timedelta())
        day += _WEEKDAYS[(one["day_of"] or one["day_in"]).lower()] * DAY
    else:
        day = _weekday(one, today, after, said)
    return _Days(opening, Span(day, day))


def _monday(today: date) -> date:
    """Return the Monday of this week."""
    return today - today.weekday() * DAY


def _long(one: re.Match[str], opening: str, today: date, said: str) -> tuple[Span, bool]:
    """Return a week, a weekend or a month; or only its last day."""
    which, unit = (one["which"] or "").lower(), one["unit"].lower()
    if (
        which == "last"
        or (one["end"] and opening != "until")
        or (unit == "year" and not one["end"])
    ):
        raise NotDates("not_dates.unclear", said=plain(said))
    later, monday = which in _LATER.split("|"), _monday(today)
    if unit == "weekend":
        whole = Span(monday + 5 * DAY, monday + 6 * DAY)
        if later and which != "coming" and today < whole.first:
            _may_be(said, whole.first, whole.first + WEEK)
        if later and today >= whole.first:
            whole = Span(whole.first + WEEK, whole.last + WEEK)
    elif unit.startswith("week"):
        first = monday + (2 * WEEK if one["behind"] else WEEK if later else timedelta())
        whole = Span(first, first + 6 * DAY)
    elif unit == "month":
        first = _months_later(today.replace(day=1), 1 if later else 0)
        whole = Span(first, _months_later(first, 1) - DAY)
    else:
        year = today.year + (1 if later else 0)
        whole = Span(date(year, 1, 1), date(year, 12, 31))
    return (Span(whole.last, whole.last), False) if one["end"] else (whole, True)


def _weekday(one: re.Match[str], today: date, after: date, said: str) -> date:
    """Return the next such day after the last day that was named, or after today."""
    start, which = max(today, after), (one["which_day"] or "").lower()
    if which == "last":
        raise NotDates("not_dates.unclear", said=plain(said))
    number = _WEEKDAYS[(one["day"] or one["short_day"]).lower()]
    day = start + ((number - start.weekday() - 1) % 7 + 1) * DAY
    if which in ("next", "following") and start == today and day <= _monday(today) + 6 * DAY:
        _may_be(said, day, day + WEEK)
    return day


def _may_be(said: str, first: date, second: date) -> None:
    """Ask which of two days is meant."""
    days = {"first": plain(str(first)), "second": plain(str(second))}
    raise NotDates("not_dates.two_days", said=plain(said), **days)


def _together(named: list[_Days], lasts: timedelta, today: date, unclear: NotDates) -> Span:
    """Return the days from the first to the last that are meant."""
    openings = tuple(each.opening for each in named)
    if lasts:
        if not named:
            return Span(today, today + lasts)
        if len(named) > 1 or openings[0] not in ("from", "in", "") or named[0].is_long:
            raise unclear
        first = named[0].span.first
        return Span(first, first + lasts - DAY)
    if len(named) == 1:
        return _alone(named[0], today, unclear)
    if len(named) != 2:
        raise unclear
    one, other = named
    if openings[0] not in ("from", "between", "") or openings[1] not in ("until", "and"):
        raise unclear
    if openings[1] == "and" and openings[0] != "between" and other.span.first > one.span.last + DAY:
        raise unclear
    return Span(one.span.first, other.span.last)


def _alone(only: _Days, today: date, unclear: NotDates) -> Span:
    if only.opening == "until" and not only.is_long:
        return Span(today, only.span.last)
    if only.opening in ("from", "in") and not (only.opening == "in" and only.is_long):
        raise NotDates("not_dates.until_when_from", day=plain(str(only.span.first)))
    if only.opening not in ("", "in"):
        raise unclear
    return only.span


def _checked(meant: Span, today: date, unclear: NotDates) -> Span:
    if meant.last < today:
        raise NotDates("not_dates.passed", day=plain(str(meant.last)))
    if meant.first > meant.last:
        raise unclear
    if (meant.last - meant.first).days > dates.LONGEST:
        ends = {"first": plain(str(meant.first)), "last": plain(str(meant.last))}
        raise NotDates("not_dates.far_apart", **ends)
    return Span(max(meant.first, today), meant.last)


def _months_later(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))
