"""Reads in plain words that a player is away or back: `I'm on holiday until 3 May, bot please`.

A line counts only if all of it is about that. The days in it are found, and what should happen
meanwhile.
"""

import re
from functools import cache

from engine.orders.words.language import languages
from pbem.inbox.reading import days_from_now
from pbem.inbox.reading.other_languages import dates_in_english
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
"""What people write, in English except for the names of a stand-in."""


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


@cache
def _said(*keys: str) -> re.Pattern[str]:
    """The pattern of what players write who are `away` or `back`, or `beside` it, in all
    languages."""
    each = (language.absence.said(*keys) for language in languages())
    return re.compile("|".join(each), re.IGNORECASE)


def tells_of(line: str) -> str:
    """Return `away` or `back` if a line says only that about its writer; empty if it says neither,
    or something else, too."""
    away, back, beside = _said("away"), _said("back"), _said("beside", "only_beside")
    found, plain = "", line.replace("\u2019", "'")
    clauses = list(filter(None, map(str.strip, _CLAUSES.split(plain))))
    if not any(back.fullmatch(one) or away.fullmatch(one) for one in clauses):
        return ""
    for clause in clauses:
        if back.fullmatch(clause):
            found = "back"
        elif away.fullmatch(clause):
            found = found or "away"
        elif not (beside.fullmatch(clause) or _is_date(clause)):
            return ""
    return found


def _is_date(clause: str) -> bool:
    dated = _DAYS.fullmatch(dates_in_english(clause)) is not None
    return dated or days_from_now.only_days(clause)
