"""Conditions among a seat's lines: when they are decided, and what depends on them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.core.messages import message
from engine.core.session import Session
from engine.orders.conditions.policy import Clause, Sight, holds
from engine.queue.order import OPEN, Order, stops

NOT_MET = message("queue.not_met")
NOT_KNOWN = message("queue.not_known")


class Conditions:
    """The conditions among one seat's `orders`; decides them and updates the orders.

    `sight`: what the seat sees, given the action that a condition is below.
    """

    def __init__(
        self, session: Session, orders: dict[int, Order], sight: Callable[[Order | None], Sight]
    ) -> None:
        self.session = session
        self.orders, self._sight = orders, sight

    def decide(self) -> None:
        """Decide the conditions before the queue's next action; a stop before it takes effect."""
        for order in list(self.orders.values()):
            order = self.orders[order.number]
            waits = order.state in ("queued", "on_hold")
            if stops(order) or (order.role == "action" and waits):
                return
            if order.role == "stop" and waits:
                self._change(order.number, state="on_hold")
                return
            if order.role == "condition" and waits:
                self._decide(order)

    def decide_early(self, order: Order) -> None:
        """Decide a condition on the outcome of the action above, or an else, as soon as possible.

        The outcome is known as soon as the action is over, and not for much longer; an else is
        decided together with what comes before it.
        """
        clause = order.clause
        condition = clause.condition if clause else None
        if order.otherwise is not None and self._is_settled(order.otherwise):
            if condition is None or not self._was_refused(order.otherwise):
                self._decide(order)
        elif condition is not None and condition.of_action and self._is_settled(self._above(order)):
            self._decide(order)

    def _above(self, order: Order) -> int:
        """Return the number of the action that a condition asks about, or 0.

        It is the last action above it that was not skipped, so that `if it wins: attack ...` and
        `if it loses: build ...` ask about the same one.
        """
        below = self.orders.get(order.below or 0)
        above = [
            other.number
            for other in self.orders.values()
            if below is not None and other.role == "action" and other.mail == below.mail
            if other.number <= below.number and other.state != "skipped"
        ]
        return max(above, default=order.below or 0)

    def _is_settled(self, number: int) -> bool:
        """Tell whether the outcome of a condition or an action is known."""
        order = self.orders.get(number)
        if order is None or order.state in ("met", "unmet", "refused", "skipped"):
            return order is not None
        return order.state == "played" and (order.segment or 0) < self.session.number

    def _decide(self, order: Order) -> None:
        """Decide a condition. If it is not met, what depends on it is skipped. If that cannot be
        known, it is held, unless only answers depend on it whose questions have not come."""
        met = self._holds(order)
        if met is None and self._has_actions(order.number):
            self._change(order.number, role="unclear", state="unclear", reason=NOT_KNOWN)
            return
        self._change(order.number, state="met" if met else "unmet")
        if not met:
            self._skip_within(order.number)

    def _skip_within(self, number: int) -> None:
        for order in list(self.orders.values()):
            if number in order.within and order.state in (*OPEN, "unclear"):
                self._change(order.number, state="skipped", reason=NOT_MET)

    def _has_actions(self, number: int) -> bool:
        """Tell whether anything but answers depends on a condition, or on its else."""
        return any(
            (number in order.within and order.role not in ("answer", "condition"))
            or (order.otherwise == number and self._has_actions(order.number))
            for order in self.orders.values()
        )

    def _holds(self, order: Order) -> bool | None:
        """Tell whether a condition is met; None if that is not known. For an else, nothing before
        it in its chain may be met."""
        clause = order.clause
        if order.otherwise is not None and not self._was_refused(order.otherwise):
            return False
        return self._is_met(order, clause)

    def _is_met(self, order: Order, clause: Clause | None) -> bool | None:
        if clause is None or clause.condition is None:
            return clause is not None
        return holds(clause.condition, self._sight(self.orders.get(self._above(order))))

    def _holds_now(self, number: int) -> bool | None:
        """Tell whether an undecided condition (with its chain) is met now, for an answer."""
        order = self.orders.get(number)
        if order is None or order.state in ("met", "unmet"):
            return order is not None and order.state == "met"
        before = self.orders.get(order.otherwise or 0)
        if before is not None:
            if before.role != "condition":
                return before.state == "refused"
            if (above := self._chain_holds(before)) is not False:
                return None if above is None else False
        return self._is_met(order, order.clause)

    def _chain_holds(self, order: Order) -> bool | None:
        """Tell whether a condition, or one before it in its chain, is met."""
        met = self._holds_now(order.number)
        if met is False and order.otherwise is not None:
            before = self.orders.get(order.otherwise)
            if before is not None and before.role == "condition":
                return self._chain_holds(before)
        return met

    def _was_refused(self, number: int) -> bool:
        """Tell whether the condition before an else was not met, or the action refused."""
        before = self.orders.get(number)
        if before is None:
            return False
        if before.role != "condition":
            return before.state == "refused"
        above = before.otherwise is None or self._was_refused(before.otherwise)
        return before.state == "unmet" and above

    def allow(self, order: Order) -> bool:
        """Tell whether the conditions that an order depends on are met. For an answer, undecided
        ones are evaluated now."""
        if order.role == "answer":
            return all(map(self._holds_now, order.within))
        conditions = map(self.orders.get, order.within)
        return all(each is not None and each.state == "met" for each in conditions)

    def _change(self, number: int, **changes: Any) -> None:
        self.orders[number] = replace(self.orders[number], **changes)
