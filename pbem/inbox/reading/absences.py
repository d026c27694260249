"""Reads in plain words that a player is away or back: `I'm on holiday until 3 May, bot please`.

A line counts only if all of it is about that. The days in it are found, and what should happen
meanwhile.
"""

import re
from functools import cache
from typing import NamedTuple

from pbem.inbox.reading import days_from_now
from pbem.inbox.reading.other_languages import Absence, absences, dates_in_english
from pbem.settings.dates import MONTHS

_CLAUSES = re.compile(r"[,;]+|(?<!\d)[.!?]+(?=\s|$)|\s[-\u2013]\s")
_MONTH = rf"(?:{'|'.join(sorted(MONTHS, key=len, reverse=True))})\b\.?"
_OPENING = r"from|on|until|till|to|through|between|starting"
_DAYS = re.compile(
    rf"(?:\b(?P<opening>{_OPENING}) )?(?:the )?"
    rf"(?P<days>(?:{_MONTH} )?\d[\w./-]*"
    rf"(?:[ ,]*(?:\b(?:of|the|to|until|till|through|and)\b|[-\u2013]|\d[\w./-]*|{_MONTH}))*)",
    re.IGNORECASE,
)
_OPENS = {"till": "until", "to": "until", "through": "until", "between": "from", "starting": "from"}
_WAYS = (
    (re.compile(r"\bstanding orders\b", re.IGNORECASE), "standing orders"),
    (
        re.compile(
            r"\b(?:stand[- ]?in|substitute|deputy|bot|vertretung|stellvertretung)\b", re.IGNORECASE
        ),
        "stand-in",
    ),
    (re.compile(r"\b(?:deadlines?|fristen) (?:please |bitte )?wait\b", re.IGNORECASE), "wait"),
)
"""What people write, in English but for the names of a stand-in."""

_IS = r"(?:i|we)(?:'?m| am| are|'?re| will be|'?ll be| shall be|'?d be)"
_STATE = (
    r"\b(?:away|holidays?|vacation|on leave|on a trip|travell?ing|abroad|off ?line|in hospital|"
    r"out of (?:town|(?:the )?office|the country)|(?:off )?sick|ill|unavailable|not available|"
    r"not around|without (?:an )?internet)\b(?!-)"
)
_ENGLISH = Absence(
    away=(
        r"(?:so |but |and |also |sorry )*"
        r"(?:(?:from|between|until|till|on|next|this|over|in|for|at|the|all|starting|today|"
        r"tomorrow)\b(?:.{0,40} )?)?"
        rf"{_IS}\b.*{_STATE}.*"
        r"|(?:away|(?:off )?on (?:holidays?|vacation|leave)|out of (?:town|(?:the )?office)"
        r"|holidays?|vacation)(?:[ :].*)?"
        r"|(?:i|we) (?:can't|cant|cannot|can not|won't be able to) (?:play|write|answer|reply|"
        r"send (?:any )?orders|look in)\b.*\b(?:week|weekend|days?|month|tomorrow|until|till|"
        r"from|\d+)\b.*"
    ),
    back=(
        r"(?:so |but |and |now |ok |okay )*(?:i|we)(?:'?m| am|'?re| are) (?:now |finally )?"
        r"(?:back|here again)(?: again| now| home| from .*)*"
    ),
    beside=(
        r"(?:and |with |please |i need |i would like |i'd like |use )*(?:a |an |my |the )?"
        r"(?:stand[- ]?in|substitute|deputy|bot|standing orders)(?: for me)?(?: please)?"
        r"|(?:and |please )*(?:(?:let|have|may|can) )?(?:a |an |my |the )?"
        r"(?:stand[- ]?in|substitute|deputy|bot)(?: (?:should|can|may|will|shall|to|please|"
        r"plays?|takes?|fills?|in|over|for|me|us|my|turns?|meanwhile|so long|while i'm away))+"
        r"|(?:and |please )*(?:let|have|can) (?:my|the) deadlines? (?:please )?wait(?: please)?"
        r"|(?:my |the )?deadlines? (?:should |can |must )?(?:please )?wait(?: please)?"
        r"|(?:and )?(?:back|returning)\b(?! (?:to|in|into|home|with)\b).*"
        rf"|.*\b(?:i|we) (?:was|were|have been|had been|had to be)\b.*{_STATE}.*"
        r"|(?:i|we)(?:'?ll be| will be|'?ll) back\b.*"
        r"|(?:hi|hello|hey|dear|sorry|apologies|my apologies|thanks|thank you|please|cheers|all|"
        r"everybody|everyone|there|again|for the (?:delay|silence|wait)|regards|best| )+"
    ),
)


def apart(text: str) -> tuple[str, str]:
    """Find in a text the days, and what should happen meanwhile; either may be empty."""
    said = dates_in_english(text)
    way = next((way for pattern, way in _WAYS if pattern.search(said)), "")
    found = next((found for found in _DAYS.finditer(said)), None)
    if found is None:
        return "", way
    opening = (found["opening"] or "").lower()
    days = re.sub(r"(?:[ ,]|\b(?:and|the|to|until|till|through|of)\b)+$", "", found["days"])
    days = re.sub(r"(?<=[a-z])\.$", "", days)
    if opening == "between":
        days = re.sub(r" and ", " to ", days, count=1, flags=re.IGNORECASE)
    return " ".join(filter(None, (_OPENS.get(opening, opening), days))), way


class _Patterns(NamedTuple):
    """Whole clauses, in all languages together."""

    away: re.Pattern[str]
    back: re.Pattern[str]
    beside: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    known = (_ENGLISH, *absences())

    def any_of(name: str) -> re.Pattern[str]:
        return re.compile("|".join(getattr(one, name) for one in known), re.IGNORECASE)

    return _Patterns(any_of("away"), any_of("back"), any_of("beside"))


def tells_of(line: str) -> str:
    """Tell whether a line says no more than that its writer is `away`, or `back`; empty: it says
    neither, or something else as well."""
    known, found = _patterns(), ""
    plain = line.replace("\u2019", "'")
    clauses = list(filter(None, map(str.strip, _CLAUSES.split(plain))))
    if not any(known.back.fullmatch(one) or known.away.fullmatch(one) for one in clauses):
        return ""
    for clause in clauses:
        if known.back.fullmatch(clause):
            found = "back"
        elif known.away.fullmatch(clause):
            found = found or "away"
        elif not (known.beside.fullmatch(clause) or _is_date(clause)):
            return ""
    return found


def _is_date(clause: str) -> bool:
    dated = _DAYS.fullmatch(dates_in_english(clause)) is not None
    return dated or days_from_now.only_days(clause)
