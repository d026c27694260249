"""Sequence of play, as tables: which segment comes next."""

from collections.abc import Mapping

from engine.core.game import Rules
from engine.empires_of_the_ancient_world.actions.taking import take_action
from engine.empires_of_the_ancient_world.state import State
from engine.empires_of_the_ancient_world.turn.ending import end_of_game
from engine.empires_of_the_ancient_world.turn.income import income
from engine.empires_of_the_ancient_world.turn.revolts import revolt
from engine.empires_of_the_ancient_world.turn.scoring import scoring
from engine.empires_of_the_ancient_world.turn.setting_up import (
    choose_first,
    choose_start,
    draw_armies,
    open_game,
    place_bases,
    place_forts,
)

SET_UP: Mapping[str, tuple[str, ...]] = {
    "placed": ("opening", "start_province", "armies", "placement", "forts", "first"),
    "fixed": ("opening", "armies", "first"),
}
"""The steps of phase "setup"; start_province and placement are taken seat by seat."""
PHASES = ("setup", "revolt", "income", "actions", "scoring", "end")

SEGMENTS: Mapping[str, Rules] = {
    "opening": open_game,
    "start_province": choose_start,
    "armies": draw_armies,
    "placement": place_bases,
    "forts": place_forts,
    "first": choose_first,
    "revolt": revolt,
    "income": income,
    "action": take_action,
    "scoring": scoring,
    "end": end_of_game,
}


def segment(state: State) -> tuple[str, ...] | None:
    """Return the segment that comes next, with its arguments; None if the game is over."""
    match state.phase:
        case "setup":
            return (state.step, state.active) if state.active else (state.step,)
        case "actions":
            return ("action", state.active)
        case "over":
            return None
    return (state.phase,)


def follow(state: State) -> None:
    """Move the sequence of play on when a segment has ended."""
    state.battle, state.placed = None, 0
    match state.phase:
        case "setup":
            _follow_set_up(state)
        case "revolt":
            state.phase = "income"
        case "income":
            state.phase, state.round = "actions", 1
            _begin_turn_of(state, state.first)
        case "actions":
            _follow_action(state)
        case "scoring":
            _end_turn(state)
        case "end":
            state.phase = "over"


def upcoming(state: State) -> dict[str, str]:
    """Return who has an action coming, in this round or the next of this game turn."""
    if state.phase != "actions" or not state.active:
        return {}
    order = state.turn_order()
    taken = order.index(state.active)
    rounds = {seat: state.round + (place < taken) for place, seat in enumerate(order)}
    return {
        seat: f"turn {state.turn} round {number}"
        for seat, number in rounds.items()
        if seat != state.active and number <= state.rounds
    }


def _follow_set_up(state: State) -> None:
    last = state.rules.placed_bases[len(state.seats)] if state.step == "placement" else 1
    if state.active and state.active != state.seats[-1]:
        state.active = state.after(state.active)
    elif state.active and state.round < last:
        state.active, state.round = state.seats[0], state.round + 1
    else:
        _next_step(state)


def _next_step(state: State) -> None:
    steps = SET_UP[state.opening]
    place = steps.index(state.step) + 1
    state.step = steps[place] if place < len(steps) else ""
    in_turn = state.step in ("start_province", "placement")
    state.active, state.round = (state.seats[0], 1) if in_turn else ("", 0)
    if not state.step:
        state.phase = "revolt"


def _begin_turn_of(state: State, seat: str) -> None:
    state.active, state.step = seat, ""


def _follow_action(state: State) -> None:
    """Move on: an extra action comes at once; then the next seat, the next round, the scoring."""
    if state.extra:
        state.extra, state.step = False, "extra"
        return
    order = state.turn_order()
    place = order.index(state.active) + 1
    if place == len(order):
        state.round += 1
    if state.round <= state.rounds:
        _begin_turn_of(state, order[place % len(order)])
        return
    state.active, state.step, state.round = "", "", 0
    if state.turn in state.rules.scored:
        state.phase = "scoring"
    else:
        _end_turn(state)


def _end_turn(state: State) -> None:
    """End the game turn; the next seat clockwise is the start player of the next one."""
    if state.turn == len(state.rules.rounds):
        state.phase = "end"
    else:
        state.turn, state.phase, state.first = state.turn + 1, "revolt", state.after(state.first)
