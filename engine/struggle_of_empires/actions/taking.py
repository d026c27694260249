"""Phase III, Player Actions: the table of actions, the questions of a turn, Pass."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Any, Literal, NamedTuple, TypeAlias

from engine.core.decision import ANY_VERB, Decision, Domain, Menu, Refusal, Verb, kind, no
from engine.kit.datafile import TABLES_IN_USE
from engine.struggle_of_empires import events
from engine.struggle_of_empires.actions.building import (
    NATIVES,
    build,
    hire,
    rebuild,
    train_natives,
    why_not_build,
    why_not_hire,
    why_not_rebuild,
    why_not_train_natives,
)
from engine.struggle_of_empires.actions.colonies import (
    colonize,
    commerce,
    why_not_colonize,
    why_not_commerce,
)
from engine.struggle_of_empires.actions.covert import incite, why_not_incite
from engine.struggle_of_empires.actions.local_alliances import (
    send_diplomats,
    take_alliance,
    why_not_ally,
    why_not_send_diplomats,
)
from engine.struggle_of_empires.actions.movement import move, moves, why_not_move
from engine.struggle_of_empires.actions.tiles import (
    blockade,
    claim,
    farm,
    trade,
    why_not_blockade,
    why_not_claim,
    why_not_farm,
    why_not_trade,
)
from engine.struggle_of_empires.attack.performing import (
    perform_attack,
    targets,
    use_war_office,
    why_not_attack,
    why_not_war_office,
)
from engine.struggle_of_empires.data import Data
from engine.struggle_of_empires.schema import UNITS, Power
from engine.struggle_of_empires.state import State, Table
from engine.struggle_of_empires.state_changes import return_unrest

Sort = Literal["regular", "special", "free"]
Judge: TypeAlias = Callable[..., Refusal | None]
Domains: TypeAlias = tuple[Domain, ...]
Perform: TypeAlias = Callable[..., Awaitable[None]]


class Action(NamedTuple):
    """An action: its sort, its verb (whose judge is given the state and the seat before the
    arguments), and what it does (table, seat, *arguments)."""

    sort: Sort
    verb: Verb
    perform: Perform


async def _pass(table: Table, seat: Power) -> None:
    """Deluxe, Pass; its benefit comes at the end of the turn."""
    table.tell(events.Passed(seat, actions_left=table.state.actions_left - 1))


def why_not_special(
    verb: str, why_not: Judge, state: State, seat: Power, *args: Any
) -> Refusal | None:
    """Deluxe, Special Actions: one in a turn. Original, Player Actions: one tile in a round, and
    one colonization or enslavement."""
    for called, group in state.rules.once_a_turn.items():
        if verb in group:
            for taken in state.actions_taken:
                if taken in group:
                    return no("refusal.once_a_turn", "Player Actions", group=called)
    return why_not(state, seat, *args)


@lru_cache(maxsize=TABLES_IN_USE)
def actions(data: Data) -> Mapping[str, Action]:
    """Return the actions of a game with these data by verb, in the order of menus."""
    return {action.verb.name: action for action in _actions(data)}


def _actions(data: Data) -> Iterator[Action]:
    regions, places, alliances = data.regions, data.places, tuple(data.alliances)
    attacks: Domains = (regions, targets(data).__getitem__)
    incitements = (regions, data.powers)
    yield _regular("build", why_not_build, (UNITS, places), build)
    yield _regular("rebuild", why_not_rebuild, (UNITS, places, places), rebuild)
    yield _regular("move", why_not_move, moves(data), move)
    yield _regular("attack", why_not_attack, attacks, perform_attack)
    yield _special("colonize", why_not_colonize, (regions,), colonize)
    yield _special("commerce", why_not_commerce, (regions,), commerce)
    yield _special("claim", why_not_claim, ((*data.tiles, *alliances),), claim)
    yield _special("ally", why_not_ally, (alliances,), take_alliance)
    for verb, token in (("pirates", "pirates"), ("revolt", "rebels")):
        judge = partial(why_not_incite, token)
        yield _special(verb, judge, incitements, partial(incite, token))
    yield Action("regular", Verb("pass"), _pass)
    yield _free("war_office", why_not_war_office, attacks, use_war_office)
    for tile in ("mercenaries", "pressgangs"):
        yield _free(tile, partial(why_not_hire, tile), (places,), partial(hire, tile))
    yield _free(NATIVES, why_not_train_natives, (regions,), train_natives)
    yield _free("diplomatic_service", why_not_send_diplomats, (alliances,), send_diplomats)
    yield _free("improved_agriculture", why_not_farm, (), farm)
    for tile in data.trade_tiles:
        yield _free(tile, partial(why_not_trade, tile), (regions,), partial(trade, tile))
    yield _free("blockade", why_not_blockade, (regions,), blockade)


def _regular(verb: str, why_not: Judge, domains: Domains, perform: Perform) -> Action:
    return Action("regular", Verb(verb, why_not, domains), perform)


def _special(verb: str, why_not: Judge, domains: Domains, perform: Perform) -> Action:
    return Action("special", Verb(verb, partial(why_not_special, verb, why_not), domains), perform)


def _free(verb: str, why_not: Judge, domains: Domains, perform: Perform) -> Action:
    return Action("free", Verb(verb, why_not, domains), perform)


# The questions of a turn


@kind(role="action")
def action(table: Table, seat: Power) -> Decision:
    """Take a regular or special action, or a free action before it."""
    state = table.state
    left = state.actions_left
    return Decision(
        Menu(*(action.verb for action in actions(state.data).values()), of=(state, seat)),
        ("pass",),
        facts={
            "actions_left": left,
            "actions_taken": list(state.actions_taken),
            "once_a_turn": list(state.rules.once_a_turn),
        },
    )


@kind(role="action", covered_by=ANY_VERB)
def free_action(table: Table, seat: Power) -> Decision:
    """Take a free action when no other action is left, or end the turn."""
    state = table.state
    free = (action.verb for action in actions(state.data).values() if action.sort == "free")
    menu = Menu(*free, Verb("done"), of=(state, seat))
    return Decision(
        menu,
        ("done",),
        facts={"usable": [verb for verb in menu.options() if verb != "done"]},
    )


def free_action_usable(state: State, seat: Power) -> bool:
    """Tell whether a seat has a free action left that it could take now."""
    known = actions(state.data)
    usable = (
        known[tile].verb for tile in state.tiles[seat] if tile in known and state.ready(seat, tile)
    )
    return any(Menu(*usable, of=(state, seat)).options())


# The segments


async def take_action(table: Table, seat: Power) -> None:
    """Play one action of one player."""
    state = table.state
    _begin(table, seat)
    verb, *args = await table.ask(action, seat)
    taken = actions(state.data)[verb]
    await taken.perform(table, seat, *args)
    state.actions_taken.append(verb)
    if taken.sort != "free":
        state.actions_left -= 1
    _end_if_done(table, seat)


async def take_free_action(table: Table, seat: Power) -> None:
    """Play one free action after the last other action."""
    verb, *args = await table.ask(free_action, seat)
    if verb == "done":
        _end_turn(table, seat)
        return
    await actions(table.state.data)[verb].perform(table, seat, *args)
    table.state.actions_taken.append(verb)
    _end_if_done(table, seat)


def _begin(table: Table, seat: Power) -> None:
    """Announce the phase, the round and the turn that begin here."""
    state = table.state
    if state.actions_taken or state.actions_left < state.rules.actions:
        return
    order = state.turn_order()
    if seat == order[0]:
        if state.round == 1:
            table.tell(events.PhaseBegun(state.war, "actions"))
        table.tell(events.RoundBegun(state.war, state.round, order))
    table.tell(events.TurnBegun(seat, state.war, state.round))


def _end_if_done(table: Table, seat: Power) -> None:
    state = table.state
    if state.actions_left:
        return
    if free_action_usable(state, seat):
        state.step = "free"
    else:
        _end_turn(table, seat)


def _end_turn(table: Table, seat: Power) -> None:
    """Deluxe, Pass: both actions passed, or one and no attack made, return 1 point of unrest."""
    state = table.state
    passes = state.actions_taken.count("pass")
    attacked = "attack" in state.actions_taken or "war_office" in state.actions_taken
    returns = state.rules.pass_returns and (passes > 1 or (passes and not attacked))
    if returns:
        return_unrest(table, seat, state.rules.pass_returns, "pass")
    state.step = "over"
