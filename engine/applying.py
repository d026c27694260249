"""How the lines that a seat has sent answer its open questions, one after the other.

The mail moderator and the scenario runner both use this. Lines are plain data (`engine.intake`),
kept in a table between mails; `use_lines` is called again whenever something has changed, and
goes on where it stopped.

* **Actions** form the seat's queue and are used from its head when their turn comes. One that is
  refused, or a line that was not understood, stops the queue: what stands behind it is held.
* **Answers** belong to the action line above them in the same mail, or to the question that was
  open when the mail came. Each question takes the first that fits; they die with the segment.
* A further part of an action (the second unit of a move) answers the follow-up that comes for it;
  so does the next action of the same line, written out, if it can. An action that is used up
  answers the other follow-ups it covers with their default.
* **Conditions** are decided when their turn in the queue comes, those about what came of the action
  above as soon as it is over; what depends on one that is not met is skipped. A **stop** holds the
  rest of the queue.
* **Standing orders** answer what no line answers.
* **Anytime orders** come before the actions of their mail; an offer that counts for one action
  only is made when that action is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine import standing
from engine.clauses import ONCE
from engine.conditions import Conditions
from engine.decision import Choice, Kind, Needless, Question, Refusal, Refused, Seat
from engine.dice import NeedsDice
from engine.intake import Order, State, steps_of, stops, take_in
from engine.orders import Step
from engine.policy import Sight
from engine.session import Session

__all__ = ["Order", "settle", "take_in", "use_lines"]

UP_TO_DICE = "What comes of it the dice will tell."
PERIOD_OVER = "Its time is over."
ONE_TOO_MANY = "The order has a part that cannot be used here: {}. Send it on a line of its own."


def settle(session: Session, orders: Mapping[Seat, Sequence[Order]]) -> dict[Seat, list[Order]]:
    """Use the lines of all seats as far as they go, over as many turns as that takes."""
    kept = {seat: list(lines) for seat, lines in orders.items()}
    while True:
        before = (dict(kept), len(session.record), session.held)
        for seat in kept:
            kept[seat] = use_lines(session, seat, kept[seat])
        if before == (kept, len(session.record), session.held):
            return kept


def use_lines(
    session: Session,
    seat: Seat,
    orders: Sequence[Order],
    *,
    leave: Callable[[Kind], bool] = lambda kind: False,
) -> list[Order]:
    """Use a seat's lines for what it is asked, as far as they go; the lines as they are then.

    `leave`: follow-ups that are left open although a used-up action covers them.
    """
    return _Using(session, seat, orders, leave).use()


def preview(session: Session, seat: Seat, orders: Sequence[Order]) -> list[Order]:
    """What `use_lines` would do with a seat's lines as far as no dice are needed; the line that
    comes to a draw is played, what stands behind it is left. Nothing is kept of it."""
    using = _Using(session.dry_run(), seat, orders, lambda kind: False)
    try:
        return using.use()
    except NeedsDice:
        using.leave_to_dice()
        return using.with_held_marked()


def _head_of(orders: Iterable[Order]) -> Order | None:
    """The next action of a queue, unless a stop or an undecided condition is before it."""
    for order in orders:
        if stops(order) or (order.role in ("condition", "stop") and order.state == "queued"):
            return None
        if order.role == "action" and order.state in ("queued", "held"):
            return order
    return None


class _Using:
    """One seat's lines while they are used."""

    def __init__(
        self,
        session: Session,
        seat: Seat,
        orders: Sequence[Order],
        leave: Callable[[Kind], bool],
    ) -> None:
        self.session, self.seat, self.leave = session, seat, leave
        self.words = session.game.words
        self.orders = {order.number: order for order in sorted(orders, key=lambda o: o.number)}
        self.playing: tuple[int, str] | None = None
        """The line that was submitted last, and as what."""
        self.conditions = Conditions(session, self.orders, self._sight)

    def use(self) -> list[Order]:
        """Use the lines as far as they go; the lines as they are then."""
        self.look_around()
        self.do_unasked()
        while self.answer():
            self.look_around()
        return self.with_held_marked()

    def leave_to_dice(self) -> None:
        """A dry run has come to a draw: what is being played would be."""
        if self.playing is not None:
            number, said = self.playing
            self.orders[number] = replace(
                self.orders[number], state="played", said=said, reason=UP_TO_DICE
            )

    def look_around(self) -> None:
        """What has become of lines since they were used: other seats have answered, time passed."""
        self._end_standing()
        for order in list(self.orders.values()):
            if order.state == "given" and not self._still_held(order):
                self._after_holding(order)
            elif order.state == "started" and self._is_past(order):
                reason = "" if self._next_step(order).rest else "The rest of it was not asked."
                self._change(order, state="played", reason=reason)
            elif (
                order.role == "answer"
                and order.state in ("waits", "held")
                and order.segment not in (None, self.session.number)
            ):
                self._change(order, state="skipped")
            elif order.role == "condition" and order.state == "queued":
                self.conditions.decide_early(order)

    def _end_standing(self) -> None:
        """Standing orders whose time is over end, whether they are asked or not."""
        dated = [o for o in self.orders.values() if o.until and o.state in ("standing", "given")]
        sight = self._sight() if dated else None
        for order in dated:
            if sight and standing.is_over(order, sight):
                self._change(order, state="skipped", reason=PERIOD_OVER)

    def _is_past(self, order: Order) -> bool:
        """Whether what is left of an order will not be asked for any more.

        A further part is asked for in the same segment; the rest of a turn as long as nobody else
        is asked in between.
        """
        since: int = self.session.number - (order.segment or 0)
        step = self._next_step(order)
        if not step.rest or not since:
            return since > 0
        question = self.session.questions.get(self.seat)
        again = question is not None and bool(step.choices(question.kind.name))
        return len(self.session.questions) > 0 and not (since == 1 and again)

    def _still_held(self, order: Order) -> bool:
        held = self.session.held.get(self.seat)
        mine = held is not None and (order.role != "standing" or held[1] == "standing")
        return mine and self._fingerprint() == order.asked

    def _after_holding(self, order: Order) -> None:
        if self._fingerprint() != order.asked:
            self._change(order, state="played")
        elif order.role == "standing":
            self._change(order, state="standing")
        else:
            refusal = self.session.dropped.get(self.seat, Refusal("It is no longer possible."))
            self._refuse(order, refusal)

    def _fingerprint(self) -> str:
        asked = self.seat in self.session.questions
        return self.session.fingerprint(self.seat) if asked else ""

    def _change(self, order: Order, **changes: Any) -> None:
        self.orders[order.number] = replace(self.orders[order.number], **changes)

    def _refuse(self, order: Order, refusal: Refusal, near: Sequence[str] = ()) -> None:
        reason, rule = refusal.reason, refusal.rule
        asked = self._fingerprint()
        self._change(
            order, state="refused", reason=reason, rule=rule, near=tuple(near), asked=asked
        )

    # Anytime orders

    def do_unasked(self) -> None:
        """All anytime orders that wait for no action."""
        for order in list(self.orders.values()):
            waits = order.role == "anytime" and order.state == "waits"
            if waits and not self._action_of(order) and self.conditions.allow(order):
                self._do(order)

    def _action_of(self, order: Order) -> int | None:
        """The action that an offer stands with: the one above it, else the next one."""
        read = self.words.split(order.text)
        if isinstance(read, Refusal) or not read[0].with_action:
            return None
        mine = [o for o in self.orders.values() if o.mail == order.mail and o.role == "action"]
        above = [o for o in mine if o.number < order.number]
        chosen = above[-1] if above else next(iter(mine), None)
        return chosen.number if chosen and not chosen.used else None

    def _do(self, order: Order) -> bool:
        read = self.words.split(order.text)
        choice = None if isinstance(read, Refusal) else read[0].anytime
        if choice is None:
            return False
        try:
            self.session.anytime(self.seat, choice, order.source)
        except Refused as refused:
            self._refuse(order, refused.refusal)
            return False
        self._change(order, state="done", said=self.words.say_anytime(choice))
        return True

    # Questions

    def answer(self) -> bool:
        """Answer the question now open with a line; False: there is none that can."""
        question = self.session.questions.get(self.seat)
        if question is None:
            return False
        return (
            self._play_on(question)
            or self._answer_with_line(question)
            or self._go_on_in_line(question)
            or (question.kind.role == "answer" and self._stand(question))
            or (question.kind.role == "action" and self._stand_at_end(question))
            or self._cover(question)
            or self._act(question)
            or (question.kind.role == "action" and self._stand(question))
        )

    def _play_on(self, question: Question) -> bool:
        """The next part of the action that is being played."""
        for order in self.orders.values():
            if order.state == "started" and self._is_free(order):
                step = steps_of(self.words, order.text)[order.used]
                if step.choices(question.kind.name):
                    return self._play(order, step, question)
        return False

    def _answer_with_line(self, question: Question) -> bool:
        """The first line that fits. One that wants what comes by itself waits for its question,
        and the default brings that about."""
        refused: list[tuple[Order, Refusal]] = []
        for order in self.orders.values():
            if not self._may_answer(order):
                continue
            step = steps_of(self.words, order.text)[order.used]
            if not step.choices(question.kind.name):
                continue
            meant = self._meant(self.session, step, question)
            if not isinstance(meant, Refusal):
                return self._play(order, step, question)
            refused.append((order, meant))
        if any(isinstance(refusal, Needless) for _, refusal in refused):
            self._submit_default(refused[0][0])
            return True
        for order, refusal in refused[:1]:
            self._refuse(order, refusal, self._near(order, question))
        return False

    def _may_answer(self, order: Order) -> bool:
        """Whether it is an answer for this segment, and no unclear line of its mail is above."""
        above = (o for o in self.orders.values() if o.role == "unclear" and o.mail == order.mail)
        return (
            order.role == "answer"
            and order.state in ("waits", "held")
            and order.segment == self.session.number
            and self._is_free(order)
            and self.conditions.allow(order)
            and not any(o.number < order.number for o in above)
        )

    def _is_free(self, order: Order) -> bool:
        """Whether no line of the same mail already answers the question, until others have too."""
        if self.seat not in self.session.held or self.session.held[self.seat][1] == "standing":
            return True
        asked = self._fingerprint()
        given = [o.mail for o in self.orders.values() if o.state == "given" and o.asked == asked]
        return bool(given) and order.mail > max(given)

    def _go_on_in_line(self, question: Question) -> bool:
        """A follow-up is answered with the next action of the line, if that is what it can be:
        `move A to B, move C to D` is one Move action as long as the rules let it go on."""
        head, last = self._head(), self._used_last()
        if head is None or last is None or self.seat in self.session.held or head.line is None:
            return False
        if (head.mail, head.line) != (last.mail, last.line) or question.kind.role == "action":
            return False
        step = self._next_step(head)
        if not step.choices(question.kind.name):
            return False
        if isinstance(self._meant(self.session, step, question), Refusal):
            return False
        return self._play(head, step, question)

    def _cover(self, question: Question) -> bool:
        """A follow-up of an action that is used up is answered with its default."""
        kind = question.kind
        last = self._used_last()
        covered = kind.covers(self._verb_before(kind)) and self.seat not in self.session.held
        if last is None or not covered or self.leave(kind) or self._refused_here():
            return False
        if kind.role == "action" and self._goes_on(kind):
            return False
        self._submit_default(last)
        return True

    def _submit_default(self, order: Order) -> None:
        """The default, which an order brings about."""
        self.session.submit(self.seat, self.session.decision(self.seat).default, order.source)

    def _verb_before(self, kind: Kind) -> str:
        """Of the action that was used last: in this segment, or for a turn's end just before."""
        last = self._used_last()
        since = self.session.number - (kind.role == "action")
        if last is None or last.state not in ("played", "started"):
            return ""
        return last.verb if (last.segment or 0) >= since else ""

    def _used_last(self) -> Order | None:
        used = [o for o in self.orders.values() if o.role == "action" and o.used]
        return max(used, key=lambda o: (o.segment or 0, o.number), default=None)

    def _refused_here(self) -> bool:
        """Whether a line for this question was refused: then it stays open."""
        refused = [o.asked for o in self.orders.values() if o.state == "refused"]
        return self._fingerprint() in refused

    def _act(self, question: Question) -> bool:
        """The head of the queue; a follow-up that it does not answer gets its default first."""
        if self.seat in self.session.held:
            return False
        if question.kind.role == "action":
            self.conditions.decide()
        if (head := self._head()) is None:
            return False
        step = self._next_step(head)
        if step.choices(question.kind.name):
            return self._offers_made(head) and self._play(head, step, question)
        if not question.kind.covered_by or self.leave(question.kind):
            return False
        self._submit_default(head)
        return True

    def _head(self) -> Order | None:
        return _head_of(self.orders.values())

    def _sight(self, above: Order | None = None) -> Sight:
        """What the seat sees now, and what it saw happen in an action of its own."""
        session, seat = self.session, self.seat
        facts = session.decision(seat).facts if seat in session.questions else {}
        if above is None or above.segment is None:
            refused = above is not None and above.state == "refused"
            return Sight(seat, session.view(seat), facts, refused=refused, acted=False)
        told = session.happened.get(above.segment)
        return Sight(seat, session.view(seat), facts, told, above.state == "refused")

    # Standing orders

    def _stand(self, question: Question) -> bool:
        """Answer with the first standing order that fits and is legal. What one has answered with
        other seats is theirs as long as it would: an order taken back or changed takes it along."""
        held = self.session.held.get(self.seat)
        if held is not None and held[1] != "standing":
            return False
        sight = self._sight()
        kept = [o for o in self.orders.values() if o.role == "standing"]
        for order in standing.narrowest_first(self.words, kept):
            if order.state not in ("standing", "given"):
                continue
            if choice := self._chosen_by(order, question, sight):
                same = held is not None and held[0] == choice
                return not same and self._answer_standing(order, question.kind.name, choice)
        if held is not None:
            self.session.withdraw(self.seat)
        return False

    def _stand_at_end(self, question: Question) -> bool:
        """Where an action that is used up would end its turn, or its row of cubes, an order for
        that moment comes first, unless the queue goes on with it."""
        if not question.kind.covered_by or self._goes_on(question.kind):
            return False
        return self._stand(question)

    def _goes_on(self, kind: Kind) -> bool:
        """Whether the queue's head answers such a question, if conditions before it were decided
        now: a free action behind an `if` is no reason to end the turn, an action of the next is."""
        ahead = dict(self.orders)
        Conditions(self.session, ahead, self._sight).decide()
        head = _head_of(ahead.values())
        return head is not None and bool(self._next_step(head).choices(kind.name))

    def _chosen_by(self, order: Order, question: Question, sight: Sight) -> Choice | None:
        menu, kind = self.session.decision(self.seat).menu, question.kind.name
        for answer in standing.answers(self.words, order, question, sight):
            for choice in standing.choices(self.session, question, answer, sight):
                meant = self.words.resolve(kind, choice, menu)
                refusal = meant if isinstance(meant, Refusal) else menu.judge(meant)
                if refusal is None and not isinstance(meant, Refusal):
                    return meant
        return None

    def _answer_standing(self, order: Order, kind: str, choice: Choice) -> bool:
        said, asked = self.words.say(kind, choice), self._fingerprint()
        self.session.tell(self.seat, "stood", kind=kind, said=said, order=order.text)
        self.session.submit(self.seat, choice, "standing")
        waits = self.seat in self.session.held and self._fingerprint() == asked
        once = order.until is not None and order.until[0] == ONCE
        state: State = ("given" if waits else "played") if once else "standing"
        self._change(order, said=said, state=state, asked=asked)
        return not waits

    def _next_step(self, order: Order) -> Step:
        return steps_of(self.words, order.text)[order.used]

    def _offers_made(self, head: Order) -> bool:
        waiting = [o for o in self.orders.values() if o.role == "anytime" and o.state == "waits"]
        return all(self._do(o) for o in waiting if self._action_of(o) == head.number)

    # Playing

    def _meant(self, session: Session, step: Step, question: Question) -> Choice | Refusal:
        """The one legal choice that a step may be; else why there is none, or which is meant."""
        menu, kind = session.decision(self.seat).menu, question.kind.name
        legal: dict[Choice, None] = {}
        refusals: list[Refusal] = []
        for choice in step.choices(kind):
            meant = self.words.resolve(kind, choice, menu)
            refusal = meant if isinstance(meant, Refusal) else menu.judge(meant)
            if refusal is not None:
                refusals.append(refusal)
            elif not isinstance(meant, Refusal):
                legal[meant] = None
        if len(legal) > 1:
            said = " or ".join(self.words.say(kind, choice) for choice in legal)
            return Refusal(f"Which is meant: {said}?")
        return next(iter(legal)) if legal else refusals[0]

    def _near(self, order: Order, question: Question) -> list[str]:
        menu, kind = self.session.decision(self.seat).menu, question.kind.name
        choices = self._next_step(order).choices(kind)
        return self.words.nearest(kind, choices[0], menu) if choices else []

    def _play(self, order: Order, step: Step, question: Question) -> bool:
        """Submit a step; False: it was refused, or waits for the other seats of the question."""
        session, kind = self.session, question.kind.name
        meant = self._meant(session, step, question)
        if not isinstance(meant, Refusal) and not order.used:
            meant = self._judged_whole(order, meant)
        if isinstance(meant, Refusal):
            self._refuse(order, meant, self._near(order, question))
            return False
        said, segment, asked = self.words.say(kind, meant), session.number, self._fingerprint()
        self.playing = order.number, said
        session.submit(self.seat, meant, order.source)
        verb = order.verb or str(meant[0])
        self._change(order, used=order.used + 1, segment=segment, verb=verb, said=said)
        self._begin_answers(order, segment)
        if self.seat in session.held and self._fingerprint() == asked:
            self._withdraw_others(order, asked)
            self._change(order, state="given", asked=asked)
            return False
        self._leave_rest(self.orders[order.number])
        return True

    def _withdraw_others(self, order: Order, asked: str) -> None:
        """An answer that is given anew takes the place of the one before."""
        for other in list(self.orders.values()):
            if other.number == order.number or (other.state, other.asked) != ("given", asked):
                continue
            if other.role == "standing":
                self._change(other, state="standing")
            else:
                self._change(other, state="skipped", reason="A later answer took its place.")

    def _begin_answers(self, order: Order, segment: int) -> None:
        """The answers below an action are good for the segment it is played in."""
        for other in list(self.orders.values()):
            if other.below == order.number and other.role == "answer" and other.segment is None:
                self._change(other, segment=segment)

    def _leave_rest(self, order: Order) -> None:
        """What becomes of an order of which a step was answered."""
        rest = steps_of(self.words, order.text)[order.used :]
        if rest and rest[0].bound:
            self._change(order, state="started")
        elif rest:
            self._change(order, state="queued" if order.role == "action" else "waits")
        else:
            self._change(order, state="played")

    def _judged_whole(self, order: Order, choice: Choice) -> Choice | Refusal:
        """The first choice of an order, if all its parts are legal, dice granted."""
        parts = steps_of(self.words, order.text)[1:]
        if not parts or not parts[0].bound or parts[0].rest:
            return choice
        if refusal := next(filter(None, map(self._lacking, parts)), None):
            return refusal
        ahead = self.session.dry_run()
        try:
            ahead.submit(self.seat, choice)
            for part in parts:
                if refusal := self._try(ahead, part):
                    return refusal
        except NeedsDice:
            return choice
        return choice

    def _try(self, ahead: Session, part: Step) -> Refusal | None:
        question = ahead.questions.get(self.seat)
        if question is not None and part.choices(question.kind.name):
            meant = self._meant(ahead, part, question)
            if isinstance(meant, Refusal):
                return meant
            ahead.submit(self.seat, meant)
            return None
        if any(kind.lacking for kind in self._kinds(part)):
            return None
        said = self.words.say(*part.candidates[0])
        return self._why_not_alone(ahead, part) or Refusal(ONE_TOO_MANY.format(said))

    def _lacking(self, part: Step) -> Refusal | None:
        """What the seat lacks so that it will not be asked what a part answers."""
        for kind in self._kinds(part):
            if kind.lacking and (refusal := kind.lacking(self.session.table, self.seat)):
                return refusal
        return None

    def _kinds(self, part: Step) -> list[Kind]:
        return [self.session.game.kinds[name] for name, _ in part.candidates]

    def _why_not_alone(self, ahead: Session, part: Step) -> Refusal | None:
        """What the rules have against a part that is not asked for, as an order of its own."""
        if self.seat not in ahead.questions:
            return None
        kind, menu = ahead.questions[self.seat].kind.name, ahead.decision(self.seat).menu
        for _, choice in part.candidates:
            if choice[0] in menu:
                meant = self.words.resolve(kind, choice, menu)
                return meant if isinstance(meant, Refusal) else menu.judge(meant)
        return None

    def with_held_marked(self) -> list[Order]:
        """The lines; those behind a line that stops the queue are held."""
        stopped: Order | None = None
        for order in list(self.orders.values()):
            stopped = order if stops(order) else stopped
            if order.state in ("queued", "held") and order.role in ("action", "condition"):
                self._change(order, state="held" if stopped else "queued")
            elif order.state in ("waits", "held") and order.role == "answer":
                behind = stopped is not None and stopped.mail == order.mail
                self._change(order, state="held" if behind else "waits")
        return list(self.orders.values())
