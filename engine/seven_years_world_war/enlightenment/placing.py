"""Enlightenment (27): its markers are placed by spending diplomacy markers."""

from engine.core.decision import Decision, Menu, Refusal, Seat, Verb, kind, no
from engine.seven_years_world_war.forces import Likely
from engine.seven_years_world_war.markers.pool import of_group, pick
from engine.seven_years_world_war.markers.sturm import play
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.state_changes import DIE
from engine.seven_years_world_war.tables.names import Square
from engine.seven_years_world_war.treasury import events

DIPLOMACY, DONE = "diplomacy", "done"
VALUES = range(1, 4)


def why_not_enlighten(
    state: State, seat: Seat, square: Square = "", value: int = 0
) -> Refusal | None:
    """27.1 to 27.22: refuse any square but a civilized one with a friendly unit, without such a
    marker or pillage."""
    if not of_group(state, seat, DIPLOMACY):
        return no("refusal.no_diplomacy_marker", "27.1")
    if square and (refusal := _why_not_there(state, seat, square)):
        return refusal
    if value and f"{DIPLOMACY}_{value}" not in state.hands[seat]:
        return no("refusal.value_not_held", "27.1", value=value)
    return None


def _why_not_there(state: State, seat: Seat, square: Square) -> Refusal | None:
    if state.occupant(square) != seat:
        return no("refusal.no_friends_there", "27.21", square=square)
    if not state.data.board.squares[square].civilized:
        return no("refusal.not_civilized_here", "27.21", square=square)
    if square in state.pillaged:
        return no("refusal.pillaged", "27.21", square=square)
    if square in state.enlightenment:
        return no("refusal.enlightened_already", "27.22", square=square)
    return None


@kind(role="action", ends="done")
def enlightenment(table: Table, seat: Seat) -> Decision:
    """27.1: ask where the next attempt is made, and with a marker of which value."""
    state = table.state

    def why_not(square: Square = "", value: int = 0) -> Refusal | None:
        return why_not_enlighten(state, seat, square, value)

    board = state.data.board
    squares = Likely(
        lambda: [square for square in state.occupied(seat) if board.squares[square].civilized],
        board.number,
    )
    menu = Menu(Verb("enlighten", why_not, (squares, Likely(VALUES))), Verb(DONE))
    return Decision(menu, (DONE,))


async def enlighten(table: Table, seat: Seat) -> None:
    """27.1, R52: make one attempt; a seat that is done, or holds no marker, gets the step
    "done"."""
    state = table.state
    choice = await table.ask(enlightenment, seat) if state.hands[seat] else (DONE,)
    if choice[0] == DONE:
        state.step = DONE
        return
    _, square, value = choice
    if await play(table, seat, f"{DIPLOMACY}_{value}"):
        await _attempt(table, seat, square, value)


async def _attempt(table: Table, seat: Seat, square: Square, value: int) -> None:
    """29.6: roll the die, which a better marker adds more to."""
    state = table.state
    chart = state.data.charts.enlightenment
    die = table.draw(f"enlightenment, {square}", DIE)
    row = chart.result(die, value)
    table.tell(
        events.EnlightenmentRolled(
            seat, square, value, die, chart.added[value], row.placed, row.picks
        )
    )
    if row.placed:
        state.enlightenment = sorted([*state.enlightenment, square])
    if row.picks:
        await pick(table, seat, row.picks, "enlightenment")
