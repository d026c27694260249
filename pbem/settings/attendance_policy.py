"""What a game asks of its players as people, and what it does when they are missing."""

from typing import Literal

import msgspec
from msgspec import Struct

from engine.core.messages import Message, message

Way = Literal["wait", "stand-in", "standing orders"]
WAYS: tuple[Way, ...] = ("wait", "stand-in", "standing orders")
"""What may happen while a player is away: deadlines wait, a bot answers for him, or what he has
left standing does, else the default."""
Matter = Literal["draw", "end", "extend", "replace"]
MATTERS: tuple[Matter, ...] = ("draw", "end", "extend", "replace")
"""What players may vote on: that nobody wins, that it counts as it stands, that all have more time,
that a seat is offered to others."""
ON: dict[Matter, str] = {
    "draw": "terms.draw",
    "end": "terms.end",
    "extend": "terms.extend",
    "replace": "terms.replace",
}
"""The ids of what they are called."""


Signing = Literal["signed", "anonymous", "forged"]
SIGNINGS: tuple[Signing, ...] = ("signed", "anonymous", "forged")
"""How press may be signed: by its writer's name, by none, or by another player's."""
LatePress = Literal["embargoed", "at once"]
"""What becomes of press of who is late with an answer."""
RENAMED = {"held": "embargoed"}
"""Words that hosts have written for others of the terms, and what they are called now."""


class NotTerms(ValueError):
    """What was written are no terms; the text says how to write them."""


class Terms(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a game treats those who are missing. 0 switches a number off.

    A bot stands in for a seat behind `stand_in_after` missed deadlines in a row; the seat is
    offered to others once the bot has answered for it in `offer_after` more windows. Who joins
    must have answered `punctual` per cent of his questions in time. `away` are the ways allowed,
    the first for who names none; `away_days` at a time, `away_total` in the whole campaign.
    `press` are the ways in which it may be signed, none where there is no press; `late_press` is
    what becomes of that of who is late. Players may vote on `votes`; without `spectators` nobody
    can ask by mail for the public reports.
    """

    stand_in_after: int = 2
    offer_after: int = 3
    punctual: int = 0
    away: tuple[Way, ...] = WAYS
    away_days: int = 14
    away_total: int = 42
    press: tuple[Signing, ...] = ("signed",)
    late_press: LatePress = "embargoed"
    votes: tuple[Matter, ...] = MATTERS
    spectators: bool = True


USUAL = Terms()


def stored(terms: Terms) -> str:
    """Write terms as JSON, for the store."""
    return msgspec.json.encode(terms).decode()


def restored(text: str) -> Terms:
    """Read terms from the store."""
    return msgspec.json.decode(text, type=Terms) if text else USUAL


LISTS: dict[str, tuple[tuple[str, ...], str]] = {
    "away": (WAYS, "not a way to be away"),
    "press": (SIGNINGS, "not a kind of press"),
    "votes": (MATTERS, "not something to vote on"),
}
"""The terms that list words: which there are, and what another one is."""


def listed(key: str, text: str) -> tuple[str, ...]:
    """Read the words that a host lists for a term, `wait, stand-in`; `none`: no word at all.

    Raises NotTerms.
    """
    known, problem = LISTS[key]
    words = dict.fromkeys(part.strip().lower() for part in text.split(",") if part.strip())
    if list(words) == ["none"]:
        return ()
    if other := next((word for word in words if word not in known), None):
        raise NotTerms(f"{other!r} is {problem}: write none, or some of {', '.join(known)}")
    return tuple(words)


def said(terms: Terms) -> list[Message]:
    """Say the terms in sentences without a full stop."""
    lines = []
    if terms.stand_in_after:
        lines.append(message("terms.stand_in", count=terms.stand_in_after))
    if terms.stand_in_after and terms.offer_after:
        lines.append(message("terms.offer"))
    if terms.punctual:
        lines.append(message("terms.punctual", percent=terms.punctual))
    if terms.votes:
        matters = tuple(message(ON[matter]) for matter in terms.votes)
        lines.append(message("terms.votes", matters=matters))
    if not terms.spectators:
        lines.append(message("terms.no_spectators"))
    return [*lines, *said_of_press(terms)]


SIGNED: dict[Signing, str] = {
    "signed": "terms.signed",
    "anonymous": "terms.anonymous",
    "forged": "terms.forged",
}
"""The ids of how press is signed."""


def said_of_press(terms: Terms) -> list[Message]:
    """Say the same of press alone."""
    if not terms.press:
        return [message("terms.no_press")]
    lines = [message("terms.press", ways=tuple(message(SIGNED[way]) for way in terms.press))]
    if terms.late_press == "embargoed":
        lines.append(message("terms.late_press"))
    return lines
