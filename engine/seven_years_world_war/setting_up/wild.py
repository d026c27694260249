"""28.6: the units that players' dice place in the wild areas."""

from collections.abc import Iterator
from functools import partial

from engine.core.decision import Decision, Menu, Refusal, Seat, Verb, kind, no, set_up_over
from engine.seven_years_world_war import events
from engine.seven_years_world_war.forces import TOO_FEW, ForceDomain, Likely, Said, counted, resolve
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.state_changes import DIE, place_units
from engine.seven_years_world_war.tables.names import Power, Square, Unit

WHOSE: Power = ""
"""The unit's power, which is not named: it follows from the square."""


def open_squares(state: State) -> Iterator[Square]:
    """R55: yield the squares of the wild areas without a unit; areas are in the order of the
    rules."""
    for area in state.data.charts.wild.areas:
        for square in state.data.country(area):
            if state.data.board.squares[square].has_land and square not in state.units:
                yield square


def why_not_wild(
    state: State, unit: Unit, said: Said | None = None, square: Square = ""
) -> Refusal | None:
    """28.6: refuse anything but the unit of the die in a wild area, one in each square."""
    if said is None:
        return None
    force = resolve(state.data, {WHOSE: {unit: 1}}, said)
    if isinstance(force, Refusal):
        if force.message.id != TOO_FEW:
            return force
        return no("refusal.die_gave", "28.6", units=counted(state.data, {unit: 1}))
    if square and square not in state.data.board.squares:
        return no("refusal.no_such_square", "2.1", square=square)
    if square and state.data.owner(square) not in state.data.charts.wild.areas:
        return no("refusal.not_wild", "28.6", square=square)
    if square and square in state.units:
        return no("refusal.units_there", "28.6", square=square)
    return None


@kind(role="action", ends="done", gone_by=set_up_over)
def wild(table: Table, _seat: Seat, unit: Unit) -> Decision:
    """Ask where the unit of a die stands."""
    state = table.state
    free = list(open_squares(state))
    domains = (ForceDomain({WHOSE: {unit: 1}}), Likely(free, state.data.board.squares))
    default = ("place", ((1, "", unit),), free[0])
    menu = Menu(Verb("place", partial(why_not_wild, state, unit), domains), Verb("done"))
    areas: dict[Power, list[Square]] = {}
    for square in free:
        areas.setdefault(state.data.owner(square), []).append(square)
    return Decision(menu, default, {"unit": unit, "areas": areas})


async def set_up_wild(table: Table) -> None:
    """28.6: roll a die for each seat in order of initiative, and place its unit at once."""
    state = table.state
    for seat in state.turn_order():
        die = table.draw(f"wild areas, {state.data.name(seat)}", DIE, hoped=1)
        unit = state.data.charts.wild.dice[die]
        table.tell(events.WildRolled(seat, die, unit))
        free = next(open_squares(state), "")
        if not unit or not free or not state.stock_left(state.data.owner(free), unit):
            continue
        verb, *said = await table.ask(wild, seat, unit)
        square = free if verb == "done" else said[-1]
        place_units(table, state.data.owner(square), square, {unit: 1}, "set_up")
