"""Answers for seats that are asked without being waited for: by their lines or standing orders.

When something is revealed that others may react to, such as a marker played on another's, the rules
ask them with the patience `policy`: the answer is needed in the middle of an action. An existing
line answers first: one for what is being played, or one right below the seat's own order that
caused the question. Then everybody's standing orders are consulted, as for a question that is
waited for.
"""

from collections.abc import Callable, Iterator, MutableMapping, Sequence
from contextlib import contextmanager
from functools import partial

from engine.core.decision import Choice, Decision, Needless, Question, Refusal, Seat
from engine.core.session import Policy, Session
from engine.orders.conditions.policy import ONCE, Sight
from engine.queue import standing_orders
from engine.queue.conditions import Conditions
from engine.queue.lines_in_use import Lines, head_of
from engine.queue.order import Order
from engine.queue.steps_to_choices import meant_by, near, resolved


def chosen(
    session: Session, question: Question, orders: Sequence[Order], look: Callable[[], Sight]
) -> tuple[Order, Choice] | None:
    """Return the first of a seat's standing orders that has a legal answer to a question, and that
    answer. `look` is only called if there are standing orders."""
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


def sight_of(session: Session, seat: Seat, above: Order | None = None) -> Sight:
    """Return what a seat sees now, and what it saw happen in an action of its own."""
    facts = session.decision(seat).facts if seat in session.questions else {}
    if above is None or above.segment is None:
        refused = above is not None and above.state == "refused"
        return Sight(seat, session.view(seat), facts, refused=refused, acted=False)
    told = session.happened.get(above.segment)
    return Sight(seat, session.view(seat), facts, told, above.state == "refused")


class InAdvance:
    """The policy of a session whose seats have sent lines; `otherwise` answers for the rest."""

    def __init__(
        self, session: Session, kept: MutableMapping[Seat, list[Order]], otherwise: Policy
    ) -> None:
        self.session, self.kept, self.otherwise = session, kept, otherwise
        self.in_use: dict[Seat, Lines] = {}
        """The lines of seats that are being used, as they are now."""

    def __call__(self, seat: Seat, decision: Decision) -> tuple[Choice, str]:
        """Return a seat's answer and its source."""
        question = self.session.questions[seat]
        lines = self.in_use.get(seat) or Lines(self.session, seat, self.kept.get(seat, ()))
        answer = self._of_line(lines, question) or self._of_standing(lines, question)
        if lines.orders:
            self.kept[seat] = lines.all()
        return answer or self.otherwise(seat, decision)

    def _of_line(self, lines: Lines, question: Question) -> tuple[Choice, str] | None:
        """Return the answer of the first line that fits. If no line for this question does, the
        first of them is marked with the reason, since nobody waits for another."""
        refused: list[tuple[Order, Refusal]] = []
        for order in _lines_for(self.session, lines, question):
            meant = meant_by(self.session, lines.seat, lines.next_step(order), question)
            if not isinstance(meant, Refusal):
                lines.take(order, question.kind, meant)
                return meant, order.source
            refused.append((order, meant))
        if any(isinstance(refusal, Needless) for _, refusal in refused):
            return None
        for order, refusal in refused[:1]:
            if order.role == "answer":
                step = lines.next_step(order)
                lines.note_why_not(order, refusal, near(self.session, lines.seat, step, question))
            elif not lines.is_more_than_follow_up(order):
                lines.change(order, state="skipped", reason=refusal.message, rule=refusal.rule)
        return None

    def _of_standing(self, lines: Lines, question: Question) -> tuple[Choice, str] | None:
        """Return the answer of a standing order."""
        session, seat, kind = self.session, lines.seat, question.kind.name
        found = chosen(session, question, lines.all(), partial(sight_of, session, seat))
        if found is None:
            return None
        order, choice = found
        said = session.game.words.say(kind, choice)
        session.tell(seat, "stood", kind=kind, said=said, order=order.text)
        once = order.until is not None and order.until[0] == ONCE
        lines.change(order, said=said, state="played" if once else "standing")
        return choice, "standing"


def _lines_for(session: Session, lines: Lines, question: Question) -> Iterator[Order]:
    """Yield the lines that a question without waiting is for: answers to what is being played, then
    the action right below the one that caused it."""
    kind = question.kind
    conditions = Conditions(session, lines.orders, partial(sight_of, session, lines.seat))
    for order in lines.all():
        if lines.may_answer(order, conditions) and lines.next_step(order).choices(kind.name):
            yield order
    last = lines.used_last()
    if last is None or last.segment != session.number or last.verb not in kind.follows:
        return
    head = head_of(order for order in lines.all() if order.number > last.number)
    if head is not None and lines.next_step(head).choices(kind.name):
        yield head


@contextmanager
def using(session: Session, lines: Lines) -> Iterator[None]:
    """Let a seat whose lines are being used answer by these."""
    if not isinstance(session.policy, InAdvance):
        yield
        return
    in_use = session.policy.in_use
    before = in_use.copy()
    in_use[lines.seat] = lines
    try:
        yield
    finally:
        in_use.clear()
        in_use.update(before)


def answer_in_advance(session: Session, kept: MutableMapping[Seat, list[Order]]) -> InAdvance:
    """Let seats that are not waited for answer by the lines and standing orders in `kept` from now
    on."""
    before = session.policy
    otherwise = before.otherwise if isinstance(before, InAdvance) else before
    session.policy = policy = InAdvance(session, kept, otherwise)
    return policy
