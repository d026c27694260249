"""Standing orders of a seat: taken in with its mails, taken back, looked up when it is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.clauses import ONCE
from engine.decision import Choice, Question, Refusal, Seat
from engine.policy import Answer, Clause, Sight, answer_of_plan, found_at, holds, statement_holds

if TYPE_CHECKING:
    from engine.intake import Order
    from engine.orders import Vocabulary
    from engine.session import Session

MOST = 40
"""Standing orders that a seat can have."""
TOO_MANY = f"More than {MOST} standing orders: take some back first (`forget 3`)."
NO_SUCH = "There is no such standing order; `orders?` lists those you have."
NO_BRANCH = "`else` stands below an `if` or an action."


def clause_of(words: Vocabulary, text: str) -> Clause | None:
    """What a kept line says about others."""
    read = words.split(text)
    return None if isinstance(read, Refusal) else read[0].clause


def settled(
    session: Session, seat: Seat, kept: Sequence[Order], new: Sequence[Order]
) -> tuple[list[Order], list[Order]]:
    """What is kept and new after standing orders were taken back, replaced and dated."""
    words = session.game.words
    sight = Sight(seat, session.view(seat)) if any(o.role == "standing" for o in new) else None
    left, placed = list(kept), list[Any]()
    for order in new:
        clause = clause_of(words, order.text)
        if order.role == "forget" and clause:
            left, order = _forgotten(words, left, order, clause)
        elif order.role == "standing" and clause and sight:
            left = [o for o in left if not _same(words, o, clause)]
            placed = [o for o in placed if not _same(words, o, clause)]
            order = _dated(order, clause, sight)
            if sum(o.role == "standing" for o in (*left, *placed)) >= MOST:
                order = replace(order, state="refused", reason=TOO_MANY)
        elif order.role == "condition" and clause and clause.word == "else" and not order.otherwise:
            order = replace(order, role="unclear", state="unclear", reason=NO_BRANCH)
        placed.append(order)
    return left, placed


def _forgotten(
    words: Vocabulary, left: list[Order], order: Order, clause: Clause
) -> tuple[list[Order], Order]:
    mine = [o for o in left if o.role == "standing"]
    if clause.situation:
        gone = [o for o in mine if _same(words, o, clause)]
    elif clause.period:
        gone = mine[int(clause.period) - 1 : int(clause.period)] if int(clause.period) else []
    else:
        gone = mine
    if not gone:
        return left, replace(order, state="refused", reason=NO_SUCH)
    return [o for o in left if o not in gone], replace(order, said=f"forgotten: {len(gone)}")


def _same(words: Vocabulary, order: Order, clause: Clause) -> bool:
    """Whether a standing order is for the same situation."""
    other = clause_of(words, order.text) if order.role == "standing" else None
    return other is not None and other.situation == clause.situation


def _dated(order: Order, clause: Clause, sight: Sight) -> Order:
    if not clause.period:
        return order
    value = None if clause.period == ONCE else found_at(clause.period, sight)
    return replace(order, until=(clause.period, value))


def is_over(order: Order, sight: Sight) -> bool:
    """Whether the time of a standing order has passed."""
    if order.until is None or order.until[0] == ONCE:
        return False
    return bool(found_at(order.until[0], sight) != order.until[1])


def answers(words: Vocabulary, order: Order, question: Question, sight: Sight) -> Iterator[Answer]:
    """The answers that a standing order has for a question, in the order written."""
    clause = clause_of(words, order.text)
    if clause is None or clause.situation is None:
        return
    if question.kind.name not in clause.situation.test.kinds:
        return
    if not statement_holds(clause.situation, sight):
        return
    for answer in clause.answers:
        if answer.serves(question.kind.name) and all(
            holds(condition, sight) for condition in answer.conditions
        ):
            yield answer


def choices(session: Session, question: Question, answer: Answer, sight: Sight) -> list[Choice]:
    """What an answer may be as a choice; empty: it has none here."""
    if answer.default:
        return [session.decision(question.seat).default]
    if answer.plan is None:
        return [choice for kind, choice in answer.candidates if kind == question.kind.name]
    menu = session.decision(question.seat).menu
    choice = answer_of_plan(session.game.plans, answer.plan, sight, menu)
    return [] if choice is None else [choice]
