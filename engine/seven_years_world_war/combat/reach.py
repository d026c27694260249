"""15.23, 15.27, 18.62, 18.63: which units can attack into which square."""

from collections.abc import Iterator

from engine.seven_years_world_war.forces import common, minus, only, plus
from engine.seven_years_world_war.state import State, land_units
from engine.seven_years_world_war.tables.names import FLEETS, Force, Power, Square, Stack, has_fleet


def attackers(state: State, start: Square, target: Square, units: Force) -> Force:
    """Return those of one side's units in a square that could attack a neighbouring square.

    Land units ashore attack where land units can go, and fleets where fleets can. Units aboard
    attack with their fleet, if it attacks a coast. Bases and fortified zones never attack (R36).
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


def in_reach(state: State, start: Square, power: Power, stack: Stack) -> Iterator[Square]:
    """Yield the squares that the units of a power in a square could attack."""
    board, attacking = state.data.board, state.data.charts.attacking
    if has_fleet(stack):
        yield from board.by_sea[start]
    aboard = state.embarked.get(start, {}).get(power, {})
    for unit, number in stack.items():
        if unit in attacking and unit not in FLEETS and number > aboard.get(unit, 0):
            yield from board.by_land[start]
            return
