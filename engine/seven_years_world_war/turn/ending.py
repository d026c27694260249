"""The end of a game turn (3.1(7)), and of the game (22)."""

from typing import Literal

from engine.seven_years_world_war import events
from engine.seven_years_world_war.negotiation.agreements import expire
from engine.seven_years_world_war.state import FACE_DOWN, State, Table
from engine.seven_years_world_war.victory import final_sum, outcome

Why = Literal["turns", "treaty", "agreement"]


async def end_of_turn(table: Table) -> None:
    """3.1(7): turn leaders up (20.44), return markers with an asterisk (29.7), and end the game
    after the last turn or by a treaty of all (22.22). Wishes for the end do not carry over to the
    next turn."""
    state = table.state
    turn_up_leaders(state)
    for marker in state.aside:
        state.pool[marker] = state.pool.get(marker, 0) + 1
    state.aside = []
    expire(state)
    sums = {seat: final_sum(state, seat) for seat in state.seats}
    table.tell(events.TurnEnded(state.turn, sums))
    if len(state.treaty) == len(state.seats):
        end_game(table, "treaty")
    elif state.turn == state.data.setups.turns:
        end_game(table, "turns")
    else:
        state.treaty, state.ending = [], []


def turn_up_leaders(state: State) -> None:
    """3.1(7): make all leaders usable again."""
    for power, leaders in state.leaders.items():
        state.leaders[power] = sorted(leader.removesuffix(FACE_DOWN) for leader in leaders)


def end_game(table: Table, why: Why) -> None:
    """22: work out levels and winners, and tell everybody."""
    state = table.state
    found = state.outcome = outcome(state)
    ends = {seat: final_sum(state, seat) for seat in state.seats}
    table.tell(events.GameOver(found.winner, found.level, found.ratio, state.start_sums, ends, why))
