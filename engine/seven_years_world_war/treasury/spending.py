"""The treasury of a seat (3.1(2)(c) to (e)): recruiting, training, disbanding, order by order."""

from collections.abc import Callable

from engine.core.decision import Decision, Menu, Refusal, Seat, Verb, kind, no, refuse
from engine.core.messages import Message, message
from engine.seven_years_world_war.order_entries import Order, by_verb
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.tables.names import PHASES, TREASURY_STEPS
from engine.seven_years_world_war.treasury import buying, events, recruiting, training

ORDERS: tuple[Order, ...] = (*recruiting.ORDERS, *buying.ORDERS, *training.ORDERS)
BY_VERB = by_verb(ORDERS)
DONE = "done"


def _judged(order: Order) -> Callable[..., Refusal | None]:
    """3.1(2): sub-phases only go forward."""

    def why_not(state: State, seat: Seat, *args: object) -> Refusal | None:
        if _place(state.step) > _place(order.phase):
            return no("refusal.step_gone_by", "3.1(2)", step=state.step)
        return order.why_not(state, seat, *args)

    return why_not


def _place(step: str) -> int:
    return TREASURY_STEPS.index(step) if step in TREASURY_STEPS else 0


END = Verb(DONE)
MADE = {order.verb: order._replace(why_not=_judged(order)).as_verb for order in ORDERS}


def _gone_by(table: Table, _seat: Seat) -> Refusal | Message | None:
    """Whether the treasury phase of this game turn is over, and whether there will be another."""
    state = table.state
    if PHASES.index(state.phase) <= PHASES.index("recruiting"):
        return None
    if state.turn >= state.data.setups.turns:
        return refuse("refusal.last_treasury_over")
    return message("refusal.treasury_of_next_turn")


@kind(role="action", gone_by=_gone_by)
def treasury(table: Table, seat: Seat) -> Decision:
    """3.1(2): ask how a seat uses its points and leaders, until it is done."""
    state = table.state
    return Decision(
        Menu(END, of=(state, seat), made=MADE),
        (DONE,),
        {"points": state.treasury[seat], "step": state.step or TREASURY_STEPS[0]},
    )


async def treasury_orders(table: Table, seat: Seat) -> None:
    """3.1(2)(c) to (e): play one order; once the seat is done, its step is "done"."""
    state = table.state
    verb, *args = await table.ask(treasury, seat)
    if verb == DONE:
        state.step, state.recruited = DONE, {}
        table.tell(events.TreasuryDone(seat))
        return
    order = BY_VERB[verb]
    state.step = order.phase
    await order.perform(table, seat, *args)
