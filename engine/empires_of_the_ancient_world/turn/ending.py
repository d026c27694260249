"""The end of the game: who has won."""

from engine.core.decision import Seat
from engine.empires_of_the_ancient_world import events
from engine.empires_of_the_ancient_world.state import Outcome, State, Table


async def end_of_game(table: Table) -> None:
    """The end: most points; among the tied, most areas, then most cubes on the board, else
    shared."""
    state = table.state
    standings = {seat: _standing(state, seat) for seat in state.seats}
    best = max(standings.values())
    winner = [seat for seat in state.seats if standings[seat] == best]
    tied = [seat for seat in state.seats if state.victory_points[seat] == best[0]]
    state.outcome = Outcome(winner, dict(state.victory_points))
    table.tell(
        events.GameOver(
            winner, state.victory_points, tie_broken=len(winner) < len(tied), armies=state.armies
        )
    )


def _standing(state: State, seat: Seat) -> tuple[int, ...]:
    """Return points, followed by what decides between equal ones."""
    counted = {"areas": len(state.controlled(seat)), "cubes": state.on_board(seat)}
    return state.victory_points[seat], *(counted[tie] for tie in state.rules.ties)
