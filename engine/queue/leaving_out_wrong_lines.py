"""Going on without the line at which the queue stopped, using what is held after it.

This happens when the seat says so, or when a default would be taken for the seat: an explicit order
is closer to what the player wants than what is done for silent players. By then there was time
enough to correct the line.
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.core.decision import Seat
from engine.core.messages import message
from engine.core.session import Session
from engine.queue.order import OPEN, Order, stops
from engine.queue.using_lines import preview, use_lines

LEFT_OUT = message("queue.left_out")
USED: frozenset[str] = frozenset(("played", "started", "given"))


def is_held_back(orders: Sequence[Order]) -> bool:
    """Tell whether something waits after a line that stops the queue without asking anything."""
    first = next((order.number for order in orders if _is_left_out(order)), None)
    return first is not None and any(o.number > first and o.state in OPEN for o in orders)


def released(orders: Sequence[Order]) -> list[Order]:
    """Return the lines without those that stop them; what depends on one of these is skipped.

    A line that waits for its seat to agree stays: only the seat's own yes plays it.
    """
    gone = {order.number for order in orders if _is_left_out(order)}
    return [
        replace(order, state="skipped", reason=LEFT_OUT)
        if order.state in OPEN and gone & {*order.within, order.otherwise}
        else order
        for order in orders
        if order.number not in gone
    ]


def _is_left_out(order: Order) -> bool:
    return stops(order) and order.state != "to_confirm"


def use_held(session: Session, seat: Seat, orders: Sequence[Order]) -> list[Order] | None:
    """Answer what a seat is asked with an order that is held after a refused or unclear line.

    None: nothing that is held answers it legally and beyond doubt. A queue that stops to ask its
    seat waits for it.
    """
    left = list(orders)
    while (first := _first_held(session, seat, left)) is not None:
        tried = {order.number: order for order in preview(session, seat, released(left))}
        became = tried[first.number].state
        if became in USED:
            return use_lines(session, seat, released(left))
        if became != "refused":
            return None
        left = [tried.get(order.number, order) for order in left]
    return None


def _first_held(session: Session, seat: Seat, orders: Sequence[Order]) -> Order | None:
    """Return the first held line, if it is for the question now open to the seat."""
    wrong = [order for order in orders if stops(order)]
    held = (o for o in orders if o.state == "on_hold" and o.role in ("action", "answer"))
    first = next(held, None)
    asks = any(order.role == "stop" or order.state == "to_confirm" for order in wrong)
    if first is None or seat not in session.questions or asks:
        return None
    step = first.steps[first.used]
    return first if step.choices(session.questions[seat].kind.name) else None
