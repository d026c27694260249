"""The options of a new game: what can be chosen, what follows from it, what is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.decision import Refusal, Refused
from engine.struggle_of_empires.data import Data

DEFAULTS: dict[str, Any] = {
    "edition": "deluxe",
    "seats": 5,
    "variants": [],
    "calls": "together",
}
CALLS = ("together", "in order")


def options(data: Data, given: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a new game, complete. Raises Refused with what to do."""
    for key in given:
        if key not in DEFAULTS:
            _refuse(f"There is no option {key!r}; there are {', '.join(DEFAULTS)}.")
    chosen = DEFAULTS | dict(given)
    edition = chosen["edition"]
    if edition not in data.editions:
        _refuse(f"There is no edition {edition!r}; edition can be {', '.join(data.editions)}.")
    if chosen["calls"] not in CALLS:
        _refuse(f"calls is {chosen['calls']!r}; it can be {' or '.join(CALLS)}.")
    chosen["seats"] = _seats(data, chosen["seats"], edition)
    chosen["variants"] = _variants(data, chosen["variants"], edition, _number(chosen["seats"]))
    return chosen


def _number(seats: int | list[str]) -> int:
    return seats if isinstance(seats, int) else len(seats)


def _seats(data: Data, seats: Any, edition: str) -> int | list[str]:
    if isinstance(seats, int):
        _check_number(data, seats, edition)
        return seats
    powers = list(seats)
    for power in powers:
        if power not in data.powers:
            _refuse(f"{power!r} is no power; there are {', '.join(data.powers)}.")
    if len(dict.fromkeys(powers)) != len(powers):
        _refuse("A power is named twice among the seats.")
    _check_number(data, len(powers), edition)
    return powers


def _check_number(data: Data, seats: int, edition: str) -> None:
    players = data.editions[edition].players
    if seats not in players:
        _refuse(f"{seats} seats: give {players[0]} to {players[-1]}.")


def _variants(data: Data, given: Sequence[Any], edition: str, players: int) -> list[str]:
    """The variants asked for, each once, in the order of the table; a key may be said with
    spaces or hyphens."""
    asked = [str(variant).strip().lower().replace("-", "_").replace(" ", "_") for variant in given]
    for key in asked:
        if key not in data.variants:
            _refuse(f"There is no variant {key!r}; there are {', '.join(data.variants)}.")
    chosen = [key for key in data.variants if key in asked]
    for key in chosen:
        _check_variant(data, key, chosen, edition, players)
    return chosen


def _check_variant(data: Data, key: str, chosen: Sequence[str], edition: str, players: int) -> None:
    variant = data.variants[key]
    if edition in variant.not_in:
        _refuse(f"The variant {key} is not for the {edition} edition: {variant.not_in[edition]}.")
    if variant.players and players not in variant.players:
        numbers = ", ".join(map(str, variant.players))
        _refuse(f"The variant {key} is for {numbers} players, not for {players}.")
    for other in chosen:
        if other in variant.not_with:
            reason = variant.not_with[other]
            _refuse(f"The variants {key} and {other} do not go together: {reason}.")


def _refuse(reason: str) -> None:
    raise Refused(Refusal(reason))


def seat_names(data: Data, _options: Mapping[str, Any]) -> list[str]:
    """The powers a player can choose from."""
    return list(data.powers)


def unplayed(data: Data, edition: str, seats: list[str]) -> list[str]:
    """The powers that nobody plays and whose units are on the map, in the order of the list."""
    if data.editions[edition].unplayed == "none":
        return []
    return [power for power in data.powers if power not in seats]
