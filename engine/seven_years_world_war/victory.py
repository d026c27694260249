"""Victory (22): the sum of 22.11, ratios and levels; who has won."""

from engine.core.decision import Seat
from engine.seven_years_world_war.income.points import route_income, square_income
from engine.seven_years_world_war.state import Outcome, State


def sum_of(state: State, seat: Seat) -> int:
    """22.11 (1) to (3): add campaign values, square income and trade routes."""
    return state.campaign(seat) + square_income(state, seat) + route_income(state, seat)


def enlightened(state: State, seat: Seat) -> int:
    """27.31: count the enlightenment markers in squares where a seat has units of major powers."""
    return sum(state.occupant(square) == seat for square in state.enlightenment)


def final_sum(state: State, seat: Seat) -> int:
    """22.11 with (4): return the sum as it counts at the end."""
    return sum_of(state, seat) + enlightened(state, seat)


def ratio(start: int, end: int) -> int:
    """22.12, R48: return the sum at the end divided by that at the start, in hundredths, rounded
    half up. From 0 at the start, any sum counts as twice as much."""
    if not start:
        return 200 if end else 100
    return (200 * end + start) // (2 * start)


def outcome(state: State) -> Outcome:
    """22.2, R49: return each seat's level; those with the highest level win, if it is a winning
    one."""
    charts = state.data.charts
    ratios = {
        seat: ratio(state.start_sums.get(seat, 0), final_sum(state, seat)) for seat in state.seats
    }
    rows = {seat: charts.level(found) for seat, found in ratios.items()}
    best = max(rows.values(), key=lambda row: row.least)
    winners = [seat for seat in state.seats if best.wins and rows[seat] is best]
    return Outcome(winners, {seat: row.key for seat, row in rows.items()}, ratios)
