"""15.23, 15.27, 18.62, 18.63: which units can attack into which square."""

from engine.core.decision import Seat
from engine.seven_years_world_war.forces import common, minus, only, plus
from engine.seven_years_world_war.state import State, land_units
from engine.seven_years_world_war.tables.names import UNITS, Force, Square, is_fleet

FLEETS = tuple(filter(is_fleet, UNITS))


def attackers(state: State, start: Square, target: Square, units: Force) -> Force:
    """Of the units of one side in a square those that could attack a neighbouring one.

    Land units ashore attack where land units can go, fleets where fleets can, and who is aboard
    with his fleet where it attacks a coast. Bases and fortified zones never attack (R36).
    """
    board, kinds = state.data.board, state.data.charts.units
    aboard = common(units, state.aboard(start))
    found: Force = {}
    if target in board.by_land[start]:
        found = land_units(minus(units, aboard))
    if target in board.by_sea[start]:
        found = plus(found, only(units, FLEETS))
        if board.squares[target].has_land:
            found = plus(found, aboard)
    return only(found, (unit for unit, row in kinds.items() if row.attacks))


def of_seat(state: State, seat: Seat, start: Square, target: Square) -> Force:
    """The units of a seat in a square that could attack a neighbouring one."""
    return attackers(state, start, target, state.of_seat(seat, start))


def beside(state: State, square: Square) -> list[Square]:
    """The squares from which a square can be attacked, in the order of the board."""
    board = state.data.board
    near = {*board.by_land[square], *board.by_sea[square]}
    return sorted(near, key=board.number.__getitem__)


def reaches(state: State, seat: Seat, target: Square) -> list[Square]:
    """From where a seat has units that could attack a square."""
    near = beside(state, target)
    return [start for start in near if start in state.units and of_seat(state, seat, start, target)]
