"""Income: cubes for the warehouses."""

from engine.empires_of_the_ancient_world import events
from engine.empires_of_the_ancient_world.state import Table
from engine.empires_of_the_ancient_world.state_changes import gain_cubes


async def income(table: Table) -> None:
    """Income: five cubes, one for each amphora and Merchant owned; as far as the stock goes."""
    state = table.state
    rules, board = state.rules, state.data.board
    for seat in state.seats:
        amphoras = sum(board[area].amphora for area in state.controlled(seat))
        due = rules.income + rules.income_amphora * amphoras
        due += rules.income_merchant * state.merchants(seat)
        gained = gain_cubes(table, seat, due)
        table.tell(
            events.Income(seat, amphoras, state.merchants(seat), due, gained, state.warehouse[seat])
        )
