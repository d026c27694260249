"""The options of a new game: what can be chosen, what follows from it, what is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.decision import Refusal, Refused, Seat
from engine.empires_of_the_ancient_world.data import Data

DEFAULTS: dict[str, Any] = {"seats": 4, "opening": "placed", "variants": []}
OPENINGS = ("placed", "fixed")
"""Bases are placed in turn, or lie as data/openings.toml has them."""


def options(data: Data, given: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a new game, complete. Raises Refused with what to do."""
    for key in given:
        if key not in DEFAULTS:
            _refuse(f"There is no option {key!r}; there are {', '.join(DEFAULTS)}.")
    chosen = DEFAULTS | dict(given)
    if chosen["opening"] not in OPENINGS:
        _refuse(f"opening is {chosen['opening']!r}; it can be {' or '.join(OPENINGS)}.")
    chosen["seats"] = _seats(data, chosen["seats"])
    chosen["variants"] = _variants(data, chosen["variants"])
    _check_opening(data, chosen)
    return chosen


def _seats(data: Data, seats: Any) -> int | list[Seat]:
    if isinstance(seats, int):
        _check_number(data, seats)
        return seats
    colours = list(seats)
    for colour in colours:
        if colour not in data.seats:
            _refuse(f"{colour!r} is no colour; there are {', '.join(data.seats)}.")
    if len(dict.fromkeys(colours)) != len(colours):
        _refuse("A colour is named twice among the seats.")
    _check_number(data, len(colours))
    return colours


def _check_number(data: Data, seats: int) -> None:
    players = data.ruleset(()).players
    if seats not in players:
        _refuse(f"{seats} seats: give {players[0]} to {players[-1]}.")


def _check_opening(data: Data, chosen: Mapping[str, Any]) -> None:
    seats = chosen["seats"]
    players = seats if isinstance(seats, int) else len(seats)
    if chosen["opening"] == "fixed" and all(row.players != players for row in data.openings):
        _refuse(f"There is no fixed opening for {players} players; take opening = placed.")


def _variants(data: Data, given: Sequence[Any]) -> list[str]:
    """The variants asked for, each once, in the order of the table; a key may be said with
    spaces or hyphens."""
    asked = [str(variant).strip().lower().replace("-", "_").replace(" ", "_") for variant in given]
    for key in asked:
        if key not in data.variants:
            _refuse(f"There is no variant {key!r}; there are {', '.join(data.variants)}.")
    return [key for key in data.variants if key in asked]


def _refuse(reason: str) -> None:
    raise Refused(Refusal(reason))


def seat_names(data: Data, _options: Mapping[str, Any]) -> list[Seat]:
    """The colours a player can choose from."""
    return list(data.seats)
