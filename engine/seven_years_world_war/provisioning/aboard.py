"""What happens to land units aboard when their fleets are gone (19.4)."""

from engine.core.decision import Seat
from engine.seven_years_world_war.forces import fleets_in, size
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.state_changes import lose_units
from engine.seven_years_world_war.tables.names import UNITS, Force, Square


def aboard_of(state: State, seat: Seat, square: Square) -> Force:
    """Return the land units that a seat has aboard in a square."""
    found = state.aboard(square).items()
    return {power: stack for power, stack in found if state.controller(power) == seat}


def drown(table: Table, seat: Seat, square: Square) -> None:
    """18.64, 19.4: lose units aboard that have no fleet left, the weakest first."""
    state = table.state
    for unit in UNITS:
        for power, stack in list(aboard_of(state, seat, square).items()):
            carried = fleets_in(state.of_seat(seat, square))
            over = size(aboard_of(state, seat, square)) - carried
            if going := min(max(over, 0), stack.get(unit, 0)):
                lost = {unit: going}
                lose_units(table, power, square, lost, "drowned", aboard=lost)
