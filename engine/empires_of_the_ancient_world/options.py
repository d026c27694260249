"""The options of a new game: their values, their effects, and what is refused."""

from collections.abc import Mapping
from typing import Any

from engine.core.decision import Seat
from engine.empires_of_the_ancient_world.data import Data
from engine.kit.options import Options, number, refuse, seats, variants, words


def seat_names(data: Data, _options: Mapping[str, Any]) -> list[Seat]:
    """Return the colours a player can choose from."""
    return list(data.seats)


def _players(data: Data, _options: Mapping[str, Any]) -> tuple[int, ...]:
    return data.ruleset(()).players


def _judge(data: Data, chosen: Mapping[str, Any]) -> None:
    players = number(chosen["seats"])
    if chosen["opening"] == "fixed" and all(row.players != players for row in data.openings):
        refuse("refusal.no_fixed_opening", players=players)


OPTIONS = Options(
    seats(4, seat_names, _players),
    words(
        "opening",
        "how the game is set up",
        {
            "placed": "bases are placed in turn, which takes several rounds",
            "fixed": "bases and forts lie as written, and play begins at once",
        },
    ),
    variants("readings of the rules"),
    judge=_judge,
)

options, option_list = OPTIONS.complete, OPTIONS.listed
