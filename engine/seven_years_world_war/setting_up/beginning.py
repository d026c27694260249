"""28: what everybody sees at the beginning, the minor powers, and what each player starts with."""

from engine.core.decision import Seat
from engine.seven_years_world_war import events
from engine.seven_years_world_war.markers.pool import pick
from engine.seven_years_world_war.setting_up.placing import set_up_power
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.state_changes import gain_points, place_units
from engine.seven_years_world_war.tables.names import Power
from engine.seven_years_world_war.turn.initiative import find_first
from engine.seven_years_world_war.victory import sum_of


async def place_power(table: Table, power: Power) -> None:
    """28.2, 28.6: place a major power's forces. Before the first of them, tell who leads what and
    the order of the set-up."""
    state = table.state
    if power == state.data.setups.power[0].key:
        _tell_begun(table)
        dice = find_first(table).dice
        table.tell(events.SetUpOrder(state.first, dice, state.turn_order()))
    await set_up_power(table, power)


def _tell_begun(table: Table) -> None:
    state = table.state
    table.tell(
        events.GameBegun(
            state.seats,
            state.scenario,
            {seat: state.powers_of(seat) for seat in state.seats},
            [state.data.variants[key].name for key in state.variants],
            state.data.setups.turns,
        )
    )


async def set_up_minors(table: Table) -> None:
    """28.6: place the minor powers; each of their units has only one possible place."""
    for power, squares in table.state.data.setups.minors.items():
        for square, stack in squares.items():
            place_units(table, power, square, stack, "set_up")


async def deal(table: Table) -> None:
    """28.3, 28.4: give out starting points and campaign markers; then record the sums of 22.12."""
    state = table.state
    for seat in state.turn_order():
        gain_points(table, seat, starting_points(state, seat), "start")
    for seat in state.turn_order():
        await pick(table, seat, state.campaign(seat), "start")
    state.start_sums = {seat: sum_of(state, seat) for seat in state.seats}
    markers = {seat: len(state.hands[seat]) for seat in state.seats}
    table.tell(events.SetUpDone(markers, state.start_sums))


def starting_points(state: State, seat: Seat) -> int:
    """28.3, R54: return the seat's points, which depend on who leads Great Britain and France."""
    setups = state.data.setups
    named = (points for power, points in setups.points.items() if state.controller(power) == seat)
    return next(named, setups.other_points)
