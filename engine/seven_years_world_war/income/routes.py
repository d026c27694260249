"""Trade routes (10.12): who controls them."""

from engine.core.decision import Seat
from engine.seven_years_world_war.state import State
from engine.seven_years_world_war.tables.names import Route, Square, has_fleet


def holders(state: State, route: Route) -> list[Seat]:
    """10.123: return the seats that control a route; only a route with several lines has
    several."""
    return [seat for seat in state.seats if holds(state, seat, route)]


def routes_held(state: State, seat: Seat) -> list[Route]:
    """10.12: return the routes that a seat controls."""
    return [route for route in state.data.board.routes if holds(state, seat, route)]


def holds(state: State, seat: Seat, route: Route) -> bool:
    """10.122, R19: tell whether the ports at both ends of one of its lines are the seat's."""
    for line in state.data.board.routes[route].lines:
        if state.occupant(line[0]) == seat and _is_open(state, seat, line):
            return True
    return False


def _is_open(state: State, seat: Seat, line: tuple[Square, ...]) -> bool:
    """10.122, 10.13: both ports occupied and unpillaged, and no enemy fleet on the line."""
    for end in (line[0], line[-1]):
        if state.occupant(end) != seat or end in state.pillaged:
            return False
    return not any(_is_blocked(state, seat, square) for square in line)


def _is_blocked(state: State, seat: Seat, square: Square) -> bool:
    """R18: whether fleets of other players, or with a variant of minor powers, stop trade there."""
    for power, stack in state.units.get(square, {}).items():
        if has_fleet(stack):
            leader = state.controller(power)
            minor = not leader and not state.is_major(power)
            if leader not in ("", seat) or (minor and state.has("minor_fleets_block")):
                return True
    return False
