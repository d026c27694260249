"""The options of a new game as a host chooses from them, with a line each."""

from __future__ import annotations

from engine.core.game import Option, OptionValue
from engine.empires_of_the_ancient_world.data import Data
from engine.empires_of_the_ancient_world.options import DEFAULTS, OPENINGS

OPENING_LINES = {
    "placed": "bases are placed in turn, which takes several rounds",
    "fixed": "bases and forts lie as written, and play begins at once",
}


def _seats(data: Data) -> str:
    players = data.ruleset(()).players
    return f"how many play, {players[0]} to {players[-1]}"


def option_list(data: Data) -> tuple[Option, ...]:
    """What can be chosen where these tables are played with."""
    return (
        Option("seats", _seats(data), str(DEFAULTS["seats"])),
        Option(
            "opening",
            "how the game is set up",
            DEFAULTS["opening"],
            tuple(OptionValue(key, OPENING_LINES[key]) for key in OPENINGS),
        ),
        Option(
            "variants",
            "readings of the rules, several with commas between them",
            "none",
            tuple(OptionValue(row.key, row.line) for row in data.variants.values()),
        ),
    )
