"""The first state of a game: what is on the table before anything is drawn."""

from collections.abc import Mapping
from typing import Any

from engine.core.decision import Seat
from engine.empires_of_the_ancient_world.data import Data
from engine.empires_of_the_ancient_world.state import State


def start(data: Data, options: Mapping[str, Any]) -> State:
    """Make a state before set-up, from complete options with seats in clockwise order."""
    seats: list[Seat] = list(options["seats"])
    state = State(
        seats=seats,
        opening=options["opening"],
        variants=tuple(options["variants"]),
        phase="setup",
        step="opening",
        turn=1,
        round=0,
        active="",
        first=seats[0],
        halves=dict.fromkeys(seats, ""),
        bases={},
        control={},
        forts=[],
        cubes={},
        warehouse=dict.fromkeys(seats, 0),
        plunder={seat: {} for seat in seats},
        armies=dict.fromkeys(seats, ""),
        hands={seat: [] for seat in seats},
        personalities={seat: [] for seat in seats},
        row=[],
        deck=list(data.mercenaries),
        discards=[],
        victory_points=dict.fromkeys(seats, 0),
    )
    state.data = data
    return state
