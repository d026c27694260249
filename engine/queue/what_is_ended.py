"""What lines such as `done` end: the row of questions above them, or the question now open.

Such a line says the same to every question that it fits. It only ends questions that could be seen
when it was written. A line that ends nothing is dropped.
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.core.decision import Seat
from engine.core.messages import message
from engine.core.session import Session
from engine.queue.order import Order

NOTHING = message("queue.ends_nothing")


def only_ends(session: Session, order: Order) -> bool:
    """Tell whether an order only ends one of several kinds of question."""
    if order.role != "action" or len(order.steps) != 1 or order.steps[0].now:
        return False
    found = order.steps[0].candidates
    ends = {(session.game.kinds[kind].ends,) for kind, _ in found}
    return len(found) > 1 and order.steps[0].is_one_choice() and {c for _, c in found} <= ends


def bound(session: Session, seat: Seat, new: Sequence[Order]) -> list[Order]:
    """Return the orders of a mail. Each that only ends something gets the kinds of question that it
    may end; if there is nothing to end, and nothing to do before, it is dropped."""
    placed: list[Order] = []
    acts = any(_acts(session, order) for order in new)
    above: Order | None = None
    for order in new:
        if only_ends(session, order) and order.state == "queued":
            order = _bound(session, seat, order, above, acts=acts)
        if order.role == "action" and order.state == "queued":
            above = order
        placed.append(order)
    return placed


def _acts(session: Session, order: Order) -> bool:
    """Tell whether an order does something besides ending."""
    return order.role in ("action", "condition") and not only_ends(session, order)


def _bound(session: Session, seat: Seat, order: Order, above: Order | None, *, acts: bool) -> Order:
    mine = _kinds(order)
    question = session.questions.get(seat)
    if above is not None and only_ends(session, above):
        return replace(order, ends=_rows(session, above.ends))
    if above is not None:
        shared = [kind for kind in mine if kind in _kinds(above)]
        return replace(order, ends=tuple(shared))
    if question is not None and question.kind.name in mine:
        return replace(order, ends=(question.kind.name,))
    if not acts and question is None:
        return replace(order, state="skipped", reason=NOTHING)
    return replace(order, ends=tuple(k for k in mine if not session.game.kinds[k].ends))


def _kinds(order: Order) -> list[str]:
    """Return the kinds of question that an order's last step can answer."""
    return [kind for step in order.steps[-1:] for kind, _ in step.candidates]


def _rows(session: Session, kinds: Sequence[str]) -> tuple[str, ...]:
    """Return those of these kinds that come in rows, which end only once."""
    return tuple(kind for kind in kinds if session.game.kinds[kind].ends)
