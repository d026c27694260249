"""The options of a new game as a host chooses from them, with a line each."""

from __future__ import annotations

from engine.empires_of_the_ancient_world.data import VARIANTS, ruleset
from engine.empires_of_the_ancient_world.options import DEFAULTS, OPENINGS
from engine.game import Option, OptionValue

OPENING_LINES = {
    "placed": "bases are placed in turn, which takes several rounds",
    "fixed": "bases and forts lie as written, and play begins at once",
}


def _seats() -> str:
    players = ruleset(()).players
    return f"how many play, {players[0]} to {players[-1]}"


OPTIONS: tuple[Option, ...] = (
    Option("seats", _seats(), str(DEFAULTS["seats"])),
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
        tuple(OptionValue(row.key, row.line) for row in VARIANTS.values()),
    ),
)
