"""Who sits at the tables that are measured."""

from collections.abc import Mapping
from typing import Any

from engine.core.bots import Stream
from engine.core.game import Game

PLAYERS = 5
BY_SCENARIO = {"seven-years-world-war": 4}
"""Games whose scenarios say who the seats of so many players are."""


def options(game: Game, name: str) -> Mapping[str, Any]:
    """The options of a game with seats by chance, or with those of its scenario."""
    if game.name in BY_SCENARIO:
        return game.options({"seats": BY_SCENARIO[game.name]})
    return game.options({"seats": list(Stream(name).shuffled(game.seat_names({})))[:PLAYERS]})
