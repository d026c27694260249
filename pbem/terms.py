"""What a game asks of its players as people, and what it does when they are missing."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

Way = Literal["wait", "stand-in", "standing orders"]
WAYS: tuple[Way, ...] = ("wait", "stand-in", "standing orders")
"""What may happen while a player is away: deadlines wait, a bot answers for him, or what he has
left standing does, else the default."""


class NotTerms(ValueError):
    """What was written are no terms; the text says how to write them."""


class Terms(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a game treats those who are missing. 0 switches a number off.

    A bot stands in for a seat behind `stand_in_after` missed deadlines in a row; the seat is
    offered to others once the bot has answered for it in `offer_after` more windows. Who joins
    must have answered `punctual` per cent of his questions in time. `away` are the ways allowed,
    the first for who names none; `away_days` at a time, `away_total` in the whole campaign.
    """

    stand_in_after: int = 2
    offer_after: int = 3
    punctual: int = 0
    away: tuple[Way, ...] = WAYS
    away_days: int = 14
    away_total: int = 42


USUAL = Terms()


def stored(terms: Terms) -> str:
    """As JSON, for the store."""
    return msgspec.json.encode(terms).decode()


def restored(text: str) -> Terms:
    """From the store."""
    return msgspec.json.decode(text, type=Terms) if text else USUAL


def ways(text: str) -> tuple[Way, ...]:
    """The ways that a host lists, `wait, stand-in`; none at all for `none`. Raises NotTerms."""
    said = [part.strip().lower() for part in text.split(",") if part.strip()]
    if said == ["none"]:
        return ()
    found: list[Way] = []
    for part in said:
        way = next((way for way in WAYS if way == part), None)
        if way is None:
            raise NotTerms(f"{part!r} is no way to be away: write none, or of {', '.join(WAYS)}")
        found.append(way)
    return tuple(dict.fromkeys(found))


def said(terms: Terms) -> list[str]:
    """The terms in sentences without a full stop."""
    lines = []
    if terms.stand_in_after:
        missed = "a missed deadline"
        if terms.stand_in_after > 1:
            missed = f"{terms.stand_in_after} missed deadlines in a row"
        lines.append(f"Behind {missed} a bot stands in for a seat, until its player writes again")
    if terms.stand_in_after and terms.offer_after:
        lines.append("If he does not, the seat is offered to others")
    if terms.punctual:
        lines.append(f"Who joins has answered {terms.punctual} % of his questions in time")
    return lines
