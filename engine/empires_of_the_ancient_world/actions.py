"""A player's action: the table of all actions, Pass."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from engine.decision import Decision, Domain, Menu, Refusal, Seat, Verb, kind
from engine.empires_of_the_ancient_world.attack import ATTACKS, attack, why_not_attack
from engine.empires_of_the_ancient_world.bases import (
    add_base,
    build_fort,
    why_not_base,
    why_not_fort,
)
from engine.empires_of_the_ancient_world.data import AREAS, CARDS
from engine.empires_of_the_ancient_world.diplomacy import TARGETS as OFFERS
from engine.empires_of_the_ancient_world.diplomacy import negotiate, why_not_diplomacy
from engine.empires_of_the_ancient_world.recruiting import (
    PLACES,
    disband,
    draft,
    new_row,
    recruit,
    why_not_disband,
    why_not_draft,
    why_not_new_row,
    why_not_recruit,
)
from engine.empires_of_the_ancient_world.state import State, turn_order
from engine.empires_of_the_ancient_world.trade import TARGETS, trade, why_not_trade
from engine.table import Table


class Action(NamedTuple):
    """An action: its verb, its judge (state, seat, *arguments), its domains, what it does."""

    verb: str
    why_not: Callable[..., Refusal | None]
    domains: tuple[Domain, ...]
    perform: Callable[..., Awaitable[None]]


def _nothing_against(_state: State, _seat: Seat) -> Refusal | None:
    return None


async def _pass(table: Table, seat: Seat) -> None:
    """A turn without an action."""
    table.tell("passed", seat=seat)


CARD_KEYS = tuple(CARDS)
ACTIONS: tuple[Action, ...] = (
    Action("base", why_not_base, (AREAS,), add_base),
    Action("fort", why_not_fort, (AREAS,), build_fort),
    Action("recruit", why_not_recruit, (CARD_KEYS,), recruit),
    Action("draft", why_not_draft, (PLACES,), draft),
    Action("new_row", why_not_new_row, (), new_row),
    Action("disband", why_not_disband, (CARD_KEYS,), disband),
    Action("trade", why_not_trade, TARGETS, trade),
    Action("diplomacy", why_not_diplomacy, OFFERS, negotiate),
    Action("attack", why_not_attack, ATTACKS, attack),
    Action("pass", _nothing_against, (), _pass),
)
BY_VERB = {action.verb: action for action in ACTIONS}
VERBS = tuple(Verb(action.verb, action.why_not, action.domains) for action in ACTIONS)
"""Their judges are told the state and the seat before the arguments."""


@kind(role="action")
def action(table: Table, seat: Seat) -> Decision:
    """The one action of a round, or the extra one after a rout."""
    state: State = table.state
    extra = " The rout has won you an extra action." if state.step == "extra" else ""
    return Decision(
        f"Game turn {state.turn}, round {state.round} of {state.rounds}: your action.{extra}",
        Menu(*VERBS, of=(state, seat)),
        ("pass",),
        facts={"extra": state.step == "extra", "row": list(state.row)},
    )


async def take_action(table: Table, seat: Seat) -> None:
    """One action of one player, with its battle."""
    state: State = table.state
    order = turn_order(state)
    if seat == order[0] and state.step != "extra":
        table.tell("round_begun", turn=state.turn, round=state.round, turn_order=order)
    verb, *args = await table.ask(action, seat)
    await BY_VERB[verb].perform(table, seat, *args)
