"""Where units can be: 12.11, 14.3, 18.1."""

from collections.abc import Iterable

from engine.seven_years_world_war.state import State
from engine.seven_years_world_war.tables.names import Force, Square, has_fleet, is_fleet


def land_fits(state: State, square: Square, force: Force) -> bool:
    """14.32, 18.513: tell whether land units are on land, or at sea aboard, one for each fleet. The
    fleets that carry them may belong to other powers of their player."""
    if state.data.board.squares[square].has_land:
        return True
    fleets, others = _fleets_and_others(force.values())
    return others <= fleets


def water_fits(state: State, square: Square, force: Force) -> bool:
    """14.33, 18.1: tell whether there is water for the fleets."""
    return state.data.board.squares[square].has_water or not any(map(has_fleet, force.values()))


def _fleets_and_others(stacks: Iterable[dict[str, int]]) -> tuple[int, int]:
    fleets = others = 0
    for stack in stacks:
        for unit, number in stack.items():
            if is_fleet(unit):
                fleets += number
            else:
                others += number
    return fleets, others
