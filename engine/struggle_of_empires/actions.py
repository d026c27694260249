"""Phase III, Player Actions: the table of actions, a turn's questions, Pass."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Literal, NamedTuple

from engine.decision import Choice, Decision, Domain, Menu, Refusal, Verb, kind
from engine.struggle_of_empires.attack import (
    perform_attack,
    targets,
    use_war_office,
    why_not_attack,
    why_not_war_office,
)
from engine.struggle_of_empires.building import (
    BUILDS,
    NATIVES,
    REBUILDS,
    build,
    hire,
    rebuild,
    train_natives,
    why_not_build,
    why_not_hire,
    why_not_rebuild,
    why_not_train_natives,
)
from engine.struggle_of_empires.colonies import (
    colonize,
    commerce,
    why_not_colonize,
    why_not_commerce,
)
from engine.struggle_of_empires.covert import incite, why_not_incite
from engine.struggle_of_empires.data import ALLIANCES, PLACES, POWERS, REGIONS, TILES, TRADE_TILES
from engine.struggle_of_empires.local_alliances import (
    send_diplomats,
    take_alliance,
    why_not_ally,
    why_not_send_diplomats,
)
from engine.struggle_of_empires.movement import MOVES, move, why_not_move
from engine.struggle_of_empires.refusals import no
from engine.struggle_of_empires.schema import Power
from engine.struggle_of_empires.state import State, ready, turn_order
from engine.struggle_of_empires.tiles import (
    blockade,
    claim,
    farm,
    trade,
    why_not_blockade,
    why_not_claim,
    why_not_farm,
    why_not_trade,
)
from engine.struggle_of_empires.verbs import return_unrest
from engine.table import Table

Sort = Literal["regular", "special", "free"]


class Action(NamedTuple):
    """An action: its verb, its judge (state, seat, *arguments), its domains, what it does."""

    verb: str
    sort: Sort
    why_not: Callable[..., Refusal | None]
    domains: tuple[Domain, ...]
    perform: Callable[..., Awaitable[None]]


def _nothing_against(_state: State, _seat: Power) -> Refusal | None:
    return None


async def _pass(table: Table, seat: Power) -> None:
    """Deluxe, Pass; what it brings is seen at the end of the turn."""
    table.tell("passed", seat=seat, actions_left=table.state.actions_left - 1)


def why_not_special(
    verb: str, why_not: Callable[..., Refusal | None], state: State, seat: Power, *args: Any
) -> Refusal | None:
    """Deluxe, Special Actions: one in a turn. Original, Player Actions: one tile in a round, and
    one colonization or enslavement."""
    for called, group in state.rules.once_a_turn.items():
        if verb in group:
            for taken in state.actions_taken:
                if taken in group:
                    return no(f"You have taken your one {called} of this turn.", "Player Actions")
    return why_not(state, seat, *args)


def _special(
    verb: str,
    why_not: Callable[..., Refusal | None],
    domains: tuple[Domain, ...],
    perform: Callable[..., Awaitable[None]],
) -> Action:
    return Action(verb, "special", partial(why_not_special, verb, why_not), domains, perform)


INCITEMENTS = (REGIONS, POWERS)
ATTACKS: tuple[Domain, ...] = (REGIONS, targets)

ACTIONS: tuple[Action, ...] = (
    Action("build", "regular", why_not_build, BUILDS, build),
    Action("rebuild", "regular", why_not_rebuild, REBUILDS, rebuild),
    Action("move", "regular", why_not_move, MOVES, move),
    Action("attack", "regular", why_not_attack, ATTACKS, perform_attack),
    _special("colonize", why_not_colonize, (REGIONS,), colonize),
    _special("commerce", why_not_commerce, (REGIONS,), commerce),
    _special("claim", why_not_claim, ((*TILES, *ALLIANCES),), claim),
    _special("ally", why_not_ally, (tuple(ALLIANCES),), take_alliance),
    *(
        _special(verb, partial(why_not_incite, token), INCITEMENTS, partial(incite, token))
        for verb, token in (("pirates", "pirates"), ("revolt", "rebels"))
    ),
    Action("pass", "regular", _nothing_against, (), _pass),
    Action("war_office", "free", why_not_war_office, ATTACKS, use_war_office),
    *(
        Action(tile, "free", partial(why_not_hire, tile), (PLACES,), partial(hire, tile))
        for tile in ("mercenaries", "pressgangs")
    ),
    Action(NATIVES, "free", why_not_train_natives, (REGIONS,), train_natives),
    Action(
        "diplomatic_service",
        "free",
        why_not_send_diplomats,
        (tuple(ALLIANCES),),
        send_diplomats,
    ),
    Action("improved_agriculture", "free", why_not_farm, (), farm),
    *(
        Action(tile, "free", partial(why_not_trade, tile), (REGIONS,), partial(trade, tile))
        for tile in TRADE_TILES
    ),
    Action("blockade", "free", why_not_blockade, (REGIONS,), blockade),
)
BY_VERB = {action.verb: action for action in ACTIONS}
FREE = tuple(action for action in ACTIONS if action.sort == "free")


VERBS = {action.verb: Verb(action.verb, action.why_not, action.domains) for action in ACTIONS}
"""Their judges are told the state and the seat before the arguments."""


# The questions of a turn


@kind(role="action")
def action(table: Table, seat: Power) -> Decision:
    """A regular or special action, or a free one before it."""
    state: State = table.state
    left = state.actions_left
    return Decision(
        f"War {state.war}, round {state.round} of {state.rounds}: your action, {left} left.",
        Menu(*VERBS.values(), of=(state, seat)),
        ("pass",),
        facts={
            "actions_left": left,
            "actions_taken": list(state.actions_taken),
            "once_a_turn": list(state.rules.once_a_turn),
        },
    )


@kind(role="action", covered_by=tuple(action.verb for action in ACTIONS))
def free_action(table: Table, seat: Power) -> Decision:
    """A free action when no other is left, or the end of the turn."""
    state: State = table.state
    menu = Menu(*(VERBS[action.verb] for action in FREE), Verb("done"), of=(state, seat))
    return Decision(
        "No action is left; a free action, or done?",
        menu,
        ("done",),
        facts={"usable": [verb for verb in menu.options() if verb != "done"]},
    )


def free_action_usable(state: State, seat: Power) -> bool:
    """Whether a seat has a free action left that it could take now."""
    usable = (
        VERBS[tile] for tile in state.tiles[seat] if tile in VERBS and ready(state, seat, tile)
    )
    return any(Menu(*usable, of=(state, seat)).options())


# The segments


async def take_action(table: Table, seat: Power) -> None:
    """One action of one player."""
    state: State = table.state
    _begin(table, seat)
    choice = await table.ask(action, seat)
    await _perform(table, seat, choice)
    if BY_VERB[choice[0]].sort != "free":
        state.actions_left -= 1
    _end_if_done(table, seat)


async def take_free_action(table: Table, seat: Power) -> None:
    """One free action after the last other one."""
    choice = await table.ask(free_action, seat)
    if choice[0] == "done":
        _end_turn(table, seat)
        return
    await _perform(table, seat, choice)
    _end_if_done(table, seat)


async def _perform(table: Table, seat: Power, choice: Choice) -> None:
    await BY_VERB[choice[0]].perform(table, seat, *choice[1:])
    table.state.actions_taken.append(choice[0])


def _begin(table: Table, seat: Power) -> None:
    """Tell the phase, the round and the turn that begin here."""
    state: State = table.state
    if state.actions_taken or state.actions_left < state.rules.actions:
        return
    order = turn_order(state)
    if seat == order[0]:
        if state.round == 1:
            table.tell("phase_begun", war=state.war, phase="actions")
        table.tell("round_begun", war=state.war, round=state.round, turn_order=order)
    table.tell("turn_begun", seat=seat, war=state.war, round=state.round)


def _end_if_done(table: Table, seat: Power) -> None:
    state: State = table.state
    if state.actions_left:
        return
    if free_action_usable(state, seat):
        state.step = "free"
    else:
        _end_turn(table, seat)


def _end_turn(table: Table, seat: Power) -> None:
    """Deluxe, Pass: both actions passed, or one and no attack made, return 1 point of unrest."""
    state: State = table.state
    passes = state.actions_taken.count("pass")
    attacked = "attack" in state.actions_taken or "war_office" in state.actions_taken
    returns = state.rules.pass_returns and (passes > 1 or (passes and not attacked))
    if returns:
        return_unrest(table, seat, state.rules.pass_returns, "pass")
    state.step = "over"
