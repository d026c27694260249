"""The lines of a seat while they are used: where each stands, and what becomes of it.

`order` defines the states of a line; `using_lines` describes how lines are used.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from engine.core.decision import Choice, Kind, Refusal, Seat, Toll, refuse
from engine.core.messages import Message, message, text
from engine.core.session import OVERTAKEN, Session
from engine.orders.vocabulary import Step
from engine.queue.conditions import Conditions
from engine.queue.in_a_row import used_last
from engine.queue.order import Order, stops

WAITING = ("queued", "on_hold")
NOTHING = "-"
"""Stands in place of a fingerprint if the seat was asked nothing."""


def head_of(orders: Iterable[Order]) -> Order | None:
    """Return a queue's next action, unless a stop or an undecided condition is before it."""
    for order in orders:
        if stops(order) or (order.role in ("condition", "stop") and order.state == "queued"):
            return None
        if order.role == "action" and order.state in WAITING:
            return order
    return None


class Lines:
    """The lines of one seat, by their numbers in `orders`."""

    def __init__(self, session: Session, seat: Seat, orders: Sequence[Order]) -> None:
        self.session, self.seat, self.words = session, seat, session.game.words
        self.orders = {order.number: order for order in sorted(orders, key=lambda o: o.number)}

    def all(self) -> list[Order]:
        """Return the lines as they are now; they may be changed while looping over them."""
        return list(self.orders.values())

    def change(self, order: Order, **changes: Any) -> None:
        """Update a line."""
        self.orders[order.number] = replace(self.orders[order.number], **changes)

    def refuse(self, order: Order, refusal: Refusal, near: Sequence[str] = ()) -> None:
        """Mark a line as refused; `near`: the nearest legal orders."""
        said, rule, asked = refusal.message, refusal.rule, self.fingerprint()
        self.change(order, state="refused", reason=said, rule=rule, near=tuple(near), asked=asked)
        self.change(order, note=None)

    def note_why_not(self, order: Order, refusal: Refusal, near: Sequence[str]) -> None:
        """Note why a line has not answered a question that nobody waited for; it may answer the
        next one. If none comes it is refused for that reason."""
        said, rule, asked = refusal.message, refusal.rule, self.fingerprint()
        self.change(order, reason=said, rule=rule, near=tuple(near), asked=asked)

    def ask_to_confirm(self, order: Order, toll: Toll) -> None:
        """Hold a line until its seat agrees to the toll."""
        agreeing = text(self.words.agreeing(order.text, toll.amount))
        reason = message(
            "queue.waits_for_yes", order=text(order.text), takes=toll.said, agreeing=agreeing
        )
        asked = self.fingerprint()
        self.change(order, state="to_confirm", reason=reason, toll=toll.amount, asked=asked)

    def fingerprint(self) -> str:
        """Return the fingerprint of the question now open to the seat, or "" if there is none."""
        asked = self.seat in self.session.questions
        return self.session.fingerprint(self.seat) if asked else ""

    def next_step(self, order: Order) -> Step:
        """Return the part of an order that is to be used next."""
        return order.steps[order.used]

    # What has become of lines since they were used

    def look_at(self, order: Order) -> None:
        """Update a line after other seats have answered, or its segment has ended."""
        if order.state == "given" and not self._still_held(order):
            self._after_holding(order)
        elif order.state == "started" and self._is_past(order):
            not_asked = self._unasked(order) or message("queue.rest_not_asked")
            reason = None if self.next_step(order).rest else not_asked
            self.change(order, state="played", reason=reason)
        elif (
            order.role == "answer"
            and order.state in ("waits", "on_hold", "to_confirm")
            and order.segment not in (None, self.session.number)
        ):
            unfit = order.state != "to_confirm" and order.asked and order.reason
            self.change(order, state="refused" if unfit else "skipped")
            if not unfit and not order.reason and (said := self._unasked(order)):
                self.change(order, reason=said)

    def _unasked(self, order: Order) -> Message | None:
        """Say why a seat was not asked what an order answers, if the kind of question has a
        reason."""
        for name, choice in self.next_step(order).candidates:
            kind = self.session.game.kinds[name]
            if kind.unasked:
                why = kind.lacking
                lacks = why(self.session.table, self.seat, choice) if why else None
                return lacks.message if lacks else message(kind.unasked)
        return None

    def _is_past(self, order: Order) -> bool:
        """Tell whether the rest of an order will not be asked for any more.

        A further part is asked for in the same segment; the rest of a turn as long as nobody else
        is asked in between.
        """
        since: int = self.session.number - (order.segment or 0)
        step = self.next_step(order)
        if not step.rest or not since:
            return since > 0
        question = self.session.questions.get(self.seat)
        again = question is not None and bool(step.choices(question.kind.name))
        return len(self.session.questions) > 0 and not (since == 1 and again)

    def _still_held(self, order: Order) -> bool:
        sealed = self.session.sealed.get(self.seat)
        mine = sealed is not None and (order.role != "standing" or sealed[1] == "standing")
        return mine and self.fingerprint() == order.asked

    def _after_holding(self, order: Order) -> None:
        overtaken = self.session.dropped.get(self.seat) == OVERTAKEN
        if order.role == "standing" and (overtaken or self.fingerprint() == order.asked):
            self.change(order, state="standing")
        elif overtaken:
            self.change(order, state="skipped", reason=OVERTAKEN.message)
        elif self.fingerprint() != order.asked:
            self.change(order, state="played")
        else:
            refusal = self.session.dropped.get(self.seat, refuse("refusal.no_longer_possible"))
            self.refuse(order, refusal)

    # Finding lines

    def head(self) -> Order | None:
        """Return the queue's next action."""
        return head_of(self.orders.values())

    def used_last(self) -> Order | None:
        """Return the action that was used last."""
        return used_last(self.orders.values())

    def in_a_row(self, last: Order, order: Order) -> bool:
        """Tell whether an action is on one line with the last one, or is a part of it."""
        if order.joins is not None:
            return order.joins in (last.number, last.joins)
        return order.line is not None and (order.mail, order.line) == (last.mail, last.line)

    def verb_before(self, kind: Kind) -> str:
        """Return the verb of the action used last, in this segment or just before a turn's end."""
        last = self.used_last()
        since = self.session.number - (kind.role == "action")
        if last is None or last.state not in ("played", "started"):
            return ""
        return last.verb if (last.segment or 0) >= since else ""

    def is_free(self, order: Order) -> bool:
        """Tell whether no line of the same or a later mail already answers the question."""
        if self.seat not in self.session.sealed or self.session.sealed[self.seat][1] == "standing":
            return True
        asked = self.fingerprint()
        given = [o.mail for o in self.orders.values() if o.state == "given" and o.asked == asked]
        return bool(given) and order.mail > max(given)

    def may_answer(self, order: Order, conditions: Conditions) -> bool:
        """Tell whether an order is an answer for this segment, with no unclear line above it."""
        above = (o for o in self.all() if o.role == "unclear" and o.mail == order.mail)
        return (
            order.role == "answer"
            and order.state in ("waits", "on_hold")
            and order.segment == self.session.number
            and order.used < len(order.steps)
            and self.is_free(order)
            and conditions.allow(order)
            and not any(o.number < order.number for o in above)
        )

    def follows(self, order: Order) -> bool:
        """Tell whether an action stands right below the one used last, for a question that this one
        causes."""
        last = self.used_last()
        if last is None or order.used or last.state != "played":
            return False
        below = order.mail == last.mail and order.number > last.number
        kinds = (self.session.game.kinds[kind] for kind in order.kinds)
        return below and any(last.verb in kind.follows for kind in kinds)

    def is_more_than_follow_up(self, order: Order) -> bool:
        """Tell whether an action could also have been given in place of the action used last."""
        last = self.used_last()
        return last is not None and bool(order.kinds & last.kinds)

    def refused_here(self) -> bool:
        """Tell whether a line for this question was refused, so that the question stays open."""
        refused = [o.asked for o in self.orders.values() if o.state in ("refused", "to_confirm")]
        return self.fingerprint() in refused

    def action_of(self, order: Order) -> int | None:
        """Return the number of an offer's action: the one above it, else the next one."""
        if not order.read.with_action:
            return None
        mine = [o for o in self.orders.values() if o.mail == order.mail and o.role == "action"]
        above = [o for o in mine if o.number < order.number]
        chosen = above[-1] if above else next(iter(mine), None)
        return chosen.number if chosen and not chosen.used else None

    # What becomes of them

    def take(self, order: Order, kind: Kind, choice: Choice) -> None:
        """Mark a line as having answered a question that nobody waited for."""
        segment, verb = self.session.number, order.verb or str(choice[0])
        said = self.words.say(kind.name, choice)
        self.change(order, used=order.used + 1, segment=segment, said=said, verb=verb)
        self.change(order, reason=None, rule="", near=(), asked="")
        self.begin_answers(order, segment)
        self.leave_rest(order.number, kind.name)

    def give(self, order: Order, asked: str) -> None:
        """Mark a line as a sealed answer; it replaces the line that answered before."""
        for other in self.all():
            if other.number == order.number or (other.state, other.asked) != ("given", asked):
                continue
            if other.role == "standing":
                self.change(other, state="standing")
            else:
                self.change(other, state="skipped", reason=message("queue.later_answer"))
        self.change(order, state="given", asked=asked)

    def begin_answers(self, order: Order, segment: int) -> None:
        """Make the answers below an action valid for the segment in which it is played."""
        for other in self.all():
            if other.below == order.number and other.role == "answer" and other.segment is None:
                self.change(other, segment=segment)

    def leave_rest(self, number: int, kind: str) -> None:
        """Update an order after one of its steps has answered a question of this kind."""
        order = self.orders[number]
        rest = order.steps[order.used :]
        if rest and rest[0].rest and not rest[0].choices(kind):  # it ended less than a turn
            self.change(order, state="played")
        elif rest and rest[0].bound:
            self.change(order, state="started")
        elif rest:
            self.change(order, state="queued" if order.role == "action" else "waits")
        else:
            self.change(order, state="played")

    def with_held_marked(self) -> list[Order]:
        """Return the lines, with those after a line that stops the queue put on hold."""
        stopped: Order | None = None
        self._note_what_was_asked()
        for order in self.all():
            stopped = order if stops(order) else stopped
            if order.state in ("queued", "on_hold") and order.role in ("action", "condition"):
                self.change(order, state="on_hold" if stopped else "queued")
            elif order.state in ("waits", "on_hold") and order.role == "answer":
                behind = stopped is not None and stopped.mail == order.mail
                self.change(order, state="on_hold" if behind else "waits")
        return self.all()

    def _note_what_was_asked(self) -> None:
        """Store with an unclear line what its seat is asked when the queue reaches it, since the
        line may have been meant as the answer."""
        for order in self.all():
            if order.role == "action" and order.state in WAITING:
                return
            if order.state == "unclear" and not order.asked:
                self.change(order, asked=self.fingerprint() or NOTHING)
