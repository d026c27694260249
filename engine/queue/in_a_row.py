"""Consecutive orders that are parts of one action, such as the two units of a Move."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.core.decision import Kind, Parts, Seat
from engine.core.messages import message
from engine.core.session import Session
from engine.orders.vocabulary import Step
from engine.queue.order import Order
from engine.queue.steps_to_choices import steps_now

BESIDE = ("answer", "remark")
"""The roles of lines that may stand between two parts of an action."""


class _Action(NamedTuple):
    """An action with room for further parts; `at`: its place in the mail, if it is in the mail."""

    number: int
    room: int
    within: tuple[int, ...] = ()
    at: int | None = None


def joined(
    session: Session, seat: Seat, new: Sequence[Order], kept: Sequence[Order]
) -> list[Order]:
    """Return a mail's orders, with actions joined to the one above as its further parts while there
    is room. An action with room left gets a note, unless the line below it ends it."""
    placed, before = list(new), _under_way(session, seat, kept)
    for n, order in enumerate(new):
        steps = steps_now(session, seat, order.read)
        parts = _parts(session, steps)
        ends = parts is not None and not steps[0].is_one_choice()
        if order.role == "action" and before and parts and _fits(before, order, steps):
            placed[n] = replace(order, joins=before.number)
            before = before._replace(room=before.room - len(steps))
        elif order.role == "action" and not ends:
            room = parts.most(session.table, seat) - len(steps) if parts else 0
            before = _Action(order.number, room, order.within, n)
        elif parts or order.role not in BESIDE:
            before = before._replace(room=0) if before and parts else None
        if before and before.at is not None and parts:
            note = message(parts.unused) if before.room > 0 else None
            placed[before.at] = replace(placed[before.at], note=note)
    return placed


def used_last(orders: Iterable[Order]) -> Order | None:
    """Return the action that was used last."""
    used = [order for order in orders if order.role == "action" and order.used]
    return max(used, key=lambda order: (order.segment or 0, order.number), default=None)


def _under_way(session: Session, seat: Seat, kept: Sequence[Order]) -> _Action | None:
    """Return the action that the seat is being asked a further part of."""
    question = session.questions.get(seat)
    last = used_last(kept)
    if question is None or question.kind.parts is None or last is None:
        return None
    return _Action(last.joins or last.number, question.kind.parts.most(session.table, seat) - 1)


def _fits(before: _Action, order: Order, steps: Sequence[Step]) -> bool:
    return len(steps) <= before.room and order.within == before.within


def _parts(session: Session, steps: Sequence[Step]) -> Parts | None:
    """Return the `Parts` of the kind that an order could be a part of, if there is one."""
    kinds: list[Kind] = [session.game.kinds[name] for s in steps[:1] for name, _ in s.candidates]
    return next((kind.parts for kind in kinds if kind.parts), None)
