"""Scoring at the end of a game turn."""

from engine.core.decision import Seat
from engine.empires_of_the_ancient_world import events
from engine.empires_of_the_ancient_world.schema import Area
from engine.empires_of_the_ancient_world.state import State, Table
from engine.empires_of_the_ancient_world.state_changes import score


async def scoring(table: Table) -> None:
    """Scoring: areas controlled, trade, plunder, minus the upkeep of what was recruited."""
    state = table.state
    for seat in state.seats:
        points = worth(state, seat)
        score(table, seat, sum(points.values()) - state.upkeep(seat))
        table.tell(
            events.Scored(
                seat,
                control=points["control"],
                trade=points["trade"],
                plunder=points["plunder"],
                upkeep=state.upkeep(seat),
                victory_points=state.victory_points[seat],
            )
        )
    _return_plunder(table)


def worth(state: State, seat: Seat) -> dict[str, int]:
    """Return what a seat's areas, trade and plundered cubes score, without upkeep."""
    board = state.data.board
    return {
        "control": sum(board[area].value for area in state.controlled(seat)),
        "trade": sum(board[area].value // 2 for area in board if leads_trade(state, area) == seat),
        "plunder": sum(state.plunder[seat].values()),
    }


def leads_trade(state: State, area: Area) -> Seat:
    """Return who alone has the most cubes in an area; "" if nobody does."""
    cubes = state.cubes.get(area, {})
    most = max(cubes.values(), default=0)
    leading = [seat for seat, number in cubes.items() if number == most]
    return leading[0] if len(leading) == 1 else ""


def _return_plunder(table: Table) -> None:
    """Return plundered cubes to the stock of their owners."""
    state = table.state
    for seat in state.seats:
        if state.plunder[seat]:
            table.tell(events.PlunderReturned(seat, cubes=state.plunder[seat]))
            state.plunder[seat] = {}
