"""Sequence of play (3), as lists: which segment comes next."""

from collections.abc import Mapping

from msgspec import UNSET

from engine.core.decision import Seat
from engine.core.game import Rules
from engine.seven_years_world_war.enlightenment.placing import enlighten
from engine.seven_years_world_war.negotiation.breaches import settle
from engine.seven_years_world_war.negotiation.offering import transfer
from engine.seven_years_world_war.provisioning.feeding import feed
from engine.seven_years_world_war.setting_up.beginning import deal, place_power, set_up_minors
from engine.seven_years_world_war.setting_up.draft import choose_power, left_to_choose
from engine.seven_years_world_war.setting_up.wild import set_up_wild
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.tables.names import (
    MAJORS,
    MINOR_STEP,
    TREASURY_STEPS,
    TURN_PHASES,
)
from engine.seven_years_world_war.treasury.minor_recruiting import minor_recruiting
from engine.seven_years_world_war.treasury.spending import treasury_orders
from engine.seven_years_world_war.treasury.taxation import free_markers, taxation
from engine.seven_years_world_war.turn.ending import end_game, end_of_turn
from engine.seven_years_world_war.turn.initiative import initiative
from engine.seven_years_world_war.turn.player_turn import BEGUN, DONE, clear_marks, player_turn

AGREED = "agreed"
"""A segment for what was agreed while no other was under way."""


def _closed(rules: Rules) -> Rules:
    """The segment's rules, and after them what was agreed or broken in the meantime (21): the other
    party's markers for a breach, powers that change hands, whose units may have to be placed by
    choice, and the end of the game."""

    async def segment(table: Table, *args: str) -> None:
        await rules(table, *args)
        state = table.state
        await settle(table)
        if state.changing:
            await transfer(table)
        if len(state.ending) == len(state.seats) and state.outcome is None:
            end_game(table, "agreement")

    return segment


async def _as_agreed(table: Table) -> None:
    """21.1: carry out what was agreed between two segments; `_closed` does the work."""
    table.state.aside_from_play = True


_RULES: Mapping[str, Rules] = {
    AGREED: _as_agreed,
    "draft": choose_power,
    "set_up": place_power,
    "minors": set_up_minors,
    "wild": set_up_wild,
    "markers": deal,
    "initiative": initiative,
    "taxation": taxation,
    "free_markers": free_markers,
    "treasury": treasury_orders,
    "minor_recruiting": minor_recruiting,
    "player_turn": player_turn,
    "provisioning": feed,
    "enlightenment": enlighten,
    "end_of_turn": end_of_turn,
}
SEGMENTS = {name: _closed(rules) for name, rules in _RULES.items()}
LAST_STEPS = ("minors", "wild", "markers")
"""The steps of the set-up after the major powers."""


def segment(state: State) -> tuple[str, ...] | None:
    """Return the segment that comes next, with its arguments; None: the game is over."""
    if state.phase == "over":
        return None
    if state.changing or len(state.ending) == len(state.seats):
        return (AGREED,)
    match state.phase:
        case "setup":
            return _set_up_segment(state)
        case "recruiting" if state.step == MINOR_STEP:
            return (MINOR_STEP,)
        case "recruiting":
            return ("treasury", state.active)
        case "enlightenment":
            return ("enlightenment", state.active)
        case phase if phase in TURN_PHASES:
            return ("player_turn", state.active)
    return (state.phase,)


def _set_up_segment(state: State) -> tuple[str, ...]:
    if state.step == "draft":
        return ("draft", state.active)
    return ("set_up", state.step) if state.step in MAJORS else (state.step,)


def follow(state: State) -> None:
    """Move the sequence of play on when a segment has ended."""
    state.battle, state.attempt = None, None
    if state.outcome is not None:
        state.phase, state.step, state.active = "over", "", ""
    elif state.aside_from_play:
        state.aside_from_play = UNSET
    elif state.phase == "setup":
        _follow_set_up(state)
    elif state.phase in TURN_PHASES:
        _follow_order(state)
    elif state.phase in ("taxation", "free_markers", "recruiting"):
        _follow_treasury(state)
    elif state.phase == "enlightenment":
        if state.step == DONE:
            _next_active(state, "end_of_turn")
    else:
        _AFTER[state.phase](state)


# Set-up


def _follow_set_up(state: State) -> None:
    powers = [row.key for row in state.data.setups.power]
    if state.step == "draft":
        state.active = left_to_choose(state)
        if not state.active:
            state.step = powers[0]
        return
    steps = (*powers, *LAST_STEPS)
    place = steps.index(state.step) + 1
    if place == len(steps):
        state.phase, state.step = "initiative", ""
        return
    state.step = steps[place]


# The treasury phase


def _begin_treasury(state: State) -> None:
    state.phase, state.step, state.recruited = "taxation", "", {}
    state.active = state.first if state.has("treasury_in_turn") else ""


def _follow_treasury(state: State) -> None:
    """3.1(2): step by step for all; with `treasury_in_turn` player by player."""
    if state.phase == "taxation":
        state.phase = "free_markers"
    elif state.phase == "free_markers":
        state.phase, state.step = "recruiting", TREASURY_STEPS[0]
        state.active = state.active or state.first
    elif state.step == MINOR_STEP:
        _begin_turns(state)
    elif state.step == DONE:
        _next_treasury(state)


def _next_treasury(state: State) -> None:
    state.recruited = {}
    seat = _later(state, state.active)
    if seat:
        state.active, state.step = seat, TREASURY_STEPS[0]
        if state.has("treasury_in_turn"):
            state.phase, state.step = "taxation", ""
    elif state.has("minor_power_recruiting"):
        state.step, state.active = MINOR_STEP, ""
    else:
        _begin_turns(state)


# Player turns


def _begin_turns(state: State) -> None:
    state.phase, state.step, state.active = TURN_PHASES[0], BEGUN, state.first
    state.tried = []
    clear_marks(state)


def _follow_order(state: State) -> None:
    if state.step != DONE:
        return
    state.tried = []
    clear_marks(state)
    if seat := _later(state, state.active):
        state.phase, state.step, state.active = TURN_PHASES[0], BEGUN, seat
    else:
        state.phase, state.step, state.active = "provisioning", "", ""


# The end of a turn


def _after_provisioning(state: State) -> None:
    if state.has("enlightenment"):
        state.phase, state.active = "enlightenment", state.first
    else:
        state.phase = "end_of_turn"


def _next_active(state: State, phase: str) -> None:
    state.step = ""
    state.active = _later(state, state.active)
    if not state.active:
        state.phase = phase


def _after_turn(state: State) -> None:
    state.turn += 1
    state.phase, state.step, state.active = "initiative", "", ""


_AFTER = {
    "initiative": _begin_treasury,
    "provisioning": _after_provisioning,
    "end_of_turn": _after_turn,
}


def _later(state: State, seat: Seat) -> Seat:
    """Who comes after a seat in turn order; "": nobody."""
    order = state.turn_order()
    return next(iter(order[order.index(seat) + 1 :]), "")


def upcoming(state: State) -> dict[str, str]:
    """Return the seats that will soon be asked for orders, as all can see, and the occasion."""
    if not state.active or state.phase == "setup":
        return {}
    order = state.turn_order()
    later = order[order.index(state.active) + 1 :]
    if state.phase in TURN_PHASES:
        return dict.fromkeys(later, f"turn {state.turn}")
    if state.phase == "recruiting":
        return dict.fromkeys(later, f"treasury {state.turn}")
    return {}
