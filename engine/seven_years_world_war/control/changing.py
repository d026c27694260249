"""Control of powers (4): gained, lost, taken over; belligerency by invasion."""

from engine.core.decision import Seat
from engine.seven_years_world_war import events
from engine.seven_years_world_war.control.displacing import displace_all, drown_adrift
from engine.seven_years_world_war.events import ControlCause
from engine.seven_years_world_war.markers.pool import make_room
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.state_changes import drawn, lose_units
from engine.seven_years_world_war.tables.names import Force, Power, Square, is_fleet

NOBODY: Force = {}


async def change_hands(table: Table, power: Power, to: Seat, cause: ControlCause) -> None:
    """4.42(1), 4.51, 4.6: put a power under the control of a seat, or with "" make it neutral
    again.

    Raises ValueError for a main power, which its player never loses (R1).
    """
    state = table.state
    if power in state.seats:
        raise ValueError(f"{power} is the main power of a seat")
    before = state.controllers[power]
    state.controllers[power] = to
    state.offers = [offer for offer in state.offers if offer.power != power]
    leaders = list(state.leaders.get(power, ()))
    table.tell(events.ControlChanged(power, to, before, cause, leaders))
    if not to:
        await displace_all(table, power, before)
    else:
        if before:
            _lose_among_friends(table, power, before)
        await make_room(table, to)


def _lose_among_friends(table: Table, power: Power, before: Seat) -> None:
    """4.6, 12.23, R5: the power's units that stand with former friends are lost."""
    state = table.state
    for square, stack in state.units_of(power).items():
        if any(state.controller(other) == before for other in state.at(square)):
            lose_units(table, power, square, dict(stack), "defection")
            drown_adrift(table, square)


def invades(
    state: State, square: Square, force: Force, *, aboard: Force = NOBODY, ends: bool
) -> Power:
    """4.413, 18.4, R3: return the neutral major power whose neutrality these units violate by
    entering a square; "": none. Land units violate it at once, fleets and units aboard if they end
    there."""
    owner = state.data.owner(square)
    if not state.is_neutral(owner):
        return ""
    for power, stack in force.items():
        if state.is_major(power):
            carried = aboard.get(power, {})
            ashore = any(n > carried.get(u, 0) for u, n in stack.items() if not is_fleet(u))
            if ends or ashore:
                return owner
    return ""


async def belligerent(table: Table, power: Power, violator: Seat) -> None:
    """4.42(2), R2: give a neutral power whose neutrality is violated to the other seat with the
    lowest total campaign value; a tie is drawn."""
    state = table.state
    table.tell(events.Invaded(violator, power))
    values = {seat: state.campaign(seat) for seat in state.seats if seat != violator}
    lowest = [seat for seat, value in values.items() if value == min(values.values())]
    seat = drawn(table, f"belligerency, {state.data.name(power)}", lowest)
    await change_hands(table, power, seat, "invasion")
