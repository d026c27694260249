"""Conditions among the lines of a seat: when they are decided, and what depends on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine import standing
from engine.intake import OPEN, Order, stops
from engine.policy import Sight, holds
from engine.session import Session

NOT_MET = "Its condition was not met."


class Conditions:
    """The conditions among one seat's `orders`, which they change.

    `sight`: what the seat sees, given the action that a condition stands below.
    """

    def __init__(
        self, session: Session, orders: dict[int, Order], sight: Callable[[Order | None], Sight]
    ) -> None:
        self.session, self.words = session, session.game.words
        self.orders, self._sight = orders, sight

    def decide(self) -> None:
        """Those before the next action of the queue; a stop there is reached."""
        for order in list(self.orders.values()):
            order = self.orders[order.number]
            waits = order.state in ("queued", "held")
            if stops(order) or (order.role == "action" and waits):
                return
            if order.role == "stop" and waits:
                self._change(order.number, state="held")
                return
            if order.role == "condition" and waits:
                self._decide(order)

    def decide_early(self, order: Order) -> None:
        """What came of the action above is known as soon as it is over, and not much longer; an
        else is decided with what stands before it."""
        clause = standing.clause_of(self.words, order.text)
        condition = clause.condition if clause else None
        if order.otherwise is not None and self._is_settled(order.otherwise):
            if condition is None or not self._was_refused(order.otherwise):
                self._decide(order)
        elif condition is not None and condition.of_action and self._is_settled(order.below or 0):
            self._decide(order)

    def _is_settled(self, number: int) -> bool:
        """Whether it is known what has become of a condition or an action."""
        order = self.orders.get(number)
        if order is None or order.state in ("met", "unmet", "refused", "skipped"):
            return order is not None
        return order.state == "played" and (order.segment or 0) < self.session.number

    def _decide(self, order: Order) -> None:
        """Whether a condition is met; what depends on it is skipped if it is not."""
        met = self._holds(order)
        self._change(order.number, state="met" if met else "unmet")
        if not met:
            self._skip_within(order.number)

    def _skip_within(self, number: int) -> None:
        for order in list(self.orders.values()):
            if number in order.within and order.state in (*OPEN, "unclear"):
                self._change(order.number, state="skipped", reason=NOT_MET)

    def _holds(self, order: Order) -> bool:
        """A condition, and that of an else: nothing before it in its chain was."""
        clause = standing.clause_of(self.words, order.text)
        if order.otherwise is not None and not self._was_refused(order.otherwise):
            return False
        if clause is None or clause.condition is None:
            return clause is not None
        return holds(clause.condition, self._sight(self.orders.get(order.below or 0)))

    def _was_refused(self, number: int) -> bool:
        """Whether the condition or action before an else was not met, or refused."""
        before = self.orders.get(number)
        if before is None:
            return False
        if before.role != "condition":
            return before.state == "refused"
        above = before.otherwise is None or self._was_refused(before.otherwise)
        return before.state == "unmet" and above

    def allow(self, order: Order) -> bool:
        """Whether the conditions an order depends on hold; of an answer those not decided yet are
        looked at now."""
        for number in order.within:
            condition = self.orders.get(number)
            if condition is None or condition.state == "unmet":
                return False
            looked_at = order.role == "answer" and condition.state != "met"
            if not (self._holds(condition) if looked_at else condition.state == "met"):
                return False
        return True

    def _change(self, number: int, **changes: Any) -> None:
        self.orders[number] = replace(self.orders[number], **changes)
