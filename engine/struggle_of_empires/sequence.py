"""Sequence of Play, as tables: which segment comes next."""

from collections.abc import Mapping

from engine.core.game import Rules
from engine.struggle_of_empires.actions.taking import take_action, take_free_action
from engine.struggle_of_empires.schema import Power
from engine.struggle_of_empires.setting_up.placing import begin, place_units, starting_markers
from engine.struggle_of_empires.state import State
from engine.struggle_of_empires.war.ending import end_of_game, end_of_war
from engine.struggle_of_empires.war.grand_alliances import hold_auction
from engine.struggle_of_empires.war.income import income
from engine.struggle_of_empires.war.neutrals import neutrals
from engine.struggle_of_empires.war.scoring import scoring

SET_UP = ("unplayed_powers", "neutrals", "starting_markers", "placement")
"""The steps of phase "setup"; "placement" comes once for each initial unit."""
WAR = ("neutrals", "alliances", "actions", "income", "scoring", "end-of-war")
"""The phases of a war, I to VI; the first war begins with its alliances."""
PHASES = ("setup", *WAR)

SEGMENTS: Mapping[str, Rules] = {
    "unplayed_powers": begin,
    "neutrals": neutrals,
    "starting_markers": starting_markers,
    "placement": place_units,
    "auction": hold_auction,
    "action": take_action,
    "free_action": take_free_action,
    "income": income,
    "scoring": scoring,
    "end_of_war": end_of_war,
    "end_of_game": end_of_game,
}


def segment(state: State) -> tuple[str, ...] | None:
    """Return the segment that comes next, with its arguments; None if the game is over."""
    match state.phase:
        case "setup":
            return (state.step,)
        case "alliances":
            return ("auction",)
        case "actions":
            name = "free_action" if state.step == "free" else "action"
            return (name, state.active)
        case "end-of-war":
            return ("end_of_game" if state.war == state.rules.wars else "end_of_war",)
        case "over":
            return None
    return (state.phase,)


def upcoming(state: State) -> dict[Power, str]:
    """Return who has a turn coming, in this round or the next of this war; in set-up, everybody.
    For the player whose turn it is, that is the turn after this one."""
    if state.phase == "setup":
        return dict.fromkeys(state.seats, "set-up")
    if state.phase != "actions":
        return {}
    order = state.turn_order()
    taken = order.index(state.active)
    rounds = {seat: state.round + (place <= taken) for place, seat in enumerate(order)}
    return {
        seat: f"war {state.war} round {rounds[seat]}"
        for seat in state.seats
        if seat != state.active and rounds[seat] <= state.rounds
    }


def follow(state: State) -> None:
    """Move the sequence of play on when a segment has ended."""
    state.offers, state.battle = [], None
    match state.phase:
        case "setup":
            _follow_set_up(state)
        case "alliances":
            if not state.unallied():
                begin_round(state, 1)
        case "actions":
            if state.step == "over":
                _follow_turn(state)
        case "end-of-war":
            _follow_war(state)
        case _:
            state.phase = WAR[WAR.index(state.phase) + 1]


def _follow_set_up(state: State) -> None:
    if state.step == "placement" and state.round < state.rules.initial_units:
        state.round += 1
    elif state.step == "placement":
        state.phase, state.step, state.round = "alliances", "", 0
    else:
        state.step = SET_UP[SET_UP.index(state.step) + 1]
        state.round = 1 if state.step == "placement" else 0


def begin_round(state: State, number: int) -> None:
    """Begin a round of actions: tokens used in the last one may be taken by anybody again."""
    state.phase, state.round, state.barred = "actions", number, {}
    begin_turn(state, state.turn_order()[0])


def begin_turn(state: State, seat: str) -> None:
    """Begin a turn of two actions."""
    state.active, state.step = seat, ""
    state.actions_left, state.actions_taken = state.rules.actions, []


def _follow_turn(state: State) -> None:
    order = state.turn_order()
    place = order.index(state.active) + 1
    if place < len(order):
        begin_turn(state, order[place])
    elif state.round < state.rounds:
        begin_round(state, state.round + 1)
    else:
        state.phase, state.step, state.round, state.active = "income", "", 0, ""
        state.actions_left, state.actions_taken, state.barred = 0, [], {}


def _follow_war(state: State) -> None:
    if state.war == state.rules.wars:
        state.phase = "over"
    else:
        state.war, state.phase = state.war + 1, "neutrals"
