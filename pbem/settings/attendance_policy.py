"""What a game asks of its players as people, and what it does when they are missing."""

from collections.abc import Callable
from typing import Literal, TypeVar

import msgspec
from msgspec import Struct

Listed = TypeVar("Listed", bound=str)

Way = Literal["wait", "stand-in", "standing orders"]
WAYS: tuple[Way, ...] = ("wait", "stand-in", "standing orders")
"""What may happen while a player is away: deadlines wait, a bot answers for him, or what he has
left standing does, else the default."""
Matter = Literal["draw", "end", "extend", "replace"]
MATTERS: tuple[Matter, ...] = ("draw", "end", "extend", "replace")
"""What players may vote on: that nobody wins, that it counts as it stands, that all have more time,
that a seat is offered to others."""
ON: dict[Matter, str] = {
    "draw": "a draw",
    "end": "an early end",
    "extend": "more time",
    "replace": "a new player for a seat that is late",
}


Signing = Literal["signed", "anonymous", "forged"]
SIGNINGS: tuple[Signing, ...] = ("signed", "anonymous", "forged")
"""How press may be signed: by its writer's name, by none, or by another player's."""
LatePress = Literal["held", "at once"]
LATE_PRESS: tuple[LatePress, ...] = ("held", "at once")
"""What becomes of press of who is late with an answer."""


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
    late_press: LatePress = "held"
    votes: tuple[Matter, ...] = MATTERS
    spectators: bool = True


USUAL = Terms()


def stored(terms: Terms) -> str:
    """As JSON, for the store."""
    return msgspec.json.encode(terms).decode()


def restored(text: str) -> Terms:
    """From the store."""
    return msgspec.json.decode(text, type=Terms) if text else USUAL


def ways(text: str) -> tuple[Way, ...]:
    """The ways that a host lists, `wait, stand-in`; none at all for `none`. Raises NotTerms."""
    return _listed(text, WAYS, "not a way to be away")


def signings(text: str) -> tuple[Signing, ...]:
    """The same for press, `signed, anonymous`. Raises NotTerms."""
    return _listed(text, SIGNINGS, "not a kind of press")


def matters(text: str) -> tuple[Matter, ...]:
    """The same for what players may vote on, `draw, extend`. Raises NotTerms."""
    return _listed(text, MATTERS, "not something to vote on")


LISTS: dict[str, Callable[[str], tuple[str, ...]]] = {
    "away": ways,
    "press": signings,
    "votes": matters,
}
"""The terms that list words, and how each is read."""


def _listed(text: str, known: tuple[Listed, ...], problem: str) -> tuple[Listed, ...]:
    said = [part.strip().lower() for part in text.split(",") if part.strip()]
    if said == ["none"]:
        return ()
    found: list[Listed] = []
    for part in said:
        one = next((one for one in known if one == part), None)
        if one is None:
            raise NotTerms(f"{part!r} is {problem}: write none, or some of {', '.join(known)}")
        found.append(one)
    return tuple(dict.fromkeys(found))


def said(terms: Terms) -> list[str]:
    """The terms in sentences without a full stop."""
    lines = []
    if terms.stand_in_after:
        missed = "a missed deadline"
        if terms.stand_in_after > 1:
            missed = f"{terms.stand_in_after} missed deadlines in a row"
        lines.append(f"After {missed} a bot plays for a seat until its player writes again")
    if terms.stand_in_after and terms.offer_after:
        lines.append("If the player stays away, the seat is offered to others")
    if terms.punctual:
        lines.append(
            f"To join, you must have answered {terms.punctual} % of your questions in time"
        )
    if terms.votes:
        *some, last = (ON[matter] for matter in terms.votes)
        listed = f"{', '.join(some)} or {last}" if some else last
        lines.append(f"Players may propose {listed}, and vote on it")
    if not terms.spectators:
        lines.append("Spectators get no reports by mail")
    return [*lines, *said_of_press(terms)]


_SIGNED = {
    "signed": "signed",
    "anonymous": "anonymous",
    "forged": "in another player's name",
}


def said_of_press(terms: Terms) -> list[str]:
    """The same of press alone."""
    if not terms.press:
        return ["There is no press between players, but you can write to the host"]
    ways = [_SIGNED[way] for way in terms.press]
    listed = " or ".join(filter(None, [", ".join(ways[:-1]), ways[-1]]))
    lines = [f"Players can write to each other through the moderator, {listed}"]
    if terms.late_press == "held":
        lines.append("Press from a player who is late waits for the answer or the deadline")
    return lines
