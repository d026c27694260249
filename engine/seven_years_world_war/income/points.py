"""What seats collect each turn (10.1): for squares they occupy and routes they control."""

from collections.abc import Iterable

from engine.core.decision import Seat
from engine.seven_years_world_war.income.routes import routes_held
from engine.seven_years_world_war.state import State
from engine.seven_years_world_war.tables.names import Power, Square


def taxed_squares(state: State, seat: Seat) -> list[Square]:
    """5.1, 10.11, R16: return the squares of value that a seat occupies, in the order of the
    board."""
    return [square for square in state.occupied(seat) if state.value(square)]


def square_income(state: State, seat: Seat) -> int:
    """10.11: return the points for squares; a pillaged square has no value (10.13)."""
    return sum(state.value(square) for square in taxed_squares(state, seat))


def route_income(state: State, seat: Seat) -> int:
    """10.12: return the points for trade routes."""
    routes = state.data.board.routes
    return sum(routes[route].value for route in routes_held(state, seat))


def squares_raising(
    state: State, seat: Seat, power: Power, raising: Iterable[Power]
) -> list[Square]:
    """25.1, R17: return the squares that a power raises taxes for: its units hold them, and no
    other raising power of the seat that comes before it in power order does."""
    chosen = [each for each in state.powers_of(seat) if each in raising]
    squares = taxed_squares(state, seat)
    return [
        square
        for square in squares
        if next((each for each in chosen if each in state.units[square]), "") == power
    ]
