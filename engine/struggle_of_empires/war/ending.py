"""Phase VI, End of War; after the last war, End of Game."""

from engine.struggle_of_empires import events
from engine.struggle_of_empires.schema import Power
from engine.struggle_of_empires.state import Outcome, State, Table
from engine.struggle_of_empires.state_changes import lift_blockade


async def end_of_war(table: Table) -> None:
    """Deluxe, End of War: local alliances return, tiles are ready again, blockades are lifted."""
    state = table.state
    table.tell(events.PhaseBegun(state.war, "end-of-war"))
    for region in list(state.blockades):
        lift_blockade(table, region, "end of war")
    table.tell(
        events.WarEnded(
            state.war,
            alliances={seat: list(held) for seat, held in state.alliances.items() if held},
            gavel=state.gavel,
        )
    )
    for seat in state.seats:
        state.alliances[seat], state.flipped[seat] = [], []
    state.red, state.blue, state.barred = [], [], {}
    for power in state.unplayed:
        state.unplayed[power] = ""


async def end_of_game(table: Table) -> None:
    """Deluxe, End of 3rd War - End of Game: revolutions, penalties for unrest, the winner."""
    state = table.state
    table.tell(events.PhaseBegun(state.war, "end-of-war"))
    table.tell(events.UnrestRevealed(state.unrest))
    for seat in state.seats:
        if state.unrest[seat] >= state.rules.revolution:
            state.victory_points[seat] = 0
            table.tell(events.Revolution(seat, state.unrest[seat]))
    standing = [s for s in state.seats if state.unrest[s] < state.rules.revolution]
    _penalise(table, standing)
    winner, tie_broken = _winner(state, standing)
    state.outcome = Outcome(winner, dict(state.victory_points), dict(state.unrest))
    table.tell(events.GameOver(winner, state.victory_points, state.unrest, tie_broken))


def _penalise(table: Table, standing: list[Power]) -> None:
    """Take 7 points for the highest unrest below revolution, 4 for the second highest; all those
    tied lose the full amount.

    Deluxe, End of Game, with 2 players: only the highest, and nobody in a tie.
    """
    state = table.state
    players = len(state.seats)
    totals = sorted(dict.fromkeys(state.unrest[seat] for seat in standing), reverse=True)
    if len(totals) < len(standing) and players in state.rules.spared_in_ties:
        return
    for unrest, points in zip(totals, state.rules.unrest_penalties[players], strict=False):
        for seat in standing:
            if state.unrest[seat] == unrest:
                state.victory_points[seat] -= points
                table.tell(events.UnrestPenalty(seat, unrest, points, state.victory_points[seat]))


def _winner(state: State, standing: list[Power]) -> tuple[list[Power], bool]:
    """Find the winner: most points, then least unrest; nobody if all have fallen to revolution."""
    if not standing:
        return [], False
    most = max(state.victory_points[seat] for seat in standing)
    leading = [seat for seat in standing if state.victory_points[seat] == most]
    least = min(state.unrest[seat] for seat in leading)
    winner = [seat for seat in leading if state.unrest[seat] == least]
    return winner, len(winner) < len(leading)
