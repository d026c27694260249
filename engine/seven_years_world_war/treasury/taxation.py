"""Taxation (10.1) and free campaign markers (8.2(2), 27.4)."""

from engine.core.decision import Seat
from engine.seven_years_world_war.income.points import taxed_squares
from engine.seven_years_world_war.income.routes import routes_held
from engine.seven_years_world_war.markers.pool import pick
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.state_changes import gain_points
from engine.seven_years_world_war.treasury import events
from engine.seven_years_world_war.treasury.increasing_taxes import Rise, raise_taxes
from engine.seven_years_world_war.victory import enlightened


def _acting(state: State) -> list[Seat]:
    """3.1(2): all in order of initiative, or with `treasury_in_turn` one seat at a time. A position
    may name an active seat even where all act."""
    if not state.has("treasury_in_turn"):
        state.active = ""
    return [state.active] if state.active else state.turn_order()


async def taxation(table: Table) -> None:
    """10.1, 25: raise taxes, then collect for all."""
    state = table.state
    collecting = _acting(state)
    rises: dict[Seat, Rise] = {}
    if state.has("increasing_taxes"):
        rises = await raise_taxes(table, collecting)
    for seat in collecting:
        collect(table, seat, rises.get(seat) or Rise())


def collect(table: Table, seat: Seat, rise: Rise) -> None:
    """10.11, 10.12, 25.3: give points for squares and routes, but none for squares in rebellion."""
    state = table.state
    paid = (square for square in taxed_squares(state, seat) if square not in rise.unpaid)
    squares = sum(map(state.value, paid))
    values = state.data.board.routes
    routes = {route: values[route].value for route in routes_held(state, seat)}
    points = squares + sum(routes.values()) + rise.points
    gain_points(table, seat, points, "taxes")
    table.tell(events.Taxed(seat, squares, routes, rise.points, points))


async def free_markers(table: Table) -> None:
    """8.2(2), 27.4: let all seats pick."""
    for seat in _acting(table.state):
        if due := markers_due(table.state, seat):
            await pick(table, seat, due, "free")


def markers_due(state: State, seat: Seat) -> int:
    """8.2(2): return the campaign values of the seat's powers with a unit of their own in their
    capital, plus one for each enlightenment marker (27.4)."""
    majors, capital = state.data.powers.majors, state.data.board.capital
    seated = (p for p in state.powers_of(seat) if p in state.at(capital[p]))
    return sum(majors[power].campaign for power in seated) + enlightened(state, seat)
