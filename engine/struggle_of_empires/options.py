"""The options of a new game: what can be chosen, what follows from it, what is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.kit.options import completed, number, one_of, refuse, seats, variants
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
    chosen = completed(DEFAULTS, given)
    edition = chosen["edition"]
    if edition not in data.editions:
        refuse(f"There is no edition {edition!r}; edition can be {', '.join(data.editions)}.")
    one_of("calls", chosen["calls"], CALLS)
    players = data.editions[edition].players
    chosen["seats"] = seats(chosen["seats"], data.powers, "power", players)
    chosen["variants"] = variants(chosen["variants"], data.variants)
    for key in chosen["variants"]:
        _check_variant(data, key, chosen)
    return chosen


def _check_variant(data: Data, key: str, chosen: Mapping[str, Any]) -> None:
    variant, edition, players = data.variants[key], chosen["edition"], number(chosen["seats"])
    if edition in variant.not_in:
        refuse(f"The variant {key} is not for the {edition} edition: {variant.not_in[edition]}.")
    if variant.players and players not in variant.players:
        numbers = ", ".join(map(str, variant.players))
        refuse(f"The variant {key} is for {numbers} players, not for {players}.")
    for other in chosen["variants"]:
        if other in variant.not_with:
            reason = variant.not_with[other]
            refuse(f"The variants {key} and {other} do not go together: {reason}.")


def seat_names(data: Data, _options: Mapping[str, Any]) -> list[str]:
    """The powers a player can choose from."""
    return list(data.powers)


def unplayed(data: Data, edition: str, seats: list[str]) -> list[str]:
    """The powers that nobody plays and whose units are on the map, in the order of the list."""
    if data.editions[edition].unplayed == "none":
        return []
    return [power for power in data.powers if power not in seats]
