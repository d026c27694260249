"""Revolts at the start of a game turn."""

from engine.empires_of_the_ancient_world import events
from engine.empires_of_the_ancient_world.schema import Area, Half
from engine.empires_of_the_ancient_world.state import Table
from engine.empires_of_the_ancient_world.state_changes import DIE, settle, take_up_bases

HALVES: tuple[Half, ...] = ("north",) * 3 + ("south",) * 3
"""The half for each result of the first die, from 1 to 6."""


async def revolt(table: Table) -> None:
    """Revolts: one roll for the half, one for the provinces; each without a fort loses a base."""
    state = table.state
    table.tell(events.TurnBegun(state.turn, state.rounds, state.first))
    half = HALVES[table.draw("revolt, half", DIE) - 1]
    number = table.draw("revolt, provinces", DIE)
    board = state.data.board.items()
    hit = [area for area, row in board if row.half == half and row.revolt == number]
    table.tell(events.Revolt(half, number, areas=hit))
    for area in hit:
        _rise(table, area)


def _rise(table: Table, area: Area) -> None:
    state = table.state
    seat = state.owner(area)
    if not seat:
        return
    if area in state.forts:
        table.tell(events.RevoltHeld(seat, area))
        return
    take_up_bases(table, area, seat, 1, "revolt")
    settle(table, area)
