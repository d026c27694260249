"""Initiative (6): who is the first player of a game turn, and of the set-up."""

from typing import NamedTuple

from engine.core.decision import Seat
from engine.seven_years_world_war import events
from engine.seven_years_world_war.state import Table
from engine.seven_years_world_war.state_changes import DIE


class Contest(NamedTuple):
    """The total campaign value of each seat, and the dice of those tied, in the order rolled."""

    values: dict[Seat, int]
    dice: list[tuple[Seat, int]]


async def initiative(table: Table) -> None:
    """6.1: find the first player of a game turn."""
    contest, state = find_first(table), table.state
    year = state.data.setups.first_year + state.turn - 1
    order = state.turn_order()
    table.tell(events.Initiative(state.turn, year, state.first, *contest, order))


def find_first(table: Table) -> Contest:
    """6.1, 28.2: let the highest total campaign value come first; those tied roll a die."""
    state = table.state
    values = {seat: state.campaign(seat) for seat in state.seats}
    most = max(values.values())
    tied = [seat for seat in state.seats if values[seat] == most]
    dice: list[tuple[Seat, int]] = []
    while len(tied) > 1:
        rolled = {seat: _roll(table, seat) for seat in tied}
        dice += rolled.items()
        tied = [seat for seat in tied if rolled[seat] == max(rolled.values())]
    state.first = tied[0]
    return Contest(values, dice)


def _roll(table: Table, seat: Seat) -> int:
    return table.draw(f"initiative, {table.state.data.name(seat)}", DIE)
