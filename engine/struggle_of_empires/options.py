"""The options of a new game: what can be chosen, what follows from it, what is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.decision import Refusal, Refused
from engine.struggle_of_empires.data import EDITIONS, POWERS

DEFAULTS: dict[str, Any] = {
    "edition": "deluxe",
    "seats": 5,
    "variants": [],
    "calls": "together",
}
CALLS = ("together", "in order")


def options(given: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a new game, complete. Raises Refused with what to do."""
    for key in given:
        if key not in DEFAULTS:
            _refuse(f"There is no option {key!r}; there are {', '.join(DEFAULTS)}.")
    chosen = DEFAULTS | dict(given)
    if chosen["edition"] not in EDITIONS:
        _refuse(
            f"The edition {chosen['edition']!r} cannot be played yet; "
            f"edition can be {', '.join(EDITIONS)}."
        )
    chosen["variants"] = list(chosen["variants"])
    if chosen["variants"]:
        said = ", ".join(map(str, chosen["variants"]))
        _refuse(f"Variants cannot be played yet: leave out {said}.")
    if chosen["calls"] not in CALLS:
        _refuse(f"calls is {chosen['calls']!r}; it can be {' or '.join(CALLS)}.")
    chosen["seats"] = _seats(chosen["seats"], chosen["edition"])
    return chosen


def _seats(seats: Any, edition: str) -> int | list[str]:
    if isinstance(seats, int):
        _check_number(seats, edition)
        return seats
    powers = list(seats)
    for power in powers:
        if power not in POWERS:
            _refuse(f"{power!r} is no power; there are {', '.join(POWERS)}.")
    if len(dict.fromkeys(powers)) != len(powers):
        _refuse("A power is named twice among the seats.")
    _check_number(len(powers), edition)
    return powers


def _check_number(seats: int, edition: str) -> None:
    players = EDITIONS[edition].players
    if seats in (2, 3) and seats not in players:
        _refuse(f"Games of {seats} cannot be played yet: give {players[0]} to {players[-1]} seats.")
    if seats not in players:
        _refuse(f"{seats} seats: give {players[0]} to {players[-1]}.")


def _refuse(reason: str) -> None:
    raise Refused(Refusal(reason))


def seat_names(_options: Mapping[str, Any]) -> list[str]:
    """The powers a player can choose from."""
    return list(POWERS)


def unplayed(seats: list[str]) -> list[str]:
    """The powers that nobody plays, in the order of the list."""
    return [power for power in POWERS if power not in seats]
