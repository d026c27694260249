"""What a person prefers for the mails they get, and how they write it."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

USUAL_HOUR = 7
LONGEST = 60
"""How many characters a line with a preference may have."""


class Preferences(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one person prefers, in all games.

    `digest` is the hour of their day at which the digest is sent; None: no digest. With
    `only_my_turn` or a digest, mails that ask nothing are not sent on their own. `language` is the
    code of one; if empty, each game's own is used. `forms`: a question comes with an extra mail, a
    page for writing orders.
    """

    html: bool = True
    maps: bool = True
    forms: bool = False
    digest: int | None = None
    only_my_turn: bool = False
    language: str = ""

    @property
    def keeps_back(self) -> bool:
        """Whether mails that ask nothing wait for the next question or the digest."""
        return self.only_my_turn or self.digest is not None


USUAL = Preferences()


def stored(preferences: Preferences) -> str:
    """Write preferences as JSON, for the store; empty if they are the usual ones."""
    return "" if preferences == USUAL else msgspec.json.encode(preferences).decode()


def restored(text: str) -> Preferences:
    """Read preferences from JSON. Raises ValueError."""
    return msgspec.json.decode(text, type=Preferences) if text else USUAL


def changed(preferences: Preferences, changes: Mapping[str, Any]) -> Preferences:
    """Change preferences to these values."""
    return msgspec.structs.replace(preferences, **changes)


# Reading


class Wish(NamedTuple):
    """What a line asks for: values by name, or the id of the message why they cannot be had.

    A `language` is given as the person wrote it; whether it exists is not checked here.
    """

    changes: Mapping[str, Any]
    problem: str = ""


_NO = "(?:no|without|stop|end)(?: the| a)?"
_OFF = "(?:off|no|none|never)"
_PLAIN: tuple[tuple[str, dict[str, Any]], ...] = (
    (r"(?:with |text and )?html(?: mails?)?(?: on| yes)?", {"html": True}),
    (rf"html {_OFF}|{_NO} html(?: mails?)?", {"html": False}),
    (r"(?:(?:only|plain|pure) )+text(?: only| mails?)*|text(?: only| mails?)+", {"html": False}),
    (r"maps? (?:on|yes)|with (?:the |a )?maps?", {"maps": True}),
    (rf"maps? {_OFF}|{_NO} maps?(?: images?)?", {"maps": False}),
    (r"(?:order )?forms? (?:on|yes)|with (?:the |an? )?(?:order )?forms?", {"forms": True}),
    (rf"(?:order )?forms? {_OFF}|{_NO} (?:order )?forms?", {"forms": False}),
    (rf"digests? {_OFF}|{_NO}(?: daily)? digests?", {"digest": None}),
    (
        r"only (?:(?:mails? me|mails?|reports?) )?(?:(?:on|at|in|for|when it'?s|when it is) )?"
        r"my turns?(?: on| only)?|only questions",
        {"only_my_turn": True},
    ),
    (
        r"(?:all|every)(?: the)? (?:reports?|mails?)(?: on)?|only my turn (?:off|no)"
        r"|not only my turn",
        {"only_my_turn": False},
    ),
)
_SAID = tuple((re.compile(pattern), changes) for pattern, changes in _PLAIN)
_DIGEST = re.compile(
    r"(?:(?:a|the|daily) )*digests?(?: (?:on|yes|daily|every day))*(?: (?:at|around|by))?"
    r"(?P<hour>(?: [\w:.']+){0,3})"
)
_HOUR = re.compile(r"(\d{1,2})(?:[:.]00)?(?: ?(am|pm|h|hours?|o'?clock|uhr))?")
_NAMED_HOURS = {"": USUAL_HOUR, "noon": 12, "midnight": 0}
_WRONG: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"html \S+"), "refusal.prefer_html"),
    (re.compile(r"maps?(?: \S+)?"), "refusal.prefer_maps"),
    (re.compile(r"(?:order )?forms?"), "refusal.prefer_forms"),
    (re.compile(r"only my turn \S+"), "refusal.prefer_reports"),
)
_LANGUAGE = re.compile(r"(?:my )?(?:language|sprache)(?: is| ist)?(?: ([^\W\d_]+))?")
_POLITE = re.compile(r"(?:please |i (?:want|prefer|would like)(?: to have)? |set )+")


def wish_in(line: str) -> Wish | None:
    """Read what a line asks for; None if it is about something else."""
    text = " ".join(re.sub(r"[:=](?!\d)", " ", line.lower()).split()).rstrip(".!").rstrip()
    if len(text) > LONGEST:
        return None
    text = _POLITE.sub("", text, count=1).removesuffix(" please").removesuffix(",")
    for pattern, changes in _SAID:
        if pattern.fullmatch(text):
            return Wish(changes)
    if found := _LANGUAGE.fullmatch(text):
        return Wish({"language": found[1] or ""})
    if found := _DIGEST.fullmatch(text):
        return _digest(found["hour"].strip())
    reasons = (reason for pattern, reason in _WRONG if pattern.fullmatch(text))
    return next((Wish({}, reason) for reason in reasons), None)


def _digest(said: str) -> Wish:
    if said in _NAMED_HOURS:
        return Wish({"digest": _NAMED_HOURS[said]})
    found = _HOUR.fullmatch(said)
    hour, half = (int(found[1]), found[2]) if found else (99, None)
    if half in ("am", "pm"):
        hour = hour % 12 + 12 * (half == "pm") if 1 <= hour <= 12 else 99
    if hour > 23:
        return Wish({}, "refusal.prefer_digest")
    return Wish({"digest": hour})
