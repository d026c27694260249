"""Answers by standing order for seats that are asked without being waited for.

When something is revealed that others may react to, such as a marker played on another's, the rules
ask them with the patience `policy`: the answer is needed in the middle of another seat's action.
Everybody's standing orders are then consulted, as for a question that is waited for.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from engine.core.decision import Choice, Decision, Question, Refusal, Seat
from engine.core.session import Policy, Session
from engine.orders.conditions.policy import ONCE, Sight
from engine.queue import standing_orders
from engine.queue.steps_to_choices import resolved

if TYPE_CHECKING:
    from engine.queue.intake import Order


def chosen(
    session: Session, question: Question, orders: Sequence[Order], look: Callable[[], Sight]
) -> tuple[Order, Choice] | None:
    """The first of a seat's standing orders that has a legal answer to a question, with that. It
    looks around only where it has some."""
    standing = [o for o in orders if o.role == "standing" and o.state in ("standing", "given")]
    if not standing:
        return None
    sight = look()
    for order in standing_orders.narrowest_first(standing):
        if (choice := _chosen_by(session, question, order, sight)) is not None:
            return order, choice
    return None


def _chosen_by(session: Session, question: Question, order: Order, sight: Sight) -> Choice | None:
    kind, seat = question.kind.name, question.seat
    for answer in standing_orders.answers(order, question, sight):
        for choice in standing_orders.choices(session, question, answer, sight):
            meant = resolved(session, seat, kind, choice)
            if not isinstance(meant, Refusal):
                return meant
    return None


def _seen(session: Session, seat: Seat, decision: Decision) -> Sight:
    return Sight(seat, session.view(seat), decision.facts, acted=False)


class InAdvance:
    """The policy of a session whose seats have sent lines; `otherwise` answers for the rest."""

    def __init__(
        self, session: Session, kept: MutableMapping[Seat, list[Order]], otherwise: Policy
    ) -> None:
        self.session, self.kept, self.otherwise = session, kept, otherwise
        self._used: dict[tuple[Seat, int], tuple[Order, Order]] = {}
        """Lines that have answered, as they were before and as they are now."""

    def __call__(self, seat: Seat, decision: Decision) -> tuple[Choice, str]:
        """Return a seat's answer and its source."""
        session, orders = self.session, self.kept.get(seat, [])
        question = session.questions[seat]
        found = chosen(session, question, orders, partial(_seen, session, seat, decision))
        if found is None:
            return self.otherwise(seat, decision)
        order, choice = found
        said = session.game.words.say(question.kind.name, choice)
        session.tell(seat, "stood", kind=question.kind.name, said=said, order=order.text)
        once = order.until is not None and order.until[0] == ONCE
        used = replace(order, said=said, state="played" if once else "standing")
        first, _ = self._used.get((seat, order.number), (order, order))
        self._used[seat, order.number] = first, used
        self.kept[seat] = [used if each is order else each for each in orders]
        return choice, "standing"

    def marked(self, seat: Seat, orders: Sequence[Order]) -> list[Order]:
        """Update a seat's lines that were in use elsewhere, marking those that have answered."""
        pairs = [self._used.get((seat, order.number), (order, order)) for order in orders]
        together = zip(orders, pairs, strict=True)
        return [used if order == was else order for order, (was, used) in together]


def answer_in_advance(session: Session, kept: MutableMapping[Seat, list[Order]]) -> InAdvance:
    """Let seats that are not waited for answer by the standing orders in `kept` from now on."""
    before = session.policy
    otherwise = before.otherwise if isinstance(before, InAdvance) else before
    session.policy = policy = InAdvance(session, kept, otherwise)
    return policy
