"""A player turn (3.1(3)): diplomacy, movement, combat and pillage as one question.

Each chapter has a table of its orders. One order is a segment; the first order of a later phase, or
`done`, ends the current phase.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from msgspec import UNSET

from engine.core.decision import Decision, Menu, Refusal, Seat, Verb, kind, no
from engine.seven_years_world_war import events
from engine.seven_years_world_war.combat import attack_orders
from engine.seven_years_world_war.diplomacy import attempt
from engine.seven_years_world_war.movement import orders as movement
from engine.seven_years_world_war.order_entries import Judge, Order, by_verb
from engine.seven_years_world_war.pillage import pillaging
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.tables.names import TURN_PHASES

BEGUN = "begin"
"""The step of a player turn that has not been told yet."""
DONE = "done"
END = Verb(DONE)
ORDERS: tuple[Order, ...] = (
    *attempt.ORDERS,
    *movement.ORDERS,
    *attack_orders.ORDERS,
    *pillaging.ORDERS,
)
BY_VERB: dict[str, Order] = by_verb(ORDERS)


def phases(state: State) -> tuple[str, ...]:
    """Return the phases of a player turn; pillage is an optional rule (26)."""
    return TURN_PHASES if state.has("pillage") else TURN_PHASES[:-1]


@kind(role="action")
def turn(table: Table, seat: Seat) -> Decision:
    """Ask what a seat does next in its turn; before its turn, show what it may do in it."""
    state = table.state.at_rest()
    there = phases(state)
    phase = state.phase if state.active == seat and state.phase in there else there[0]
    menu = Menu(END, of=(state, seat), made=_open(there, phase))
    facts = {"phase": phase, "turn": state.turn, "phases": list(there)}
    return Decision(menu, (DONE,), facts)


@cache
def _open(there: tuple[str, ...], phase: str) -> dict[str, Callable[[State, Seat], Verb]]:
    """Orders of this phase and later ones are judged by their chapters; those of an earlier phase
    are refused. `there`: the phases of this turn. Orders of a phase that is not played refuse
    themselves."""
    at = there.index(phase)
    judged = (
        each._replace(why_not=_as_of(each, TURN_PHASES.index(each.phase) - at)) for each in ORDERS
    )
    return {order.verb: order.as_verb for order in judged}


def _as_of(order: Order, later: int) -> Judge:
    """The judge of an order that comes `later` phases from now, when nobody has moved or attacked
    yet."""
    if later < 0:
        return _gone_by(order.phase)

    def why_not(state: State, seat: Seat, *args: Any) -> Refusal | None:
        if later and (state.moved or state.attacked or state.attacks):
            state = state.at_rest()
            clear_marks(state)
        return order.why_not(state, seat, *args)

    return why_not


def _gone_by(phase: str) -> Judge:
    def why_not(_state: State, _seat: Seat, *_args: object) -> Refusal | None:
        return no("refusal.phase_gone_by", "3.1(3)", phase=phase)

    return why_not


async def player_turn(table: Table, seat: Seat) -> None:
    """3.1(3): play one order, or end a phase."""
    state = table.state
    if state.step == BEGUN:
        state.step = ""
        table.tell(events.PlayerTurn(seat, state.turn))
    verb, *args = await table.ask(turn, seat)
    if verb == DONE:
        _end_phase(table, seat)
        return
    order = BY_VERB[verb]
    if state.phase != order.phase:
        begin_phase(table, seat, order.phase)
    await order.perform(table, seat, *args)


def _end_phase(table: Table, seat: Seat) -> None:
    there = phases(table.state)
    if table.state.phase == there[-1]:
        table.state.step = DONE
        return
    begin_phase(table, seat, there[there.index(table.state.phase) + 1])


def begin_phase(table: Table, seat: Seat, phase: str) -> None:
    """Begin a phase, in which nobody has moved or attacked yet."""
    table.state.phase = phase
    clear_marks(table.state)
    table.tell(events.PhaseBegun(seat, phase))


def clear_marks(state: State) -> None:
    """Remove the marks that only last for a phase."""
    state.moved, state.attacked, state.attacks = {}, {}, []
    state.beaten_back = UNSET
