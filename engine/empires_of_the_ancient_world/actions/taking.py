"""A player's action: the table of all actions, and Pass."""

from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import NamedTuple

from engine.core.decision import Decision, Domain, Menu, Refusal, Seat, Verb, allow, kind
from engine.empires_of_the_ancient_world import events
from engine.empires_of_the_ancient_world.actions.bases import (
    add_base,
    build_fort,
    why_not_base,
    why_not_fort,
)
from engine.empires_of_the_ancient_world.actions.diplomacy import negotiate, why_not_diplomacy
from engine.empires_of_the_ancient_world.actions.diplomacy import targets as diplomacy_targets
from engine.empires_of_the_ancient_world.actions.recruiting import (
    all_cards,
    disband,
    draft,
    new_row,
    places,
    recruit,
    why_not_disband,
    why_not_draft,
    why_not_new_row,
    why_not_recruit,
)
from engine.empires_of_the_ancient_world.actions.trade import targets as trade_targets
from engine.empires_of_the_ancient_world.actions.trade import trade, why_not_trade
from engine.empires_of_the_ancient_world.attack.arriving import attack, why_not_attack
from engine.empires_of_the_ancient_world.attack.arriving import targets as attack_targets
from engine.empires_of_the_ancient_world.data import Data
from engine.empires_of_the_ancient_world.state import Table
from engine.kit.datafile import TABLES_IN_USE


class Action(NamedTuple):
    """An action: verb, judge (state, seat, *arguments), domains with these tables, and effect."""

    verb: str
    why_not: Callable[..., Refusal | None]
    domains: Callable[[Data], tuple[Domain, ...]]
    perform: Callable[..., Awaitable[None]]


async def _pass(table: Table, seat: Seat) -> None:
    """Take a turn without an action."""
    table.tell(events.Passed(seat))


def _areas(data: Data) -> tuple[Domain, ...]:
    return (data.areas,)


def _nothing(_data: Data) -> tuple[Domain, ...]:
    return ()


ACTIONS: tuple[Action, ...] = (
    Action("base", why_not_base, _areas, add_base),
    Action("fort", why_not_fort, _areas, build_fort),
    Action("recruit", why_not_recruit, all_cards, recruit),
    Action("draft", why_not_draft, places, draft),
    Action("new_row", why_not_new_row, _nothing, new_row),
    Action("disband", why_not_disband, all_cards, disband),
    Action("trade", why_not_trade, trade_targets, trade),
    Action("diplomacy", why_not_diplomacy, diplomacy_targets, negotiate),
    Action("attack", why_not_attack, attack_targets, attack),
    Action("pass", allow, _nothing, _pass),
)
BY_VERB = {action.verb: action for action in ACTIONS}


@lru_cache(maxsize=TABLES_IN_USE)
def verbs(data: Data) -> tuple[Verb, ...]:
    """Return the verbs; their judges are given the state and the seat before the arguments."""
    return tuple(Verb(each.verb, each.why_not, each.domains(data)) for each in ACTIONS)


@kind(role="action")
def action(table: Table, seat: Seat) -> Decision:
    """Choose the one action of a round, or the extra one after a rout."""
    state = table.state
    return Decision(
        Menu(*verbs(state.data), of=(state, seat)),
        ("pass",),
        facts={
            "extra": state.step == "extra",
            "row": list(state.row),
            "warehouse": state.warehouse[seat],
        },
    )


async def take_action(table: Table, seat: Seat) -> None:
    """Play one action of one player, with its battle."""
    state = table.state
    order = state.turn_order()
    if seat == order[0] and state.step != "extra":
        table.tell(events.RoundBegun(state.turn, state.round, turn_order=order))
    verb, *args = await table.ask(action, seat)
    await BY_VERB[verb].perform(table, seat, *args)
