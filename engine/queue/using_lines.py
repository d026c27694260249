"""How the lines that a seat has sent answer its open questions, one after the other.

The mail moderator and the scenario runner both use this. Lines are plain data (`order`), kept in a
table between mails; `use_lines` is called again whenever something has changed, and goes on where
it stopped.

* **Actions** form the seat's queue and are used from its head when their turn comes. A refused
  action, or a line that was not understood, stops the queue: what comes after it is held. A line
  that corrects it takes its place (`intake`); what is held goes on without it when the seat says
  so, and where a default would be taken (`leaving_out_wrong_lines`).
* **Answers** belong to the action line above them in the same mail, or to the question that was
  open when the mail came. Each question takes the first that fits; they expire with the segment.
* A further part of an action (the second unit of a move) answers the follow-up that comes for it;
  so does the next action on the same line, written out, if it can. An action that is used up
  answers the other follow-ups it covers with their default.
* **Conditions** are decided when their turn in the queue comes, those on the outcome of the action
  above as soon as it is over; what depends on one that is not met is skipped. A **stop** holds the
  rest of the queue.
* **Standing orders** answer what no line answers. What is asked without waiting, in the middle of
  an action, is answered by a line that is there, or by a standing order (`in_advance`).
* **Anytime orders** come before the actions of their mail; an offer that counts for one action only
  is made when that action is.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.core.decision import Choice, Kind, Menu, Needless, Question, Refusal, Role, Seat, Toll
from engine.core.dice import NeedsDice
from engine.core.messages import Message, message
from engine.core.session import Session
from engine.orders.conditions.policy import ONCE, Sight
from engine.orders.vocabulary import Step
from engine.queue import in_advance, standing_orders
from engine.queue.conditions import Conditions
from engine.queue.expired_lines import expiry, is_over, is_surplus, why_gone
from engine.queue.intake import take_in
from engine.queue.lines_in_use import WAITING, Lines, head_of
from engine.queue.order import Order, State
from engine.queue.steps_to_choices import (
    meant_by,
    meant_in,
    near,
    spelled_out,
    why_not_apart,
    why_not_whole,
)
from engine.queue.what_is_ended import NOTHING

__all__ = ["Order", "settle", "take_in", "use_lines"]

QUEUE = ("action", "condition", "stop")
TAKES = "queue.takes"


Leave = Callable[[Kind], bool]


def leave_none(_kind: Kind) -> bool:
    """Leave no follow-up open."""
    return False


def settle(
    session: Session, orders: Mapping[Seat, Sequence[Order]], *, confirm: bool = False
) -> dict[Seat, list[Order]]:
    """Use the lines of all seats as far as possible, over as many turns as that takes."""
    kept = {seat: list(lines) for seat, lines in orders.items()}
    in_advance.answer_in_advance(session, kept)
    while True:
        before = (dict(kept), len(session.record), session.sealed)
        for seat in kept:
            kept[seat] = _Using(session, seat, kept[seat], confirm=confirm).use()
        if before == (kept, len(session.record), session.sealed):
            return kept


def use_lines(
    session: Session,
    seat: Seat,
    orders: Sequence[Order],
    *,
    leave: Leave = leave_none,
    confirm: bool = False,
) -> list[Order]:
    """Use a seat's lines for what it is asked, as far as possible; return the updated lines.

    `leave`: follow-ups that stay open although a used-up action covers them. `confirm`: a line with
    a serious toll waits until its seat has agreed to it.
    """
    return _Using(session, seat, orders, leave, confirm=confirm).use()


def told_of(toll: Toll | None) -> Message | None:
    """Tell the player about an order's toll."""
    return message(TAKES, takes=toll.said) if toll else None


def preview(session: Session, seat: Seat, orders: Sequence[Order]) -> list[Order]:
    """Return what `use_lines` would do with a seat's lines, without changing the game.

    It goes as far as no dice are needed: a line that leads to a draw counts as played, and what
    comes after it is left.
    """
    ahead = session.dry_run(seat)
    in_advance.answer_in_advance(ahead, {seat: list(orders)})
    using = _Using(ahead, seat, orders, confirm=True)
    try:
        return using.use()
    except NeedsDice:
        using.leave_to_dice()
        return using.with_tolls_foretold()


Found = tuple[Order, Step] | bool
"""The line that answers a question, and its step; True if it is answered already, False if not
yet."""


class _Using:
    """One seat's lines while they are used."""

    def __init__(
        self,
        session: Session,
        seat: Seat,
        orders: Sequence[Order],
        leave: Leave = leave_none,
        *,
        confirm: bool,
    ) -> None:
        self.session, self.seat, self.leave, self.confirm = session, seat, leave, confirm
        self.words = session.game.words
        self.lines = Lines(session, seat, orders)
        self.playing: tuple[int, str, Message | None] | None = None
        """The line that was submitted last, its text, and what the player learns about its toll."""
        self.conditions = Conditions(session, self.lines.orders, self._sight)

    def use(self) -> list[Order]:
        """Use the lines as far as possible; return the updated lines."""
        with in_advance.using(self.session, self.lines):
            self.look_around()
            self.do_unasked()
            while self.answer():
                self.look_around()
            self.leave_outlived()
        return self.with_tolls_foretold()

    def with_tolls_foretold(self) -> list[Order]:
        """Return the lines, with a note on held actions about a toll that they will have."""
        for order in self.lines.with_held_marked():
            if order.role != "action" or order.used or order.state not in ("queued", "on_hold"):
                continue
            toll = self._lasting_toll(order)
            if toll or (order.note and order.note.id == TAKES):
                self.lines.change(order, note=told_of(toll))
        return self.lines.all()

    def _lasting_toll(self, order: Order) -> Toll | None:
        kinds = self.session.game.kinds
        asked = order.steps[0].candidates if order.steps else ()
        choices = (choice for kind, choice in asked if kinds[kind].role == "action")
        tolls = (self._toll(choice, {}) for choice in choices)
        return next((toll for toll in tolls if toll and toll.lasts), None)

    def leave_outlived(self) -> None:
        """Skip what was for the current turn only, such as `done`, what has nothing left to end,
        and what cannot be played any more."""
        for order in self.lines.all():
            if why := why_gone(self.lines, order):
                self.lines.change(order, state="skipped", reason=why.message, rule=why.rule)
                self.session.tell(self.seat, "dropped", order=order.text)
        while (head := self.lines.head()) and (over := expiry(self.lines, head)):
            self.lines.change(head, state="skipped", reason=over)

    def leave_to_dice(self) -> None:
        """Mark the line being played as played, since a dry run has reached a draw."""
        if self.playing is not None:
            number, said, note = self.playing
            order, reason = self.lines.orders[number], message("queue.up_to_dice")
            self.lines.change(order, state="played", said=said, note=note, reason=reason)

    def look_around(self) -> None:
        """Update the lines: other seats may have answered since, or time may have passed."""
        self._end_standing()
        for order in self.lines.all():
            if order.role == "condition" and order.state == "queued":
                self.conditions.decide_early(order)
            else:
                self.lines.look_at(order)

    def _end_standing(self) -> None:
        """End standing orders that have expired, whether their seat is asked or not."""
        dated = [o for o in self.lines.all() if o.until and o.state in ("standing", "given")]
        sight = self._sight() if dated else None
        for order in dated:
            if sight and standing_orders.is_over(order, sight):
                used: State = "played" if order.said else "skipped"
                over = message("queue.answered_and_over" if order.said else "queue.period_over")
                self.lines.change(order, state=used, reason=over)

    # Anytime orders

    def do_unasked(self) -> None:
        """Do all anytime orders that do not wait for an action."""
        for order in self.lines.all():
            waits = order.role == "anytime" and order.state == "waits"
            if waits and not self.lines.action_of(order) and self.conditions.allow(order):
                self._do(order)

    def _do(self, order: Order) -> bool:
        """Do an order that needs no question. If its verb is one of an answer to what is asked now,
        it is that answer."""
        choice = order.read.anytime
        if choice is None:
            return False
        kind, menu = self._asked_for(choice) or ("", self.session.anytime_menu(self.seat))
        meant = meant_in(self.words, kind, menu.canonical(choice), menu)
        if isinstance(meant, Refusal):
            self.lines.refuse(order, meant)
            return False
        if kind:
            self.session.submit(self.seat, meant, order.source)
            self.lines.change(order, state="done", said=self.words.say(kind, meant))
            return True
        toll = self._toll(meant, {})
        if self._has_to_agree(order, toll):
            return False
        self.session.anytime(self.seat, meant, order.source)
        said = self.words.say_anytime(meant)
        self.lines.change(order, state="done", said=said, note=told_of(toll))
        return True

    def _asked_for(self, choice: Choice) -> tuple[str, Menu] | None:
        """Return the kind and menu of what is asked now, if an answer to it has this verb."""
        if self.seat not in self.session.questions:
            return None
        menu = self.session.decision(self.seat).menu
        return (self.session.questions[self.seat].kind.name, menu) if choice[0] in menu else None

    def _toll(self, choice: Choice, facts: Mapping[str, Any]) -> Toll | None:
        return self.session.game.toll(self.session.table, self.seat, choice, facts)

    def _has_to_agree(self, order: Order, toll: Toll | None) -> bool:
        """Tell whether a line has to wait until its seat agrees to the toll; if so, ask for
        that."""
        if toll is None or not (self.confirm and toll.asks) or order.source != "order":
            return False
        if toll.amount <= order.agreed:
            return False
        self.lines.ask_to_confirm(order, toll)
        return True

    # Questions

    def answer(self) -> bool:
        """Answer the open question with a line; return False if no line can."""
        question = self.session.questions.get(self.seat)
        if question is None:
            return False
        for way in _WAYS[question.kind.role]:
            found = way(self, question)
            if self._play(*found, question) if isinstance(found, tuple) else found:
                return True
        return False

    def _play_on(self, question: Question) -> Found:
        """Find the next part of the action that is being played."""
        for order in self.lines.all():
            if order.state == "started" and self.lines.is_free(order):
                step = self.lines.next_step(order)
                if step.choices(question.kind.name):
                    return order, step
        return False

    def _answer_with_line(self, question: Question) -> Found:
        """Find the first line that fits. If a line asks for what happens by itself, submit the
        default, which causes it."""
        refused: list[tuple[Order, Refusal]] = []
        for order in self.lines.all():
            if not self.lines.may_answer(order, self.conditions):
                continue
            step = self.lines.next_step(order)
            if not step.choices(question.kind.name):
                continue
            meant = meant_by(self.session, self.seat, step, question)
            if not isinstance(meant, Refusal):
                return order, step
            refused.append((order, meant))
        if any(isinstance(refusal, Needless) for _, refusal in refused):
            self._submit_default(refused[0][0])
            return True
        for order, refusal in refused[:1]:
            nearest = near(self.session, self.seat, self.lines.next_step(order), question)
            self.lines.refuse(order, refusal, nearest)
        return False

    def _go_on_in_line(self, question: Question) -> Found:
        """Answer a follow-up with the next action, if that is in a row with the last one: `move A
        to B, move C to D` is one Move action as long as the rules let it go on."""
        head, last = self.lines.head(), self.lines.used_last()
        if head is None or last is None or self.seat in self.session.sealed:
            return False
        if not self.lines.in_a_row(last, head) or question.kind.role == "action":
            return False
        step = self.lines.next_step(head)
        if not step.choices(question.kind.name):
            return False
        spelled = spelled_out(self.session, self.seat, head.read)
        if isinstance(spelled, Refusal):
            return self._refuse_part(head, step, question)
        step = spelled.steps[head.used]
        if isinstance(meant_by(self.session, self.seat, step, question), Refusal):
            return self._refuse_part(head, step, question)
        return head, step

    def _refuse_part(self, head: Order, step: Step, question: Question) -> bool:
        """Refuse a further part that would also be refused as an action of its own, while the
        action still has room for it and the seat can correct it."""
        if head.joins and (refusal := why_not_apart(self.session, self.seat, head.read, question)):
            self.lines.refuse(head, refusal, near(self.session, self.seat, step, question))
        return False

    def _cover(self, question: Question) -> Found:
        """Answer a follow-up of an action that is used up with its default."""
        kind = question.kind
        last = self.lines.used_last()
        covered = kind.covers(self.lines.verb_before(kind)) and self.seat not in self.session.sealed
        if last is None or not covered or self.leave(kind) or self.lines.refused_here():
            return False
        if kind.role == "action" and self._goes_on(kind):
            return False
        self._leave_out(last, question)
        return True

    def _submit_default(self, order: Order) -> None:
        """Submit the default, which does what an order asks for."""
        self.session.submit(self.seat, self.session.decision(self.seat).default, order.source)

    def _act(self, question: Question) -> Found:
        """Use the head of the queue; a follow-up that it does not answer gets its default first."""
        if not self._may_act():
            return False
        if question.kind.role == "action":
            self.conditions.decide()
        if (head := self.lines.head()) is None:
            return False
        if is_surplus(self.lines, head):
            self.lines.change(head, state="skipped", reason=NOTHING)
            return True
        step = self.lines.next_step(head)
        if step.choices(question.kind.name):
            if is_over(self.lines, head):
                self.lines.change(head, state="played", said=head.text)
                return True
            return (head, step) if self._offers_made(head) else False
        if question.kind.role == "action" and self.lines.follows(head):
            self.lines.change(head, state="skipped", reason=message("queue.not_asked"))
            return True
        if not question.kind.covered_by or self.leave(question.kind) or self._reacts():
            return False
        self._leave_out(self.lines.used_last() or head, question)
        return True

    def _reacts(self) -> bool:
        """Tell whether another seat's action is being played. Lines held for the seat's own turn
        say nothing about what is asked during it."""
        _, ledger = self.session.record.standing()
        kinds = self.session.game.kinds
        chosen = [body for _, body in ledger if body["t"] == "choice"]
        acting = [body["seat"] for body in chosen if kinds[body["kind"]].role == "action"]
        return bool(acting) and acting[-1] != self.seat

    def _leave_out(self, last: Order, question: Question) -> None:
        """Give a follow-up its default, because the action is used up."""
        head = self.lines.head()
        ended = head is not None and not self.lines.next_step(head).is_one_choice()
        if question.kind.parts and last.joins is None and not ended:
            self.lines.change(last, note=message(question.kind.parts.unused))
        self._submit_default(last)

    def _may_act(self) -> bool:
        """Tell whether the queue is free to act, and no line before it already answers."""
        if self.seat not in self.session.sealed:
            return True
        queue = (o for o in self.lines.all() if o.role in QUEUE and o.state in WAITING)
        return any(map(self.lines.is_free, list(queue)[:1]))

    def _sight(self, above: Order | None = None) -> Sight:
        return in_advance.sight_of(self.session, self.seat, above)

    # Standing orders

    def _stand(self, question: Question) -> Found:
        """Answer with the first standing order that fits and is legal.

        A sealed answer by standing order holds only while that order would still give it: it is
        withdrawn if the order is cancelled or changed.
        """
        sealed = self.session.sealed.get(self.seat)
        if sealed is not None and sealed[1] != "standing":
            return False
        found = in_advance.chosen(self.session, question, self.lines.all(), self._sight)
        if found is not None:
            order, choice = found
            same = sealed is not None and sealed[0] == choice
            return not same and self._answer_standing(order, question.kind.name, choice)
        if sealed is not None:
            self.session.withdraw(self.seat)
        return False

    def _stand_at_end(self, question: Question) -> Found:
        """Use a standing order where a used-up action would end its turn or its row of cubes,
        unless the queue goes on with that."""
        if not question.kind.covered_by or self._goes_on(question.kind):
            return False
        return self._stand(question)

    def _goes_on(self, kind: Kind) -> bool:
        """Tell whether the queue's head answers such a question if conditions before it were
        decided now. A free action behind an `if` is no reason to end the turn; an action of the
        next turn is."""
        ahead = dict(self.lines.orders)
        Conditions(self.session, ahead, self._sight).decide()
        head = head_of(ahead.values())
        return head is not None and bool(self.lines.next_step(head).choices(kind.name))

    def _answer_standing(self, order: Order, kind: str, choice: Choice) -> bool:
        said, asked = self.words.say(kind, choice), self.lines.fingerprint()
        self.session.tell(self.seat, "stood", kind=kind, said=said, order=order.text)
        self.session.submit(self.seat, choice, "standing")
        waits = self.seat in self.session.sealed and self.lines.fingerprint() == asked
        once = order.until is not None and order.until[0] == ONCE
        state: State = ("given" if waits else "played") if once else "standing"
        self.lines.change(order, said=said, state=state, asked=asked)
        return not waits

    def _offers_made(self, head: Order) -> bool:
        waiting = [o for o in self.lines.all() if o.role == "anytime" and o.state == "waits"]
        return all(self._do(o) for o in waiting if self.lines.action_of(o) == head.number)

    # Playing

    def _play(self, order: Order, step: Step, question: Question) -> bool:
        """Submit a step; return False if it was refused, or waits for other seats."""
        spelled = order.read if order.used else spelled_out(self.session, self.seat, order.read)
        if isinstance(spelled, Refusal):
            self.lines.refuse(order, spelled)
            return False
        if spelled is not order.read:
            self.lines.change(order, text=spelled.text, read=spelled)
            order = self.lines.orders[order.number]
            step = self.lines.next_step(order)
        session, seat, kind = self.session, self.seat, question.kind.name
        meant = meant_by(session, seat, step, question)
        if not isinstance(meant, Refusal) and not order.used:
            meant = why_not_whole(session, seat, meant, order.steps[1:]) or meant
        if isinstance(meant, Refusal):
            self.lines.refuse(order, meant, near(session, seat, step, question))
            return False
        toll = self._toll(meant, session.decision(seat).facts)
        if self._has_to_agree(order, toll):
            return False
        said, segment, asked = self.words.say(kind, meant), session.number, self.lines.fingerprint()
        self.playing = order.number, said, told_of(toll)
        verb = order.verb or str(meant[0])
        joins = order.joins if question.kind.parts or order.used else None
        self.lines.change(order, used=order.used + 1, segment=segment, verb=verb, joins=joins)
        self.lines.begin_answers(order, segment)
        session.submit(seat, meant, order.source)
        self.lines.change(order, said=said, note=told_of(toll))
        if seat in session.sealed and self.lines.fingerprint() == asked:
            self.lines.give(order, asked)
            return False
        self.lines.leave_rest(order.number, kind)
        return True


_BEGUN = (_Using._play_on, _Using._answer_with_line, _Using._go_on_in_line)
_WAYS: Mapping[Role, tuple[Callable[[_Using, Question], Found], ...]] = {
    "answer": (*_BEGUN, _Using._stand, _Using._cover, _Using._act),
    "action": (*_BEGUN, _Using._stand_at_end, _Using._cover, _Using._act, _Using._stand),
}
"""The ways to answer a question, in the order in which they are tried, by the question's role."""
