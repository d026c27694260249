"""The options of a new game: what can be chosen, what follows from it, what is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.decision import Seat
from engine.empires_of_the_ancient_world.data import Data
from engine.kit.options import completed, number, one_of, refuse, seats, variants

DEFAULTS: dict[str, Any] = {"seats": 4, "opening": "placed", "variants": []}
OPENINGS = ("placed", "fixed")
"""Bases are placed in turn, or lie as data/openings.toml has them."""


def options(data: Data, given: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a new game, complete. Raises Refused with what to do."""
    chosen = completed(DEFAULTS, given)
    one_of("opening", chosen["opening"], OPENINGS)
    players = data.ruleset(()).players
    chosen["seats"] = seats(chosen["seats"], data.seats, "colour", players)
    chosen["variants"] = variants(chosen["variants"], data.variants)
    _check_opening(data, chosen)
    return chosen


def _check_opening(data: Data, chosen: Mapping[str, Any]) -> None:
    players = number(chosen["seats"])
    if chosen["opening"] == "fixed" and all(row.players != players for row in data.openings):
        refuse(f"There is no fixed opening for {players} players; take opening = placed.")


def seat_names(data: Data, _options: Mapping[str, Any]) -> list[Seat]:
    """The colours a player can choose from."""
    return list(data.seats)
