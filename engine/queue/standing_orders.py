"""A seat's standing orders: taken in with its mails, cancelled, and consulted when it is asked."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from engine.core.decision import Choice, Question, Seat
from engine.core.messages import Message, message, text
from engine.core.session import Session
from engine.orders.conditions.policy import (
    ONCE,
    Answer,
    Clause,
    Condition,
    Sight,
    answer_of_plan,
    found_at,
    holds,
    statement_holds,
    unseen,
)
from engine.orders.vocabulary import Vocabulary
from engine.queue.order import Order

MOST = 40
"""The largest number of standing orders that a seat can have."""


def settled(
    session: Session, seat: Seat, kept: Sequence[Order], new: Sequence[Order]
) -> tuple[list[Order], list[Order]]:
    """Return what is kept and what is new, after standing orders were cancelled, replaced and
    dated."""
    if not any(order.clause for order in new):
        return list(kept), list(new)
    words = session.game.words
    sight = Sight(seat, session.view(seat))
    left, placed = list(kept), list[Any]()
    for order in new:
        clause = order.clause
        if clause and (why := _why_not(words, order, clause, sight)):
            # A standing order that is refused stops nothing; below a condition, everything has to
            # wait.
            order = _refused(order, why)
        elif order.role == "forget" and clause:
            left, order = _forgotten(left, order, clause)
        elif order.role == "standing" and clause:
            left = [o for o in left if not _same(o, clause)]
            placed = [o for o in placed if not _same(o, clause)]
            order = _dated(order, clause, sight)
            if sum(o.role == "standing" for o in (*left, *placed)) >= MOST:
                order = replace(
                    order, state="refused", reason=message("refusal.too_many_standing", most=MOST)
                )
        elif order.role == "condition" and clause and clause.word == "else" and not order.otherwise:
            order = replace(
                order, role="unclear", state="unclear", reason=message("refusal.else_below_nothing")
            )
        placed.append(order)
    return left, placed


def _why_not(words: Vocabulary, order: Order, clause: Clause, sight: Sight) -> Message | None:
    """Say why a line is impossible: it is about something that a seat can never know, or cannot
    know from where the line stands."""
    for statement in clause.statements():
        said = text(words.words.clauses.statements.said(statement))
        if any(path.startswith("view.") for path in unseen(statement, sight)):
            return message("refusal.hidden", said=said)
        if statement.test.of_action and order.below is None:
            return message("refusal.no_order_above", said=said)
    return None


def _refused(order: Order, why: Message) -> Order:
    if order.role == "standing":
        return replace(order, state="refused", reason=why)
    return replace(order, role="unclear", state="unclear", reason=why)


def _forgotten(left: list[Order], order: Order, clause: Clause) -> tuple[list[Order], Order]:
    mine = [o for o in left if o.role == "standing"]
    if clause.situation:
        gone = [o for o in mine if _same(o, clause)]
    elif clause.period:
        gone = mine[int(clause.period) - 1 : int(clause.period)] if int(clause.period) else []
    else:
        gone = mine
    if not gone:
        return left, replace(order, state="refused", reason=message("refusal.no_such_standing"))
    return [o for o in left if o not in gone], order


def _same(order: Order, clause: Clause) -> bool:
    """Tell whether a standing order has this situation, and these conditions if any are given."""
    other = order.clause if order.role == "standing" else None
    if other is None or other.situation is None or clause.situation is None:
        return False
    alike = clause.word == "forget" or _alike(clause.condition, other.condition)
    return alike and other.situation.same(clause.situation)


def _alike(one: Condition | None, other: Condition | None) -> bool:
    if one is None or other is None:
        return one is other
    pairs = zip(one.statements, other.statements, strict=False)
    same = len(one.statements) == len(other.statements) and one.any_of is other.any_of
    return same and all(a.same(b) for a, b in pairs)


def _dated(order: Order, clause: Clause, sight: Sight) -> Order:
    if not clause.period:
        return order
    value = None if clause.period == ONCE else _now(clause.period, sight)
    return replace(order, until=(clause.period, value))


def _now(paths: str, sight: Sight) -> Any:
    """Return the value at a path, or a list of values at several paths separated by spaces."""
    found = [found_at(path, sight) for path in paths.split()]
    return found[0] if len(found) == 1 else found


def is_over(order: Order, sight: Sight) -> bool:
    """Tell whether a standing order has expired."""
    if order.until is None or order.until[0] == ONCE:
        return False
    return bool(_now(order.until[0], sight) != order.until[1])


def narrowest_first(orders: Sequence[Order]) -> list[Order]:
    """Sort standing orders as they are consulted: one for a place, a seat or a side comes before
    one for any; one with a condition before one without; otherwise in the order written."""

    def width(order: Order) -> tuple[int, bool, int, bool]:
        clause = order.clause
        if clause is None or clause.situation is None:
            return 0, True, 0, True
        test, values, *_ = clause.situation
        return -len(values), not test.where, len(test.kinds), clause.condition is None

    return sorted(orders, key=width)


def answers(order: Order, question: Question, sight: Sight) -> Iterator[Answer]:
    """Yield a standing order's answers to a question, in the order written. Stop at the first for
    which the seat cannot see whether it should be given."""
    clause = order.clause
    if clause is None or clause.situation is None:
        return
    if question.kind.name not in clause.situation.test.kinds:
        return
    if not statement_holds(clause.situation, sight):
        return
    for answer in clause.answers:
        if not answer.serves(question.kind.name):
            continue
        met = [holds(condition, sight) for condition in answer.conditions]
        if None in met and False not in met:
            return
        if all(met):
            yield answer


def choices(session: Session, question: Question, answer: Answer, sight: Sight) -> list[Choice]:
    """Return the choices that an answer may stand for; empty if there are none here."""
    if answer.default:
        return [session.decision(question.seat).default]
    if answer.plan is None:
        return [choice for kind, choice in answer.candidates if kind == question.kind.name]
    menu = session.decision(question.seat).menu
    choice = answer_of_plan(session.game.plans, answer.plan, sight, menu)
    return [] if choice is None else [choice]
