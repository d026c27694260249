"""What a game expects of its players, and what it does when they are missing."""

from typing import Literal

import msgspec
from msgspec import Struct

from engine.core.messages import Message, message

Way = Literal["wait", "stand-in", "standing orders"]
WAYS: tuple[Way, ...] = ("wait", "stand-in", "standing orders")
"""What may happen while a player is away: deadlines wait, a bot answers for them, or their standing
orders do, else the default."""
Matter = Literal["draw", "end", "extend", "replace"]
MATTERS: tuple[Matter, ...] = ("draw", "end", "extend", "replace")
"""What players may vote on: a draw, ending the game as it stands, more time for all, or offering a
seat to others."""
ON: dict[Matter, str] = {
    "draw": "terms.draw",
    "end": "terms.end",
    "extend": "terms.extend",
    "replace": "terms.replace",
}
"""The ids of the messages that name them."""


Signing = Literal["signed", "anonymous", "forged"]
SIGNINGS: tuple[Signing, ...] = ("signed", "anonymous", "forged")
"""How press may be signed: with its writer's name, with none, or with another player's."""
LatePress = Literal["embargoed", "at once"]
"""What happens to press from a player who is late with an answer."""
RENAMED = {"held": "embargoed"}
"""Words of the terms that were once called otherwise, and their present names."""


class NotTerms(ValueError):
    """The text does not describe terms; the message says how to write them."""


class Terms(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a game expects of players, and how it treats those who are missing. 0 switches a number
    off.

    A bot stands in for a seat after `stand_in_after` missed deadlines in a row. The seat is offered
    to others once the bot has answered for it in `offer_after` more windows. Whoever joins must
    have answered `punctual` per cent of their questions in time. `away` lists the ways allowed for
    absences; the first applies if a player names none. `away_days` is the limit for one absence,
    `away_total` for the whole campaign. `press` lists how it may be signed; if empty, there is no
    press. `late_press` is what happens to press from players who are late. Players may vote on
    `votes`. Without `spectators`, nobody can ask by mail for the public reports.
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
"""The terms that list words: which words there are, and what is wrong with any other."""


def listed(key: str, text: str) -> tuple[str, ...]:
    """Read the words that a host lists for a term, such as `wait, stand-in`; `none` for no word.

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
    """Describe the terms in sentences without a full stop."""
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
"""The ids of the messages that say how press is signed."""


def said_of_press(terms: Terms) -> list[Message]:
    """Describe the terms for press in sentences without a full stop."""
    if not terms.press:
        return [message("terms.no_press")]
    lines = [message("terms.press", ways=tuple(message(SIGNED[way]) for way in terms.press))]
    if terms.late_press == "embargoed":
        lines.append(message("terms.late_press"))
    return lines
