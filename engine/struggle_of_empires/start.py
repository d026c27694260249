"""The first state of a game: what is on the table before anything is drawn."""

from collections.abc import Mapping
from typing import Any

from engine.struggle_of_empires.data import Data
from engine.struggle_of_empires.options import unplayed
from engine.struggle_of_empires.ruleset import Ruleset
from engine.struggle_of_empires.schema import Tile
from engine.struggle_of_empires.state import State


def start(data: Data, options: Mapping[str, Any]) -> State:
    """Make a state before set-up, from complete options with seats in clockwise order."""
    variants = tuple(options["variants"])
    rules = data.ruleset(options["edition"], variants)
    seats: list[str] = list(options["seats"])
    idle = unplayed(data, options["edition"], seats)
    state = State(
        edition=options["edition"],
        calls=options["calls"],
        variants=variants,
        seats=seats,
        unplayed=dict.fromkeys(idle, ""),
        phase="setup",
        step="unplayed_powers",
        war=1,
        round=0,
        active="",
        actions_left=0,
        actions_taken=[],
        gavel=seats[0],
        red=[],
        blue=[],
        gold=dict.fromkeys(seats, rules.gold),
        population=dict.fromkeys(seats, rules.population),
        victory_points=dict.fromkeys(seats, 0),
        unrest=dict.fromkeys(seats, 0),
        unrest_taken=dict.fromkeys(seats, 0),
        unrest_returned=dict.fromkeys(seats, 0),
        counters=[rules.unrest[value] for value in (0, 1, 2)],
        supply=0,
        fives=rules.unrest[5],
        units={power: {} for power in (*seats, *idle)},
        control={},
        neutrals={},
        used={},
        bag=sorted(data.markers),
        tiles={seat: [] for seat in seats},
        flipped={seat: [] for seat in seats},
        stock=stock(rules, len(seats)),
        alliances={seat: [] for seat in seats},
    )
    state.data = data
    return state


def stock(rules: Ruleset, players: int) -> dict[Tile, int]:
    """Return the tiles on display for a number of players."""
    return {key: rules.in_play(key, players) for key in rules.tiles}
