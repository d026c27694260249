"""15.23, 15.27, 18.62, 18.63: which units can attack into which square."""

from engine.core.decision import Seat
from engine.seven_years_world_war.forces import common, minus, only, plus
from engine.seven_years_world_war.state import State, land_units
from engine.seven_years_world_war.tables.names import FLEETS, Force, Square


def attackers(state: State, start: Square, target: Square, units: Force) -> Force:
    """Of the units of one side in a square those that could attack a neighbouring one.

    Land units ashore attack where land units can go, fleets where fleets can, and who is aboard
    with his fleet where it attacks a coast. Bases and fortified zones never attack (R36).
    """
    board = state.data.board
    if target not in board.beside[start]:
        return {}
    attacking = only(units, state.data.charts.attacking)
    aboard = common(attacking, state.aboard(start))
    found: Force = {}
    if target in board.by_land[start]:
        found = land_units(minus(attacking, aboard) if aboard else attacking)
    if target in board.by_sea[start] and (fleets := only(attacking, FLEETS)):
        found = plus(found, fleets)
        if aboard and board.squares[target].has_land:
            found = plus(found, aboard)
    return found


def of_seat(state: State, seat: Seat, start: Square, target: Square) -> Force:
    """The units of a seat in a square that could attack a neighbouring one."""
    return attackers(state, start, target, state.of_seat(seat, start))


def reaches(state: State, seat: Seat, target: Square) -> list[Square]:
    """From where a seat has units that could attack a square."""
    near = state.data.board.beside[target]
    return [start for start in near if start in state.units and of_seat(state, seat, start, target)]
